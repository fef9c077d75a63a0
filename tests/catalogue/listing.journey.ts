import { describe, expect, test } from 'vitest'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { facetOf } from '../support/listings.ts'
import { sharedShop } from '../support/shop-process.ts'

const shop = sharedShop()

const fridges = '/c/kitchen/fridges'
const cards = (page: Page) => page.getByRole('region', { name: 'Products' }).getByRole('article')
const more = (page: Page) => page.getByRole('link', { name: /^Show \d+ more$/ })

describe('Show more', () => {
  test('appends the next page, announces it, and focuses the first new card; Back restores all of it', async () => {
    const { page, faults, close } = await visit()
    await page.goto(shop.address('aol'))
    await isLive(page)
    await page.goto(`${shop.address('aol')}${fridges}`)
    await isLive(page)
    expect(await cards(page).count()).toBe(24)
    const entries = await page.evaluate(() => history.length)
    const status = page.getByRole('region', { name: 'Products' }).getByRole('status')
    expect(await status.innerText()).toMatch(/^1 to 24 of \d+$/)

    await more(page).focus()
    await page.keyboard.press('Enter')
    await page.getByText(/^1 to 48 of \d+$/).waitFor()
    expect(await cards(page).count()).toBe(48)
    expect(new URL(page.url()).search).toBe('?page=2')
    expect(await page.evaluate(() => history.length)).toBe(entries)
    const newCard = cards(page).nth(24).getByRole('link').first()
    await expect.poll(() => newCard.evaluate((link) => link === document.activeElement)).toBe(true)
    expect(await page.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page')
    const skus = await cards(page)
      .getByRole('heading')
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect(new Set(skus).size).toBe(48)
    await expectAccessible(page)

    const card = cards(page).nth(40).getByRole('heading')
    const title = await card.innerText()
    await card.scrollIntoViewIfNeeded()
    const scrolledTo = await page.evaluate(() => scrollY)
    await card.getByRole('link').click()
    await page.getByRole('navigation', { name: 'On this page' }).waitFor()
    await page.goBack()
    await page.getByText(/^1 to 48 of \d+$/).waitFor()
    await page.getByRole('heading', { name: title }).first().waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolledTo)
    // One step further back is the page before the list, not its first page.
    await page.goBack()
    await page.waitForURL((url) => url.pathname === '/')
    expect(faults).toEqual([])
    await close()
  })

  test('counts the rest up to the end, where it disappears', async () => {
    const { page, close } = await visit({ width: 360 })
    await page.goto(`${shop.address('aol')}${fridges}`)
    await isLive(page)
    const total = Number(await page.getByRole('heading', { level: 1 }).locator('span').innerText())
    for (let shown = 24; shown < total; shown = Math.min(total, shown + 24)) {
      expect(await more(page).innerText()).toBe(`Show ${Math.min(24, total - shown)} more`)
      await more(page).click()
      await expect.poll(() => cards(page).count()).toBe(Math.min(total, shown + 24))
    }
    expect(await more(page).count()).toBe(0)
    await close()
  })

  test('without JavaScript is a link to the next page, with links to every page', async () => {
    const { page, close } = await visit({ javaScript: false })
    await page.goto(`${shop.address('aol')}${fridges}`)
    const first = await cards(page).first().innerText()
    await more(page).click()
    await page.waitForURL('**?page=2')
    expect(await cards(page).count()).toBe(24)
    expect(await cards(page).first().innerText()).not.toBe(first)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 1' }).click()
    await page.waitForURL((url) => url.search === '')
    await close()
  })

  test('keeps filter and sort order', async () => {
    const { page, close } = await visit()
    await page.goto(`${shop.address('aol')}${fridges}?filter=availability%3Aavailable&sort=price-asc`)
    await isLive(page)
    await more(page).click()
    await page.getByText(/^1 to 48 of \d+$/).waitFor()
    const query = new URL(page.url()).searchParams
    expect([query.get('filter'), query.get('sort'), query.get('page')]).toEqual([
      'availability:available',
      'price-asc',
      '2',
    ])
    await close()
  })
})

