import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, visit, visiting, type Locator, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import type { RunningShop } from '../support/shop-process.ts'
import { workerShop } from '../support/worker-shop.ts'

/** A product over the list that it is in. */

let shop: RunningShop

beforeAll(async () => {
  shop = await workerShop()
})

const fridges = '/c/kitchen/fridges'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Quick view' })

/** Opens a list, until its cards answer; returns its first card that can be bought. */
async function openList(page: Page, path = fridges): Promise<Locator> {
  await page.goto(`${shop.address('aol')}${path}`)
  await isLive(page)
  await page.locator('html[data-quick-view]').waitFor({ state: 'attached' })
  return page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Add to cart/ }) })
    .first()
}

const buttonOf = (card: Locator) => card.getByRole('button', { name: /^Quick view/ })
const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement)

describe.each([
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])('at $width px', (size) => {
  test('a product is looked at and put into the cart without leaving the list, and the focus returns to its card', async () => {
    await visiting(size, async ({ page }) => {
      const card = await openList(page)
      const price = await card.locator('[class*=price] p').first().innerText()
      const title = await card.getByRole('heading').innerText()
      const open = buttonOf(card)
      await card.hover()
      await expect.poll(() => open.evaluate((button) => getComputedStyle(button).opacity)).toBe('1')
      await expectAccessible(page)
      await open.click()
      const dialog = dialogOf(page)
      await dialog.getByRole('link', { name: 'See full details' }).waitFor()
      expect(await dialog.getByRole('heading', { level: 3 }).innerText()).toContain(title)
      expect(await dialog.locator('[class*=price] p').first().innerText()).toBe(price)
      await dialog.getByRole('img', { name: /^Rated \d\.\d out of 5$/ }).waitFor()
      expect(await dialog.getByRole('list', { name: 'Key facts' }).getByRole('listitem').count()).toBeGreaterThan(0)
      await dialog.getByRole('radio').nth(1).check()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

      await dialog.getByLabel('Quantity').fill('2')
      await dialog.getByRole('button', { name: 'Add to cart' }).click()
      const added = page.getByRole('dialog', { name: size.width < 768 ? 'Added to your cart' : 'Your cart (2)' })
      await added.waitFor()
      await dialog.waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await added.waitFor({ state: 'detached' })
      await expect.poll(() => hasFocus(open)).toBe(true)
      expect(new URL(page.url()).pathname).toBe(fridges)
    })
  })

  test('the keyboard reaches the button after the title; Escape and the back button close the dialog', async () => {
    await visiting(size, async ({ page }) => {
      const card = await openList(page, '/search/fridge')
      const open = buttonOf(card)
      await card.getByRole('heading').getByRole('link').focus()
      await page.keyboard.press('Tab')
      expect(await hasFocus(open)).toBe(true)
      await expect.poll(() => open.evaluate((button) => getComputedStyle(button).opacity)).toBe('1')
      const dialog = dialogOf(page)
      await page.keyboard.press('Enter')
      await dialog.getByRole('link', { name: 'See full details' }).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(await hasFocus(open)).toBe(true)
      await page.keyboard.press('Enter')
      await dialog.waitFor()
      await page.goBack()
      await dialog.waitFor({ state: 'detached' })
      expect(new URL(page.url()).pathname).toBe('/search/fridge')
      await open.press('Enter')
      await dialog.getByRole('link', { name: 'See full details' }).click()
      await page.waitForURL(/\/p\/[^/]+$/)
      await dialog.waitFor({ state: 'detached' })
    })
  })
})

test('while the product loads the dialog holds its place; a failure says so and can be tried again', async () => {
  await visiting({ width: 1440, height: 900 }, async ({ page }) => {
    const card = await openList(page)
    const answers: (() => Promise<void>)[] = []
    await page.route('**/quick-view', (route) => void answers.push(() => route.abort()))
    await buttonOf(card).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('status').filter({ hasText: 'Loading product' }).waitFor()
    await expectAccessible(page)
    const height = async () => (await dialog.boundingBox())?.height ?? 0
    const waiting = await height()
    await answers[0]?.()
    await dialog.getByRole('alert').getByText('The product could not be loaded.').waitFor()
    await expectAccessible(page)
    await page.unroute('**/quick-view')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('button', { name: 'Add to cart' }).waitFor()
    expect(Math.abs((await height()) - waiting)).toBeLessThan(16)
  })
})

test('a product that is sold out says so, and leads to its page', async () => {
  await visiting({ width: 1440, height: 900 }, async ({ page }) => {
    await page.goto(`${shop.address('aol')}/products?filter=availability:sold-out`)
    await page.locator('html[data-quick-view]').waitFor({ state: 'attached' })
    const card = page
      .getByRole('article')
      .filter({ has: page.getByRole('link', { name: /^See details/ }) })
      .first()
    await buttonOf(card).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('link', { name: 'See full details' }).waitFor()
    await dialog.getByText(/out of stock|no longer available|discontinued|not available/i).waitFor()
    expect(await dialog.getByRole('button', { name: 'Add to cart' }).count()).toBe(0)
    await expectAccessible(page)
  })
})

test('without script, and on a touch screen, a card has no such button', async () => {
  const plain = await visit({ width: 390, javaScript: false })
  await plain.page.goto(`${shop.address('aol')}${fridges}`)
  await plain.page.getByRole('article').first().waitFor()
  expect(await plain.page.getByRole('button', { name: /^Quick view/ }).count()).toBe(0)
  await plain.close()
  const touching = await visit({ width: 390, touch: true })
  const card = await openList(touching.page)
  expect(await buttonOf(card).count()).toBe(0)
  expect(touching.faults).toEqual([])
  await touching.close()
})
