import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { heldCents } from '../../../../sandbox/ledger.ts'
import type { AppCode } from '../../../brands/apps.ts'
import { brandAtExample } from '../../../testing/brand.ts'
import { brandOf } from '../../../brands/brands.ts'
import { places } from '../../../testing/catalogue.ts'
import { databaseEngines } from '../../../testing/database.ts'
import { seconds } from '../../../platform/clock.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import { passChallenge } from '../../../testing/shop/provider-pages.ts'
import { testCard } from '../../../testing/shop/merchant.ts'
import type { SubmitBody } from '../../../testing/shop/order-body.ts'
import type { TestAnswer } from '../../../testing/shop/browser.ts'
import type { Visitor } from '../../../testing/shop/visitor.ts'
import { guest, type Principal } from '../../identity/identity.ts'
import { orderConfirmationMail } from '../../orders/mail/order-confirmation.tsx'
import type { OrderSnapshot } from '../../orders/orders.ts'
import type { CheckoutView } from './checkout-view.ts'
import { home, member, nora, profile, trade } from './people-for-tests.ts'

/** Orders by everybody there is, and orders begun with a deposit: over HTTP, against the sandbox, on every engine there is. */

type ErrorAnswer = { errors: { message: string; code: string; field: string | null }[] }
const problemOf = (answer: TestAnswer) => {
  const [first] = answer.json<ErrorAnswer>().errors
  return [answer.status, first?.code, first?.field]
}

