import { describe, expect, test } from 'vitest'
import { layoutShift, visiting, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

/** What stands on a page stays where it is while the rest comes: on a first visit, with a processor of a fourth of the speed. */

const shop = sharedShop()

/** The bound of "good" is 0.1; a tenth of it is what a shopper cannot see. */
const maxShift = 0.01

const pages: readonly (readonly [name: string, path: string])[] = [
  ['home', '/'],
  ['a list', '/c/kitchen/fridges'],
  ['a product', ''],
  ['a search without results', '/search/zzyzxq'],
  ['the cart', '/cart'],
  ['the checkout', '/customer/checkout'],
]

/** Puts a product into the cart; returns its path. */
const fillCart = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const card = [...document.querySelectorAll('main article')].find((one) => one.querySelector('form button') !== null)
    const sku = card?.querySelector<HTMLButtonElement>('form button')?.value
    const headers = { 'content-type': 'application/json' }
    await fetch('/api/cart/product/', { method: 'POST', headers, body: JSON.stringify({ sku, quantity: 1 }) })
    return card?.querySelector('h3 a')?.getAttribute('href') ?? ''
  })

describe.each(['aol', 'wa'] as const)('%s', (app) => {
  test.each([
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ])('nothing moves by itself at $width px', { timeout: 180_000 }, async (size) => {
    await visiting({ ...size, hasColdCache: true }, async ({ page, context }) => {
      await page.goto(`${shop.address(app)}/c/kitchen/fridges`)
      await isLive(page)
      const product = await fillCart(page)
      const devtools = await context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      const shifts: Record<string, number> = {}
      for (const [name, path] of pages) {
        await devtools.send('Network.clearBrowserCache')
        await page.goto(`${shop.address(app)}${path === '' ? product : path}`)
        await isLive(page)
        await page.waitForLoadState('networkidle')
        const shift = await layoutShift(page)
        if (shift > maxShift) shifts[name] = shift
      }
      expect(shifts).toEqual({})
    })
  })
})
