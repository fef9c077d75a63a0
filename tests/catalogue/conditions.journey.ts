import { describe, expect, test } from 'vitest'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import { sharedShop } from '../support/shop-process.ts'

const shop = sharedShop()

const chips = (page: Page) => page.getByRole('list', { name: 'Selected filters' }).getByRole('link')
const labels = async (page: Page) =>
  (await chips(page).allInnerTexts()).map((text) => text.replaceAll('\n', ' ').replace('Remove filter', '').trim())

describe('lists by condition', () => {
  for (const width of [390, 1440])
    test(`the outlet’s home leads to the list of each condition, with as many products as it says, at ${width} px [WIDG-11]`, async () => {
      const { page, close } = await visit({ width, javaScript: false })
      await page.goto(shop.address('hc'))
      const link = page.getByRole('link', { name: /^See all \d+ items$/, description: 'Cosmetic Imperfection' })
      const count = Number(/\d+/.exec(await link.innerText())?.[0])
      expect(count).toBeGreaterThan(1)
      await link.click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(new URL(page.url()).searchParams.getAll('filter')).toEqual([
        'condition:CosmeticImperfection',
        'availability:available',
      ])
      expect(await labels(page)).toEqual(['Available', 'Cosmetic Imperfection', 'Clear all'])
      await page
        .getByText(new RegExp(`of ${count}$`))
        .first()
        .waitFor()
      await chips(page).filter({ hasText: 'Cosmetic Imperfection' }).click()
      expect(new URL(page.url()).searchParams.getAll('filter')).toEqual(['availability:available'])
      await close()
    })

  test('a search narrows to a condition by its filter', async () => {
    const { page, close } = await visit()
    await page.goto(`${shop.address('hc')}/search/fridge`)
    const filter = page.getByRole('complementary', { name: 'Filters' }).locator('details', { hasText: /^Condition/ })
    if ((await filter.getAttribute('open')) === null) await filter.locator('summary').click()
    await filter.getByRole('link', { name: /^Brand New Runout/ }).click()
    await chips(page).filter({ hasText: 'Brand New Runout' }).waitFor()
    expect(await labels(page)).toEqual(['Brand New Runout', 'Clear all'])
    expect(await page.getByRole('article').count()).toBeGreaterThan(0)
    await page.goto(`${shop.address('hc')}/products?filter=condition:CosmeticImperfection`)
    await chips(page).filter({ hasText: 'Cosmetic Imperfection' }).waitFor()
    await expectAccessible(page)
    await close()
  })
})
