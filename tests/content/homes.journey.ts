import { describe, expect, test } from 'vitest'
import { expectAccessible, visit, visiting, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

/** The eight home pages: what each leads with, on a phone and on a desk. */

const shop = sharedShop()

const widths = [390, 1440]

/** The first heading of each home page, and the names of the sections that only this brand has. */
const homes = {
  wa: ['The finest appliances, chosen with you and fitted by us', ['Come and cook with us', 'The laundry, considered']],
  andoo: ['Rooms you can shop', ['Sunday morning', 'Dinner for six']],
  aol: ['When can it be there?', ['Deals of the sale', 'What comes with every delivery']],
  'aol-nz': ['When can it be there?', ['Deals of the sale', 'What comes with every delivery']],
  aoc: ['Appliances by the project', ['What an account gives you', 'Specify by category']],
  wac: ['The trade desk', ['On a trade account', 'Specify it in the showroom']],
  hc: ['Why is it cheaper?', ['Just in', 'Biggest mark-downs']],
  fk: ['Start with the gap', ['Plan by width', 'The cooking package', 'The whole kitchen']],
} as const

describe.each(Object.entries(homes))('the home page of %s', (app, [heading, sections]) => {
  test.each(widths)('opens with its own composition at %i px', async (width) => {
    await visiting({ width, height: width === 390 ? 844 : 900 }, async ({ page }) => {
      await page.goto(`${shop.address(app)}/`)
      await isLive(page)
      const title = page.getByRole('heading', { level: 1 })
      expect(await title.allInnerTexts()).toEqual([heading])
      for (const name of sections) await page.getByRole('region', { name, exact: true }).first().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      expect(await tilesAlone(page)).toEqual([])
      expect(await overlappingCards(page)).toEqual([])
      if (width === 390) expect(await stripsAbove(page)).toBeLessThanOrEqual(1)
      await expectAccessible(page)
    })
  })
})

/** Titles of cards whose parts lie on each other. */
const overlappingCards = (page: Page) =>
  page.getByRole('article').evaluateAll((cards) =>
    cards
      .filter((card) => {
        const parts = [...card.children]
          // The quick view's button lies on the picture.
          .filter((part) => getComputedStyle(part).position !== 'absolute')
          .map((part) => part.getBoundingClientRect())
          .filter(({ height }) => height > 0)
        return parts.some((part, at) => at > 0 && part.top < (parts[at - 1]?.bottom ?? 0) - 1)
      })
      .map((card) => card.textContent),
  )

/** Rows of tiles that have only one, by the names of their sections. */
const tilesAlone = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('section > ul[style*="--tiles"]')].flatMap((list) => {
      const width = list.getBoundingClientRect().width
      const rows = Map.groupBy([...list.children], (tile) => Math.round(tile.getBoundingClientRect().top))
      const isAlone = [...rows.values()].some(
        (row) => row.length === 1 && (row[0]?.getBoundingClientRect().width ?? 0) < width / 2,
      )
      return isAlone && list.children.length > 1 ? [list.parentElement?.querySelector('h2')?.innerText ?? ''] : []
    }),
  )

/** How many strips are above the header: a sale, a notice, a line of promises. */
const stripsAbove = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const row = document.querySelector('[data-header-row]')?.getBoundingClientRect().top ?? 0
    const strips = document.querySelectorAll('aside[aria-label="Sale"] > a, #alert > aside, [data-strip]')
    return [...strips].filter((one) => one.checkVisibility() && one.getBoundingClientRect().top < row).length
  })

