import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AppCode } from '../../../brands/apps.ts'
import type { PageRenderer } from '../../rendering/page-renderer.ts'
import { announce } from '../../../modules/catalogue/catalogue.server.ts'
import { writePrice } from '../../../modules/catalogue/prices/price-records.server.ts'
import { promotion } from '../../../testing/catalogue.ts'
import { insertPromotions } from '../../../modules/promotions/promotions-store.server.ts'
import { takeStock } from '../../../modules/catalogue/stock.server.ts'
import { deserialize } from '../../../platform/serialized.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import { until } from '../../../testing/shop/until.ts'
import { loader as contactPage } from '../content/contact-us.tsx'
import { action as notify, loader as notifyPage } from './notify-me.tsx'
import { action as ask } from './product-questions.tsx'
import { action as review, loader as reviewsPage } from './product-reviews.tsx'
import { action as askForPrice, loader as priceMatchPage } from './price-match.tsx'
import { loader as productPage } from './product.tsx'
import { loader as storePage } from '../stores/store.tsx'

/** A product's page and the forms that belong to it, as a browser without script asks for them: without the drawing. */

const loaders = {
  '': productPage,
  '/reviews': reviewsPage,
  '/notify-me': notifyPage,
  '/price-match': priceMatchPage,
} as const
const actions = { '/reviews': review, '/questions': ask, '/notify-me': notify, '/price-match': askForPrice } as const

const pages: PageRenderer = async (request, context) => {
  if (new URL(request.url).pathname === '/contact-us')
    return Response.json(contactPage({ request, context } as never).data)
  const [, storeUri] = /^\/stores\/([^/]+)$/.exec(new URL(request.url).pathname) ?? []
  if (storeUri !== undefined) {
    const { data } = storePage({ request, context, params: { storeUri } } as never)
    return Response.json(deserialize(data))
  }
  const [, uri = '', rest = ''] = /^\/p\/([^/]+)(.*)$/.exec(new URL(request.url).pathname) ?? []
  const args = { request, context, params: { uri } } as never
  try {
    if (request.method === 'POST') {
      const { data, init } = await actions[rest as keyof typeof actions](args)
      return Response.json(data, init ?? {})
    }
    const answer = await loaders[rest as keyof typeof loaders](args)
    const { data, init } = answer as { data: Parameters<typeof deserialize>[0]; init: ResponseInit }
    return Response.json(deserialize(data), init)
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    const refused = thrown as { data?: unknown; init?: ResponseInit }
    if (refused.init === undefined) throw thrown
    return Response.json(null, refused.init)
  }
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ pages, sandbox: false, env: { RATE_LIMITS: 'on' } })
})
afterAll(async () => shop.close())

const washer = '/p/front-load-washer-8-kg'
const soldOut = '/p/twin-tub-washer'

async function get<Value = Record<string, never>>(path: string, app: AppCode = 'aol') {
  const answer = await shop.visitor(app).get(path)
  return { status: answer.status, location: answer.headers.location, body: JSON.parse(answer.text || 'null') as Value }
}

async function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await shop.visitor().post(path, undefined, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
  })
  return { ...answer, location: answer.headers.location }
}

type ProductData = {
  view: { description: string }
  words: { callUs: boolean; promise: { title: string } | null }
  history: { lowestIn30Days: number } | null
  offers: string
  rules: { hidesRatings?: boolean }
  rows: { title: string; cards: { sku: string }[] }[]
  notify: { asksForCall: boolean; done: string | null } | null
  stock: { cities: { title: string; kind: string; text: string }[]; daysFromElsewhere: number | null } | null
  written: { reviews: string; questions: string }
  structuredData: { '@graph': Record<string, unknown>[] }
}

