import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppCode } from '../../../brands/apps.ts'
import { brandOf } from '../../../brands/brands.ts'
import { places, promotion, upsells } from '../../../testing/catalogue.ts'
import type { PageRenderer } from '../../rendering/page-renderer.ts'
import { days } from '../../../platform/clock.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import { until } from '../../../testing/shop/until.ts'
import { applySchedules } from '../../../modules/catalogue/prices/price-schedule.server.ts'
import { startJobs } from '../../../composition/jobs.server.ts'
import { insertSchedule } from '../../../modules/catalogue/prices/price-schedule.server.ts'
import { insertPromotions } from '../../../modules/promotions/promotions-store.server.ts'
import type { QuoteDraft } from '../../../modules/quotes/quotes.server.ts'
import type { MadeQuote } from '../../../modules/quotes/quotes.ts'
import { action, loader } from './quote.tsx'
import { action as linkAction, loader as linkLoader } from '../cart/shared-cart.tsx'

/** From a product or a cart to a quote, and from its link to a cart: the pages' own loaders and actions, the real work and mailer. */

type Args = Parameters<typeof loader>[0] & Parameters<typeof linkLoader>[0]

const pages: PageRenderer = async (request, context) => {
  const url = new URL(request.url)
  const uri = /^\/p\/([^/]+)\/quote$/.exec(url.pathname)?.[1]
  const isLink = uri === undefined && url.pathname !== '/cart/quote'
  const params = isLink ? { token: url.pathname.replace('/cart/', '') } : { uri }
  const args = { request, context, url, params } as unknown as Args
  const [load, act] = isLink ? [linkLoader, linkAction] : [loader, action]
  try {
    const answer: unknown = await (request.method === 'POST' ? act(args as never) : load(args))
    const { data, init } = answer as { data?: unknown; init?: ResponseInit }
    return Response.json(data ?? answer, init ?? {})
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    const { data, init } = thrown as { data?: unknown; init?: ResponseInit }
    if (init !== undefined) return Response.json(data ?? null, init)
    throw thrown
  }
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ pages, sandbox: false, env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' } })
  await startJobs(shop.services, shop)
})
afterAll(async () => shop.close())

let addresses = 0
/** Somebody at an address of their own. */
function somebody(app: AppCode = 'aol') {
  const visitor = shop.visitor(app)
  const from = { 'x-forwarded-for': `198.51.100.${++addresses}` }
  return {
    visitor,
    get: (path: string, fields: Fields = {}) =>
      visitor.get(`${path}?${new URLSearchParams(pairs(fields)).toString()}`, { headers: from }),
    post: (path: string, fields: Fields = {}) =>
      visitor.post(path, undefined, {
        raw: new URLSearchParams(pairs(fields)).toString(),
        headers: { ...from, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      }),
  }
}
type Fields = Readonly<Record<string, string | readonly string[]>>
const pairs = (fields: Fields) =>
  Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]))

const quoteOf = (sku: string) => `/p/${shop.services.catalogue.productBySku(sku)?.uri ?? ''}/quote`
type Answer = { draft: QuoteDraft; quantity: string | null }
type Opened = { quote: { quote: MadeQuote; link: string } | null }

/** A quote that was made, by the path of its link. */
async function made(who: ReturnType<typeof somebody>, path: string, fields: Fields): Promise<string> {
  const answer = await who.post(path, fields)
  expect([answer.status, answer.text]).toEqual([303, answer.text])
  return answer.headers.location ?? ''
}
const opened = async (link: string, who = somebody()) => {
  const { quote } = (await who.get(link)).json<Opened>()
  if (quote === null) throw new Error(`${link} is no quote`)
  return quote.quote
}
async function setPrice(sku: string, price: number, app: AppCode = 'aol'): Promise<void> {
  const { catalogue } = shop.services
  await catalogue.setOffer(catalogue.productBySku(sku)?.id ?? 0, app, { price, rrp: null })
  await until(() => catalogue.productBySku(sku)?.offers[app]?.price === price)
}

const orange = { place: '2800 Orange, NSW' }

