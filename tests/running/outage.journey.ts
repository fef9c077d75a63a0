import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isServerHere } from '../../src/testing/database.ts'
import { expectAccessible, visiting, type Page } from '../support/browser.ts'
import { confirmedOrder, fillCard, fillGuest, isLive, placeOrder, sydneyGuest } from '../support/checkout.ts'
import { openProxiedDatabase, type ProxiedDatabase } from '../support/database-proxy.ts'
import { startOn } from '../support/shop-process.ts'

/** A shopper while PostgreSQL is away: every connection of the running shop to it is cut, and no new one is taken. */

const whole = { pages: true, checkout: true, signIn: true, backOffice: true, jobs: true }

/** Pages of one visitor, and forms. */
const personal = /^\/(account|cart|customer|wishlists|order|project|api)/

describe.skipIf(!(await isServerHere()))('while the database is away', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'storefront-outage-'))
  let database: ProxiedDatabase
  let shop: Awaited<ReturnType<typeof startOn>>
  beforeAll(async () => {
    database = await openProxiedDatabase()
    // Pictures are the same in all shops, and take longer to be made than pages.
    cpSync(join(process.env['FIRST_DATA'] ?? '', 'media'), join(dataDir, 'media'), { recursive: true })
    // Without a page cache every page is rendered when it is requested, as it is on a process that nobody has seen it on before.
    shop = await startOn(dataDir, { DATABASE_URL: database.url, RATE_LIMITS: 'off', PAGE_CACHE_MB: '0' })
  })
  afterAll(async () => {
    database.proxy.mend()
    await shop.end()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  beforeEach(async () => {
    database.proxy.mend()
    await expect.poll(checkoutProbe).toBe(200)
  })

  /** Without a cart there is nothing to ask the database for. */
  const haveCart = async (page: Page) => {
    const sku = await page
      .getByRole('button', { name: /^Add to cart/ })
      .first()
      .getAttribute('value')
    const status = await page.evaluate(async (chosen) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ sku: chosen, quantity: 1 })
      return (await fetch('/api/cart/product/', { method: 'POST', headers, body })).status
    }, sku)
    expect(status).toBe(200)
  }

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${shop.port}${path}`, { headers, redirect: 'manual' })
  const checkoutProbe = async () => (await get('/readyz/checkout')).status

  test('the process stays in the balancer, says what works, and renders every page that is the same for all', async () => {
    const ready = await get('/readyz')
    expect([ready.status, await ready.json()]).toEqual([200, { ...whole, status: 'ready' }])
    const addresses = new Set<string>()
    for (const page of ['/', '/c/kitchen/fridges', '/blog'])
      for (const [, href = ''] of (await (await get(page)).text()).matchAll(/<a [^>]*?href="(\/[^"#]*)"/g))
        if (!personal.test(href)) addresses.add(href.replaceAll('&amp;', '&'))
    expect(addresses.size).toBeGreaterThan(100)
    database.proxy.fail('refused')
    await expect.poll(checkoutProbe).toBe(503)
    const degraded = await get('/readyz')
    expect([degraded.status, await degraded.json()]).toEqual([
      200,
      { status: 'degraded', pages: true, checkout: false, signIn: false, backOffice: false, jobs: false },
    ])
    const failed: string[] = []
    for (const address of addresses)
      for (const cookie of ['', 'cart=somebody; visitor=somebody']) {
        const { status } = await get(address, { cookie })
        if (status >= 400) failed.push(`${address} ${cookie} ${status}`)
      }
    expect(failed).toEqual([])
  })

  test.each([390, 1440])('browsing goes on, and a page that cannot be shown opens by itself, at %i px', (width) =>
    visiting({ width }, async ({ page }) => {
      const at = (path: string) => `${shop.address('fk')}${path}`
      await page.goto(at('/c/kitchen/fridges'), { waitUntil: 'domcontentloaded' })
      await isLive(page)
      await haveCart(page)
      database.proxy.fail('refused')
      await expect.poll(checkoutProbe).toBe(503)
      await page.goto(at('/c/kitchen/fridges'), { waitUntil: 'domcontentloaded' })
      // One that no pointer was over: what has been read of a product stays in memory.
      const product = page.getByRole('article').last().getByRole('heading').getByRole('link')
      await page.goto(at((await product.getAttribute('href')) ?? ''))
      // Its price and pictures are in memory; what is not is said.
      await page.getByText('We can’t show everything about this product right now.').waitFor()
      expect(
        await page
          .getByRole('main')
          .getByText(/^\$[\d,.]+$/)
          .count(),
      ).toBeGreaterThan(0)
      await page.getByRole('button', { name: 'Add to cart', exact: true }).waitFor()
      await expectAccessible(page)

      const answer = await page.goto(at('/cart'))
      expect([answer?.status(), answer?.headers()['retry-after']]).toEqual([503, '30'])
      await page.getByRole('heading', { name: 'We can’t show your cart right now', level: 1 }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Keep browsing' }).click()
      await page.waitForURL('**/products', { waitUntil: 'domcontentloaded' })
      await page.goto(at('/cart'))
      database.proxy.mend()
      // It asks every ten seconds; coming back to the tab asks at once.
      await expect.poll(checkoutProbe).toBe(200)
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await page.getByRole('heading', { name: 'Your cart', level: 1 }).waitFor()
    }),
  )

  test('a link to a page that cannot be shown leads to the page that says so', () =>
    visiting({}, async ({ page }) => {
      await page.goto(`${shop.address('wa')}/c/kitchen/fridges`, { waitUntil: 'domcontentloaded' })
      await page.locator('html[data-whole]').waitFor({ state: 'attached' })
      await haveCart(page)
      database.proxy.fail('refused')
      await expect.poll(checkoutProbe).toBe(503)
      await page.evaluate(() => {
        const link = document.createElement('a')
        link.href = '/cart?from=list'
        link.textContent = 'A cart'
        document.querySelector('main')?.prepend(link)
      })
      await page.getByRole('link', { name: 'A cart', exact: true }).click()
      await page.getByRole('heading', { name: 'We can’t show your cart right now', level: 1 }).waitFor()
      expect(new URL(page.url()).search).toBe('?from=list')
      await page.goBack()
      await page.getByRole('region', { name: 'Products' }).waitFor()
      database.proxy.mend()
      await expect.poll(checkoutProbe).toBe(200)
    }))

  test('the checkout says so, keeps what is typed, and goes on afterwards', () =>
    visiting({}, async ({ page }) => {
      const at = (path: string) => `${shop.address('aol')}${path}`
      await page.goto(at('/c/kitchen/fridges'))
      await isLive(page)
      await page
        .getByRole('button', { name: /^Add to cart/ })
        .first()
        .click()
      await page
        .getByRole('dialog', { name: /Your cart/ })
        .getByRole('link', { name: 'Checkout' })
        .click()
      await page.getByRole('heading', { name: 'Checkout', exact: true }).waitFor()
      await isLive(page)
      await fillGuest(page, sydneyGuest)
      await fillCard(page, { number: '4111 1111 1111 1111' })
      database.proxy.fail('refused')
      await expect.poll(checkoutProbe).toBe(503)
      await placeOrder(page)
      await page
        .getByText(/Please try again in a minute\./)
        .first()
        .waitFor()
      expect(await page.getByLabel('Email').inputValue()).toBe(sydneyGuest.email)
      expect(await page.getByLabel('Street address').inputValue()).toBe(sydneyGuest.street)
      database.proxy.mend()
      await expect.poll(checkoutProbe).toBe(200)
      await placeOrder(page)
      expect(await confirmedOrder(page)).toMatch(/^W\d{8}$/)

      database.proxy.fail('refused')
      await expect.poll(checkoutProbe).toBe(503)
      expect((await page.goto(at('/customer/checkout')))?.status()).toBe(503)
      await page.getByRole('heading', { name: 'The checkout is paused', level: 1 }).waitFor()
      await page.getByText('Your cart is saved.').waitFor()
      database.proxy.mend()
      await expect.poll(checkoutProbe).toBe(200)
    }))
})
