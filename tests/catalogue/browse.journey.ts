import { describe, expect, test } from 'vitest'
import { brands, type Brand } from '../../src/brands/brands.ts'
import { accessProblems, expectAccessible, frame, visit, type Page, type PageVisit } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { pageTypesOf } from '../support/page-types.ts'
import { sharedShop } from '../support/shop-process.ts'

const shop = sharedShop()

/** The model of some fridge, as the page shows it. */
async function someModel(): Promise<{ model: string; title: string }> {
  const { page, close } = await visit({ javaScript: false })
  await page.goto(`${shop.address('aol')}/c/kitchen/fridges/french-door-fridges`)
  await page.getByRole('article').nth(2).getByRole('link').first().click()
  const codes = await page.getByText(/^Model /).innerText()
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  await close()
  return { model: /^Model (.+?) ·/.exec(codes)?.[1] ?? '', title }
}

describe('finding', () => {
  test('a misspelt model number finds its product first', async () => {
    const { model, title } = await someModel()
    const letters = [...model]
    const at = letters.findIndex((letter) => /\d/.test(letter)) + 1
    const misspelt = letters.with(at, letters[at] === '9' ? '1' : '9').join('')
    const { page, faults, close } = await visit()
    await page.goto(shop.address('aol'))
    await isLive(page)
    await page.getByRole('combobox', { name: 'Search' }).fill(misspelt)
    await page
      .getByRole('option', { name: new RegExp(title.slice(0, 20)) })
      .first()
      .waitFor()
    await expectAccessible(page)
    await page.getByRole('combobox', { name: 'Search' }).press('Enter')
    await page.waitForURL('**/search/**')
    const first = page.getByRole('article').first()
    await first.waitFor()
    expect(title).toContain((await first.getByRole('heading').innerText()).trim())
    expect(faults).toEqual([])
    await close()
  })

  test('two facets filter a list by links alone, without JavaScript', async () => {
    const { page, close } = await visit({ javaScript: false })
    await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
    const before = await page.getByRole('article').count()
    const side = page.getByRole('complementary', { name: 'Filters' })
    const facet = (name: string) => side.getByRole('group').filter({ has: page.getByText(name, { exact: true }) })
    await facet('Category').getByRole('link').nth(1).click()
    await facet('Brand').getByRole('link').first().click()
    const chips = page.getByRole('list', { name: 'Selected filters' }).getByRole('link', { name: /^Remove filter/ })
    expect(await chips.count()).toBe(2)
    const titles = await page.getByRole('article').getByRole('heading').allInnerTexts()
    expect(titles.length).toBeGreaterThan(0)
    expect(titles.length).toBeLessThanOrEqual(before)
    await close()
  })

  test('a suburb chosen once shows dates and prices on cards and product page', async () => {
    const { page, faults, close } = await visit()
    await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
    await isLive(page)
    const asking = page.getByRole('button', { name: 'Check delivery' })
    await asking.first().click()
    const dialog = page.getByRole('dialog', { name: 'Set Your Delivery Location' })
    await dialog.waitFor()
    await expectAccessible(page)
    await dialog.getByRole('combobox', { name: 'Delivery Postcode' }).fill('3000')
    await dialog.getByRole('option', { name: '3000 Melbourne, VIC' }).click()
    await page.getByRole('button', { name: /Deliver to Melbourne 3000/ }).waitFor()
    const date = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ \w{3} · (FREE|\$\d+)/
    await page.getByText(date).first().waitFor()
    expect(await asking.count()).toBe(0)
    await page
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: /^Add to cart/ }) })
      .first()
      .getByRole('link')
      .first()
      .click()
    await page.getByRole('heading', { name: 'Your delivery location' }).waitFor()
    await page.getByRole('main').getByText(date).first().waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
    await close()
  })
})

describe('every page type, in every brand', () => {
  /** Looked at on a desktop too, which shows other things there and not only more of them beside each other. */
  const differOnADesktop = ['home', 'listing', 'product', 'checkout-empty']
  /** Where axe reads header and footer too: they are the same on all pages but the checkout's. */
  const hasOwnFrame = ['home', 'checkout-empty']
  /** What axe reads in every brand; it reads each of the others in the journey of its own module. */
  const readByAxe = [...differOnADesktop, 'brands', 'cart-empty', 'no-result', 'promotions', 'not-found', 'comparison']

  test.each(brands)(
    '$app has nothing that sticks out at 320 px, nothing of another brand, and nothing for axe or the console to say',
    async (brand) => {
      const visits = [await visit(), await visit()]
      const [first] = visits
      const types = first === undefined ? [] : [...(await pageTypesOf(first.page, shop.address(brand.app)))]
      const wrong: string[] = []
      // Two at a time, because there are two cores.
      const looking = visits.map(async (one) => {
        for (let type = types.shift(); type !== undefined; type = types.shift())
          wrong.push(...(await problemsOf(brand, one, type)))
        await one.close()
      })
      await Promise.all(looking)
      expect(wrong).toEqual([])
    },
  )

  test('the reference of the calls, which is the same in all brands, has nothing for axe to find either', async () => {
    const { page, close } = await visit()
    await page.goto(`${shop.address('aol')}/api-reference`)
    await expectAccessible(page)
    await close()
  })

  /** What is wrong with a page on a phone, and on a desktop where that differs. */
  async function problemsOf(
    brand: Brand,
    { page, faults }: PageVisit,
    [name, path]: readonly [name: string, path: string],
  ): Promise<string[]> {
    const wrong: string[] = []
    for (const width of differOnADesktop.includes(name) ? [320, 1440] : [320]) {
      await page.setViewportSize({ width, height: 900 })
      if (width === 320) {
        await page.goto(`${shop.address(brand.app)}${path}`)
        await isLive(page)
        wrong.push(...foreignNames(brand, await page.content()).map((foreign) => `says ${foreign}`))
      }
      if (await sticksOut(page)) wrong.push(`is wider than ${width} px`)
      if (readByAxe.includes(name))
        wrong.push(
          ...(await accessProblems(page, hasOwnFrame.includes(name) ? [] : frame)).map((one) => `${width} px: ${one}`),
        )
    }
    wrong.push(...faults.splice(0))
    return wrong.map((what) => `${brand.app} ${name} (${path}): ${what}`)
  }

  const sticksOut = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

  /** Names and telephone numbers of other brands; the name of one may be a part of another's. */
  function foreignNames(own: Brand, html: string): string[] {
    const rest = html.replaceAll(own.companyName, '').replaceAll(own.supportNumber, '')
    return brands
      .flatMap((other) => [other.companyName, other.supportNumber])
      .filter((name) => name !== own.companyName && name !== own.supportNumber && rest.includes(name))
  }
})
