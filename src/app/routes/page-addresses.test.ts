import { globSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageRenderer } from '../rendering/page-renderer.ts'
import { withPageHead } from '../rendering/page-head.server.ts'
import { codes, products } from '../../testing/catalogue.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'
import * as category from './catalogue/category.tsx'
import * as instalments from './content/instalments.tsx'
import * as product from './product/product.tsx'
import * as sale from './catalogue/sale.tsx'
import * as search from './search/search.tsx'
import * as searchRedirect from './search/search-redirect.tsx'
import * as vouchers from './content/vouchers.tsx'
import { insertSales } from '../../modules/promotions/promotions-store.server.ts'
import { deserialize } from '../../platform/serialized.ts'

/** What single addresses answer with (decision platform-16): their data and what their head says, without the drawing. */

type PageModule = {
  readonly loader: (args: never) => unknown
  readonly action?: (args: never) => Promise<unknown>
  readonly meta?: (args: never) => unknown
}
type Wrapped = { data: unknown; init?: ResponseInit }

const routes: readonly (readonly [RegExp, PageModule])[] = [
  [/^\/(afterpay|humm|klarna|zip)$/, instalments],
  [/^\/vouchers$/, vouchers],
  [/^\/sale$/, sale],
  [/^\/search\/?$/, searchRedirect],
  [/^\/search\/(?<uri>.+)$/, search],
  [/^\/c\/(?<rest>.+)$/, category],
  [/^\/p\/(?<uri>.+)$/, product],
]

const pages: PageRenderer = async (request, context) => {
  const { pathname } = new URL(request.url)
  const [pattern, page] = routes.find(([one]) => one.test(pathname)) ?? expect.fail(pathname)
  const { rest, ...named } = { ...pattern.exec(pathname)?.groups }
  const args = { request, context, params: { ...named, '*': rest } } as never
  try {
    if (request.method === 'POST') {
      if (page.action === undefined) return expect.fail(`${pathname} takes no form`)
      const { data, init } = (await page.action(args)) as Wrapped
      return Response.json(data, init ?? {})
    }
    const { data, init } = (await page.loader(args)) as Wrapped
    const meta = page.meta?.({ loaderData: data } as never)
    return Response.json({ data, meta }, init)
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    const { init } = thrown as { init?: ResponseInit }
    if (init === undefined) throw thrown
    return new Response(null, init)
  }
}

let shop: TestShop
beforeAll(async () => {
  // A list that goes on.
  const hoses = Array.from({ length: 30 }, (_, at) => ({
    ...products.hose,
    sku: `HOSE-${at + 2}`,
    title: `Hose ${at}`,
  }))
  const moreProducts = Object.fromEntries(hoses.map((one) => [one.sku, one]))
  shop = await openTestShop({ pages, sandbox: false, moreProducts, env: { RATE_LIMITS: 'on' } })
})
afterAll(() => shop.close())

type Meta = readonly Readonly<Record<string, string>>[]
async function open(path: string) {
  const answer = await shop.visitor().get(path)
  const { data = null, meta = [] } = JSON.parse(answer.text || '{}') as { data?: unknown; meta?: Meta }
  const said = (name: string) => meta.find((one) => one['name'] === name)?.['content'] ?? null
  const canonical = meta.find((one) => one['rel'] === 'canonical')?.['href'] ?? null
  return { status: answer.status, location: answer.headers.location, data, said, canonical }
}

async function switchMethod(name: string, isEnabled: boolean): Promise<void> {
  await shop.database.db.updateTable('payment_method').set({ is_enabled: isEnabled }).where('name', '=', name).execute()
  await shop.services.payments.follow()
}

test('humm, Klarna and Afterpay have a page where enabled; Zip always has one [platform-16] [payments-03]', async () => {
  for (const name of ['humm', 'klarna', 'afterpay'] as const) {
    await switchMethod(name, true)
    await until(async () => (await open(`/${name}`)).status === 200)
    expect((await open(`/${name}`)).said('page-type')).toBe(name)
    await switchMethod(name, false)
    await until(async () => (await open(`/${name}`)).status === 404)
    await switchMethod(name, true)
  }
  await switchMethod('klarna', false)
  expect((await open('/zip')).status).toBe(200)
})

test('the humm page has each text with its price [PAYO-18] [PAYO-19] [PAYO-20]', async () => {
  await until(async () => (await open('/humm')).status === 200)
  const { body } = (await open('/humm')).data as { body: string }
  expect(body).toContain('$800: 5 fortnightly payments of $160 with humm')
  expect(body).toContain('$1,600: 10 fortnightly payments of $160 with humm')
  expect(body).toContain('$2,400: Pay in slices, no interests ever humm')
})

