import { describe, expect, test } from 'vitest'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

/** Finding one's way by the header alone, with a mouse, a finger, the keyboard and without script. */

const shop = sharedShop()

const barOf = (page: Page) => page.getByRole('navigation', { name: 'Categories', exact: true })
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const isLocked = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).overflowY === 'hidden')
/** The menu answers: its listeners are there and its data has come. */
const menuIsLive = (page: Page) => barOf(page).and(page.locator('[data-live]')).waitFor({ state: 'attached' })
const pathOf = (page: Page) => new URL(page.url()).pathname

async function openFirstProduct(page: Page, how: 'click' | 'tap' | 'Enter'): Promise<void> {
  const product = page.getByRole('article').first().getByRole('link').first()
  if (how === 'Enter') await product.press('Enter')
  else await product[how]()
  await page.waitForURL('**/p/**')
  await page.getByRole('heading', { level: 1 }).waitFor()
}

describe('from home to a product by the menu alone', () => {
  test('with a mouse: hover opens, click navigates [NAV-23] [NAV-25]', async () => {
    const { page, faults, close } = await visit({ width: 1440 })
    await page.goto(`${shop.address('andoo')}/`)
    await menuIsLive(page)
    const bar = barOf(page)
    const opener = bar.getByRole('button', { name: 'Living menu' })
    await bar.getByRole('link', { name: 'Living', exact: true }).hover()
    await bar.getByText('Brands in Sofas').waitFor()
    expect(await opener.getAttribute('aria-expanded')).toBe('true')
    await expectAccessible(page)
    await bar.getByRole('link', { name: 'Armchairs' }).hover()
    await bar.getByText('Brands in Armchairs').waitFor()
    await bar.getByRole('link', { name: 'Bedroom', exact: true }).hover()
    await bar.getByText('Brands in Beds').waitFor()
    expect(await opener.getAttribute('aria-expanded')).toBe('false')
    await page.mouse.move(700, 880)
    await bar.getByText('Brands in Beds').waitFor({ state: 'detached' })

    await bar.getByRole('link', { name: 'Living', exact: true }).hover()
    await bar.getByRole('link', { name: 'Sofas', exact: true }).click()
    await page.waitForURL('**/c/living/sofas')
    await bar.getByText('Brands in Sofas').waitFor({ state: 'detached' })
    await bar.getByRole('link', { name: 'Living', exact: true }).click()
    await page.waitForURL('**/c/living')
    await openFirstProduct(page, 'click')
    expect(faults).toEqual([])
    await close()
  })

  test('by keyboard: every step is focused, and Escape goes one step back', async () => {
    const { page, faults, close } = await visit()
    await page.goto(`${shop.address('hc')}/`)
    await menuIsLive(page)
    const focused = page.locator(':focus')
    const bar = barOf(page)
    await bar.getByRole('link', { name: 'Kitchen', exact: true }).focus()
    await page.keyboard.press('Tab')
    expect(await focused.getAttribute('aria-label')).toBe('Kitchen menu')
    await page.keyboard.press('Enter')
    await bar.getByText('Brands in Fridges').waitFor()
    expect(await focused.getAttribute('aria-expanded')).toBe('true')
    // The panel is the next thing there is.
    await page.keyboard.press('Tab')
    expect(await focused.innerText()).toBe('Fridges')
    // A column to the right is what is below it, then come its brands.
    await page.keyboard.press('ArrowRight')
    expect(await focused.innerText()).toBe('French Door Fridges')
    await page.keyboard.press('ArrowDown')
    expect(await focused.innerText()).toBe('Side by Side Fridges')
    await page.keyboard.press('ArrowRight')
    expect(await focused.getAttribute('href')).toMatch(/^\/brands\//)
    await page.keyboard.press('ArrowLeft')
    expect(await focused.innerText()).toBe('French Door Fridges')
    await page.keyboard.press('ArrowLeft')
    expect(await focused.innerText()).toBe('Fridges')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    expect([await focused.innerText(), await bar.getByText('Brands in Fridges').count()]).toEqual(['KITCHEN', 0])
    await page.keyboard.press('ArrowRight')
    expect(await focused.innerText()).toBe('LAUNDRY')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused.innerText()).toBe('Washing Machines')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/c/laundry/washing-machines')
    await openFirstProduct(page, 'Enter')

    const more = bar.getByText('More', { exact: true })
    await more.focus()
    await page.keyboard.press('Enter')
    await bar.getByRole('link', { name: 'Accessories', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await bar.getByRole('link', { name: 'Accessories', exact: true }).waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
    await close()
  })

  test('by touch on a phone: level by level, with a back step [NAV-13] [NAV-21] [NAV-22]', async () => {
    const { page, faults, close } = await visit({ width: 360, height: 700, touch: true })
    await page.goto(`${shop.address('hc')}/`)
    await isLive(page)
    const sheet = sheetOf(page)
    const openMenu = async () => {
      await page.getByRole('banner').getByRole('link', { name: 'Menu' }).tap()
      await sheet.getByRole('button', { name: 'Kitchen', exact: true }).waitFor()
    }
    await openMenu()
    expect(await isLocked(page)).toBe(true)
    expect(await sheet.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 700 })
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Kitchen', exact: true }).tap()
    await sheet.getByRole('heading', { name: 'Brands in Kitchen' }).waitFor()
    const below = sheet.getByRole('list', { name: 'Fridges' }).getByRole('link')
    expect((await below.allInnerTexts()).slice(0, 2)).toEqual(['French Door Fridges', 'Side by Side Fridges'])
    expect(await page.locator(':focus').innerText()).toBe('Kitchen')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Back' }).tap()
    expect(await page.locator(':focus').innerText()).toBe('Kitchen')

    // Closed and opened again it begins at the beginning.
    await sheet.getByRole('button', { name: 'Kitchen', exact: true }).tap()
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await sheet.waitFor({ state: 'detached' })
    expect(await isLocked(page)).toBe(false)
    await openMenu()
    expect(await sheet.getByRole('button', { name: 'Back' }).count()).toBe(0)

    await sheet.getByRole('button', { name: 'Kitchen', exact: true }).tap()
    await sheet.getByRole('link', { name: 'Fridges', exact: true }).tap()
    await page.waitForURL('**/c/kitchen/fridges')
    await sheet.waitFor({ state: 'detached' })
    expect(await isLocked(page)).toBe(false)

    // The page one is on is not gone to again.
    await page.evaluate(() => window.scrollTo(0, 600))
    await openMenu()
    await sheet.getByRole('button', { name: 'Kitchen', exact: true }).tap()
    await sheet.getByRole('link', { name: 'Fridges', exact: true }).tap()
    await sheet.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

    await openMenu()
    await page.setViewportSize({ width: 600, height: 700 })
    await sheet.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 360, height: 700 })
    await openFirstProduct(page, 'tap')
    expect(faults).toEqual([])
    await close()
  })

  test('by touch on a tablet: the first tap opens, the second closes, even before the menu has loaded [NAV-26]', async () => {
    const { page, faults, close } = await visit({ width: 820, touch: true })
    let release = () => {}
    const held = new Promise<void>((done) => (release = done))
    await page.route('**/api/navbar/', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${shop.address('aol')}/`)
    await isLive(page)
    const kitchen = barOf(page).getByRole('link', { name: 'Kitchen', exact: true })
    await kitchen.tap()
    release()
    await barOf(page).getByText('Brands in Kitchen').waitFor()
    await kitchen.tap()
    await barOf(page).getByText('Brands in Kitchen').waitFor({ state: 'detached' })
    expect(pathOf(page)).toBe('/')
    await kitchen.tap()
    await barOf(page).getByRole('link', { name: 'Fridges' }).tap()
    await page.waitForURL('**/c/kitchen/fridges')
    expect(faults).toEqual([])
    await close()
  })

  test('without JavaScript: categories are links, More opens, the menu leads to all categories', async () => {
    const { page, close } = await visit({ javaScript: false })
    await page.goto(`${shop.address('andoo')}/`)
    const more = barOf(page).getByText('More', { exact: true })
    await more.click()
    await barOf(page).getByRole('link', { name: 'Accessories', exact: true }).click()
    await page.waitForURL('**/c/accessories')
    await page.setViewportSize({ width: 360, height: 700 })
    await page.getByRole('banner').getByRole('link', { name: 'Menu' }).click()
    await page.getByRole('heading', { name: 'Site map' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Sofas', exact: true }).click()
    await openFirstProduct(page, 'click')
    await close()
  })

  test('without menu data the categories are plain links, and no error shows [NAV-20]', async () => {
    const { page, close } = await visit({ width: 820, touch: true })
    await page.route('**/api/navbar/', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(`${shop.address('wa')}/`)
    await isLive(page)
    const before = await page.getByRole('main').innerText()
    await barOf(page).getByRole('link', { name: 'Laundry', exact: true }).tap()
    await page.waitForURL('**/c/laundry')
    await page.goBack()
    await page.getByRole('heading', { name: 'The collection' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect((await page.getByRole('main').innerText()).slice(0, 60)).toBe(before.slice(0, 60))

    // Nor when the code for it cannot be had.
    await page.route('**/assets/live-navigation-*.js', (route) => route.abort())
    await page.goto(`${shop.address('wa')}/`)
    await isLive(page)
    await barOf(page).getByRole('link', { name: 'Laundry', exact: true }).tap()
    await page.waitForURL('**/c/laundry')
    await isLive(page)
    await page.setViewportSize({ width: 360, height: 700 })
    await page.getByRole('banner').getByRole('link', { name: 'Menu' }).tap()
    await page.waitForURL('**/sitemap')
    await close()
  })
})

test('every page with a breadcrumb has it as structured data [SEO-01]', async () => {
  const { page, close } = await visit({ javaScript: false })
  for (const path of ['/c/kitchen/fridges', '/brands', '/stores', '/stores/richmond', '/sitemap', '/contact-us']) {
    await page.goto(`${shop.address('wa')}${path}`)
    const shown = await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').allInnerTexts()
    const reported = (await page.locator('script[type="application/ld+json"]').allInnerTexts()).flatMap((text) => {
      const one = JSON.parse(text) as { '@graph'?: { '@type': string }[]; '@type'?: string }
      return (one['@graph'] ?? [one]) as { '@type': string; itemListElement?: { name: string; item?: string }[] }[]
    })
    const trail = reported.filter((one) => one['@type'] === 'BreadcrumbList')
    expect([path, trail.length]).toEqual([path, 1])
    expect(trail[0]?.itemListElement?.map((one) => one.name)).toEqual(shown)
    expect(trail[0]?.itemListElement?.[0]?.item).toBe(`${shop.address('wa')}/`)
    expect(trail[0]?.itemListElement?.at(-1)?.item).toBeUndefined()
  }
  await page.goto(`${shop.address('wa')}/`)
  expect(await page.getByRole('navigation', { name: 'Breadcrumb' }).count()).toBe(0)
  await close()
})
