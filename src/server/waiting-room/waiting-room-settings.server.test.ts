import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'

/** The waiting room with proxies in front, over https, and not set at all. */

const checkout = '/customer/checkout'
const env = { WAITING_ROOM_PER_MINUTE: '1', WAITING_ROOM_BURST: '1' }

describe('addresses', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ sandbox: false, env: { ...env, RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' } })
    await sql`update waiting_room set issued = 1000`.execute(shop.database.db)
  })
  afterAll(async () => shop.close())

  test('one address, or one /64, gets thirty tickets a minute; then the page asks again by itself', async () => {
    const carts: Visitor[] = []
    for (let at = 0; at < 31; at++) {
      const visitor = shop.visitor()
      await visitor.post('/api/cart/product/', { sku: 'LAMP-1', quantity: 1 }, from(`203.0.113.${at}`))
      carts.push(visitor)
    }
    const answers = await Promise.all(
      carts.map((visitor, at) => visitor.get(checkout, from(`2001:db8:1:1::${at + 1}`))),
    )
    const waits = answers.map(({ headers }) => Number(headers['refresh'] ?? 0))
    expect(waits.filter((seconds) => seconds > 0)).toHaveLength(1)
    const last = carts[waits.findIndex((seconds) => seconds > 0)] ?? expect.fail('nobody')
    expect((await last.get(checkout, from('2001:db8:1:1::99'))).text).toContain('in a moment')
    const call = await last.post('/api/checkout/avail', {}, from('2001:db8:1:1::99'))
    expect([call.status, Number(call.headers['retry-after']) > 0]).toEqual([503, true])
    expect((await last.get(checkout, from('2001:db8:1:2::1'))).text).toContain('You’re in the queue')
  })

  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
})

test('over https the cookies have the prefix __Host- and Secure', async () => {
  const shop = await openTestShop({ sandbox: false, env: { ...env, PUBLIC_URL: 'https://shop.example' } })
  await sql`update waiting_room set issued = 1000`.execute(shop.database.db)
  const visitor = shop.visitor()
  await visitor.add('LAMP-1')
  await until(async () => (await visitor.get(checkout)).text.includes('You’re in the queue'))
  await shop.close()
  expect([...visitor.cookies.keys()]).toContain('__Host-queue-ticket')
})

test('without the setting there is no queue, and no cookie', async () => {
  const shop = await openTestShop({ sandbox: false })
  await sql`update waiting_room set issued = 1000`.execute(shop.database.db)
  const visitor = shop.visitor()
  await visitor.add('LAMP-1')
  const answer = await visitor.get(checkout)
  const { rows } = await sql<{ serving: number }>`select serving from waiting_room`.execute(shop.database.db)
  await shop.close()
  expect([answer.text.includes('queue'), answer.headers['set-cookie']]).toEqual([false, undefined])
  expect(rows).toEqual([{ serving: 0 }])
})