test('a product page explains humm, greyed out above $2,000 and absent while humm is off [PAYO-10] [PAYO-18] [PAYO-19] [PAYO-20]', async () => {
  const offers = async (uri: string) =>
    (deserialize((await open(`/p/${uri}`)).data as never) as unknown as { offers: string }).offers
  const lamp = await offers('reading-lamp')
  expect(lamp).toMatch(/<p>5 fortnightly payments of \$9\.90 with <a href="\/humm">humm<\/a><\/p>/)
  const dear = await offers('french-door-fridge-600-l')
  expect(dear).toMatch(/<p data-ineligible="">Pay in slices, no interests ever <a href="\/humm">humm<\/a><\/p>/)
  await switchMethod('humm', false)
  await until(async () => !(await offers('reading-lamp')).includes('humm'))
  await switchMethod('humm', true)
})

test('the gift card page shows a card’s balance, and errors beside the code [platform-16]', async () => {
  expect((await open('/vouchers')).said('page-type')).toBe('vouchers')
  const ask = async (code: string) => {
    const answer = await shop.visitor().post('/vouchers', undefined, {
      raw: new URLSearchParams({ code }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    })
    expect(answer.headers['cache-control']).toBe('private, no-store')
    return [answer.status, answer.json<object>()]
  }
  const code = codes.giftCard
  expect(await ask(` ${code} `)).toEqual([
    200,
    { typed: code, card: { balance: 500_00, expiresOn: expect.stringMatching(/^\d+ \w+ \d{4}$/) }, problem: null },
  ])
  expect(await ask('NONE')).toMatchObject([
    404,
    { typed: 'NONE', card: null, problem: 'This code is not valid or has expired.' },
  ])
  expect(await ask('')).toMatchObject([400, { problem: 'Coupon value cannot be empty' }])
  const later = []
  for (let at = 0; at < 40; at++) later.push((await ask('GUESS'))[0])
  expect(later.at(-1)).toBe(429)
})

test('every account page is noindex, including registration and password reset [platform-05]', async () => {
  const files = globSync('{account,sign-in}/*.tsx', { cwd: import.meta.dirname })
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) {
    const { meta } = (await import(`./${file}`)) as { meta?: (args: object) => Meta }
    // Orders are looked up by people without an account: that page may be found.
    if (file === 'account/order-lookup.tsx') continue
    const said = meta?.({ loaderData: undefined, matches: [], params: {} }) ?? []
    expect([file, said.find((one) => one['name'] === 'robots')?.['content']]).toEqual([
      file,
      expect.stringContaining('noindex'),
    ])
  }
})

test('the canonical address drops other parameters and keeps page=2 [analytics-07]', async () => {
  const all = await open('/c/laundry?page=2&sort=price-asc&utm_source=x')
  const plain = await open('/c/laundry?page=2')
  expect([plain.status, plain.canonical]).toEqual([200, `${shop.url}/c/laundry/?page=2`])
  expect(all.canonical).toBe(`${shop.url}/c/laundry/?page=2`)
  expect((await open('/c/laundry?sort=price-asc')).canonical).toBe(`${shop.url}/c/laundry/`)
})

test('a search page has a description for social sharing [TRACK-12]', async () => {
  const found = await open('/search/washer')
  expect(found.said('description')).toMatch(/^Results for “washer”: \d+ products? at .+\. Sizes, stock and delivery/)
  // What the open graph says is made of what the page says of itself.
  const head = `<html><head><meta name="description" content="${found.said('description')}"/></head></html>`
  const shared = withPageHead(head, {
    brand: shop.services.site.effectiveBrand('aol'),
    url: new URL('/search/washer', shop.url),
  })
  expect(shared).toMatch(/<meta property="og:description" content="Results for “washer”: \d+ product/)
})

test('/search redirects to /products with its whole query [ROUTE-22] [platform-16]', async () => {
  for (const query of ['', '?utm_source=news&gclid=1', '?q=lamp', '?page=2&anything=%C3%A4&a=b'])
    for (const path of ['/search', '/search/']) {
      const { status, location } = await open(path + query)
      expect([status, location]).toEqual([301, `/products${query}`])
    }
})

test('without a sale its page says so in the exact words [platform-16]', async () => {
  const { intro } = deserialize((await open('/sale')).data as never) as unknown as { intro: string }
  expect(intro).toBe('There is no sale on at the moment.')
})

test('with a sale its page shows the sale’s name and no empty message [platform-16]', async () => {
  await insertSales(shop.database.db, [
    {
      app: 'aol',
      name: 'Summer',
      url: '/sale',
      colour: '#123456',
      baseImagePath: '',
      startsAt: new Date('2026-11-20T00:00:00Z'),
      endsAt: new Date('2026-12-20T00:00:00Z'),
      images: {},
      isDemo: false,
    },
  ])
  await shop.services.promotions.refresh()
  const { intro, title } = deserialize((await open('/sale')).data as never) as unknown as {
    intro: string
    title: string
  }
  expect([title, intro]).toEqual(['Summer', ''])
})