test('a room is shopped by its marks with the mouse and the keyboard, and by its list on a phone', async () => {
  await visiting({ width: 1440 }, async ({ page }) => {
    await page.goto(`${shop.address('andoo')}/`)
    await isLive(page)
    const room = page.getByRole('region', { name: 'Rooms you can shop' })
    const entry = room.getByRole('list', { name: 'In this room: Rooms you can shop' }).getByRole('link').first()
    const href = (await entry.getAttribute('href')) ?? ''
    const mark = room.locator(`.spot[href="${href}"]`)
    expect(await mark.boundingBox()).toMatchObject({ width: 44, height: 44 })
    const tip = mark.locator('.spot-tip')
    const seen = () => tip.evaluate((one) => getComputedStyle(one).opacity)
    expect(await seen()).toBe('0')
    await mark.hover()
    await expect.poll(seen).toBe('1')
    expect(await tip.innerText()).toMatch(/Sofa[^$]*\$[\d,]+/)
    await page.mouse.move(0, 0)
    await mark.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await expect.poll(seen).toBe('1')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${href}`)
  })
  await visiting({ width: 390, height: 844, touch: true }, async ({ page }) => {
    await page.goto(`${shop.address('andoo')}/`)
    const list = page.getByRole('list', { name: 'In this room: Rooms you can shop' })
    await list.getByRole('link', { name: /Sofa.*\$/ }).tap()
    await page.waitForURL('**/p/**')
  })
})

test('without script a room has its links, and a gap finds what fits', async () => {
  const { page, close } = await visit({ javaScript: false })
  await page.goto(`${shop.address('andoo')}/`)
  const list = page.getByRole('list', { name: 'In this room: Sunday morning' })
  expect(await list.getByRole('link').count()).toBe(4)
  await page.goto(`${shop.address('fk')}/`)
  const form = page.getByRole('form', { name: 'Start with the gap' })
  await form.getByLabel('Width (mm)').fill('700')
  await form.getByLabel('Height (mm)').fill('1800')
  await form.getByLabel('Depth (mm)').fill('720')
  await form.getByRole('button', { name: 'Fridges that fit' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fridges' }).waitFor()
  expect(new URL(page.url()).searchParams.getAll('space')).toEqual(['700', '1800', '720', '20'])
  await page
    .getByText(/700 × 1800 × 720|700 × 1,800 × 720|700/)
    .first()
    .waitFor()
  await close()
})

test('the delivery check answers with the next days, keeps what was typed, and says what it does not know', async () => {
  await visiting({ width: 390, height: 844 }, async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('live-delivery-check')) scripts.push(request.url())
    })
    await page.goto(`${shop.address('aol')}/`)
    await isLive(page)
    expect(scripts).toEqual([])
    const check = page.getByRole('region', { name: 'When can it be there?' })
    await check.getByLabel('Suburb or postcode').focus()
    const field = check.getByRole('combobox', { name: 'Suburb or postcode' })
    await field.fill('zzzz')
    await check.getByRole('button', { name: 'Check delivery' }).click()
    await check.getByText('We couldn’t find that suburb. Check the spelling or try the postcode.').waitFor()
    expect(await field.inputValue()).toBe('zzzz')
    await expectAccessible(page)
    await field.fill('2042')
    await check
      .getByRole('option', { name: /Newtown/i })
      .first()
      .click()
    const days = check.getByRole('list').getByRole('listitem')
    await days.nth(3).waitFor()
    expect(await days.count()).toBe(4)
    expect((await days.first().innerText()).replaceAll(/\s+/g, ' ')).toMatch(
      /^[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2} (FREE|\$\d+)/,
    )
    await expectAccessible(page)
    await check.getByRole('button', { name: 'Change suburb' }).click()
    await field.waitFor()
  })
})

test('deals show the end of the sale, and the end of an offer where there is one', async () => {
  await visiting({ width: 1440 }, async ({ page }) => {
    await page.goto(`${shop.address('aol')}/`)
    const deals = page.getByRole('region', { name: 'Deals of the sale' })
    const ends = deals.getByRole('time').first()
    expect(await ends.innerText()).toMatch(/^\d{1,2} [A-Z][a-z]+ 20\d\d, \d{1,2}:\d\d [AP]M$/)
    expect(Date.parse((await ends.getAttribute('datetime')) ?? '')).toBeGreaterThan(Date.now())
    expect(await deals.getByRole('article').count()).toBe(8)
  })
})

test('a package is the sum of its parts', async () => {
  await visiting({ width: 1440 }, async ({ page }) => {
    await page.goto(`${shop.address('fk')}/`)
    const room = page.getByRole('region', { name: 'The cooking package' })
    const cents = (text: string) => Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100)
    const parts = await room.getByRole('listitem').locator('b').allInnerTexts()
    expect(parts.length).toBe(3)
    const total = await room.getByText('3 products together').locator('b').innerText()
    expect(cents(total)).toBe(parts.reduce((sum, part) => sum + cents(part), 0))
  })
})

test('showrooms lead to their page and to cooking demos with free seats; trade leads to log in, orders, quotes and projects', async () => {
  await visiting({ width: 1440 }, async ({ page }) => {
    await page.goto(`${shop.address('wa')}/`)
    const showrooms = page.getByRole('region', { name: 'Come and cook with us' })
    expect(await showrooms.getByRole('link', { name: /^Call to book/ }).count()).toBe(6)
    await showrooms.locator('a[href^="/cooking-demos/"]').first().click()
    await page.waitForURL('**/cooking-demos/*')
    await page.goto(`${shop.address('wac')}/`)
    const ways = page.getByRole('region', { name: 'The trade desk' })
    expect(await ways.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
      '/account/login',
      '/account/orders',
      '/cart/quote',
      '/project',
    ])
  })
})
