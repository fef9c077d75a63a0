import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkoutOf, codeOf, result } from '../modules/checkout/internal/payments-for-tests.ts'
import { seconds } from '../platform/clock.ts'
import { databaseEngines } from '../testing/database.ts'
import { openDays } from '../testing/shop/delivery-days.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import { testCard } from '../testing/shop/merchant.ts'
import { until } from '../testing/shop/until.ts'

/** What `/metrics` says while people buy, providers fail and jobs wait: over HTTP, against the sandbox, on every engine there is. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine })
    await openDays(shop, { last: '2026-12-10' })
  })
  afterAll(async () => shop.close())

  const { ordersOf, shopperWith, notice } = checkoutOf(() => shop)

  /** The value of a series, which is 0 before it exists. */
  async function metric(series: string): Promise<number> {
    const lines = (await shop.visitor().get('/metrics')).text.split('\n')
    return Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length + 1) ?? 0)
  }

  /** How much series grow while something happens. */
  async function growth(series: readonly string[], happens: () => Promise<unknown>): Promise<number[]> {
    const before = await Promise.all(series.map(metric))
    await happens()
    return (await Promise.all(series.map(metric))).map((value, at) => value - (before[at] ?? 0))
  }

  test('an order: carts and their value, calls of the provider, payment, order, mail that waits', async () => {
    const visitor = await shopperWith('WM-1')
    await visitor.cart()
    expect([await metric('carts_open{app="aol"}'), await metric('carts_value_cents{app="aol"}')]).toEqual([1, 999_00])
    const series = [
      'orders_placed_total{app="aol",method="card"}',
      'payments_settled_total{provider="card",state="Approved"}',
      'outgoing_call_duration_seconds_count{provider="card",operation="payments",outcome="answered"}',
      'jobs{queue="order-placed",state="created"}',
    ]
    const body = await visitor.order({ card: await shop.card() })
    expect(await growth(series, () => visitor.submit(body))).toEqual([1, 1, 1, 1])
    expect(await metric('carts_open{app="aol"}')).toBe(0)
    await sql`update pgboss.job set created_on = created_on - interval '5 minutes' where name = 'order-placed'`.execute(
      shop.database.db,
    )
    expect(await metric('job_oldest_seconds{queue="order-placed"}')).toBeGreaterThanOrEqual(300)
    expect(await metric('metrics_reading_up{reading="jobs"}')).toBe(1)
  })

  test('declined payments and refused checkouts by their reason', async () => {
    const declined = await shopperWith('LAMP-1')
    const refused = [
      'payments_settled_total{provider="card",state="Declined"}',
      'checkout_refusals_total{app="aol",code="payment_refused"}',
    ]
    const card = await shop.card({ holder: 'NOT_ENOUGH_BALANCE' })
    expect(await growth(refused, async () => declined.submit(await declined.order({ card })))).toEqual([1, 1])

    const visitor = await shopperWith('LAMP-1')
    const body = await visitor.order({ card: await shop.card() })
    await sql`update stock set quantity = 0 where product_id = (select id from product where sku = 'LAMP-1')`.execute(
      shop.database.db,
    )
    const stock = ['checkout_refusals_total{app="aol",code="out_of_stock"}']
    expect(await growth(stock, async () => expect(codeOf(await visitor.submit(body))).toBe('out_of_stock'))).toEqual([
      1,
    ])
  })

  test('a notice that is stored and not acted on, and how long it took', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ card: await shop.card({ number: testCard.challenged }) })
    await shop.settleNotices()
    const { paymentReference } = result(await visitor.submit(body))
    expect(await metric('payments_open{provider="card",state="Pending"}')).toBe(1)
    await notice(paymentReference ?? '')
    await shop.advance(seconds(45))
    expect(await metric('webhooks_open_oldest_seconds')).toBe(45)
    const delays = [
      'webhook_delay_seconds_count{provider="card"}',
      'webhook_delay_seconds_bucket{le="30",provider="card"}',
    ]
    expect(await growth(delays, () => shop.services.checkout.webhooks.work())).toEqual([1, 0])
    expect([await metric('webhooks_open'), await metric('payments_open{provider="card",state="Pending"}')]).toEqual([
      0, 0,
    ])
  })

  test('a refund is open until its provider confirms it', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ card: await shop.card() })
    await visitor.submit(body)
    await shop.settleNotices()
    const [order] = await ordersOf(body.cartId)
    await shop.services.orders.cancellations.cancel({
      orderId: order?.id ?? '',
      lines: null,
      expected: null,
      key: 'a-refund',
      actor: { kind: 'system' },
    })
    expect([await metric('refunds_open{state="due"}'), await metric('refunds_open{state="stuck"}')]).toEqual([1, 0])
    const cents = await metric('refunds_open_cents{state="due"}')
    const series = [
      'refunds_total{provider="card",outcome="done"}',
      'refunded_cents_total{provider="card",currency="AUD"}',
      'refunds_open{state="due"}',
    ]
    expect(await growth(series, () => shop.services.orders.refunds.work())).toEqual([1, cents, -1])
    expect(cents).toBeGreaterThanOrEqual(999_00)
  })

  test('a provider that fails: calls without an answer, then an open breaker and a provider that is not offered', async () => {
    expect([
      await metric('payment_provider_up{provider="zip"}'),
      await metric('payment_provider_breaker_open{provider="zip"}'),
    ]).toEqual([1, 0])
    const restore = await shop.switchOffSandbox()
    try {
      await until(async () => {
        await shop.services.payments.watch()
        shop.clock.advance(seconds(2))
        return (await metric('payment_provider_up{provider="zip"}')) === 0
      })
      const unanswered = 'outgoing_call_duration_seconds_count{provider="zip",operation="health",outcome="unreachable"}'
      expect(await metric(unanswered)).toBeGreaterThanOrEqual(5)
      expect(await metric('payment_provider_breaker_open{provider="zip"}')).toBe(1)
    } finally {
      await restore()
    }
  })

  test('connections of the pool, and how long was waited for one', async () => {
    expect(await metric('database_pool_max')).toBeGreaterThan(0)
    expect(await metric('database_pool_size')).toBeGreaterThan(0)
    const waits = ['database_connection_wait_seconds_count']
    const read = () => shop.database.db.selectFrom('warehouse').select('code').execute()
    const [waited = 0] = await growth(waits, read)
    expect(waited).toBeGreaterThan(0)
  })

  test.runIf(engine.name === 'PostgreSQL')('sessions that wait for a lock', async () => {
    const { database } = shop
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: held, resolve: hold } = Promise.withResolvers<void>()
    const lock = sql`select pg_advisory_xact_lock(4711)`
    const holder = database.transaction(async (tx) => {
      await lock.execute(tx)
      hold()
      await released
    })
    await held
    const waiter = database.transaction(async (tx) => lock.execute(tx))
    try {
      await until(async () => (await metric('database_lock_waits')) === 1)
      expect(await metric('database_lock_wait_oldest_seconds')).toBeGreaterThanOrEqual(0)
    } finally {
      release()
      await Promise.all([holder, waiter])
    }
    expect(await metric('database_lock_waits')).toBe(0)
  })
})