describe('the price match form', () => {
  const requested = {
    competitor: 'Other Shop',
    competitorUrl: 'https://other.example/washer',
    competitorPrice: '949',
    postcode: '2000',
    name: 'Ana Lee',
    email: 'ana@example.com',
    phone: '',
    message: '',
  }
  type Answer = { reference: string | null; typed: Record<string, string>; problems: Record<string, string> }

  test('is offered where PriceMatchEnabled is on, stored with a reference, and shows errors with the input', async () => {
    const page = await get<{ ownPrice: number; promise: { title: string } }>(`${washer}/price-match`)
    expect([page.status, page.body.ownPrice, page.body.promise.title]).toEqual([200, 999_00, 'Winning Value Promise'])
    const refused = await post(`${washer}/price-match`, { ...requested, competitorPrice: '1099' })
    expect([refused.status, refused.json<Answer>()]).toEqual([
      400,
      {
        reference: null,
        typed: { ...requested, competitorPrice: '1099' },
        problems: { competitorPrice: 'Enter a price that is lower than ours' },
      },
    ])
    const stored = await post(`${washer}/price-match`, requested)
    const { reference } = stored.json<Answer>()
    expect([stored.status, reference]).toEqual([200, expect.stringMatching(/^M\d{8}$/)])
    expect(await shop.services.pricematch.find(reference ?? '')).toMatchObject({
      productTitle: 'Front load washer 8 kg',
      ownPrice: 999_00,
      competitorPrice: 949_00,
      state: 'waiting',
    })
    await shop.set('aol', 'PriceMatchEnabled', 'false')
    expect((await get(`${washer}/price-match`)).status).toBe(404)
    await shop.set('aol', 'PriceMatchEnabled', 'true')
    expect((await get(`${washer}/price-match`, 'hc')).status).toBe(404)
    expect((await get(`${soldOut}/price-match`)).status).toBe(404)
  })
})

describe('settings', () => {
  test('switch accessories, ratings and call-backs on product pages [SETT-23]', async () => {
    const before = await get<ProductData>(washer)
    expect(before.body.rules.hidesRatings).toBeUndefined()
    expect(before.body.rows.length).toBeGreaterThan(0)
    expect((await get<ProductData>(soldOut)).body.notify).toEqual({ asksForCall: false, done: null })
    await shop.set('aol', 'ReviewSummariesEnabled', 'false')
    await shop.set('aol', 'CrossSellEnabled', 'false')
    await shop.set('aol', 'NotifyMeCallbackExtended', 'true')
    const after = await get<ProductData>(washer)
    expect(after.body.rules.hidesRatings).toBe(true)
    expect(after.body.rows).toEqual([])
    expect((await get<ProductData>(soldOut)).body.notify).toEqual({ asksForCall: true, done: null })
    // Other apps go by their own.
    expect((await get<ProductData>(washer, 'wa')).body.rules.hidesRatings).toBeUndefined()
    await shop.set('aol', 'ReviewSummariesEnabled', 'true')
    await shop.set('aol', 'CrossSellEnabled', 'true')
    await shop.set('aol', 'NotifyMeCallbackExtended', 'false')
  })
})

