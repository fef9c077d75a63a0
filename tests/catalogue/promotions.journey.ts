import { describe, expect, test } from 'vitest'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

const shop = sharedShop()

const pageType = (page: Page) => page.locator('meta[name=page-type]').getAttribute('content')

describe('promotions', () => {
  test('are panels, filtered by a form that works without JavaScript [ROUTE-14] [WIDG-10]', async () => {
    const { page, close } = await visit({ javaScript: false })
    await page.goto(`${shop.address('aol')}/promotions`)
    expect(await pageType(page)).toBe('promotions')
    const titles = () => page.getByRole('main').getByRole('article').getByRole('heading').allInnerTexts()
    const all = await titles()
    expect(all.length).toBeGreaterThan(2)
    await page.getByLabel('Brand').selectOption({ label: 'Norrland' })
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    expect(await titles()).toEqual(['Up to $200 back on Norrland fridges and freezers'])
    const panel = page.getByRole('main').getByRole('article')
    await panel.getByText('Up to $200 cashback', { exact: true }).waitFor()
    await panel.getByText(/^Offer Ends \d{2}\/\d{2}\/\d{4}$/).waitFor()
    expect(await panel.getByRole('link', { name: /^Redeem/ }).getAttribute('href')).toBe(
      '/promotion/norrland-fridge-cashback#redeem',
    )
    await page.goto(`${shop.address('aol')}/promotions?brand=nobody`)
    await page.getByText('There are no promotions for this brand and category.').waitFor()
    await close()
  })

  test('with long titles are truncated after three lines on a phone and four on desktop [PROMO-05]', async () => {
    for (const [width, lines] of [
      [767, '3'],
      [768, '4'],
    ] as const) {
      const { page, close } = await visit({ width })
      await page.goto(`${shop.address('aol')}/promotions`)
      const title = page.getByRole('heading', { name: /^Laundry days/ })
      expect(await title.evaluate((element) => getComputedStyle(element).webkitLineClamp)).toBe(lines)
      await close()
    }
  })

  test('link to a page with the offer and its products, which link back [ROUTE-13]', async () => {
    const { page, faults, close } = await visit()
    await page.goto(`${shop.address('aol')}/promotions`)
    await isLive(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Up to $200 back on Norrland fridges and freezers', exact: true }).click()
    await page.waitForURL('**/promotion/norrland-fridge-cashback')
    await page.getByRole('heading', { level: 1, name: 'Up to $200 back on Norrland fridges and freezers' }).waitFor()
    expect(await pageType(page)).toBe('promoPage')
    await page.getByRole('heading', { level: 2, name: 'Redeem' }).waitFor()
    await expectAccessible(page)
    const cards = page.getByRole('region', { name: 'Products' }).getByRole('article')
    for (const text of await cards.allInnerTexts()) expect(text).toContain('Norrland')
    await cards.first().getByRole('link').first().click()
    await page.waitForURL('**/p/**')
    await page.getByRole('list', { name: 'Offers' }).getByRole('link', { name: 'Up to $200 cashback' }).click()
    await page.waitForURL('**/promotion/norrland-fridge-cashback')
    expect(faults).toEqual([])
    await close()
  })
})

describe('a sale', () => {
  const above = (page: Page) => page.getByRole('complementary', { name: 'Sale', exact: true })
  /** Where the header's first row begins. */
  const headerAt = async (page: Page) => (await page.getByRole('banner').locator('> *').first().boundingBox())?.y

  test('has banners above the header and beside the cart, each opening it in a new tab [SALE-01] [SALE-02]', async () => {
    const { page, context, faults, close } = await visit()
    await page.goto(`${shop.address('andoo')}/c/bedroom`)
    await isLive(page)
    const link = above(page).getByRole('link', { name: /^Home for Summer/ })
    const banner = await link.boundingBox()
    // As high as the notice that it stands beside here.
    expect(banner?.height).toBeGreaterThan(30)
    expect([banner?.y, await headerAt(page)]).toEqual([0, banner?.height])
    const opened = context.waitForEvent('page')
    await link.click()
    const sale = await opened
    await sale.waitForURL('**/sale')
    await expect.poll(() => sale.getByRole('heading', { level: 1 }).innerText()).toMatch(/^Home for Summer/)
    expect(await pageType(sale)).toBe('sale')
    await expectAccessible(sale)
    await sale.close()

    await page
      .getByRole('button', { name: /^Add to cart/ })
      .first()
      .click()
    const cart = page.getByRole('dialog', { name: /^Your cart/ })
    const inCart = cart.getByRole('link', { name: /^Home for Summer/ })
    await inCart.waitFor()
    expect(await inCart.getAttribute('target')).toBe('_blank')
    await cart.getByRole('link', { name: 'Checkout' }).click()
    await page.waitForURL('**/customer/checkout')
    const summary = page.getByRole('complementary', { name: 'Order Summary' }).getByRole('link', { name: /^Home for/ })
    await summary.first().waitFor()
    // The banner, and the balloon.
    expect(await summary.count()).toBe(2)
    expect(faults).toEqual([])
    await close()
  })

  test('appears in the checkout of that storefront only, and only while it runs [SALE-01]', async () => {
    const { page, close } = await visit()
    await page.goto(`${shop.address('aol')}/c/laundry`)
    await isLive(page)
    await page
      .getByRole('button', { name: /^Add to cart/ })
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Summer Cool Down/ })
      .waitFor()
    await page.getByRole('dialog').getByRole('link', { name: 'Checkout' }).click()
    await page.waitForURL('**/customer/checkout')
    await page.getByRole('heading', { name: 'Order Summary' }).waitFor()
    expect(await page.getByRole('link', { name: /^Summer Cool Down/ }).count()).toBe(0)

    await page.goto(shop.address('wa'))
    await isLive(page)
    expect([await above(page).count(), await headerAt(page)]).toEqual([0, 0])
    await page.goto(`${shop.address('wa')}/sale`)
    await page.getByRole('heading', { level: 1, name: /^Sale/ }).waitFor()
    await close()
  })

  test('marks its links, the categories with savings, and the discounted products', async () => {
    const { page, faults, close } = await visit()
    await page.goto(shop.address('aol'))
    await isLive(page)
    const bar = page.getByRole('navigation', { name: 'Categories' }).getByRole('link').first()
    expect([await bar.innerText(), await bar.getAttribute('href'), await bar.getByRole('img').count()]).toEqual([
      'Summer Cool Down',
      '/sale',
      0,
    ])
    expect(await bar.locator('img').getAttribute('src')).toBe('/media/demo-sales/cool-down-icon.svg')
    const kitchen = page.getByRole('region', { name: 'What do you need?' }).getByRole('link', { name: /^Kitchen/ })
    await kitchen.getByRole('img', { name: 'Summer Cool Down' }).waitFor()

    await page.goto(`${shop.address('aol')}/sale`)
    await page.getByRole('article').first().getByRole('link').first().click()
    await page.waitForURL('**/p/**')
    await page
      .getByText(/^Save \$/)
      .first()
      .waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Summer Cool Down', exact: true }).waitFor()
    const offers = page.getByRole('list', { name: 'Offers' })
    expect(await offers.getByRole('link', { name: 'Summer Cool Down price' }).getAttribute('href')).toBe('/sale')
    await offers.getByText('While the sale lasts', { exact: true }).waitFor()
    await expectAccessible(page)

    await page.setViewportSize({ width: 360, height: 700 })
    await page.getByRole('banner').getByRole('link', { name: 'Menu' }).click()
    const entry = page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Summer Cool Down' })
    expect(await entry.locator('img').getAttribute('src')).toBe('/media/demo-sales/cool-down-icon.svg')

    // What costs its recommended price is not what the sale is about.
    await page.goto(`${shop.address('aol')}/products`)
    await page.getByRole('article').filter({ hasNotText: 'Save $' }).first().getByRole('link').first().click()
    await page.waitForURL('**/p/**')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Summer Cool Down/ })
        .count(),
    ).toBe(0)
    expect(faults).toEqual([])
    await close()
  })

  test('has a bottom banner that, dismissed, stays hidden for a day [SALE3-04] [SALE3-11]', async () => {
    const { page, context, close } = await visit({ width: 360 })
    const noon = new Date('2026-11-24T12:00:00+11:00').getTime()
    await context.clock.setFixedTime(noon)
    const footer = page.getByRole('complementary', { name: 'Sale reminder' })
    const answered = () => page.waitForResponse(/\/api\/promotion\/sale\/$/)
    const html = await (await page.goto(`${shop.address('andoo')}/sitemap`))?.text()
    expect(html).not.toContain('Dismiss sale banner')
    await footer.waitFor()
    await expectAccessible(page)
    await footer.getByRole('button', { name: 'Dismiss sale banner' }).click()
    await footer.waitFor({ state: 'hidden' })

    await context.clock.setFixedTime(noon + 1_440 * 60_000 - 1)
    const known = answered()
    await page.goto(`${shop.address('andoo')}/sitemap`)
    await known
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await footer.count()).toBe(0)

    await context.clock.setFixedTime(noon + 1_440 * 60_000)
    await page.goto(`${shop.address('andoo')}/sitemap`)
    await footer.waitFor()
    await close()
  })
})