describe('requesting a quote', () => {
  test('prices products with delivery, choices and services in one total with GST', async () => {
    const who = somebody()
    const warrantyId = String(await shop.upsellId(upsells.oneYear))
    const first = (await who.get(quoteOf('WM-1'))).json<Answer & { isRequested: boolean }>()
    expect(first).toMatchObject({ isRequested: false, quantity: '1', draft: { view: { place: null, total: 999_00 } } })
    const requested = await who.get(quoteOf('WM-1'), {
      ...orange,
      quantity: '2',
      'warrantyId.WM-1': warrantyId,
      service: ['', 'old-appliance-removal', 'connect-washer-or-dishwasher'],
    })
    expect(requested.headers['cache-control']).toBe('private, no-store')
    const { view, choices, problems } = requested.json<Answer>().draft
    expect(problems).toEqual({})
    expect(view.lines).toMatchObject([
      { title: 'Front load washer 8 kg', quantity: 2, total: 1_998_00, heldThrough: '2026-12-01' },
    ])
    expect(view.delivery).toMatchObject([{ cents: 65_00 }])
    const services = view.services.reduce((sum, one) => sum + one.cents, 0)
    expect(view.services.map((one) => one.title)).toEqual([
      'Old appliance removal',
      'Connect washing machine or dishwasher',
    ])
    expect(view.total).toBe(1_998_00 + 118_00 + 65_00 + services)
    expect([view.gst, view.gstPercent, view.currency]).toEqual([Math.round(view.total / 11), 10, 'AUD'])
    // Whoever has their install chosen is not offered another one for it.
    const installId = String(await shop.upsellId(upsells.connection))
    const other = (await who.get(quoteOf('WM-1'), { ...orange, 'installId.WM-1': installId })).json<Answer>().draft
    expect(choices.services.map((one) => one.sku)).toContain('connect-washer-or-dishwasher')
    expect(other.choices.services.map((one) => one.sku)).not.toContain('connect-washer-or-dishwasher')
    // What is ticked at the checkout before anybody says so is ticked here.
    expect(other.choices.services.filter((one) => one.isTicked).map((one) => one.sku)).toEqual(['packaging-removal'])
  })

  test('uses the visitor’s location, and in New Zealand its currency and GST', async () => {
    const who = somebody('aol-nz')
    await who.visitor.post('/api/geo/setlocation', { localityId: places.ponsonby.id })
    const link = await made(who, quoteOf('NZ-1'), {})
    const quote = await opened(link, who)
    expect(quote).toMatchObject({ place: 'Ponsonby 1011', currency: 'NZD', gstPercent: 15 })
    expect(quote.gst).toBe(Math.round((quote.total * 3) / 23))
    expect((await somebody().get(link)).status).toBe(404)
  })

  test('an ambiguous place offers the matching ones', async () => {
    const who = somebody()
    const { draft } = (await who.post(quoteOf('WM-1'), { place: '28' })).json<Answer>()
    expect(draft.problems).toEqual({ place: 'Several places have that name. Please choose one' })
    expect(draft.choices.places.length).toBeGreaterThan(1)
    const [one] = draft.choices.places
    const answer = await who.post(quoteOf('WM-1'), {
      place: '28',
      placeFor: '28',
      placeId: one?._id ?? '',
    })
    expect((await opened(answer.headers.location ?? '')).place).toBe(one?.fullAddress)
  })

  test('errors name their field, and all choices are kept', async () => {
    const who = somebody()
    const warrantyId = String(await shop.upsellId(upsells.twoYears))
    const chosen = { 'warrantyId.WM-1': warrantyId, service: ['', 'old-appliance-removal'] }
    const refused = async (sku: string, fields: Fields) => {
      const answer = await who.post(quoteOf(sku), { ...chosen, ...fields })
      return { status: answer.status, ...answer.json<Answer>() }
    }
    const nowhere = await refused('WM-1', { place: 'Atlantis', quantity: '3' })
    expect([nowhere.status, nowhere.quantity, nowhere.draft.choices.place]).toEqual([400, '3', 'Atlantis'])
    expect(nowhere.draft.problems).toEqual({
      place: 'We could not find that place in Australia. Please check the suburb or postcode',
    })
    expect(nowhere.draft.choices.lines[0]?.groups[0]?.chosen).toBe(Number(warrantyId))
    expect((await refused('WM-1', { place: ' ' })).draft.problems).toEqual({ place: 'Enter a suburb or postcode' })
    const island = await refused('WM-1', { place: '2898 Lord Howe Island, NSW' })
    expect(island.draft.problems['place']).toMatch(/^We do not deliver this to 2898 Lord Howe Island, NSW/)
    for (const quantity of ['0', '100', '1.5', 'two', ''])
      expect([quantity, (await refused('WM-1', { ...orange, quantity })).draft.problems]).toEqual([
        quantity,
        { quantity: 'Enter a whole number from 1 to 99' },
      ])
    expect((await refused('SC-20', { ...orange, quantity: '21' })).draft.problems).toEqual({
      quantity: 'Only 20 of Copper range cooker available at the moment',
    })
    expect((await refused('WM-1', { ...orange, 'warrantyId.WM-1': '99999' })).draft.problems).toEqual({
      'warrantyId.WM-1': 'This is no longer available. Please choose again',
    })
    // Nothing of a product that nobody can buy, nor of one that this app does not sell.
    expect((await who.get(quoteOf('OUT-1'))).json()).toMatchObject({ soldOut: 'Twin tub washer', draft: null })
    expect((await who.post(quoteOf('OUT-1'), orange)).status).toBe(409)
    expect((await who.get(quoteOf('NZ-1'))).status).toBe(404)
    expect((await who.get('/cart/quote')).json()).toMatchObject({ draft: null, soldOut: null })
    expect((await who.post('/cart/quote', orange)).status).toBe(409)
    // Nor where prices are shown to nobody who has not signed in.
    expect((await somebody('aoc').get(quoteOf('WM-1'))).status).toBe(404)
  })

  test('is limited to twenty an hour per visitor, keeping the input', async () => {
    const who = somebody()
    for (let at = 0; at < 20; at++) await made(who, quoteOf('LAMP-1'), orange)
    const over = await who.post(quoteOf('LAMP-1'), { ...orange, quantity: '4' })
    expect([over.status, over.json<Answer>().quantity, over.json<Answer>().draft.problems]).toEqual([
      429,
      '4',
      { form: 'Too many attempts. Please try again later.' },
    ])
  })
})