describe('price settings on a product page', () => {
  const page = async (app: AppCode = 'aol') => (await get<ProductData>(washer, app)).body

  test('show a price promise where PriceMatchEnabled is on [SETT-22]', async () => {
    expect((await page()).words.promise?.title).toBe('Winning Value Promise')
    await shop.set('aol', 'PriceMatchEnabled', 'false')
    expect((await page()).words.promise).toBeNull()
    expect((await page('wa')).words.promise?.title).toBe('Winning Value Promise')
    await shop.set('aol', 'PriceMatchEnabled', 'true')
  })

  test('show the price history where PriceHistoryEnabled is on [SETT-22]', async () => {
    expect((await page()).history).toBeNull()
    await sql`insert into price_change (product_id, app, changed_at, price_cents)
      select id, 'aol', '2026-06-01', 109900 from product where sku = 'WM-1'`.execute(shop.database.db)
    await shop.set('aol', 'PriceHistoryEnabled', 'true')
    expect((await page()).history?.lowestIn30Days).toBe(999_00)
    expect((await page('wa')).history).toBeNull()
    await shop.set('aol', 'PriceHistoryEnabled', 'false')
  })

  test('show promotions as panels with pictures, or as a plain list where NewPromotionsEnabled is off [SETT-22]', async () => {
    const picture = '/media/deal.svg'
    const deal = { path: 'wash-deal', title: 'Wash deal', thumbnailImg: picture, brand: null, products: ['WM-1'] }
    await insertPromotions(shop.database.db, [{ ...promotion, apps: ['aol', 'wa'], ...deal }])
    await until(async () => (await page()).offers.includes('Wash deal'))
    const panels = '<ul aria-label="Offers" data-panels=""><li><img loading="lazy" src="/media/deal.svg"'
    expect((await page()).offers).toContain(panels)
    await shop.set('aol', 'NewPromotionsEnabled', 'false')
    const plain = (await page()).offers
    expect(plain).toContain('<ul aria-label="Offers"><li><a href="/promotion/wash-deal">Wash deal</a>')
    expect(plain).not.toContain('<img')
    expect((await page('wa')).offers).toContain(panels)
    await shop.set('aol', 'NewPromotionsEnabled', 'true')
  })
})

test('calls and video calls are offered where their settings are on [SETT-14]', async () => {
  expect((await get<ProductData>(washer)).body.words.callUs).toBe(true)
  await shop.set('aol', 'CallUsNowEnabled', 'false')
  expect((await get<ProductData>(washer)).body.words.callUs).toBe(false)
  expect((await get<ProductData>(washer, 'wa')).body.words.callUs).toBe(true)
  await shop.set('aol', 'CallUsNowEnabled', 'true')

  const contact = async () => (await get<{ offersVideo: boolean }>('/contact-us')).body.offersVideo
  expect(await contact()).toBe(false)
  await shop.set('aol', 'WebexEnabled', 'true')
  expect(await contact()).toBe(true)
  await shop.set('aol', 'WebexEnabled', 'false')
  const inStore = async () =>
    (await get<{ view: { videoCall: string | null } }>('/stores/newtown', 'wa')).body.view.videoCall
  expect(await inStore()).toBeNull()
  await shop.set('wa', 'WebexEnabled', 'true')
  expect(await inStore()).toBe('/contact-us?video=1')
  await shop.set('wa', 'WebexEnabled', 'false')
})

test('manufacturer content stands above and below the description where its settings are on [SETT-26]', async () => {
  const description = async (app: AppCode = 'aol') => (await get<ProductData>(washer, app)).body.view.description
  const plain = await description()
  expect(plain).not.toContain('data-area-ten')
  await shop.set('aol', 'AreaTenHeraEnabled', 'true')
  const over = await description()
  expect(over).toMatch(/^<div data-area-ten="hera" data-sku="WM-1">/)
  expect(over.endsWith(plain)).toBe(true)
  await shop.set('aol', 'AreaTenHeraEnabled', 'false')
  await shop.set('aol', 'AreaTenPanEnabled', 'true')
  const below = await description()
  expect(below.startsWith(`${plain}<div data-area-ten="pan" data-sku="WM-1"><h3>From `)).toBe(true)
  expect(await description('wa')).not.toContain('data-area-ten')
  await shop.set('aol', 'AreaTenPanEnabled', 'false')
})

