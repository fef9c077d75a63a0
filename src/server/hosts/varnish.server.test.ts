import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestBrowser } from '../../testing/shop/browser.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'
import { invalidateCachedPages } from '../page-cache/invalidation.server.ts'
import { createPurger } from '../page-cache/purge.server.ts'
import { personalPaths } from './shop-cached-answers.server.ts'
import { reportedBy, telltale } from './telltale-pages-for-tests.ts'
import { freePorts } from '../../testing/shop/free-ports.ts'

/** The shop behind a real Varnish with `deploy/varnish/shop.vcl`. */

const written = readFileSync(join(import.meta.dirname, '../../../deploy/varnish/shop.vcl'), 'utf8')
const hasVarnish = spawnSync('varnishd', ['-V']).error === undefined

test('Varnish passes on the pages of one visitor, the same as the page cache', () => {
  const pattern = /"\^\(\?i\)(\/\(\(cart\|.*)"\) \{/.exec(written)?.[1]
  expect(pattern).toBe(personalPaths.source.slice(1).replaceAll(String.raw`\/`, '/'))
})

describe.skipIf(!hasVarnish)('the shop behind Varnish', () => {
  let shop: TestShop
  let varnish: ChildProcess
  let url: string
  const folder = mkdtempSync(join(tmpdir(), 'storefront-varnish-'))
  beforeAll(async () => {
    shop = await openTestShop({ pages: telltale, sandbox: false })
    const [port = 0] = await freePorts(1)
    url = `http://127.0.0.1:${port}`
    const file = join(folder, 'shop.vcl')
    writeFileSync(file, written.replace('.port = "3000"', `.port = "${new URL(shop.url).port}"`))
    const listen = ['-F', '-j', 'none', '-n', join(folder, 'varnish'), '-a', `127.0.0.1:${port}`, '-s', 'malloc,16m']
    varnish = spawn('varnishd', [...listen, '-f', file, '-p', 'http_gzip_support=off'], { stdio: 'ignore' })
    invalidateCachedPages(shop.services, createPurger({ urls: [`${url}/`], log: { warn: () => {} } }))
    await until(() =>
      fetch(`${url}/livez`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
  })
  afterAll(async () => {
    varnish.kill()
    await shop.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const browser = (app: 'aol' | 'wa' = 'aol') =>
    createTestBrowser({ shop: url, identity: '', staff: '' }, app, new Agent())
  const cached = (answer: { readonly headers: Record<string, unknown> }) => answer.headers['x-cache']

  test('a page is rendered once for everyone, with and without cookies, but once for each brand', async () => {
    const visitor = browser()
    const first = await visitor.send('GET', '/c/laundry')
    expect((await visitor.send('POST', '/api/cart/product/', { body: { sku: 'LAMP-1', quantity: 1 } })).status).toBe(
      200,
    )
    const second = await visitor.send('GET', '/c/laundry')
    expect([cached(first), cached(second)]).toEqual(['miss', 'hit'])
    expect(reportedBy(second)).toEqual(reportedBy(first))
    expect(reportedBy(second).cart).toBeNull()
    expect(reportedBy(await browser('wa').send('GET', '/c/laundry')).app).toBe('wa')
    expect(second.headers['xkey']).toBeUndefined()
  })

  test('the cart and calls are each visitor’s own', async () => {
    const [visitor, another] = [browser(), browser()]
    const put = await visitor.send('POST', '/api/cart/product/', { body: { sku: 'LAMP-1', quantity: 1 } })
    for (const path of ['/cart', '/CART?x=1'])
      expect(reportedBy(await visitor.send('GET', path)).cart).toBe(put.json<{ cartId: string }>().cartId)
    expect(reportedBy(await another.send('GET', '/cart')).cart).toBeNull()
    expect((await another.send('GET', '/api/cart/')).json<{ cartId: string }>().cartId).toMatch(/^0+-/)
  })

  test('a change of a price is seen at once, without waiting for the page to grow old', async () => {
    const visitor = browser()
    const made = async () => reportedBy(await visitor.send('GET', '/c/kitchen')).made
    const before = await made()
    expect(await made()).toBe(before)
    const product = shop.services.catalogue.productBySku('LAMP-1') ?? expect.fail('no such product')
    await shop.services.catalogue.setOffer(product.id, 'aol', { price: 12_300, rrp: null })
    await until(async () => (await made()) > before)
  })

  test('a page that stands in for a whole one is not stored, nor an error', async () => {
    const visitor = browser()
    for (const path of ['/fault', '/broken']) {
      const [first, second] = [await visitor.send('GET', path), await visitor.send('GET', path)]
      expect([first.status, second.status, cached(second)]).toEqual([500, 500, 'miss'])
    }
  })

  test('a purge without tags is refused with what is missing', async () => {
    const answer = await fetch(`${url}/`, { method: 'PURGE' })
    expect([answer.status, answer.statusText]).toEqual([400, 'xkey-purge is missing'])
  })
})
