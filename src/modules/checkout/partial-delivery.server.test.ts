import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes, deliveryProducts, places, upsells } from '../../testing/catalogue.ts'
import { brandOf } from '../../brands/brands.ts'
import { databaseEngines } from '../../testing/database.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import type { SubmitBody } from '../../testing/shop/order-body.ts'
import { availabilityFor, confirmedDelivery, problemOf, sumFor } from './internal/deliveries-for-tests.ts'

/** The parts of a delivery from the question to the order: what is answered, what is agreed on, what is charged, kept and shown. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, moreProducts: deliveryProducts })
  })
  afterAll(async () => shop.close())

  async function shopperWith(skus: readonly string[], app: 'aol' | 'wa' = 'aol'): Promise<Visitor> {
    const visitor = shop.visitor(app)
    for (const sku of skus) await visitor.add(sku)
    return visitor
  }

  const options = async (visitor: Visitor) => (await visitor.get('/api/checkout')).json<{ opts: number }>().opts
  const confirmed = (visitor: Visitor, body: SubmitBody) => confirmedDelivery(shop, visitor, body)
  async function booked(): Promise<number> {
    const { rows } = await sql<{
      booked: number
    }>`select coalesce(sum(booked), 0)::int as booked from delivery_day`.execute(shop.database.db)
    return rows[0]?.booked ?? 0
  }

  describe('services', () => {
    test('depend on product attributes, alike in checkout, estimate and listing', async () => {
      const ofFridges = (titles: readonly string[]) =>
        titles.filter((title) => /^(Connect fridge|Door reversal)/.test(title))
      const atCheckout = async (...skus: string[]) =>
        ofFridges((await availabilityFor(await shopperWith(skus))).deliveryServices.map((one) => one.title))
      expect(await atCheckout('FD-1')).toEqual(['Connect fridge with water line'])
      expect(await atCheckout('TM-1')).toEqual(['Door reversal'])
      expect(await atCheckout('FR-1')).toEqual([])
      expect(await atCheckout('TM-1', 'FD-1')).toEqual(['Connect fridge with water line', 'Door reversal'])

      const query = `localityId=${places.sydney.id}&sku=FD-1&sku=TM-1&sku=FR-1`
      const { estimates } = (await shop.visitor().get(`/api/v2/delivery/estimates?${query}`)).json<{
        estimates: Record<string, { services: string[] }>
      }>()
      expect(['FD-1', 'TM-1', 'FR-1'].map((sku) => ofFridges(estimates[sku]?.services ?? []))).toEqual([
        ['Connect fridge with water line $59'],
        [],
        [],
      ])
      const listed = await shop
        .visitor()
        .get('/api/v2/listing?type=category&uri=kitchen/fridges&filter=services:2000.installation')
      expect(listed.json<{ products: { sku: string }[] }>().products.map(({ sku }) => sku)).toEqual(['FD-1'])
    })

    test('are rejected for a product that cannot have them, like any cart change', async () => {
      const visitor = await shopperWith(['TM-1'])
      const body = await visitor.order({ card: await shop.card() })
      expect((await problemOf(visitor, { ...body, deliveryServices: ['connect-fridge-water'] })).slice(0, 2)).toEqual([
        400,
        'cart_changed',
      ])
    })

    test('are offered with description, price and preselection [DLV-23]', async () => {
      const answer = await availabilityFor(await shopperWith(['WM-1']))
      expect(answer.deliveryServices.slice(0, 3)).toEqual([
        {
          sku: 'packaging-removal',
          title: 'Packaging removal',
          blurb: '<p>We unpack it and take cardboard, foam and straps away with us.</p>',
          price: 0,
          selected: true,
          hidden: false,
        },
        {
          sku: 'old-appliance-removal',
          title: 'Old appliance removal',
          blurb: expect.stringContaining('<p>We take one old appliance'),
          price: 0,
          selected: false,
          hidden: false,
        },
        {
          sku: 'connect-washer-or-dishwasher',
          title: 'Connect washing machine or dishwasher',
          blurb: expect.any(String),
          price: 49,
          selected: false,
          hidden: false,
        },
      ])
    })

    test('have local prices, and are not offered in addition to an install', async () => {
      const visitor = await shopperWith(['WM-1'])
      const inOrange = await availabilityFor(visitor, {}, places.orange)
      expect(inOrange.deliveryServices.find((one) => one.sku === 'old-appliance-removal')?.price).toBe(39)
      await visitor.add('WM-1', 1, { installId: await shop.upsellId(upsells.connection) })
      const withInstall = await availabilityFor(visitor)
      expect(withInstall.deliveryServices.map((one) => one.sku)).toEqual([
        'packaging-removal',
        'old-appliance-removal',
        'stairs',
      ])
    })

    test('that were selected are charged, stored, confirmed and mailed, each with its price [CHK-19]', async () => {
      const visitor = await shopperWith(['WM-1'])
      await visitor.applyCode(codes.freeDelivery)
      const services = ['packaging-removal', 'connect-washer-or-dishwasher', 'stairs']
      const body = await visitor.order({ card: await shop.card(), services })
      expect(body.expectedTotal).toBe(1_093)
      const { shown, snapshot, total, mail } = await confirmed(visitor, body)
      expect(shown.services).toEqual([
        { title: 'Packaging removal', price: 0 },
        { title: 'Connect washing machine or dishwasher', price: 49 },
        { title: 'Stairs above one flight', price: 45 },
      ])
      expect([total, shown.totals.total, shown.purchase.revenue, sumFor(snapshot)]).toEqual([
        109_300, 1_093, 1_093, 109_300,
      ])
      for (const text of ['Packaging removal', 'Connect washing machine or dishwasher', '$49', '$45', '$1,093'])
        expect(mail).toContain(text)
    })

    test('can be none', async () => {
      const visitor = await shopperWith(['WM-1'])
      const { shown } = await confirmed(visitor, {
        ...(await visitor.order({ card: await shop.card(), services: [] })),
        deliveryServices: null,
      })
      expect(shown.services).toEqual([])
    })

    test('not offered, or at another price, are rejected as a cart change', async () => {
      const visitor = await shopperWith(['WM-1'])
      const body = await visitor.order({ card: await shop.card() })
      const changed = 'Your cart has changed. Please review your order and try again.'
      expect(await problemOf(visitor, { ...body, deliveryServices: ['wall-mount-tv'] })).toEqual([
        400,
        'cart_changed',
        changed,
      ])
      // Ticked, but not paid for.
      const unpaid = { ...body, deliveryServices: ['packaging-removal', 'stairs'] }
      expect((await problemOf(visitor, unpaid))[1]).toBe('cart_changed')
    })

    test('included in every order are charged whether named or not', async () => {
      await sql`insert into delivery_service (code, title, blurb, kind, category_uris, is_pre_ticked, is_hidden, position)
        values ('levy', 'Island levy', '', 'other', '{lighting}', true, true, 9)`.execute(shop.database.db)
      await sql`insert into delivery_service_price values ('levy', 'metro-au', 750)`.execute(shop.database.db)
      const visitor = await shopperWith(['LAMP-1'])
      // A change of the services counts at once.
      await until(async () => (await availabilityFor(visitor)).deliveryServices.some((one) => one.sku === 'levy'))
      const body = await visitor.order({ card: await shop.card() })
      expect(body.expectedTotal).toBe(57)
      const { shown, total } = await confirmed(visitor, { ...body, deliveryServices: ['packaging-removal'] })
      expect([total, shown.services.at(-1)]).toEqual([57_00, { title: 'Island levy', price: 7.5 }])
      await sql`delete from delivery_service where code = 'levy'`.execute(shop.database.db)
      await until(async () =>
        (await availabilityFor(await shopperWith(['LAMP-1']))).deliveryServices.every((one) => one.sku !== 'levy'),
      )
    })
  })

  describe('supplier deliveries', () => {
    test('have dates and prices of their supplier, and need none of ours [DLV-21]', async () => {
      const answer = await availabilityFor(await shopperWith(['SOFA-1']))
      expect(answer.availability).toBeNull()
      expect(Object.keys(answer.supplierAvailability)).toEqual(['halden-row'])
      const dates = answer.supplierAvailability['halden-row']?.dates ?? []
      expect(dates).toHaveLength(120)
      expect(dates.find((one) => one.available)).toEqual({ date: [2026, 12, 2], price: 99, available: true })
      expect(answer).toMatchObject({ supplierErrors: [], deliveryServices: [], showUniqueDeliveryRequirements: false })
    })

    test('are ordered for the supplier’s first date and price, and take no slot of ours [CHK-24]', async () => {
      const visitor = await shopperWith(['SOFA-1'])
      const before = await booked()
      const body = await visitor.order({ card: await shop.card() })
      expect(body).toMatchObject({
        deliveryDate: null,
        supplierDeliveryDates: [{ supplier: 'halden-row', deliveryDate: [2026, 12, 2], price: 99 }],
        expectedTotal: 2_098,
      })
      const { shown, snapshot, total, mail } = await confirmed(visitor, body)
      expect(await booked()).toBe(before)
      expect([total, sumFor(snapshot), shown.purchase.shipping]).toEqual([2_098_00, 2_098_00, 99])
      expect(snapshot.delivery).toMatchObject({
        deliversOn: null,
        suppliers: [{ supplier: 'halden-row', deliversOn: '2026-12-02', price: 99_00 }],
      })
      expect(shown).toMatchObject({
        confirmation: { deliveryDateStr: 'Wednesday, 2 December 2026', deliveryConfirmationFlag: false },
        estimatedDeliveryDate: '2026-12-02',
        suppliers: [
          {
            title: 'Halden Row',
            message: 'Delivered by Halden Row. Estimated delivery from Wednesday, 2 December 2026.',
            price: 99,
          },
        ],
      })
      for (const text of ['Wednesday, 2 December 2026', 'Delivery by Halden Row', '$99', '$2,098'])
        expect(mail).toContain(text)
    })

    test('arrive on different days from ours', async () => {
      const visitor = await shopperWith(['SOFA-1', 'LAMP-1'])
      const before = await booked()
      const { shown } = await confirmed(visitor, await visitor.order({ card: await shop.card() }))
      expect(await booked()).toBe(before + 1)
      expect(shown).toMatchObject({
        confirmation: { deliveryDateStr: 'Wednesday, 25 November 2026 (items may arrive on different days)' },
        estimatedDeliveryDate: '2026-12-02',
      })
    })

    test('on another date or price than the first, or missing, are rejected as a cart change', async () => {
      const visitor = await shopperWith(['SOFA-1', 'LAMP-1'])
      const body = await visitor.order({ card: await shop.card() })
      const first = { supplier: 'halden-row', deliveryDate: [2026, 12, 2], price: 99 }
      for (const supplierDeliveryDates of [[], [{ ...first, deliveryDate: [2026, 12, 3] }], [{ ...first, price: 0 }]])
        expect((await problemOf(visitor, { ...body, supplierDeliveryDates }))[1]).toBe('cart_changed')
    })

    test('that do not serve the location say so and block the order', async () => {
      await sql`update supplier_region set to_postcode = '2799' where from_postcode = '1000'`.execute(shop.database.db)
      const visitor = await shopperWith(['SOFA-1', 'LAMP-1'])
      const message =
        'Halden Row does not deliver to this address yet. Please choose another address or remove its items from your cart.'
      await until(async () => (await availabilityFor(visitor, {}, places.orange)).supplierErrors.length > 0)
      expect(await availabilityFor(visitor, {}, places.orange)).toMatchObject({
        supplierAvailability: {},
        supplierErrors: [{ supplier: 'halden-row', message }],
      })
      const body = await visitor.order({ card: await shop.card(), place: places.orange })
      expect(await problemOf(visitor, body)).toEqual([400, 'validation', message])
      await sql`update supplier_region set to_postcode = '2897' where from_postcode = '1000'`.execute(shop.database.db)
      await until(async () => (await availabilityFor(visitor, {}, places.orange)).supplierErrors.length === 0)
    })

    test('are shown on cards with the supplier’s dates', async () => {
      const query = new URLSearchParams({ localityId: places.sydney.id, sku: 'SOFA-1' })
      const { estimates } = (await shop.visitor().get(`/api/v2/delivery/estimates?${query}`)).json<{
        estimates: Record<string, { text: string; day: string; services: string[] }>
      }>()
      expect(estimates['SOFA-1']).toMatchObject({ text: 'Wed 2 Dec · $99', day: '2026-12-02', services: [] })
      const dates = (await shop.visitor().get(`/api/v2/delivery/dates?${query}`)).json<{
        dates: { day: string; available: boolean }[]
      }>()
      expect(dates.dates.find((one) => one.available)?.day).toBe('2026-12-02')
    })

    test('are ours with the override, which shoppers do not have', async () => {
      const visitor = await shopperWith(['SOFA-1'])
      const requested = await availabilityFor(visitor, { winningDeliveryServiceOverride: true })
      expect(requested).toMatchObject({ availability: null, winningDeliveryServiceOverride: false })
      const cart = await shop.services.cart.byId((await visitor.cart()).cartId)
      if (cart === null) throw new Error('no cart')
      const { suburb, state, postcode } = places.sydney
      const granted = await shop.services.checkout.availability(
        brandOf('aol'),
        cart,
        { suburb, state, postcode },
        { hasUniqueRequirements: false, override: true },
      )
      expect(granted).toMatchObject({ own: { kind: 'dated' }, suppliers: [], override: true })
    })
  })

  describe('manufacturer deliveries', () => {
    const agency = { brandsWarnings: { mieleWarning: true } }

    test('have no dates: the day is arranged by phone, free, and takes no slot', async () => {
      const visitor = await shopperWith(['MI-1'])
      const answer = await availabilityFor(visitor)
      expect(answer.availability).toEqual({ unavailable: false, dates: [] })
      const before = await booked()
      const body = { ...(await visitor.order({ card: await shop.card() })), ...agency }
      expect(body.deliveryDate).toEqual([2026, 12, 15])
      expect((await problemOf(visitor, { ...body, deliveryDate: [2026, 12, 14] }))[1]).toBe('date_unavailable')
      const { shown, snapshot, mail } = await confirmed(visitor, body)
      expect(await booked()).toBe(before)
      expect(snapshot.delivery).toMatchObject({ isArranged: true, wantsContact: true, makers: ['Miele'] })
      const message =
        'Items from Miele are delivered by the manufacturer. Delivery will be arranged with you after your order is placed.'
      expect(shown).toMatchObject({
        proformaMsg: message,
        confirmation: { deliveryDateStr: 'To be confirmed', deliveryConfirmationFlag: true },
      })
      for (const text of ['To be confirmed', message, 'One of our experts will be in touch'])
        expect(mail.replaceAll('\n', ' ')).toContain(text)
    })

    test('together with ours use our first free day', async () => {
      const answer = await availabilityFor(await shopperWith(['MI-1', 'LAMP-1']))
      const open = answer.availability?.dates.filter((one) => one.available)
      expect(open).toEqual([{ date: [2026, 11, 25], price: 0, available: true }])
      const costly = await availabilityFor(await shopperWith(['MI-1', 'LAMP-1']), {}, places.orange)
      expect(costly.availability).toEqual({ unavailable: false, dates: [] })
    })

    test('are the brands of the setting, separated by commas [SETT-05] [SETT-19]', async () => {
      const datesOf = async (sku: string) =>
        (await availabilityFor(await shopperWith([sku]))).availability?.dates.length
      await shop.set('aol', 'proformaShippingBrands', 'nordhaus')
      expect([await datesOf('MI-1'), await datesOf('LAMP-1')]).toEqual([120, 0])
      await shop.set('aol', 'proformaShippingBrands', 'Miele, nordhaus')
      expect([await datesOf('MI-1'), await datesOf('LAMP-1')]).toEqual([0, 0])
      await shop.set('aol', 'proformaShippingBrands', 'Miele')
    })
  })

  describe('delivery requests', () => {
    test('are offered by the cart’s contents, as the view flags say', async () => {
      const shown = async (...skus: string[]) => {
        const visitor = await shopperWith(skus)
        const { showNotifyIfAvailableSooner, showInstallationContact, showUniqueDeliveryRequirements } =
          await availabilityFor(visitor)
        return [
          showNotifyIfAvailableSooner,
          showInstallationContact,
          showUniqueDeliveryRequirements,
          (await options(visitor)) & (1_024 + 16_384),
        ]
      }
      expect(await shown('LAMP-1')).toEqual([false, false, false, 0])
      expect(await shown('BO-1')).toEqual([true, false, false, 0])
      expect(await shown('CT-1')).toEqual([false, true, false, 16_384])
      expect(await shown('SAFE-1')).toEqual([false, false, true, 1_024])
      // Long, but nothing that our crew carries.
      expect(await shown('SOFA-1')).toEqual([false, false, false, 1_024])
    })

    test('are stored with the order', async () => {
      const visitor = await shopperWith(['CT-1', 'BO-1'])
      const { snapshot, shown } = await confirmed(visitor, {
        ...(await visitor.order({ card: await shop.card() })),
        EarlyNotification: true,
        requestedInstallationContact: true,
      })
      expect(snapshot.delivery).toMatchObject({ wantsEarlierDate: true, wantsInstallationContact: true })
      expect(shown.confirmation.deliveryConfirmationFlag).toBe(true)
    })

    test('for unique requirements leave no dates, and the day is arranged by phone', async () => {
      const visitor = await shopperWith(['SAFE-1'])
      const unique = { uniqueDeliveryRequirements: true }
      expect((await availabilityFor(visitor, unique)).availability).toEqual({ unavailable: false, dates: [] })
      expect((await availabilityFor(await shopperWith(['LAMP-1']), unique)).availability?.dates).toHaveLength(120)
      const body = { ...(await visitor.order({ card: await shop.card() })), ...unique }
      expect((await problemOf(visitor, body))[1]).toBe('date_unavailable')
      const before = await booked()
      const { snapshot, shown } = await confirmed(visitor, { ...body, deliveryDate: [2026, 12, 15] })
      expect(await booked()).toBe(before)
      expect(snapshot.delivery).toMatchObject({ hasUniqueRequirements: true, isArranged: true })
      expect([shown.totals.shipping, shown.confirmation.deliveryDateStr]).toEqual([0, 'To be confirmed'])
    })
  })

  test('storage must be agreed to from the sixtieth day, and the agreement is stored with text and time', async () => {
    const visitor = await shopperWith(['FR-1'], 'wa')
    expect((await options(visitor)) & 8_192).toBe(8_192)
    expect((await options(await shopperWith(['MI-1'], 'wa'))) & 8_192).toBe(0)
    expect((await options(await shopperWith(['FR-1']))) & 8_192).toBe(0)
    const body = await visitor.order({ card: await shop.card() })
    const late = { ...body, encryptedValues: { 'Winning Appliances': (await shop.card()).encrypted } }
    const answer = await visitor.submit({ ...late, deliveryDate: [2027, 1, 25] })
    expect([answer.status, answer.json<{ errors: object[] }>().errors]).toEqual([
      400,
      [
        {
          message: 'There has been an error. Please check below to see what fields are invalid.',
          code: 'validation',
          field: null,
        },
        { message: 'Please acknowledge the storage fee', code: 'validation', field: 'stockFeeAcknowledged' },
      ],
    ])
    const { snapshot } = await confirmed(visitor, { ...late, deliveryDate: [2027, 1, 25], stockFeeAcknowledged: true })
    expect(snapshot.delivery.storageFee).toEqual({
      text: 'I understand that goods stored beyond 60 days from the first available delivery date may be charged a storage fee of up to $4 per day.',
      acknowledgedAt: shop.clock.now().toISOString(),
    })
  })
})