describe('stock by city', () => {
  test('lists every city of the country in order, with the extra days from another city', async () => {
    const { body } = await get<ProductData>(washer)
    expect(body.stock?.cities.map((city) => `${city.title}: ${city.text}`)).toEqual([
      'Adelaide: Not in stock',
      'Brisbane: Not in stock',
      'Canberra: Not in stock',
      'Darwin: Not in stock',
      'Hobart: Not in stock',
      'Melbourne: In stock',
      'Perth: Not in stock',
      'Sydney: In stock',
    ])
    expect(body.stock?.daysFromElsewhere).toBe(5)
    const inNz = await get<ProductData>('/p/washer-for-auckland', 'aol-nz')
    expect(inNz.body.stock?.cities.map((city) => `${city.title}: ${city.text}`)).toEqual([
      'Auckland: In stock',
      'Christchurch: Not in stock',
    ])
  })

  test('says when stock arrives, and nothing for a product without stock', async () => {
    const coming = await get<ProductData>('/p/heat-pump-dryer')
    expect(coming.body.stock?.cities.at(-1)?.text).toBe('On its way, Tue 1 Dec')
    expect(coming.body.stock?.daysFromElsewhere).toBeNull()
    expect((await get<ProductData>(soldOut)).body.stock).toBeNull()
  })

  test('follows stock changes: the cached page is invalidated when stock is taken', async () => {
    const texts = async () => (await get<ProductData>('/p/copper-range-cooker')).body.stock?.cities.at(-1)?.text
    expect(await texts()).toBe('In stock')
    const id = shop.services.catalogue.productBySku('SC-20')?.id ?? 0
    await shop.database.transaction(async (tx) => {
      await takeStock(tx, { productId: id, quantity: 10, country: 'AU', preferred: '2000' })
      await announce(tx, { products: [id] })
    })
    await expect.poll(texts).toBe('Only 2 left')
  })
})

describe('Deals Club prices', () => {
  const lamp = '/p/reading-lamp'
  const said = async (app: AppCode = 'aol') =>
    (await get<{ offers: string }>(lamp, app)).body.offers.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

  beforeAll(async () => {
    const { catalogue } = shop.services
    const id = catalogue.productBySku('LAMP-1')?.id ?? 0
    for (const app of ['aol', 'aoc'] as const) {
      const write = { price: 49_50, member: 45_00, priceType: 'winning' }
      await shop.database.transaction((tx) => writePrice(tx, `${id}.${app}`, write, shop.clock.now()))
      await until(() => catalogue.product(id)?.offers[app]?.memberPrice === 45_00)
    }
  })

  test('are shown with a way to join where the shop has a club, and hidden where prices need a login [SETT-22]', async () => {
    expect(await said()).not.toContain('Deals Club')
    await shop.set('aol', 'dealsClubEnabled', 'true')
    expect(await said()).toContain('Deals Club price $45 Join the Deals Club')
    const { body } = await get<{ offers: string; view: { price: number; memberPrice?: number } }>(lamp)
    expect(body.offers).toContain('href="/account/deals-club"')
    expect([body.view.price, body.view.memberPrice]).toEqual([49_50, undefined])
    await shop.set('aoc', 'dealsClubEnabled', 'true')
    expect(await said('aoc')).not.toContain('Deals Club')
  })

  test('are not shown for a product that is as cheap for everyone [SETT-22]', async () => {
    const { catalogue } = shop.services
    await catalogue.setOffer(catalogue.productBySku('LAMP-1')?.id ?? 0, 'aol', { price: 45_00, rrp: null })
    await until(async () => !(await said()).includes('Deals Club'))
    expect(catalogue.productBySku('LAMP-1')?.offers.aol?.memberPrice).toBe(45_00)
  })
})

describe('after a form', () => {
  test.each([
    ['review', 'reviews', 'Thank you. We will publish your review once we have checked it.'],
    ['question', 'questions', 'Thank you. We will publish your question with our answer.'],
  ] as const)('%s shows a thank-you message by its query alone', async (kind, section, text) => {
    const { written } = (await get<ProductData>(`${washer}?sent=${kind}`)).body
    expect(written[section]).toContain(`role="status">${text}</p>`)
    expect(written[section === 'reviews' ? 'questions' : 'reviews']).not.toContain('role="status"')
    expect(Object.values((await get<ProductData>(washer)).body.written).join('')).not.toContain('role="status"')
  })

  test('any other value changes nothing', async () => {
    const { written } = (await get<ProductData>(`${washer}?sent=constructor`)).body
    expect(Object.values(written).join('')).not.toContain('role="status"')
  })
})