describe('a list for a suburb', () => {
  test('is filtered to products available with a service there, shown in its URL', async () => {
    const { page, faults, close } = await visit()
    await page.goto(`${shop.address('aol')}/c/laundry`)
    await isLive(page)
    const filters = page.getByRole('complementary', { name: 'Filters' })
    expect(await filters.getByRole('link', { name: 'Old appliance removal' }).count()).toBe(0)
    await page.getByRole('button', { name: /^Deliver to/ }).click()
    await page.getByRole('dialog').getByRole('combobox').fill('2010')
    await page.getByRole('dialog').getByRole('option').first().click()
    const removal = filters.getByRole('link', { name: 'Old appliance removal' })
    await removal.click()
    await page.waitForURL('**services%3A2010.removal**')
    await page.getByRole('link', { name: 'Remove filter Old appliance removal at 2010' }).waitFor()
    expect(await removal.getAttribute('aria-current')).toBe('true')
    await filters.getByRole('link', { name: 'Installation' }).click()
    await page.waitForURL('**services%3A2010.installation.removal**')
    await page.getByRole('link', { name: 'Remove filter Installation at 2010' }).waitFor()
    const total = Number(
      await page
        .getByRole('heading', { name: /^Laundry/ })
        .locator('span')
        .innerText(),
    )
    const washers = await facetOf('aol', 'category', 'type=category&uri=laundry')
    expect(total).toBe(washers.options.find((one) => one.value === 'laundry/washing-machines')?.count)
    await expectAccessible(page)
    expect(faults).toEqual([])
    await close()
  })

  test('offers no service filter where none is available', async () => {
    const { page, close } = await visit({ javaScript: false })
    await page.goto(`${shop.address('aol')}/c/small-appliances/kettles?filter=services%3A2010.removal`)
    await page.getByText('No products match this filter.').waitFor()
    await page.getByRole('link', { name: /^Without Old appliance removal at 2010 \d+$/ }).waitFor()
    await close()
  })
})

describe('a range filter', () => {
  test('has two handles that fill the fields and never cross', async () => {
    const { page, faults, close } = await visit({ width: 1440 })
    await page.goto(`${shop.address('aol')}${fridges}`)
    await isLive(page)
    const range = page.getByRole('complementary', { name: 'Filters' }).getByRole('form', { name: 'Price range' })
    const [lowest, highest] = [
      range.getByRole('slider', { name: 'Lowest Price' }),
      range.getByRole('slider', { name: 'Highest Price' }),
    ]
    const [from, to] = [range.getByLabel(/^From/), range.getByLabel('To')]
    await highest.press('ArrowLeft')
    expect(await to.inputValue()).toBe(await highest.inputValue())
    await lowest.press('End')
    expect(await from.inputValue()).toBe(await highest.inputValue())
    await lowest.press('Home')
    expect(await from.inputValue()).toBe('')

    const line = await highest.boundingBox()
    if (line === null) throw new Error('no line')
    const end = { x: line.x + line.width - 14, y: line.y + line.height / 2 }
    await page.mouse.move(end.x, end.y)
    await page.mouse.down()
    await page.mouse.move(line.x + line.width / 2, end.y, { steps: 4 })
    await page.mouse.up()
    await page.getByRole('link', { name: /^Remove filter Price up to \$\d,\d{3}$/ }).waitFor()
    expect(new URL(page.url()).searchParams.get('filter')).toMatch(/^price:-\d{4}$/)
    expect(faults).toEqual([])
    await close()
  })
})

describe('an empty list', () => {
  test('says what each filter hides, with the count without it', async () => {
    const { page, close } = await visit({ javaScript: false })
    const [brand] = (await facetOf('aol', 'brand')).options
    const nothing = 'filter=colour%3ANone-such'
    await page.goto(`${shop.address('aol')}${fridges}?filter=brand%3A${brand?.value}&${nothing}`)
    await page.getByText('No products match all of these filters.').waitFor()
    const ways = page.getByRole('list', { name: 'Remove a filter' }).getByRole('link')
    expect((await ways.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      `Without None-such ${brand?.count}`,
      expect.stringMatching(/^Without any filter \d+$/),
    ])
    await ways.first().click()
    await page.waitForURL((url) => !url.search.includes('None-such'))
    await expect.poll(() => cards(page).count()).toBe(brand?.count)
    await close()
  })

  test('has no axe violations or overflow, on phone and desktop', async () => {
    for (const width of [360, 1440]) {
      const { page, faults, close } = await visit({ width })
      for (const path of [`${fridges}?filter=brand%3Anobody&filter=colour%3AWhite`, '/search/zzqqxx']) {
        await page.goto(`${shop.address('aol')}${path}`)
        await isLive(page)
        await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
      expect(faults).toEqual([])
      await close()
    }
  })
})
