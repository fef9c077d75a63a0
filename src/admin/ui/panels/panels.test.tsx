import '../../../testing/browser.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { ReactNode } from 'react'
import { typedMoney } from '../../panel-problems.server.ts'
import { CustomerPanel } from './customer-panel.tsx'
import { ProductPanel, type ShownFacts } from './product-panel.tsx'
import type { ShownProject } from './project-fields.tsx'
import { ProjectListPanel } from './project-list-panel.tsx'
import { ProjectPanel } from './project-panel.tsx'
import { ReminderListPanel } from './reminder-list-panel.tsx'
import { ReminderPanel } from './reminder-panel.tsx'

/** What somebody might write to have it run on a colleague's screen: elements by events, in every way to get out of where text stands. */
const payloads = (() => {
  const elements = [
    'script',
    'img src=x',
    'svg',
    'body',
    'iframe',
    'video src=x',
    'details open',
    'input autofocus',
    'style',
    'math',
    'a',
  ]
  const events = ['onerror', 'onload', 'onfocus', 'ontoggle', 'onclick', 'onanimationstart', 'onpointerenter']
  const exits = ['', '"', "'", '">', "'>", '</textarea>', '</title>', '-->', ']]>', '&quot;&gt;']
  const built = elements.flatMap((element) =>
    events.flatMap((event) => exits.map((exit) => `${exit}<${element} ${event}=alert(1)>`)),
  )
  return [
    ...built,
    '<script>alert(1)</script>',
    '</script><script>alert(1)</script>',
    '<svg><script href="data:,alert(1)"/></svg>',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '<a href="javascript:alert(1)">x</a>',
    '<base href="https://evil.example/">',
    '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
    '<form action="https://evil.example/"><button>',
    '" onmouseover="alert(1)',
    "' onmouseover='alert(1)",
    '{{constructor.constructor("alert(1)")()}}',
    '${alert(1)}',
    '\\u003cscript\\u003ealert(1)',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '\u2028<script>alert(1)</script>',
    '<!--<script>',
    '<plaintext>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  ]
})()

const on = '2026-11-24'

const factsWith = (text: string, texts: readonly string[]): ShownFacts => ({
  sku: text,
  title: text,
  brand: text,
  isSuperseded: false,
  price: 100_00,
  rrp: null,
  isMakersPrice: false,
  lineDiscount: 0,
  stock: texts.map((title, at) => ({ code: String(at), title, quantity: 1, incoming: null })),
  cost: 50_00,
  margin: { cents: 40_91, percent: 45 },
  competitors: texts.map((one, at) => ({
    id: String(at),
    competitor: one,
    url: 'https://other.example/',
    price: 1,
    by: one,
    on,
  })),
  notes: texts.map((one, at) => ({ id: String(at), text: one, by: one, on })),
  priceChanges: [],
  sold: { units: 0, orders: 0 },
  discountPercent: 10,
})

const projectWith = (text: string, texts: readonly string[]): ShownProject => ({
  id: 'p1',
  name: text,
  customerName: text,
  customerEmail: text,
  customerPhone: text,
  status: 'Open',
  version: 1,
  total: 1,
  lines: texts.map((one, at) => ({
    productId: at,
    room: one,
    quantity: 1,
    agreed: null,
    product: { sku: one, title: one, uri: 'u' },
    shopPrice: 1,
    unit: 1,
  })),
})

/** Every panel with these texts in all that somebody can write: one by one where a panel has many, else all at once. */
function panelsWith(texts: readonly string[]): readonly ReactNode[] {
  const text = texts.join(' ')
  const values = { intent: 'note', text, name: text, notes: text, search: text }
  const form = { values, errors: [{ field: 'text', message: text }] }
  const common = { salesperson: text, notice: text, messages: [], form }
  return [
    <ProductPanel
      key="1"
      {...common}
      facts={factsWith(text, texts)}
      projects={[{ id: 'p1', name: text, customerName: text }]}
      canSetCost
    />,
    <ProjectListPanel
      key="2"
      {...common}
      projects={texts.map((one, at) => ({ ...projectWith(one, []), id: String(at), changedOn: on }))}
      totalCount={99}
      page={1}
      search={text}
      email={text}
    />,
    <ProjectPanel key="3" {...common} project={projectWith(text, texts)} discountPercent={10} />,
    <ReminderPanel
      key="4"
      salesperson={text}
      id="r1"
      project={{ id: text, name: text }}
      name={text}
      notes={text}
      when="2026-11-24T10:00"
      isDone={false}
      form={form}
    />,
    <ReminderListPanel
      key="5"
      {...common}
      reminders={texts.map((one, at) => ({
        id: String(at),
        name: one,
        notes: one,
        day: on,
        time: '10:00',
        isOverdue: false,
      }))}
      totalCount={1}
      page={0}
      showsDone={false}
    />,
    <CustomerPanel
      key="6"
      {...common}
      discountPercent={10}
      answer={{
        form,
        customers: texts.map((one, at) => ({
          email: `${at}${one}`,
          name: one,
          phone: one,
          hasAccount: false,
          carts: [],
          orders: [{ webOrderId: one, placedOn: on, state: one, total: 1 }],
        })),
        quote: {
          number: text,
          about: text,
          lines: texts.map((one) => ({ title: one, details: [one] })),
          services: texts,
          remarks: [text],
          totalLabel: text,
          total: text,
        },
      }}
      cart={{
        id: 'c1',
        customerEmail: text,
        total: 1,
        lines: texts.map((one) => ({
          productCode: one,
          title: one,
          quantity: 1,
          unit: 1,
          shopPrice: 1,
          agreed: null,
          hasPriceEdit: true,
        })),
      }}
    />,
  ]
}

/** As the server renders it, on a page of the router. */
function markupOf(panel: ReactNode): string {
  const Page = createRoutesStub([{ path: '/', Component: () => panel }])
  return renderToStaticMarkup(<Page />)
}

/** Names of elements and attributes, and where links and forms lead. */
function bones(markup: string): string[] {
  const names: string[] = []
  const holder = document.createElement('div')
  holder.innerHTML = markup
  for (const element of holder.querySelectorAll('*')) {
    names.push(element.tagName)
    for (const { name, value } of element.attributes) {
      const leads = name === 'href' || name === 'action' || name === 'src'
      names.push(leads ? `${name}=${value.slice(0, value.indexOf('/', value.startsWith('/') ? 1 : 9) + 1)}` : name)
    }
  }
  return names
}

test('more than 700 injection texts add no element, attribute or URL to any panel', { timeout: 60_000 }, () => {
  expect(payloads.length).toBeGreaterThan(700)
  const together = 100
  const plain = new Map<number, readonly string[][]>()
  for (let from = 0; from < payloads.length; from += together) {
    const texts = payloads.slice(from, from + together)
    const panels = (some: readonly string[]) => panelsWith(some).map((panel) => bones(markupOf(panel)))
    const expected = plain.get(texts.length) ?? panels(texts.map(() => 'harmless'))
    plain.set(texts.length, expected)
    expect(panels(texts)).toEqual(expected)
  }
})

test('amounts are parsed in the ways people type them, and nothing else is an amount', () => {
  expect(['$1,234.50', '1234.5', ' 7 ', ''].map(typedMoney)).toEqual([1_234_50, 1_234_50, 7_00, null])
  for (const text of ['-1', '1.234', '1e3', 'NaN', '12 345 678', '0x10', '١']) expect(typedMoney(text)).toBeNaN()
})
