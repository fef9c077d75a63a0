import { describe, expect, test } from 'vitest'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

/** Three products side by side, chosen on their cards. */

const shop = sharedShop()

const list = '/c/kitchen/fridges'
/** So much alike that some of what is said of them is equal. */
const alike = '/c/kitchen/fridges/bottom-mount-fridges'
const tray = (page: Page) => page.getByRole('region', { name: 'Products to compare' })
const bar = (page: Page) => tray(page).getByRole('button', { expanded: false })
const hasChosen = (page: Page, count: number) =>
  tray(page).getByText(`${count} of 3 products to compare`).waitFor({ state: 'attached' })

/** The tray's upper and lower edge and its right one, from those of the window. */
const edges = (page: Page) =>
  tray(page).evaluate((element) => {
    const { bottom, right } = element.getBoundingClientRect()
    return { bottom: innerHeight - bottom, right: document.documentElement.clientWidth - right }
  })

const profiles = [
  {
    app: 'aol',
    width: 1280,
    role: 'button',
    full: "You've already selected 3 products to compare. That's the maximum. To compare this product, please remove another first.",
    closed: 'COMPARE 3 ITEMS',
  },
  {
    app: 'hc',
    width: 360,
    role: 'checkbox',
    full: "It looks like you've already selected the maximum of 3 products for comparison. To add this product and compare, please deselect another.",
    closed: 'COMPARE',
  },
] as const

