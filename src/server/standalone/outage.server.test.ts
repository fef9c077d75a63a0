import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FaultyProxy } from '../../../fault-injection/faulty-proxy.ts'
import { openProxiedDatabase } from '../../../tests/support/database-proxy.ts'
import type { PageRenderer } from '../../app/rendering/page-renderer.ts'
import { pageFailureContext } from '../../app/rendering/page-slot.ts'
import { openPostgres } from '../../platform/database/database.server.ts'
import { migrate } from '../../platform/database/migrate.server.ts'
import { readMigrations } from '../../platform/database/migration-files.server.ts'
import { isServerHere, type DatabaseEngine } from '../../testing/database.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'

/** What the shop answers while its PostgreSQL server cannot be reached: every connection to it is cut, and no new one is taken. */

const root = join(import.meta.dirname, '../../..')

/** A database with tables, on the server behind the proxy. */
const engineAt = (url: string): DatabaseEngine => ({
  name: 'PostgreSQL',
  async open(content) {
    const database = await openPostgres(url, 4)
    await migrate(database, readMigrations(join(root, 'migrations')))
    await content?.insert(database)
    return Object.assign(database, { openAgain: null, url: null })
  },
})

let shop: TestShop

/** Pages in the place of the router's: of products, from the database, and of categories, from memory. */
const pages: PageRenderer = async (request, context) => {
  const { pathname } = new URL(request.url)
  try {
    if (!pathname.startsWith('/c/')) await shop.database.db.selectFrom('product').select('sku').limit(1).execute()
    const headers = { 'cache-control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=60' }
    return new Response('<!DOCTYPE html><title>A page</title>', { headers })
  } catch (error) {
    const failure = context.get(pageFailureContext)
    if (failure !== null) failure.cause = error
    return new Response('<!DOCTYPE html><title>Something went wrong</title>', { status: 500 })
  }
}

describe.skipIf(!(await isServerHere()))('while the database is away', () => {
  let proxy: FaultyProxy
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await openProxiedDatabase()
    proxy = database.proxy
    drop = () => database.drop()
    const env = { WAITING_ROOM_PER_MINUTE: '600' }
    shop = await openTestShop({ engine: engineAt(database.url), env, pages, sandbox: false })
  }, 60_000)
  afterAll(async () => {
    proxy.mend()
    await shop.close()
    await drop()
  })

  const htmlOf = (path: string) => shop.visitor().get(path)

  test('pages that were seen before and pages from memory are served, however old', async () => {
    expect((await htmlOf('/p/reading-lamp')).status).toBe(200)
    proxy.fail('refused')
    expect((await htmlOf('/p/reading-lamp')).status).toBe(200)
    expect((await htmlOf('/c/lighting')).status).toBe(200)
    // Past the time for which it may be stale.
    await shop.advance(3_600_000)
    expect((await htmlOf('/p/reading-lamp')).status).toBe(200)
  })

  test('a page that needs it is a 503 with Retry-After, in the look of its brand', async () => {
    proxy.fail('refused')
    const page = await htmlOf('/p/floor-lamp')
    expect([page.status, page.headers['retry-after'], page.headers['cache-control']]).toEqual([
      503,
      '30',
      'private, no-store',
    ])
    expect(page.text).toContain('We can’t show this page right now')
    expect(page.text).toContain('Appliances')
    expect(page.headers['content-security-policy']).toContain("default-src 'self'")
    const titles = await Promise.all(
      ['/cart', '/customer/checkout', '/account/orders'].map(async (path) => (await htmlOf(path)).text),
    )
    expect(titles.map((text) => /<h1>([^<]*)/.exec(text)?.[1])).toEqual([
      'We can’t show your cart right now',
      'The checkout is paused',
      'We can’t show your account right now',
    ])
    expect(titles[1]).toContain('Your cart is saved.')
  })

  test('data of a page send the browser to its document, which says what is wrong', async () => {
    proxy.fail('refused')
    const answer = await shop.visitor().get('/p/desk-lamp.data?x=1&_routes=routes%2Fproduct%2Fproduct')
    expect([answer.status, answer.headers['x-remix-redirect'], answer.headers['x-remix-reload-document']]).toEqual([
      204,
      '/p/desk-lamp?x=1',
      'true',
    ])
  })

  test('those who wait for their turn see that the checkout is paused, and go on where they were', async () => {
    proxy.mend()
    const visitor = shop.visitor()
    await until(async () => (await visitor.post('/api/cart/product/', { sku: 'LAMP-1', quantity: 1 })).status === 200)
    await sql`update waiting_room set issued = 100000`.execute(shop.database.db)
    const inQueue = 'You’re in the queue'
    expect((await visitor.get('/customer/checkout')).text).toContain(inQueue)
    proxy.fail('refused')
    await until(async () => (await visitor.get('/customer/checkout')).status === 503)
    const paused = await visitor.get('/customer/checkout')
    expect([paused.headers['retry-after'], paused.text.includes('The checkout is paused')]).toEqual(['30', true])
    const call = await visitor.post('/api/checkout/avail', {})
    expect([call.status, call.json<{ errors: { code: string }[] }>().errors[0]?.code]).toEqual([503, 'unavailable'])
    proxy.mend()
    const ticket = visitor.cookies.get('queue-ticket')
    await until(async () => (await visitor.get('/customer/checkout')).text.includes(inQueue))
    expect(visitor.cookies.get('queue-ticket')).toBe(ticket)
  })

  test('a call is a 503 with Retry-After in the one envelope, and works again afterwards', async () => {
    proxy.fail('refused')
    const call = await shop.visitor().post('/api/cart/product/', { sku: 'LAMP-1', quantity: 1 })
    expect([call.status, call.headers['retry-after'], call.headers['cache-control']]).toEqual([503, '30', 'no-store'])
    expect(call.json<{ errors: object[] }>().errors).toEqual([
      {
        code: 'unavailable',
        field: null,
        message: 'We can’t do this right now. What you typed is still here. Please try again in a minute.',
      },
    ])
    proxy.mend()
    await until(async () => (await htmlOf('/p/floor-lamp')).status === 200)
    expect((await shop.visitor().post('/api/cart/product/', { sku: 'LAMP-1', quantity: 1 })).status).toBeLessThan(300)
  })
})
