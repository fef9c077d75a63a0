import { afterAll, beforeAll, expect, test } from 'vitest'
import { escapeHtml, html, moneyText, page } from './html.ts'
import { canReturnTo } from './http.ts'
import {
  newAttempt,
  openTestShop,
  orderOf,
  testCards,
  type TestShop,
} from '../src/modules/payments/providers/sandbox-for-tests.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const nasty = '"><script>alert(1)</script>'

type Hosted = 'card' | 'afterpay' | 'paypal' | 'zip'

async function hostedPage(method: Hosted): Promise<Response> {
  const providers = {
    card: shop.cardProvider,
    afterpay: shop.afterpayProvider,
    paypal: shop.paypalProvider,
    zip: shop.zipProvider,
  }
  const provider = providers[method]()
  const outcome = await provider.initiate({
    attempt: newAttempt(123_450, { id: `${nasty}${newAttempt(1).id}`.slice(0, 60) }),
    instrument: method === 'card' ? await shop.card(testCards.challenged, 'Ana Botha') : { method },
    order: orderOf(123_450),
    returnUrl: `${shop.shopUrl}/back`,
    cancelUrl: `${shop.shopUrl}/back`,
    idempotencyKey: newAttempt(1).id,
  })
  if (outcome.kind !== 'pending' || outcome.action === null) throw new Error('no page')
  const { action } = outcome
  if (action.kind === 'review') throw new Error('no page')
  if (action.kind === 'redirect') return fetch(action.url)
  return fetch(action.url, { method: 'POST', body: new URLSearchParams(action.fields) })
}

test.each(['card', 'afterpay', 'paypal', 'zip'] as const)(
  'the %s page names itself and the amount, in valid markup',
  async (method) => {
    const response = await hostedPage(method)
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(text).toMatch(/<title>Sandbox /)
    expect(text).toContain('This is a simulation.')
    expect(text).toContain('$1,234.50 AUD')
    expect(text).not.toContain('<script')
    expect(text).toContain(escapeHtml(nasty))
    expect(text).toMatch(/<html lang="en-AU">/)
    // Every field that can be seen has a label, and the page one heading.
    const ids = [...text.matchAll(/<input\s[^>]*\sid="([^"]+)"/g)].map(([, id]) => id)
    if (method === 'card' || method === 'afterpay') expect(ids.length).toBeGreaterThan(0)
    for (const id of ids) expect(text).toContain(`<label for="${id}">`)
    expect(text.match(/<h1>/g)).toHaveLength(1)
  },
)

test.each(['card', 'afterpay', 'paypal', 'zip'] as const)(
  'the %s page runs no script, and its form posts only to itself and back to the shop',
  async (method) => {
    const policy = (await hostedPage(method)).headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).not.toContain('script-src')
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain(`form-action 'self' ${shop.shopUrl};`)
    expect(policy).toContain(`frame-ancestors 'none'`)
  },
)

test('the style sheet matches the hash in the content security policy', async () => {
  const response = await hostedPage('card')
  const style = /<style>([\s\S]*?)<\/style>/.exec(await response.text())?.[1] ?? ''
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))).toString('base64')
  expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
})

test('unknown payment pages are 404', async () => {
  const { url } = shop.sandbox()
  expect((await fetch(`${url}/gateway/threeds?MD=unknown`)).status).toBe(404)
  expect((await fetch(`${url}/afterpay/checkout/unknown`)).status).toBe(404)
  expect((await fetch(`${url}/paypal/checkoutnow?token=unknown`)).status).toBe(404)
  expect((await fetch(`${url}/zip/checkout/unknown`)).status).toBe(404)
})

test('a wrong security code shows an error beside its field', async () => {
  const response = await hostedPage('afterpay')
  const answer = await fetch(response.url, {
    method: 'POST',
    body: new URLSearchParams({ do: 'approve', code: '777' }),
  })
  const text = await answer.text()
  expect(answer.status).toBe(400)
  expect(text).toMatch(/<p role="alert" id="code-problem">/)
  expect(text).toContain('aria-invalid="true"')
})

test('the home page lists the test cards and links to the ledger', async () => {
  const text = await (await fetch(shop.sandbox().url)).text()
  for (const number of Object.values(testCards)) expect(text).toContain(number)
  expect(text).toContain('href="/ledger"')
  const ledger = await fetch(`${shop.sandbox().url}/ledger`, { headers: { accept: 'text/html' } })
  expect(await ledger.text()).toMatch(/<title>Sandbox ledger<\/title>/)
})

test('values are escaped in text and attributes', () => {
  expect(html`<p title="${nasty}">${nasty}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;">&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  )
  expect(page({ title: nasty, content: html`` })).not.toContain('<script')
})

test('amounts have thousands separators and two decimals', () => {
  expect([1, 10, 99_999, 5_000_000, 123_456_789].map((cents) => moneyText(cents, 'AUD'))).toEqual([
    '$0.01 AUD',
    '$0.10 AUD',
    '$999.99 AUD',
    '$50,000.00 AUD',
    '$1,234,567.89 AUD',
  ])
})

test('redirects shoppers only to the shop or to this machine', () => {
  const shopUrl = 'https://shop.test'
  for (const good of [
    'https://shop.test/a?b',
    'http://localhost:3000',
    'http://127.0.0.1:1/x',
    'http://a.localhost/',
  ]) {
    expect(canReturnTo(good, shopUrl)).toBe(true)
  }
  for (const bad of [
    'https://evil.example',
    'http://shop.test',
    'https://shop.test.evil.example',
    'https://shop.test@evil.example',
    'https://user@localhost',
    'javascript:alert(1)',
    '/back',
    '',
  ]) {
    expect(canReturnTo(bad, shopUrl)).toBe(false)
  }
})