describe.each(profiles)('on $app at $width px', ({ app, width, role, full, closed }) => {
  test('three are chosen on cards and a fourth is rejected; the tray hides, and survives a reload [CMPR-01] [CMPR-16] [CMPR-21] [CMPR-22] [CMPR-23] [CMPR-28]', async () => {
    const { page, faults, close } = await visit({ width })
    const trayCode: string[] = []
    page.on('request', (request) => {
      if (/compare-(tray|list)/.test(request.url())) trayCode.push(request.url())
    })
    await page.goto(`${shop.address(app)}${list}`)
    await isLive(page)
    const articles = page.getByRole('article')
    const controls = articles.getByRole(role, { name: /^Compare/ })
    expect(await controls.count()).toBe(await articles.count())
    expect(trayCode).toEqual([])

    for (const at of [0, 1, 2]) {
      await controls.nth(at).click()
      await hasChosen(page, at + 1)
    }
    const chosen =
      role === 'checkbox' ? controls.and(page.locator(':checked')) : articles.getByRole(role, { pressed: true })
    expect(await chosen.count()).toBe(3)
    expect(await edges(page)).toEqual({ bottom: 0, right: 0 })
    await page.evaluate(() => scrollTo(0, 600))
    expect(await edges(page)).toEqual({ bottom: 0, right: 0 })
    // In a window as high as the page: nothing of it lies half behind the tray then, which has its room at the end.
    await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) })
    await expectAccessible(page)
    await page.setViewportSize({ width, height: 900 })

    await controls.nth(3).click()
    const dialog = page.getByRole('dialog', { name: 'Too many products' })
    expect(await dialog.getByRole('paragraph').innerText()).toBe(full)
    await dialog.getByRole('button', { name: 'Got it' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await chosen.count()).toBe(3)

    await tray(page).getByRole('button', { name: 'Hide' }).click()
    expect(await bar(page).innerText()).toBe(closed)
    await page.reload()
    await bar(page).waitFor()
    expect(await chosen.count()).toBe(3)
    // A list that the browser renders by itself is marked as well.
    await page.getByLabel('Sort', { exact: true }).selectOption('Price, low to high')
    await page.waitForURL(/sort=/)
    await page.goBack()
    await chosen.nth(2).waitFor()
    await bar(page).click()
    expect(await tray(page).getByRole('listitem').count()).toBe(3)
    expect(faults).toEqual([])
    await close()
  })

  test('the chosen products are compared side by side, and one is removed [CMPR-10] [CMPR-13] [ROUTE-15] [ROUTE-30]', async () => {
    const { page, faults, close } = await visit({ width })
    await page.goto(`${shop.address(app)}${alike}`)
    await isLive(page)
    const articles = page.getByRole('article')
    for (const at of [0, 1, 2])
      await articles
        .getByRole(role, { name: /^Compare/ })
        .nth(at)
        .click()
    await hasChosen(page, 3)
    await tray(page).getByRole('button', { name: 'Compare Selected' }).click()
    await page.getByRole('heading', { name: 'Compare 3 products', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/comparison\/[^/]+\/[^/]+\/[^/]+$/)
    expect(await page.locator('meta[name=page-type]').getAttribute('content')).toBe('productComparison')
    expect(await tray(page).count()).toBe(0)
    const table = page.getByRole('table', { name: 'Products side by side' })
    expect(await table.getByRole('columnheader').count()).toBe(3)
    for (const name of [/^Price/, /^Delivery/, /^Running cost per year/, /^Width/, /^Noise/])
      expect([name, await table.getByRole('row', { name }).getByRole('cell').count()]).toEqual([name, 3])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

    const rows = table.getByRole('row')
    const before = await rows.count()
    await page.getByLabel('Show differences only').check()
    expect(await rows.count()).toBeLessThan(before)
    await page.getByLabel('Highlight differences').check()
    await expectAccessible(page)

    await page
      .getByRole('link', { name: /^Remove/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Compare 2 products', level: 1 }).waitFor()
    await page.getByRole('heading', { name: 'Add another product' }).waitFor()
    await page
      .getByRole('link', { name: /^Remove/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Compare products', level: 1 }).waitFor()
    expect(await table.getByRole('columnheader').count()).toBe(1)

    // One that is left is too few for the short address; the tray has gone to its bar meanwhile.
    await page.goto(`${shop.address(app)}/compare`)
    await page.getByText('No products selected to compare.').waitFor()
    await page.goto(`${shop.address(app)}${list}`)
    await bar(page).waitFor()
    expect(faults).toEqual([])
    await close()
  })
})

test('tabs are in sync, the header counts, and /compare leads to the comparison [CMPR-20] [CMPR-26] [ROUTE-30] [ROUTE-32]', async () => {
  const { page, context, faults, close } = await visit()
  const address = shop.address('wa')
  await page.goto(`${address}${list}`)
  await isLive(page)
  const other = await context.newPage()
  await other.goto(`${address}/c/kitchen/ovens`)
  await isLive(other)
  const choose = (of: Page, at: number) =>
    of
      .getByRole('article')
      .getByRole('button', { name: /^Compare/ })
      .nth(at)
      .click()
  await choose(page, 0)
  await hasChosen(page, 1)
  await bar(other).waitFor()
  await choose(other, 0)
  await page.getByRole('banner').getByRole('link', { name: 'Compare, 2 selected' }).waitFor()
  await hasChosen(page, 2)
  await page.getByRole('banner').getByRole('link', { name: 'Compare, 2 selected' }).click()
  await page.waitForURL(/\/comparison\/[^/]+\/[^/]+$/)
  await page.getByRole('heading', { name: 'Compare 2 products', level: 1 }).waitFor()
  // The address that was replaced is not gone back to.
  await page.goBack()
  await page.getByRole('heading', { name: /^Fridges/, level: 1 }).waitFor()

  const skus = await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('compare-products') ?? '{}') as {
      comparisonProducts: { productSKU: string }[]
    }
    return stored.comparisonProducts.map((one) => one.productSKU)
  })
  const answer = await page.goto(`${address}/compare?sku=${skus.join('~')}`)
  expect(answer?.status()).toBe(200)
  await page.getByRole('heading', { name: 'Compare 2 products', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/compare')
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(
    `${shop.address('wa')}/comparison/${skus.join('/')}`,
  )
  await expect
    .poll(async () => (await page.goto(`${address}/api/compare/`))?.json())
    .toMatchObject({ products: skus.map((sku) => ({ sku })) })
  expect(faults).toEqual([])
  await close()
})

test('the tray is absent on checkout and a plain home page, and makes room for the staff panel [CMPR-09] [CMPR-11] [CMPR-12]', async () => {
  const { page, faults, close } = await visit()
  for (const [app, showsOnHome] of [
    ['wa', true],
    ['aol', false],
  ] as const) {
    await page.goto(`${shop.address(app)}${list}`)
    await isLive(page)
    await page
      .getByRole('article')
      .getByRole('button', { name: /^Compare/ })
      .first()
      .click()
    await hasChosen(page, 1)
    expect(await tray(page).getByRole('button', { name: 'Compare Selected' }).isDisabled()).toBe(true)
    // Without a load, so that the tray's code is there and could show.
    await page.getByRole('banner').getByRole('link', { name: /home$/ }).click()
    await page.waitForURL(`${shop.address(app)}/`)
    // The list is gone, so the home page is there.
    await page.getByLabel('Sort', { exact: true }).waitFor({ state: 'detached' })
    expect([app, await tray(page).count()]).toEqual([app, showsOnHome ? 1 : 0])
    await page.goto(`${shop.address(app)}/customer/checkout`)
    await isLive(page)
    expect([app, await tray(page).count()]).toEqual([app, 0])
  }
  await page.goto(`${shop.address('wa')}${list}`)
  await bar(page).click()
  const right = async (wide: number) => {
    await page.setViewportSize({ width: wide, height: 900 })
    await page.waitForFunction((width) => innerWidth === width, wide)
    return (await edges(page)).right
  }
  expect(await right(1200)).toBe(0)
  await page.evaluate(() => (document.documentElement.dataset['sidePanel'] = 'open'))
  expect([await right(1200), await right(1199)]).toEqual([350, 0])
  expect(faults).toEqual([])
  await close()
})

test('without JavaScript a comparison can be read, changed and bought from; compare buttons are absent', async () => {
  const { page, close } = await visit({ javaScript: false, width: 768 })
  await page.goto(`${shop.address('aol')}${list}`)
  expect(
    await page
      .getByRole('article')
      .getByRole('button', { name: /^Compare/ })
      .count(),
  ).toBe(0)
  await page.goto(`${shop.address('aol')}/compare`)
  expect(await page.getByText('No products selected to compare.').isVisible()).toBe(true)
  await page.goto(`${shop.address('aol')}/comparison/NBF-145C/KFD535-W/NOT-SOLD`)
  await page.getByRole('heading', { name: 'Compare 2 products', level: 1 }).waitFor()
  const rows = page.getByRole('table').getByRole('row')
  const before = await rows.count()
  await page.getByLabel('Show differences only').check()
  expect(await rows.count()).toBeLessThan(before)
  await page
    .getByRole('link', { name: /^Remove/ })
    .first()
    .click()
  await page.waitForURL(/\/comparison\/KFD535-W$/)
  await page.getByRole('button', { name: /^Add to cart/ }).click()
  await page.waitForURL(/\/cart$/)
  expect((await page.goto(`${shop.address('aol')}/comparison/NOT-SOLD`))?.status()).toBe(404)
  await close()
})
