import { expect, test } from 'vitest'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

/** Prices for many units in the shop of the trade, from the product page to the cart. */

const shop = sharedShop()

/** The page of a dishwasher that costs less from five on. */
async function openProduct(page: Page): Promise<void> {
  await page.goto(`${shop.address('wac')}/c/kitchen/dishwashers`, {
    waitUntil: 'domcontentloaded',
  })
  const links = await page
    .getByRole('article')
    .getByRole('heading')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  for (const link of links) {
    await page.goto(link, { waitUntil: 'domcontentloaded' })
    if ((await page.getByRole('table', { name: 'Volume prices' }).count()) > 0) return
  }
  throw new Error('nothing has prices for many units')
}

const dollars = (text: string): number => Number(/\$([\d,]+)/.exec(text)?.[1]?.replaceAll(',', ''))

test.each([
  [1440, true],
  [390, false],
])('five of a product cost what its table says, at %i px, with script: %s', async (width, javaScript) => {
  const { page, faults, close } = await visit({ width, height: 900, javaScript })
  await openProduct(page)
  if (javaScript) await isLive(page)
  const table = page.getByRole('table', { name: 'Volume prices' })
  expect(await table.getByRole('rowheader').allInnerTexts()).toEqual(['5 or more', '10 or more'])
  const [five = 0, ten = 0] = (await table.getByRole('cell').allInnerTexts()).map(dollars)
  expect(ten).toBeLessThan(five)
  if (javaScript) await expectAccessible(page)

  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('5')
  await page.locator('form#buy').getByRole('button', { name: 'Add to cart', exact: true }).click()
  if (javaScript) await page.getByRole('dialog', { name: /^Your cart/ }).waitFor()
  else await page.waitForURL('**/cart')
  await page.goto(`${shop.address('wac')}/cart`, { waitUntil: 'domcontentloaded' })
  await page.getByText(`5 at $${five.toLocaleString('en-AU')} each, volume price`).waitFor()
  const items = page.getByRole('complementary', { name: 'Summary' }).getByRole('definition').first()
  expect(dollars(await items.innerText())).toBe(five * 5)
  expect(faults).toEqual([])
  await close()
})