describe('a quote', () => {
  test('opens by link for anyone, and fills their cart with choices, services and location', async () => {
    const warrantyId = await shop.upsellId(upsells.oneYear)
    const link = await made(somebody(), quoteOf('WM-1'), {
      ...orange,
      'warrantyId.WM-1': String(warrantyId),
      service: ['', 'old-appliance-removal'],
    })
    expect(link).toMatch(/^\/cart\/[0-9a-f]{32}$/)
    const reader = somebody()
    const quote = await opened(link, reader)
    expect(quote.number).toMatch(/^Q\d{8}$/)
    expect(quote).toMatchObject({
      place: '2800 Orange, NSW',
      madeOn: '2026-11-24',
      linkUntil: '2026-12-24',
      totalThen: quote.total,
    })
    for (const time of [1, 2]) {
      const taken = await reader.post(link, { intent: 'take' })
      expect([time, taken.status, taken.headers.location]).toEqual([time, 303, '/cart'])
      expect((await reader.visitor.cart()).products).toMatchObject([{ sku: 'WM-1', quantity: 1, warrantyId }])
    }
    const geo = (await reader.visitor.get('/api/geo')).json<{ localityId: string }>()
    expect(geo.localityId).toBe(places.orange.id)
    // The checkout asks for the same, with the same ticks.
    const order = await reader.visitor.order({ place: places.orange })
    expect([order.expectedTotal, order.deliveryServices]).toEqual([quote.total / 100, ['old-appliance-removal']])
    const other = shop.visitor()
    await other.add('WM-1')
    expect((await other.order({ place: places.orange })).deliveryServices).toEqual(['packaging-removal'])
  })

  test('does not replace a better price agreed in the cart', async () => {
    const reader = somebody()
    const link = await made(reader, quoteOf('LAMP-1'), orange)
    await setPrice('LAMP-1', 45_00)
    const better = await made(reader, quoteOf('LAMP-1'), orange)
    await setPrice('LAMP-1', 60_00)
    await reader.post(better)
    await reader.post(link)
    expect((await reader.visitor.cart()).products[0]?.price).toBe(45)
    await setPrice('LAMP-1', 49_50)
  })

  test('is emailed to a valid address, with a rate limit', async () => {
    const who = somebody()
    const link = await made(who, quoteOf('A%2FB-1'.replace('%2F', '/')), orange)
    const wrong = await who.post(link, { intent: 'mail', email: 'bo@example' })
    expect([wrong.status, wrong.json()]).toEqual([
      400,
      { problem: 'Enter an email address like name@example.com', email: 'bo@example' },
    ])
    const sent = await who.post(link, { intent: 'mail', email: ' Bo@example.com' })
    expect([sent.status, sent.headers.location]).toEqual([303, `${link}?sent=mail`])
    const mailed = async () =>
      (await shop.services.mail.newest(100)).find(({ recipient }) => recipient === 'bo@example.com')
    await until(async () => (await mailed()) !== undefined)
    const [mail, quote] = [await mailed(), await opened(link)]
    expect(mail?.subject).toBe(`Quote ${quote.number} from Appliances Online`)
    for (const part of [
      quote.number,
      'Delivered to 2800 Orange, NSW',
      'GST included (10 %)',
      'guaranteed until the end of',
    ])
      expect([part, mail?.plain.includes(part)]).toEqual([part, true])
    expect(mail?.html).toContain(`href="${shop.url}${link}"`)
    expect(mail?.html).not.toContain('<script>')
    const foreign = await who.post(`/cart/${'0'.repeat(32)}`, { intent: 'mail', email: 'bo@example.com' })
    expect([foreign.status, foreign.json()['problem']]).toEqual([
      400,
      'This link has expired or is not valid. Please ask for a new one.',
    ])
    for (const name of ['c', 'd', 'e', 'f']) await who.post(link, { intent: 'mail', email: `${name}@example.com` })
    const over = await who.post(link, { intent: 'mail', email: 'g@example.com' })
    expect([over.status, over.json()['email']]).toEqual([429, 'g@example.com'])
  })

  test('is a PDF for anyone with the link, in its own app only', async () => {
    const link = await made(somebody(), quoteOf('WM-1'), orange)
    const path = link.replace('/cart/', '/api/cart/quote/') + '/quote.pdf'
    const pdf = await somebody().get(path)
    expect([pdf.status, pdf.headers['content-type'], pdf.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
    expect(pdf.headers['content-disposition']).toBe(`attachment; filename="${(await opened(link)).number}.pdf"`)
    expect((await somebody('wa').get(path)).status).toBe(404)
    expect((await somebody().get(`/api/cart/quote/${'0'.repeat(32)}/quote.pdf`)).status).toBe(404)
  })

  test('of a cart has all lines with their choices, which can be changed for the quote alone', async () => {
    const [oneYear, twoYears] = [await shop.upsellId(upsells.oneYear), await shop.upsellId(upsells.twoYears)]
    const who = somebody()
    await who.visitor.add('WM-1', 1, { warrantyId: oneYear })
    await who.visitor.add('FR-1', 2)
    const { draft, quantity } = (await who.get('/cart/quote')).json<Answer>()
    expect(quantity).toBeNull()
    expect(draft.view.lines.map((line) => [line.productCode, line.quantity])).toEqual([
      ['WM-1', 1],
      ['FR-1', 2],
    ])
    expect(draft.choices.lines[0]?.groups[0]?.chosen).toBe(oneYear)
    const link = await made(who, '/cart/quote', { ...orange, quantity: '5', 'warrantyId.WM-1': String(twoYears) })
    const quote = await opened(link)
    expect(quote.lines.map((line) => [line.productCode, line.quantity])).toEqual([
      ['WM-1', 1],
      ['FR-1', 2],
    ])
    expect(quote.lines[0]?.choices).toEqual([{ name: 'Extended warranty: Two more years', total: 99_00 }])
    expect((await who.visitor.cart()).products[0]?.warrantyId).toBe(oneYear)
  })

  test('holds no price beyond the end of its promotion, and none that is manufacturer-fixed or has a line discount', async () => {
    const { catalogue, promotions } = shop.services
    const [lamp, fridge] = ['LAMP-1', 'FR-1'].map((sku) => catalogue.productBySku(sku)?.id ?? 0)
    await insertPromotions(shop.database.db, [
      {
        ...promotion,
        apps: ['aol'],
        brand: null,
        path: 'lamp-days',
        products: ['LAMP-1'],
        endDate: '2026-11-27',
      },
    ])
    const product = catalogue.productBySku('LAMP-1')
    await until(() => product !== null && promotions.forProduct(brandOf('aol'), product).length > 0)
    const heldOf = async (sku: string) =>
      (await somebody().get(quoteOf(sku), orange)).json<Answer>().draft.view.lines[0]?.heldThrough
    expect(await heldOf('LAMP-1')).toBe('2026-11-27')
    // By the clock it ends at noon, so the day before is the last whole one.
    await shop.database.transaction((tx) =>
      insertSchedule(tx, lamp ?? 0, {
        app: 'aol',
        price: 40_00,
        startsAt: '2026-11-24T00:00:00Z',
        endsAt: '2026-11-26T01:00:00Z',
      }),
    )
    await applySchedules(shop.database, shop.clock.now())
    await until(() => catalogue.productBySku('LAMP-1')?.offers.aol?.price === 40_00)
    expect(await heldOf('LAMP-1')).toBe('2026-11-25')

    for (const special of [{ lineDiscount: 100_00 }, { priceType: 'manufacturer' as const }]) {
      await catalogue.setOffer(fridge ?? 0, 'aol', { price: 2_400_00, rrp: null, ...special })
      await until(() => {
        const offer = catalogue.productBySku('FR-1')?.offers.aol
        return (
          offer?.lineDiscount === special.lineDiscount && (offer?.priceType ?? null) === (special.priceType ?? null)
        )
      })
      expect([special, await heldOf('FR-1')]).toEqual([special, null])
    }
  })

  // The last one: time does not go back.
  test('holds prices for seven days and its quantities, follows price cuts, and lists what has changed', async () => {
    const link = await made(somebody(), quoteOf('HOSE-1'), { ...orange, quantity: '2' })
    const then = (await opened(link)).total
    await setPrice('HOSE-1', 14_00)
    const held = await opened(link)
    expect([held.total, held.totalThen, held.lines[0]?.unit]).toEqual([then, then, 10_00])
    const reader = somebody()
    await reader.post(link)
    expect((await reader.visitor.cart()).products[0]?.price).toBe(10)
    const set = (quantity: number) =>
      reader.visitor.post('/api/cart/product/', { sku: 'HOSE-1', productCode: 'HOSE-1', quantity })
    await set(3)
    expect((await reader.visitor.cart()).products[0]?.price).toBe(14)
    await set(2)
    // A quote of a cart does not make what was held hold longer.
    await shop.advance(days(5))
    const again = await opened(await made(reader, '/cart/quote', orange))
    expect(again.lines).toMatchObject([{ unit: 10_00, heldThrough: '2026-12-01' }])
    await shop.advance(days(3))
    const after = await opened(link)
    expect(after.lines).toMatchObject([{ unit: 14_00, heldThrough: null }])
    expect([after.total - then, after.totalThen]).toEqual([8_00, then])
    expect((await reader.visitor.cart()).products[0]?.price).toBe(14)
    await setPrice('HOSE-1', 9_00)
    expect((await opened(link)).lines[0]?.unit).toBe(9_00)
    await shop.advance(days(23))
    expect((await somebody().get(link)).status).toBe(404)
    expect((await somebody().post(link)).status).toBe(400)
  })
})
