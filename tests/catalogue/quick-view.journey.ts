import { expect, test } from 'vitest'
import { expectAccessible, visit } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

/** A product over the list it is in: by mouse and by keyboard. */

const shop = sharedShop()

test('by mouse: pictures, price and facts over the list, and into the cart from there', async () => {
  const { page, faults, close } = await visit({ width: 1440 })
  await page.goto(`${shop.address('aol')}/c/laundry/washing-machines`)
  await isLive(page)
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Add to cart/ }) })
    .first()
  const title = await card.getByRole('link').first().innerText()
  const price = (
    await card
      .getByText(/^\$[\d,]+$/)
      .first()
      .innerText()
  ).trim()
  expect(await page.getByRole('button', { name: /^Quick view/ }).count()).toBe(0)
  // The button comes when the browser has had nothing else to do.
  const open = card.getByRole('button', { name: /^Quick view: / })
  await expect
    .poll(async () => {
      await page.mouse.move(0, 0)
      await card.hover()
      return open.count()
    })
    .toBe(1)
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Quick view' })
  await dialog.getByText(price, { exact: true }).first().waitFor()
  expect(await dialog.getByRole('link').first().innerText()).toContain(title)
  const pictures = dialog.getByRole('radio')
  await pictures.nth(1).check()
  expect(await pictures.nth(1).isChecked()).toBe(true)
  await expectAccessible(page)
  await dialog.getByLabel('Quantity').fill('2')
  await dialog.getByRole('button', { name: 'Add to cart' }).click()
  await page
    .getByRole('link', { name: /Cart.*2/ })
    .first()
    .waitFor()
  expect(new URL(page.url()).pathname).toBe('/c/laundry/washing-machines')
  expect(faults).toEqual([])
  await close()
})

test('by keyboard: the button stands in the focused card, and Escape leads back to it', async () => {
  const { page, faults, close } = await visit({ width: 1440 })
  await page.goto(`${shop.address('andoo')}/c/living/sofas`)
  await isLive(page)
  const link = page.getByRole('article').first().getByRole('link').first()
  const open = page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Quick view: / })
  await expect
    .poll(async () => {
      await link.focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      return open.count()
    })
    .toBe(1)
  await page.keyboard.press('Shift+Tab')
  expect(await open.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Quick view' })
  await dialog.getByRole('link', { name: 'See all details' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await open.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(faults).toEqual([])
  await close()
})
