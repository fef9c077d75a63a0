import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { heldCents } from '../../../sandbox/ledger.ts'
import { brandOf } from '../../brands/brands.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { databaseEngines } from '../../testing/database.ts'
import { chooseAtProvider } from '../../testing/shop/provider-pages.ts'
import { holdEnds } from '../../testing/shop/hold.ts'
import { openDays } from '../../testing/shop/delivery-days.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { testCard } from '../../testing/shop/merchant.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import type { ProviderCode } from '../payments/payments.ts'

/** Every pending state of a payment has an end (payments README): after an outage, after a day, and by staff. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine })
    await openDays(shop, { last: '2027-01-31' })
  })
  afterAll(async () => shop.close())
  afterEach(async () => {
    await sql`update unverified_payment set resolved_at = now(), resolution = 'test' where resolved_at is null`.execute(
      shop.database.db,
    )
  })

  const attemptOf = (cartId: string) =>
    shop.database.db
      .selectFrom('payment_attempt')
      .selectAll()
      .where('cart_id', '=', cartId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  const heldFor = (id: string) => heldCents(shop.sandbox().movements(id))
  const hasOrder = async (cartId: string) =>
    (await shop.database.db.selectFrom('customer_order').select('id').where('cart_id', '=', cartId).execute())
      .length === 1
  /** The providers have answered often enough to be offered again. */
  async function areOffered(...providers: readonly ProviderCode[]): Promise<void> {
    do {
      await shop.advance(seconds(9))
      await shop.services.payments.watch()
    } while (!providers.every((one) => shop.services.payments.isUp(one)))
  }
  const isOffered = () => areOffered('card')
  const openOnes = async () =>
    (
      await shop.database.db
        .selectFrom('payment_attempt')
        .select(['id', 'provider', 'state'])
        .where('state', 'in', ['Pending', 'Unknown'])
        .orderBy('id')
        .execute()
    ).map((one) => `${one.provider} ${one.state}`)

  /** A card payment that was taken and whose answers were all lost, with no notice of it. */
  async function lost(sku = 'LAMP-1'): Promise<{ visitor: Visitor; cartId: string; id: string }> {
    const visitor = shop.visitor()
    await visitor.add(sku)
    await isOffered()
    const body = await visitor.order({ card: await shop.card() })
    await shop.injectFault('card.payments', 'error-after', 3)
    await shop.control('webhooks', { paused: true })
    expect((await visitor.submit(body)).status).toBe(500)
    const { id, state } = await attemptOf(body.cartId)
    expect(state).toBe('Unknown')
    return { visitor, cartId: body.cartId, id }
  }
  /** What the process does by itself, every second and every two, for so long. */
  async function timePasses(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += seconds(5)) {
      await shop.advance(seconds(5)).catch(() => {})
      await shop.services.payments.watch()
      await shop.services.checkout.webhooks.work()
      await shop.services.checkout.reconcile()
    }
  }

  test(
    'forty payments left unknown by a twenty-minute outage are settled within two minutes of recovery',
    { timeout: 120_000 },
    async () => {
      const card = await shop.card()
      const carts = await Promise.all(
        Array.from({ length: 40 }, async () => {
          const visitor = shop.visitor()
          await visitor.add('LAMP-1')
          return { visitor, body: await visitor.order({ card }) }
        }),
      )
      await isOffered()
      await shop.control('webhooks', { paused: true })
      await shop.injectFault('card.payments', 'error-after', 120)
      await Promise.all(carts.map(({ visitor, body }) => visitor.submit(body)))
      await shop.control('faults/clear', {})
      const before = await openOnes()
      expect(before.length).toBeGreaterThanOrEqual(30)
      const switchOn = await shop.switchOffSandbox()
      await timePasses(minutes(20))
      expect(shop.services.payments.isUp('card')).toBe(false)
      expect(await openOnes()).toEqual(before)
      await switchOn()
      await timePasses(minutes(2))
      await shop.settleNotices()
      expect(await openOnes()).toEqual([])
      // Each has an order or its money back, to the cent.
      const { rows } = await sql<{
        id: string
        ref: string
      }>`select attempt_id as id, provider_ref as ref from late_money
        where returned_at is null`.execute(shop.database.db)
      for (const { id, ref } of rows) await shop.services.checkout.reverse(id, ref)
      for (const { body } of carts) {
        const attempts = await shop.database.db
          .selectFrom('payment_attempt')
          .select('id')
          .where('cart_id', '=', body.cartId)
          .execute()
        const held = attempts.reduce((sum, one) => sum + heldFor(one.id), 0)
        expect([body.cartId, held]).toEqual([body.cartId, (await hasOrder(body.cartId)) ? 49_50 : 0])
      }
    },
  )

  test(
    'open Afterpay, PayPal, Zip and in-store Zip payments are settled within two minutes of recovery',
    { timeout: 120_000 },
    async () => {
      const redirects = [
        { provider: 'paypal', option: 2, route: 'paypal.capture', reads: ['paypal.order-read', 'paypal.capture-read'] },
        {
          provider: 'zip',
          option: 256,
          route: 'zip.charges',
          reads: ['zip.charge-list', 'zip.charge-read', 'zip.checkout-read'],
        },
        {
          provider: 'afterpay',
          option: 2048,
          route: 'afterpay.capture',
          reads: ['afterpay.token-read', 'afterpay.payment-read'],
        },
      ] as const
      const eachOf = 4
      await areOffered('paypal', 'zip', 'afterpay', 'zip-in-store')
      const carts: { cartId: string; cents: number }[] = []
      // Taken, and the answer lost: the shopper is told that nothing is known.
      for (const { provider, option, route, reads } of redirects) {
        const agreed = await Promise.all(
          Array.from({ length: eachOf }, async () => {
            const visitor = shop.visitor()
            await visitor.add('WM-1')
            const body = await visitor.order({ option })
            const { redirectUrl } = (await visitor.submit(body)).json<{ redirectUrl: string }>()
            return { visitor, body, search: new URL(await chooseAtProvider(redirectUrl, 'approve'), shop.url).search }
          }),
        )
        await shop.injectFault(route, 'error-after', 20 * eachOf)
        for (const read of reads) await shop.injectFault(read, 'error-before', 20 * eachOf)
        await Promise.all(
          agreed.map(({ visitor, search }) => visitor.post(`/api/checkout/${provider}confirmation${search}`)),
        )
        carts.push(...agreed.map(({ body }) => ({ cartId: body.cartId, cents: 999_00 })))
      }
      await shop.control('faults/clear', {})
      // The customer confirms in the app while nobody can ask.
      const store = String(shop.services.stores.find(brandOf('wa'), 'newtown')?.storeId)
      for (let at = 0; at < 3; at++) {
        const seller = await shop.colleague('sales', { app: 'wa', code: 'NT02', store })
        await seller.add('LAMP-1')
        const body = { ...(await seller.order({ option: 512 })), devicePaymentCode: '111111' }
        expect((await seller.submit(body)).status).toBe(200)
        carts.push({ cartId: body.cartId, cents: 49_50 })
      }
      const before = await openOnes()
      expect(before.filter((one) => one === 'zip-in-store Pending')).toHaveLength(3)
      for (const { provider } of redirects) expect(before).toContain(`${provider} Unknown`)
      await shop.advance(seconds(10))
      const switchOn = await shop.switchOffSandbox()
      await timePasses(minutes(12))
      for (const provider of ['paypal', 'zip', 'afterpay', 'zip-in-store'] as const)
        expect([provider, shop.services.payments.isUp(provider)]).toEqual([provider, false])
      expect((await openOnes()).length).toBe(before.length)
      await switchOn()
      await timePasses(minutes(2))
      await shop.settleNotices()
      expect(await openOnes()).toEqual([])
      for (const { cartId, cents } of carts) {
        const { id, provider } = await attemptOf(cartId)
        expect([provider, await hasOrder(cartId), heldFor(id)]).toEqual([provider, true, cents])
      }
    },
  )

  test('a recovery makes every open payment of that provider due at once, and no other', async () => {
    const { id, cartId } = await lost()
    const later = new Date(shop.clock.now().getTime() + hours(1))
    const due = async () => (await attemptOf(cartId)).next_check_at
    await shop.database.db.updateTable('payment_attempt').set({ next_check_at: later }).where('id', '=', id).execute()
    await shop.services.checkout.recovered('paypal')
    expect(await due()).toEqual(later)
    await shop.services.checkout.recovered('card')
    expect(await due()).toEqual(shop.clock.now())
  })

  test('a card payment without response or webhook is ended at the gateway, whose webhook then reports the outcome', async () => {
    const { cartId, id } = await lost()
    await timePasses(minutes(2))
    const calls = await shop.database.db
      .selectFrom('provider_call')
      .select(['operation', 'outcome'])
      .where('attempt_id', '=', id)
      .execute()
    expect(calls).toContainEqual({ operation: 'cancel', outcome: 'pending' })
    expect((await attemptOf(cartId)).state).toBe('Pending')
    await shop.control('webhooks', { paused: false })
    await shop.settleNotices()
    expect([(await attemptOf(cartId)).state, await hasOrder(cartId), heldFor(id)]).toEqual(['Approved', true, 49_50])
  }, 60_000)

  test('a shopper who never returns is timed out when the half-hour reservation ends', async () => {
    const visitor = shop.visitor()
    await visitor.add('LAMP-1')
    const body = await visitor.order({ card: await shop.card({ number: testCard.challenged }) })
    await isOffered()
    await visitor.submit(body)
    expect((await attemptOf(body.cartId)).state).toBe('Pending')
    await shop.advance(holdEnds)
    await shop.control('webhooks', { paused: false })
    await shop.services.checkout.reconcile()
    await shop.settleNotices()
    expect((await attemptOf(body.cartId)).state).toBe('Cancelled')
  })

  test('during a day-long provider outage the payment ends, the cart reopens, and a captured payment is refunded when it responds', async () => {
    const { visitor, cartId, id } = await lost()
    const switchOn = await shop.switchOffSandbox()
    await shop.advance(hours(23)).catch(() => {})
    await shop.services.checkout.reconcile()
    expect((await attemptOf(cartId)).state).toBe('Unknown')
    shop.clock.advance(hours(1) + minutes(2))
    await shop.services.checkout.reconcile()
    expect((await attemptOf(cartId)).state).toBe('Expired')
    expect((await visitor.add('LAMP-1')).productCount).toBe(2)
    await switchOn()
    await shop.control('webhooks', { paused: false })
    await timePasses(minutes(1))
    await shop.settleNotices()
    await shop.advance(minutes(31))
    await shop.services.checkout.reconcile()
    const [late] = await shop.database.db.selectFrom('late_money').selectAll().where('attempt_id', '=', id).execute()
    expect(late?.amount_cents).toBe(49_50)
    await shop.services.checkout.reverse(id, late?.provider_ref ?? '')
    expect([heldFor(id), await hasOrder(cartId)]).toEqual([0, false])
  })

  describe('staff resolve', () => {
    const admin = { by: 'W123', reason: 'Seen in the portal' }
    const resolve = (attemptId: string, resolution: Parameters<typeof shop.services.checkout.resolution.resolve>[1]) =>
      shop.services.checkout.resolution.resolve({ kind: 'payment', attemptId }, resolution, admin)

    test('an unknown payment as not paid: the cart reopens, and a late approval is still refunded', async () => {
      const { visitor, cartId, id } = await lost()
      expect(await resolve(id, { kind: 'not-paid' })).toEqual({ ok: true, value: null })
      expect((await attemptOf(cartId)).state).toBe('Cancelled')
      expect((await visitor.add('LAMP-1')).productCount).toBe(2)
      expect(await resolve(id, { kind: 'not-paid' })).toMatchObject({
        ok: false,
        problem: { code: 'nothing_to_resolve' },
      })
      await shop.services.checkout.settle(
        id,
        { kind: 'approved', providerRef: 'REF-LATE', cents: 49_50, currency: 'AUD', card: null },
        'test',
      )
      expect(
        await shop.database.db.selectFrom('late_money').selectAll().where('attempt_id', '=', id).execute(),
      ).toHaveLength(1)
      const done = await shop.services.checkout.resolution.resolve(
        { kind: 'late', attemptId: id },
        { kind: 'returned' },
        admin,
      )
      expect(done.ok).toBe(true)
    })

    test('an unknown payment as paid: the order is placed once, and its history says who decided and why', async () => {
      const { cartId, id } = await lost()
      const providerRef = shop.sandbox().movements(id)[0]?.reference ?? 'REF-PAID'
      expect((await resolve(id, { kind: 'paid', providerRef: `PSP-${providerRef}` })).ok).toBe(true)
      expect(await hasOrder(cartId)).toBe(true)
      const events = await shop.database.db
        .selectFrom('payment_event')
        .select('cause')
        .where('attempt_id', '=', id)
        .orderBy('id')
        .execute()
      expect(events.at(-1)?.cause).toBe('resolved by W123, paid: Seen in the portal')
    })

    /** A payment that was ended after a day without an answer. */
    async function endedUnverified() {
      const payment = await lost()
      const switchOn = await shop.switchOffSandbox()
      shop.clock.advance(hours(24) + minutes(2))
      await shop.services.checkout.reconcile()
      expect((await attemptOf(payment.cartId)).state).toBe('Expired')
      await switchOn()
      return payment
    }
    const unverified = (id: string) =>
      shop.database.db.selectFrom('unverified_payment').selectAll().where('attempt_id', '=', id).executeTakeFirst()
    const orphanedPayment = (id: string) =>
      shop.database.db.selectFrom('late_money').selectAll().where('attempt_id', '=', id).executeTakeFirst()

    test('an unverified ended payment as paid: it is refunded, without an order', async () => {
      const { cartId, id } = await endedUnverified()
      const providerRef = shop.sandbox().movements(id)[0]?.payment ?? expect.fail('nothing was taken')
      expect(heldFor(id)).toBe(49_50)
      expect(await resolve(id, { kind: 'paid', providerRef })).toEqual({ ok: true, value: null })
      expect([await orphanedPayment(id), await hasOrder(cartId)]).toEqual([
        expect.objectContaining({ amount_cents: 49_50, provider_ref: providerRef, returned_at: null }),
        false,
      ])
      expect((await unverified(id))?.resolution).toBe('resolved by W123, paid: Seen in the portal')
      await shop.services.checkout.reverse(id, providerRef)
      expect([heldFor(id), (await orphanedPayment(id))?.returned_at]).toEqual([0, shop.clock.now()])
      expect(await resolve(id, { kind: 'paid', providerRef })).toMatchObject({
        problem: { code: 'nothing_to_resolve' },
      })
    })

    test('a payment that cannot be settled: it stays on the list and can be resolved again', async () => {
      const { id } = await endedUnverified()
      await sql`alter table late_money add constraint for_a_test check (provider_ref <> 'REF-FAILS')`.execute(
        shop.database.db,
      )
      const paid = { kind: 'paid', providerRef: 'REF-FAILS' } as const
      await expect(resolve(id, paid)).rejects.toThrow('for_a_test')
      expect([(await unverified(id))?.resolved_at, await orphanedPayment(id)]).toEqual([null, undefined])
      await sql`alter table late_money drop constraint for_a_test`.execute(shop.database.db)
      expect((await resolve(id, paid)).ok).toBe(true)
      expect([(await unverified(id))?.resolved_at, (await orphanedPayment(id))?.amount_cents]).toEqual([
        shop.clock.now(),
        49_50,
      ])
    })

    test('a payment refunded by hand: it is not reported as not charged', async () => {
      const { id } = await lost()
      expect((await resolve(id, { kind: 'returned' })).ok).toBe(true)
      const attempt = await shop.services.checkout.attempt(id)
      expect(await shop.services.checkout.charge(attempt ?? expect.fail('no payment'))).toBe('unverified')
      expect((await unverified(id))?.resolved_at).toEqual(shop.clock.now())
    })

    test('in the back office, with a logged reason; the payment leaves the list and the cart reopens', async () => {
      const { visitor, cartId, id } = await lost()
      const admin = await shop.colleague('administrator')
      await admin.openPanel('/office')
      const path = `/office/payment-exceptions/unknown-${id}`
      const page = await admin.staff('GET', path)
      expect(page.text).toContain('Resolve')
      const [, version = ''] = /name="version" value="([^"]*)"/.exec(page.text) ?? []
      const form = { intent: 'resolve', version, resolution: 'not-paid', providerRef: '', reason: '' }
      expect((await admin.panelForm(path, form)).status).toBe(400)
      expect((await attemptOf(cartId)).state).toBe('Unknown')
      const done = await admin.panelForm(path, { ...form, reason: 'Not in the gateway’s list' })
      expect([done.status, done.headers.location]).toEqual([303, '/office/payment-exceptions?done=resolve'])
      expect((await attemptOf(cartId)).state).toBe('Cancelled')
      expect((await visitor.add('LAMP-1')).productCount).toBe(2)
      expect((await admin.staff('GET', '/office/payment-exceptions')).text).not.toContain(id)
      const logged = await sql<{ row: string }>`select t::text as row from staff_audit t`.execute(shop.database.db)
      expect(logged.rows.map((one) => one.row).join('\n')).toContain('Not in the gateway’s list')
    })

    test('with a reference used by another payment: rejected, and nothing changes', async () => {
      const first = await lost()
      await resolve(first.id, { kind: 'paid', providerRef: 'REF-TWICE' })
      const second = await lost()
      expect(await resolve(second.id, { kind: 'paid', providerRef: 'REF-TWICE' })).toMatchObject({
        ok: false,
        problem: { code: 'reference_used' },
      })
      expect((await attemptOf(second.cartId)).state).toBe('Unknown')
      await resolve(second.id, { kind: 'returned' })
    })
  })
})
