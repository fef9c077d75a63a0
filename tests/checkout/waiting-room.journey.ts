import { Agent } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestBrowser, type TestBrowser } from '../../src/testing/shop/browser.ts'
import { expectAccessible, visiting, type Page } from '../support/browser.ts'
import {
  chosenDate,
  confirmedOrder,
  deliveryDates,
  fillCard,
  fillGuest,
  isLive,
  orderButton,
  placeOrder,
  sydneyGuest,
} from '../support/checkout.ts'
import { startShop, type RunningShop } from '../support/shop-process.ts'

/** A sale day: shoppers wait for their turn, are let in by themselves, and order (decision 0083). */

let shop: RunningShop
beforeAll(async () => {
  // A turn every three seconds.
  shop = await startShop({ RATE_LIMITS: 'off', WAITING_ROOM_PER_MINUTE: '20', WAITING_ROOM_BURST: '1' })
})
afterAll(async () => shop.stop())

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const

const title = 'You’re in the queue for the checkout'
const isSold: string[] = []

async function withCart(): Promise<TestBrowser> {
  const guest = createTestBrowser(shop.urls, 'aol', new Agent())
  if (isSold.length === 0) {
    const list = await guest.send('GET', '/api/v2/listing?type=category&uri=small-appliances')
    isSold.push(...list.json<{ products: readonly { sku: string }[] }>().products.map(({ sku }) => sku))
  }
  for (const sku of isSold) {
    const added = await guest.send('POST', '/api/cart/product/', { body: { sku, quantity: 1 } })
    if (added.status === 200) return guest
  }
  throw new Error('Nothing can be added to a cart.')
}

/** So many others are ahead of whoever comes next. */
async function othersCome(count: number): Promise<void> {
  const others = await Promise.all(Array.from({ length: count }, withCart))
  for (const other of others) await other.send('GET', '/customer/checkout')
}

async function goToCheckout(page: Page): Promise<void> {
  const origin = shop.address('aol')
  const guest = await withCart()
  await page.context().addCookies([...guest.cookies].map(([name, value]) => ({ name, value, url: origin })))
  await page.goto(`${origin}/customer/checkout`)
}

/** What the page shows under a label. */
const shown = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd').innerText()

const isCheckout = (page: Page) =>
  page.getByRole('heading', { name: 'Checkout', exact: true }).waitFor({ timeout: 80_000 })

describe.each(sizes)('at $width px', (size) => {
  test('a shopper waits, keeps the place, is let in without doing anything, and orders', async () => {
    await visiting(size, async ({ page }) => {
      await othersCome(6)
      await goToCheckout(page)
      await page.getByRole('heading', { name: title }).waitFor()
      const place = Number(await shown(page, 'Your place'))
      expect(place).toBeGreaterThan(1)
      expect(await shown(page, 'Your wait')).toMatch(/^(less than a|about 1) minute$/)
      expect(await shown(page, 'Ahead of you')).toMatch(/^\d+ (person|people)$/)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await expectAccessible(page)
      await page.reload()
      await page.getByRole('heading', { name: title }).waitFor()
      expect(Number(await shown(page, 'Your place'))).toBeLessThanOrEqual(place)

      await isCheckout(page)
      await isLive(page)
      await fillGuest(page, sydneyGuest)
      await deliveryDates(page).waitFor()
      await fillCard(page, { number: '4111 1111 1111 1111' })
      await placeOrder(page)
      expect(await confirmedOrder(page)).toMatch(/^W\d{8}$/)
    })
  })

  test('without script the page asks again by itself, and is the checkout at the turn', async () => {
    await visiting({ ...size, javaScript: false }, async ({ page }) => {
      await othersCome(3)
      await goToCheckout(page)
      await page.getByRole('heading', { name: title }).waitFor()
      await isCheckout(page)
      expect(await page.getByRole('main').innerText()).toContain('Email')
    })
  })
})

test('a screen reader hears the place when it changes, and the tab says where it is', async () => {
  await visiting(sizes[0], async ({ page }) => {
    await othersCome(6)
    await goToCheckout(page)
    const live = page.getByRole('status').filter({ hasText: 'Your place' })
    expect(await live.getAttribute('aria-live')).toBe('polite')
    const place = await shown(page, 'Your place')
    // The same document, written anew.
    await page.evaluate(() => document.documentElement.setAttribute('data-same', ''))
    await expect.poll(() => shown(page, 'Your place')).not.toBe(place)
    expect(await page.locator('html[data-same]').count()).toBe(1)
    expect(await page.title()).toContain(title)
  })
})

test('a shopper whose pass has ended while typing keeps everything, is told how long, and orders in their turn', async () => {
  await visiting(sizes[1], async ({ page, context }) => {
    await goToCheckout(page)
    await isCheckout(page)
    await isLive(page)
    await fillGuest(page, sydneyGuest)
    await deliveryDates(page).waitFor()
    await fillCard(page, { number: '4111 1111 1111 1111' })
    const day = await chosenDate(page).getAttribute('value')
    await context.clearCookies({ name: 'checkout-pass' })
    await othersCome(4)
    await placeOrder(page)
    const alert = page.getByRole('alert').filter({ hasText: 'there is a queue' })
    await alert.waitFor()
    expect(await alert.innerText()).toContain('Nothing was charged.')
    expect(await page.getByLabel('Email').inputValue()).toBe(sydneyGuest.email)
    expect(await page.getByLabel('Street address').inputValue()).toBe(sydneyGuest.street)
    expect(await chosenDate(page).getAttribute('value')).toBe(day)
    await expect
      .poll(
        async () => {
          if (page.url().includes('/customer/confirmation')) return true
          await orderButton(page)
            .click({ timeout: 3_000 })
            .catch(() => {})
          return false
        },
        { timeout: 80_000, interval: 2_000 },
      )
      .toBe(true)
    expect(await confirmedOrder(page)).toMatch(/^W\d{8}$/)
  })
})
