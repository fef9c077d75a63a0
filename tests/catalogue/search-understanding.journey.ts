import { describe, expect, test } from 'vitest'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

const shop = sharedShop()

const phone = 390
const desktop = 1440
const field = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true })

describe('what a search understands', () => {
  const chips = (page: Page) => page.getByRole('list', { name: 'Selected filters' }).getByRole('link')

  for (const width of [phone, desktop])
    test(`prices, sizes and brands are chips that plain links remove, at ${width} px`, async () => {
      const { page, close } = await visit({ width, javaScript: false })
      await page.goto(`${shop.address('aol')}/search/${encodeURIComponent('Norrland fridge 60cm wide under $2,000')}`)
      const url = new URL(page.url())
      expect(url.pathname).toBe('/search/fridge')
      expect(url.searchParams.getAll('filter')).toEqual(['brand:norrland', 'width_mm:580-610', 'price:-2000'])
      await page.getByRole('heading', { level: 1, name: /Results for “fridge”/ }).waitFor()
      const links = chips(page)
      expect((await links.allInnerTexts()).map((text) => text.replaceAll('\n', ' ').trim())).toEqual([
        'Remove filter Norrland',
        'Remove filter Price up to $2,000',
        'Remove filter Width 580 mm to 610 mm',
        'Clear all',
      ])
      await chips(page).filter({ hasText: 'Norrland' }).click()
      expect(new URL(page.url()).searchParams.getAll('filter').toSorted()).toEqual(['price:-2000', 'width_mm:580-610'])
      await page.getByRole('article').first().waitFor()
      await close()
    })

  test('results have the filters of their category', async () => {
    const { page, close } = await visit()
    await page.goto(`${shop.address('aol')}/search/fridge?filter=energy_stars:4`)
    await isLive(page)
    const filters = page.getByRole('complementary', { name: 'Filters' })
    await filters
      .locator('summary, legend', { hasText: /^Energy rating$/ })
      .first()
      .waitFor()
    await filters.locator('summary', { hasText: /^Capacity$/ }).waitFor()
    expect(await chips(page).filter({ hasText: '4 stars' }).count()).toBe(1)
    await expectAccessible(page)
    await close()
  })

  test('a brand that is not stocked is named, and other words are searched for', async () => {
    const { page, close } = await visit()
    await page.goto(`${shop.address('aol')}/search/kitchenaid%20dishwasher`)
    await page.getByText('We do not stock KitchenAid. Here is what we have from other brands.').waitFor()
    expect(await page.getByRole('article').count()).toBeGreaterThan(0)
    await page.goto(`${shop.address('aol')}/search/kitchenaid`)
    await page.getByText('We do not stock KitchenAid.', { exact: true }).waitFor()
    expect(await page.getByRole('article').count()).toBe(0)
    await expectAccessible(page)
    await close()
  })

  test('help words lead to their page, without script too', async () => {
    const { page, close } = await visit({ javaScript: false })
    for (const [typed, path, heading] of [
      ['delivery', '/s/delivery-information', 'Delivery information'],
      ['What is your returns policy', '/s/returns-and-refunds', 'Returns and refunds'],
      ['How do I return something?', '/s/returns-and-refunds', 'Returns and refunds'],
      ['warranty', '/s/warranty-and-repairs', 'Warranty and repairs'],
      ['price match', '/s/price-match', 'Price match'],
    ] as const) {
      await page.goto(`${shop.address('aol-nz')}/s/privacy-policy`, { waitUntil: 'domcontentloaded' })
      await field(page).fill(typed)
      await field(page).press('Enter')
      await page.waitForURL(`**${path}`)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    }
    await close()
  })

  test('an empty result leads to the page that its words name', async () => {
    const { page, close } = await visit()
    await page.goto(`${shop.address('aol')}/search/${encodeURIComponent('refund my xylophone')}`)
    const said = page.getByRole('main').getByText('You may be looking for Returns and refunds.', { exact: true })
    await said.waitFor()
    await expectAccessible(page)
    await said.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Returns and refunds' }).waitFor()
    await close()
  })

  test('an empty result offers each chip and the words taken away, with what is left', async () => {
    const { page, close } = await visit()
    await page.goto(`${shop.address('aol')}/search/${encodeURIComponent('4 star dishwasher under 20')}`)
    await page.getByText('No results for “dishwasher” with all of these filters.', { exact: false }).waitFor()
    const relaxed = page.getByRole('list', { name: 'Remove a filter' }).getByRole('link')
    const texts = (await relaxed.allInnerTexts()).map((text) => text.replaceAll('\n', ' '))
    const without = texts.find((text) => text.startsWith('Without Price up to $20'))
    expect(without).toMatch(/^Without Price up to \$20 \d+$/)
    await relaxed.filter({ hasText: 'Without Price up to $20' }).click()
    await page.waitForURL('**/search/dishwasher?filter=energy_stars%3A4')
    const count = Number(/\d+$/.exec(without ?? '')?.[0])
    await page.getByRole('heading', { level: 1, name: `Results for “dishwasher” ${count}` }).waitFor()
    await close()
  })
})