describe('product page forms', () => {
  const written = {
    rating: '5',
    title: 'Quiet',
    text: 'You do not hear it at all.',
    author: 'Kiri',
    email: 'kiri@example.com',
  }
  const stored = (table: 'review' | 'question') =>
    shop.database.db.selectFrom(table).select(['app', 'author', 'email', 'status']).execute()

  // Limits are refilled by time alone.
  beforeEach(() => shop.clock.advance(600_000))

  test('a review is stored as pending, and the response redirects back', async () => {
    const answer = await post(`${washer}/reviews`, written)
    expect([answer.status, answer.location]).toEqual([303, `${washer}?sent=review#reviews`])
    expect(await stored('review')).toEqual([
      { app: 'aol', author: 'Kiri', email: 'kiri@example.com', status: 'pending' },
    ])
  })

  test('a question likewise', async () => {
    const answer = await post(`${washer}/questions`, { ...written, text: 'Can it be stacked at all?' })
    expect([answer.status, answer.location]).toEqual([303, `${washer}?sent=question#questions`])
    expect(await stored('question')).toHaveLength(1)
  })

  test('errors come back with the input, and nothing is stored', async () => {
    const typed = { ...written, rating: '9', text: 'Short' }
    const answer = await post(`${washer}/reviews`, typed)
    expect(answer.status).toBe(400)
    expect(answer.json()).toEqual({
      typed,
      problems: { rating: 'Choose from 1 to 5 stars', text: 'Write from 20 to 2000 characters' },
    })
    expect(await stored('review')).toHaveLength(1)
  })

  test('too many in a short time are rejected with the input', async () => {
    for (let times = 0; times < 10; times++)
      await post(`${washer}/reviews`, { ...written, text: `${written.text} ${times}` })
    const answer = await post(`${washer}/reviews`, written)
    expect(answer.status).toBe(429)
    expect(answer.json()).toEqual({ typed: written, problems: { form: 'Too many attempts. Please try again later.' } })
  })

  test('an invalid form is rejected', async () => {
    const answer = await shop
      .visitor()
      .post(`${washer}/reviews`, written, { headers: { 'sec-fetch-site': 'same-origin' } })
    expect(answer.status).toBe(400)
  })

  test('a product that this app does not sell has none', async () => {
    expect((await post('/p/washer-for-auckland/reviews', written)).status).toBe(404)
    expect((await get('/p/nowhere/reviews')).status).toBe(404)
    for (const page of ['0', '-1', '1.5', 'two', '99'])
      expect((await get(`${washer}/reviews?page=${page}`)).status).toBe(404)
  })

  test('a back-in-stock request is stored once and confirmed; for an available product it redirects to its page', async () => {
    const rows = () => shop.database.db.selectFrom('notify_request').select('email').execute()
    for (let times = 0; times < 2; times++) {
      const answer = await post(`${soldOut}/notify-me`, { email: ' Ana@Example.com ' })
      expect([answer.status, answer.location]).toEqual([303, `${soldOut}?sent=notify-me#notify-me`])
    }
    expect(await rows()).toEqual([{ email: 'ana@example.com' }])
    expect((await get<ProductData>(`${soldOut}?sent=notify-me`)).body.notify?.done).toBe(
      'Thank you. We will let you know as soon as it is back in stock.',
    )
    const wrong = await post(`${soldOut}/notify-me`, { email: 'ana' })
    expect([wrong.status, wrong.json()]).toEqual([
      400,
      { typed: { email: 'ana' }, problems: { email: 'Enter an email address like name@example.com' } },
    ])
    const buyable = await get(`${washer}/notify-me`)
    expect([buyable.status, buyable.location]).toEqual([303, washer])
    // Nobody can promise to have again what is made no more.
    expect((await get<ProductData>('/p/top-load-washer-5-kg')).body.notify).toBeNull()
  })
})
