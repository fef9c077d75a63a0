import { describe, expect, test } from 'vitest'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

const shop = sharedShop()

const field = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true })
const group = (page: Page, name: string) =>
  page.getByRole('listbox', { name: 'Suggestions' }).getByRole('group', { name })

async function openField(page: Page): Promise<void> {
  if (!(await field(page).isVisible())) await page.getByRole('button', { name: 'Search', expanded: false }).click()
  await field(page).focus()
}

describe('before anything is typed', () => {
  for (const width of [390, 1440])
    test(`the field offers popular searches and this browser’s own, which one press forgets, at ${width} px`, async () => {
      const { page, close } = await visit({ width })
      await page.goto(`${shop.address('andoo')}/search/armchair`)
      await isLive(page)
      // The page remembers the search after it has been painted.
      await expect.poll(() => page.evaluate(() => localStorage.getItem('recentTerms'))).toBe('["armchair"]')
      await page.goto(shop.address('andoo'))
      await isLive(page)
      await openField(page)
      await group(page, 'Recent searches').getByRole('option', { name: 'armchair' }).waitFor()
      const popular = group(page, 'Popular searches').getByRole('option')
      expect(await popular.count()).toBeGreaterThan(3)
      expect(await popular.allInnerTexts()).not.toContain('armchair')
      const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
      await page
        .getByRole('search', { name: 'Search', exact: true })
        .getByText(`${await options.count()} suggestions`)
        .waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Clear recent searches' }).click()
      await group(page, 'Recent searches').waitFor({ state: 'detached' })
      expect(await page.evaluate(() => localStorage.getItem('recentTerms'))).toBeNull()
      await field(page).press('ArrowDown')
      const first = await popular.first().innerText()
      expect(await popular.first().getAttribute('aria-selected')).toBe('true')
      await field(page).press('Enter')
      await page.waitForURL(`**/search/${encodeURIComponent(first)}`)
      await close()
    })
})

test('while typing, searches and help are there before the shop has answered', async () => {
  const { page, close } = await visit()
  await page.goto(shop.address('aol'))
  await isLive(page)
  await openField(page)
  await group(page, 'Popular searches').waitFor()
  // The shop never answers: what is shown is what the browser knows.
  await page.route('**/api/v3/search/products?**', () => {})
  await field(page).fill('heat')
  await group(page, 'Searches').getByRole('option', { name: 'heat pump dryer' }).waitFor()
  await field(page).fill('deliv')
  const help = group(page, 'Help').getByRole('option', { name: 'Delivery information' })
  expect(await help.getAttribute('href')).toBe('/s/delivery-information')
  await close()
})

describe('a page of results', () => {
  for (const javaScript of [true, false])
    test(`keeps its words in the header, and one click clears them, ${javaScript ? 'with' : 'without'} script`, async () => {
      const { page, close } = await visit({ javaScript })
      await page.goto(`${shop.address('aol')}/search/coffee%20table`)
      if (javaScript) await isLive(page)
      expect(await field(page).inputValue()).toBe('coffee table')
      await page.getByRole('link', { name: 'Clear search' }).click()
      if (!javaScript) await page.waitForURL('**/products')
      await expect.poll(() => field(page).inputValue()).toBe('')
      await close()
    })

  test('keeps the words of the next search', async () => {
    const { page, close } = await visit()
    await page.goto(`${shop.address('aol')}/search/coffee%20table`)
    await isLive(page)
    await field(page).fill('red kettle')
    await field(page).press('Enter')
    await page.waitForURL('**/search/red%20kettle')
    await expect.poll(() => field(page).inputValue()).toBe('red kettle')
    await page.goBack()
    await expect.poll(() => field(page).inputValue()).toBe('coffee table')
    await close()
  })
})
