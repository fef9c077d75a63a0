import { expect, test } from 'vitest'
import { visit, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

/** Which parts of a brand's fonts a page brings (decision 0073). */

const shop = sharedShop()
const phone = { width: 390, height: 844, hasColdCache: true }
const fridges = '/c/kitchen/fridges'

/** The parts of fonts that a page has fetched when its texts are laid out: 'nunito-basic'. */
async function fontsOf(page: Page, address: string): Promise<string[]> {
  await page.goto(address, { waitUntil: 'load' })
  await isLive(page)
  return page.evaluate(async () => {
    await document.fonts.ready
    const files = performance
      .getEntriesByType('resource')
      .map(({ name }) => /([a-z-]+-(?:basic|rest|macrons))-[^/]+\.woff2$/.exec(name)?.[1])
    return [...new Set(files)].filter((file) => file !== undefined)
  })
}

test.each([
  ['aol', ['figtree-basic']],
  ['andoo', ['nunito-basic']],
  ['hc', ['archivo-basic']],
])('home, list and product of %s need the first part of the font alone', async (app, parts) => {
  const { page, close } = await visit(phone)
  expect(await fontsOf(page, `${shop.address(app)}/`)).toEqual(parts)
  expect(await fontsOf(page, `${shop.address(app)}${fridges}`)).toEqual(parts)
  const links = page
    .getByRole('region', { name: 'Products' })
    .getByRole('article')
    .getByRole('heading')
    .getByRole('link')
  const path = await links.first().getAttribute('href')
  expect(await fontsOf(page, `${shop.address(app)}${path}`)).toEqual(parts)
  await close()
})