describe.each(await databaseEngines())('on $name', (engine) => {
  let who: Principal
  let shop: TestShop
  let newtown = ''
  let perth = ''
  beforeAll(async () => {
    shop = await openTestShop({ engine, identity: { principal: async () => who } })
    newtown = String(shop.services.stores.find(brandOf('wa'), 'newtown')?.storeId)
    perth = String(shop.services.stores.find(brandOf('wa'), 'perth')?.storeId)
  })
  afterAll(async () => shop.close())
  beforeEach(() => {
    who = guest
  })

  async function shopperWith(sku: string, quantity = 1, app: AppCode = 'wa'): Promise<Visitor> {
    const visitor = shop.visitor(app)
    await visitor.add(sku, quantity)
    return visitor
  }
  const viewOf = async (visitor: Visitor, query = '') =>
    (await visitor.get(`/api/checkout${query}`)).json<CheckoutView>()
  const paid = async (visitor: Visitor, more: object = {}): Promise<SubmitBody> => ({
    ...(await visitor.order({ card: await shop.card() })),
    ...more,
  })
  const attemptsOf = (cartId: string) =>
    shop.database.db.selectFrom('payment_attempt').selectAll().where('cart_id', '=', cartId).execute()
  const orderOf = async (cartId: string) => {
    const { db } = shop.database
    const row = await db
      .selectFrom('customer_order')
      .selectAll()
      .where('cart_id', '=', cartId)
      .executeTakeFirstOrThrow()
    return { ...row, snapshot: row.snapshot as unknown as OrderSnapshot }
  }
  const heldFor = async (cartId: string): Promise<number> =>
    heldCents((await attemptsOf(cartId)).flatMap((one) => shop.sandbox().movements(one.id)))

  describe('the checkout view', () => {
    test('has no personal data for a guest', async () => {
      expect(await viewOf(await shopperWith('LAMP-1'))).toMatchObject({
        customer: { email: null, phone: null, locked: false, shippingAddress: null, billingAddress: null },
        stores: [],
        salesPeople: [],
        store: null,
        opts: 2 + 16 + 256 + 2048 + 8192,
        savesSession: true,
        swaps: [],
      })
    })

    test('has the customer’s own data, locked for trade only [CHK-02]', async () => {
      const visitor = await shopperWith('LAMP-1')
      who = member
      const { customer } = await viewOf(visitor)
      expect(customer).toEqual({
        email: 'kim@trade.example',
        phone: '0412 000 111',
        locked: false,
        shippingAddress: profile.shippingAddress,
        billingAddress: profile.billingAddress,
      })
      who = trade
      expect((await viewOf(visitor)).customer).toEqual({ ...customer, locked: true })
    })

    test('has stores and salespeople for sales staff, preselected where they work, without their personal data [STFC-03] [STFC-04]', async () => {
      const visitor = await shopperWith('LAMP-1')
      who = nora
      const away = await viewOf(visitor)
      expect(away.stores.map((one) => [one.name, one.selected])).toEqual([
        ['Newtown', false],
        ['Perth <b>"West"</b>', false],
        ['Studio', false],
      ])
      expect([away.store, away.opts]).toEqual([null, 2 + 16 + 64 + 128 + 256 + 2048 + 8192])
      who = { ...nora, subdivision: newtown }
      const view = await viewOf(visitor)
      expect(view.stores[0]).toEqual({ subdivision: newtown, name: 'Newtown', selected: true })
      expect(view.salesPeople).toEqual([
        { code: 'NT01', name: 'Nora Bell', subdivision: newtown, selected: false },
        { code: 'NT02', name: 'Omar Wynn', subdivision: newtown, selected: true },
        { code: 'PE01', name: 'Pia Lund', subdivision: perth, selected: false },
      ])
      expect(view).toMatchObject({ opts: 2 + 16 + 64 + 128 + 256 + 512 + 2048 + 8192 + 4096, savesSession: false })
      expect(view.customer).toMatchObject({ email: null, billingAddress: null })
    })

    test('has the chosen store, by which it can be requested again [CHK-26]', async () => {
      const visitor = await shopperWith('LAMP-1')
      who = { ...nora, subdivision: newtown }
      expect((await viewOf(visitor)).store).toEqual({
        name: 'Newtown',
        phone: '02 5550 0001',
        address: '12 Example Street',
        suburb: 'Newtown',
        postcode: '2042',
        state: 'NSW',
      })
      const other = await viewOf(visitor, `?subdivision=${perth}`)
      expect(other.store).toMatchObject({ suburb: 'Perth', postcode: '6000', phone: '08 5550 0002' })
      expect(other.salesPeople.filter((one) => one.selected).map((one) => one.code)).toEqual(['PE01'])
      who = guest
      expect((await viewOf(visitor, `?subdivision=${newtown}`)).store).toBeNull()
    })

    test('has the deposit percentage, 30 until it is changed', async () => {
      const visitor = await shopperWith('LAMP-1')
      expect((await viewOf(visitor)).partialPaymentPercentage).toBe(30)
      await shop.set('wa', 'partialPaymentPercentage', '45')
      expect((await viewOf(visitor)).partialPaymentPercentage).toBe(45)
      await shop.set('wa', 'partialPaymentPercentage', '')
    })
  })

  describe('a locked customer', () => {
    test('submits their own stored values, whatever was posted [CHK-35]', async () => {
      const visitor = await shopperWith('LAMP-1')
      who = trade
      const forged = { ...home, firstName: 'Lee', companyName: 'Mine', address: '1 Elsewhere', postcode: '2000' }
      const body = await paid(visitor, {
        email: 'other@example.com',
        phoneNumber: '0499 999 999',
        billingAddress: forged,
      })
      expect((await visitor.submit(body)).status).toBe(200)
      const { snapshot } = await orderOf(body.cartId)
      expect(snapshot.contact).toMatchObject({ email: 'kim@trade.example', phone: '0412000111' })
      expect(snapshot.billing).toEqual({ ...home, firstName: 'Lee', city: 'Melbourne' })
      expect(snapshot.delivery.address).toMatchObject({ address: '12 Harbour Street', suburb: 'Sydney' })
    })

    test('is billed even without a posted address; a member is not locked', async () => {
      const visitor = await shopperWith('LAMP-1')
      who = trade
      const body = await paid(visitor)
      expect((await visitor.submit(body)).status).toBe(200)
      expect((await orderOf(body.cartId)).snapshot.billing).toEqual({ ...home, city: 'Melbourne' })
      who = member
      const free = await shopperWith('LAMP-1')
      const own = await paid(free)
      expect((await free.submit(own)).status).toBe(200)
      expect((await orderOf(own.cartId)).snapshot.contact.email).toBe('ana.botha@example.com')
    })
  })

  describe('a missing permission', () => {
    test.each([
      ['selectedPaymentOption', { selectedPaymentOption: 4 }],
      ['selectedPaymentOption', { selectedPaymentOption: 128 }],
      ['subdivision', { subdivision: '1' }],
      ['salespersonCode', { salespersonCode: 'NT01' }],
      ['cashAndCarry', { cashAndCarry: true }],
      ['winningDeliveryServiceOverride', { winningDeliveryServiceOverride: true }],
    ])('cannot be bypassed by posting %s: %j', async (field, more) => {
      const visitor = await shopperWith('LAMP-1')
      const body = await paid(visitor, more)
      expect(problemOf(await visitor.submit(body))).toEqual([403, 'option_not_granted', field])
      expect(await attemptsOf(body.cartId)).toEqual([])
    })

    test('staff without a store cannot use cash and carry or assign a salesperson of another store', async () => {
      const visitor = await shopperWith('LAMP-1')
      who = nora
      expect(problemOf(await visitor.submit(await paid(visitor, { cashAndCarry: true })))).toEqual([
        403,
        'option_not_granted',
        'cashAndCarry',
      ])
      const mixed = await visitor.submit(await paid(visitor, { subdivision: newtown, salespersonCode: 'PE01' }))
      expect(mixed.json<ErrorAnswer>().errors.map((one) => one.field)).toEqual([null, 'salespersonCode'])
      const unknown = await visitor.submit(await paid(visitor, { subdivision: '999' }))
      expect(unknown.json<ErrorAnswer>().errors.map((one) => one.field)).toEqual([null, 'subdivision'])
    })
  })

  test('staff order for a customer, and the order records store and salesperson [STFC-01]', async () => {
    const visitor = await shopperWith('LAMP-1')
    who = { ...nora, subdivision: newtown }
    const body = await paid(visitor, { subdivision: perth, salespersonCode: 'PE01', poNumber: 'PO 77' })
    expect((await visitor.submit(body)).status).toBe(200)
    const { snapshot } = await orderOf(body.cartId)
    expect(snapshot.sale).toEqual({
      placedBy: 'W123',
      subdivision: perth,
      storeName: 'Perth <b>"West"</b>',
      salespersonCode: 'PE01',
      cashAndCarry: false,
    })
    expect(snapshot.contact).toMatchObject({ email: 'ana.botha@example.com', poNumber: 'PO 77' })
    who = guest
    const own = await shopperWith('LAMP-1')
    const plain = await paid(own)
    await own.submit(plain)
    expect((await orderOf(plain.cartId)).snapshot).not.toHaveProperty('sale')
  })

  describe('cash and carry', () => {
    const stockOf = async (sku: string, warehouse: string) => {
      const product = shop.services.catalogue.productBySku(sku)
      const { db } = shop.database
      const row = await db
        .selectFrom('stock')
        .select('quantity')
        .where('product_id', '=', product?.id ?? 0)
        .where('warehouse_code', '=', warehouse)
        .executeTakeFirst()
      return row?.quantity ?? 0
    }
    const handedOver = async (visitor: Visitor) => {
      const { orderTotal } = await visitor.cart()
      return paid(visitor, { subdivision: newtown, cashAndCarry: true, deliveryDate: null, expectedTotal: orderTotal })
    }

    test('is handed over in the store today, for free, from the stock of its warehouse [STFC-13]', async () => {
      const visitor = await shopperWith('SC-20', 12)
      who = { ...nora, subdivision: newtown }
      const body = await handedOver(visitor)
      const booked = sql<{ count: number }>`select coalesce(sum(booked), 0)::int as count from delivery_day`
      const before = (await booked.execute(shop.database.db)).rows[0]?.count
      expect((await visitor.submit(body)).status).toBe(200)
      const { snapshot, total_cents: total } = await orderOf(body.cartId)
      expect(snapshot.delivery).toMatchObject({
        deliversOn: '2026-11-24',
        address: { firstName: 'Ana', address: '12 Example Street', suburb: 'Newtown', state: 'NSW', postcode: '2042' },
      })
      expect(snapshot.contact).toMatchObject({ email: 'ana.botha@example.com', phone: '0255500001' })
      expect([snapshot.sale?.cashAndCarry, snapshot.totals.shipping, total]).toEqual([true, 0, 5_400_00])
      expect([await stockOf('SC-20', '2000'), await stockOf('SC-20', '3000')]).toEqual([0, 8])
      expect((await booked.execute(shop.database.db)).rows[0]?.count).toBe(before)
    })

    test('is rejected for stock elsewhere, and takes nothing', async () => {
      // Twelve lay in Sydney, which the order before has taken; Melbourne has eight.
      const visitor = await shopperWith('SC-20')
      expect(await stockOf('SC-20', '3000')).toBe(8)
      who = { ...nora, subdivision: newtown }
      const body = await handedOver(visitor)
      expect(problemOf(await visitor.submit(body))).toEqual([400, 'out_of_stock', null])
      expect(await stockOf('SC-20', '3000')).toBe(8)
    })

    test('releases the stock when not paid', async () => {
      const visitor = await shopperWith('FR-1', 2)
      who = { ...nora, subdivision: newtown }
      const opening = await stockOf('FR-1', '2000')
      const body = { ...(await handedOver(visitor)), ...(await declined()) }
      expect(problemOf(await visitor.submit(body))[1]).toBe('payment_refused')
      expect(await stockOf('FR-1', '2000')).toBe(opening)
    })

    async function declined() {
      const { encrypted, holder } = await shop.card({ holder: 'DECLINED' })
      return { encryptedValues: { 'Winning Appliances': encrypted }, cardHolderName: holder }
    }
  })

  describe('a deposit', () => {
    test('is charged alone; the order is deposit-paid, and page and mail name the balance', async () => {
      const visitor = await shopperWith('WM-1')
      const body = await paid(visitor, { partialPayment: 299.7 })
      expect((await visitor.submit(body)).status).toBe(200)
      expect(await heldFor(body.cartId)).toBe(299_70)
      expect(await orderOf(body.cartId)).toMatchObject({
        state: 'deposit-paid',
        total_cents: 999_00,
        balance_cents: 699_30,
      })
      const [attempt] = await attemptsOf(body.cartId)
      expect([attempt?.state, attempt?.amount_cents]).toEqual(['Approved', 299_70])
      const { totals } = (await visitor.get(`/api/checkout/confirmation?id=${body.cartId}`)).json<{ totals: object }>()
      expect(totals).toMatchObject({ total: 999, deposit: 299.7, remaining: 699.3 })
      const order = await shop.services.orders.ofCart(brandOf('wa'), body.cartId)
      if (order === null) expect.fail('no order')
      const { plain } = await orderConfirmationMail(order, brandAtExample('wa'), undefined)
      expect(plain.replaceAll(/\s+/g, ' ')).toMatch(
        /Order Total\s?\$999 ?Deposit\s?\$299\.70 ?Remaining payment\s?\$699\.30/,
      )
    })

    test('survives 3-D Secure and a lost response, with the deposit as amount', async () => {
      const visitor = await shopperWith('WM-1')
      const card = await shop.card({ number: testCard.challenged })
      const body = { ...(await visitor.order({ card })), partialPayment: 500 }
      const answer = await visitor.submit(body)
      const back = await passChallenge(answer.json<{ secure3DResponse: never }>().secure3DResponse, '1234')
      expect((await visitor.get(back)).headers.location).toBe(`/customer/confirmation?id=${body.cartId}`)
      expect([await heldFor(body.cartId), (await orderOf(body.cartId)).state]).toEqual([500_00, 'deposit-paid'])

      const other = await shopperWith('WM-1')
      const lost = { ...(await other.order({ card })), partialPayment: 400 }
      await other.submit(lost)
      const [attempt] = await attemptsOf(lost.cartId)
      const outcome = (cents: number) =>
        ({ kind: 'approved', providerRef: 'PSP-DEPOSIT', cents, currency: 'AUD', card: null }) as const
      // The whole total is not what was asked for, so it is no approval.
      await shop.services.checkout.settle(attempt?.id ?? '', outcome(999_00), 'test')
      expect((await attemptsOf(lost.cartId))[0]?.state).toBe('Unknown')
      await shop.services.checkout.settle(attempt?.id ?? '', outcome(400_00), 'test')
      expect(await orderOf(lost.cartId)).toMatchObject({ state: 'deposit-paid', balance_cents: 599_00 })
    })

    test.each([
      ['below the minimum', 299.69, 'Minimum deposit is 30% of order total ($299.70).'],
      ['of the whole total', 999, 'Deposit request cannot equal or exceed order total.'],
      ['above it', 1_000, 'Deposit request cannot equal or exceed order total.'],
      ['below nothing', -1, 'Input must be a postive number.'],
    ])('%s is rejected before any payment', async (_what, partialPayment, message) => {
      const visitor = await shopperWith('WM-1')
      const body = await paid(visitor, { partialPayment })
      const answer = await visitor.submit(body)
      expect(answer.status).toBe(400)
      expect(answer.json<ErrorAnswer>().errors.map((one) => [one.field, one.message])).toEqual([
        [null, 'There is an error with the deposit amount. Please try again or contact support.'],
        ['partialPayment', message],
      ])
      expect(await attemptsOf(body.cartId)).toEqual([])
    })

    test('follows the configured percentage [DEP-11]', async () => {
      await shop.set('wa', 'partialPaymentPercentage', '50')
      const visitor = await shopperWith('WM-1')
      const refused = await visitor.submit(await paid(visitor, { partialPayment: 499.49 }))
      expect(refused.json<ErrorAnswer>().errors[1]?.message).toBe('Minimum deposit is 50% of order total ($499.50).')
      expect((await visitor.submit(await paid(visitor, { partialPayment: 499.5 }))).status).toBe(200)
      await shop.set('wa', 'partialPaymentPercentage', '')
    })

    test('is not available with Afterpay or the special brand', async () => {
      const visitor = await shopperWith('WM-1')
      const inParts = await visitor.submit({ ...(await visitor.order({ afterpay: true })), partialPayment: 400 })
      expect(problemOf(inParts)).toEqual([400, 'validation', null])
      const agency = await shopperWith('MI-1')
      const body = await paid(agency, { partialPayment: 1_000, brandsWarnings: { mieleWarning: true } })
      expect(problemOf(await agency.submit(body))).toEqual([400, 'validation', null])
    })

    test('is computed from the total with delivery, as shown', async () => {
      const visitor = await shopperWith('LAMP-1')
      const body = await visitor.order({ card: await shop.card(), place: places.orange })
      expect(body.expectedTotal).toBe(114.5)
      const tooLittle = await visitor.submit({ ...body, partialPayment: 34.34 })
      expect(tooLittle.json<ErrorAnswer>().errors[1]?.message).toBe('Minimum deposit is 30% of order total ($34.35).')
      expect((await visitor.submit({ ...body, partialPayment: 34.35 })).status).toBe(200)
      expect(await heldFor(body.cartId)).toBe(34_35)
    })

    test('shop, orders and provider agree to the cent', async () => {
      await shop.advance(seconds(1))
      await shop.settleNotices()
      const { rows } = await sql<{ paid: number; due: number }>`
        select p.amount_cents as paid, o.total_cents - o.balance_cents as due
        from order_payment p join customer_order o on o.id = p.order_id`.execute(shop.database.db)
      expect(rows.length).toBeGreaterThan(8)
      for (const row of rows) expect(row.paid).toBe(row.due)
    })
  })
})
