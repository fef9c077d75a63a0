import { describe, expect, test } from 'vitest'
import { expectAccessible, layoutShift, visit, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

/** The header of the page: the views that open beside the page, and how it stands at every width. */

const shop = sharedShop()

const apps = ['wa', 'andoo', 'aol', 'aol-nz', 'aoc', 'wac', 'hc', 'fk']
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const rowOf = (page: Page) => page.locator('[data-header-row]')
const isLocked = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).overflowY === 'hidden')

describe('header panels', () => {
  test('the store panel opens under the header, with links to change store and location [NAV-05] [NAV-06] [NAV-07] [NAV-11] [WIDG-01] [WIDG-06]', async () => {
    const { page, faults, close } = await visit()
    await page.goto(`${shop.address('wa')}/`)
    await isLive(page)
    const banner = page.getByRole('banner')
    await banner.getByRole('link', { name: 'Your store' }).click()
    const panel = page.getByRole('dialog', { name: 'Your Store' })
    await panel.getByText('No store selected').waitFor()
    expect(await isLocked(page)).toBe(true)
    expect(await panel.getByRole('link', { name: 'Change Store' }).getAttribute('href')).toBe('/stores')
    await panel.getByRole('button', { name: 'Change delivery location' }).click()
    await panel.getByRole('combobox', { name: 'Delivery Postcode' }).fill('3000')
    await panel.getByRole('option', { name: '3000 Melbourne, VIC' }).click()
    await panel.getByText('VIC 3000').waitFor()
    await panel.getByRole('link', { name: 'Change Store' }).click()
    await page.waitForURL('**/stores')
    await panel.waitFor({ state: 'detached' })
    expect(await isLocked(page)).toBe(false)

    await page.getByRole('article', { name: 'Richmond' }).getByRole('button', { name: 'Make this my store' }).click()
    await page.getByText('Richmond is now your store.').waitFor()
    await isLive(page)
    await banner.getByRole('link', { name: 'Your store' }).click()
    await panel.getByRole('link', { name: 'Richmond' }).waitFor()
    expect(await panel.innerText()).toMatch(/Your Store\s+Richmond\s+117 Tannery Street, Richmond VIC 3121/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    // On paper there is the logo, whose page it is, and no way to go anywhere.
    await page.emulateMedia({ media: 'print' })
    await page.getByText('Your store: Richmond', { exact: true }).waitFor()
    expect(await banner.getByRole('link', { name: 'Winning Appliances, home' }).isVisible()).toBe(true)
    for (const name of ['Categories', 'All categories'])
      expect(await page.getByRole('navigation', { name, exact: true }).isVisible()).toBe(false)
    expect(await banner.getByRole('link').count()).toBe(1)
    expect(await banner.getByRole('button').count()).toBe(0)
    await page.emulateMedia({ media: 'screen' })
    expect(await page.getByText('Your store: Richmond', { exact: true }).isVisible()).toBe(false)

    // On a phone it stands in the menu itself.
    await page.setViewportSize({ width: 360, height: 700 })
    expect(await banner.getByRole('link', { name: 'Your store' }).count()).toBe(0)
    await banner.getByRole('link', { name: 'Menu' }).click()
    const inline = sheetOf(page).getByRole('region', { name: 'Your Store' })
    await inline.getByRole('link', { name: 'Richmond' }).waitFor()
    await inline.getByRole('link', { name: 'Change Store' }).click()
    await page.waitForURL('**/stores')
    await sheetOf(page).waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await close()
  })

  test('the dropdown closes on Escape, outside click, its icon and navigation, and returns the focus [WIDG-02] [WIDG-03] [WIDG-04] [WIDG-05] [WIDG-07]', async () => {
    const { page, faults, close } = await visit()
    await page.goto(`${shop.address('wac')}/sitemap`)
    await isLive(page)
    await page.getByRole('banner').getByRole('link', { name: 'Brands' }).click()
    await page.waitForURL('**/brands')
    const opener = page.getByRole('banner').getByRole('link', { name: 'Contact us' })
    const panel = page.getByRole('dialog', { name: 'Contact us' })
    const closed = async () => {
      await panel.waitFor({ state: 'detached' })
      // The browser hides the dialog before it says so, and what locked the page hears it then.
      await expect.poll(() => isLocked(page)).toBe(false)
    }
    const open = async () => {
      await opener.press('Enter')
      await panel.waitFor()
      expect(await panel.locator(':focus').count()).toBe(1)
      expect(await isLocked(page)).toBe(true)
    }
    await open()
    expect(await panel.getByRole('link', { name: '1300 975 710' }).getAttribute('href')).toBe('tel:1300975710')
    const top = (await panel.boundingBox())?.y ?? 0
    await page.keyboard.press('Escape')
    await closed()
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
    await open()
    await page.mouse.click(40, 700)
    await closed()
    await open()
    await panel.getByRole('button', { name: 'Close' }).click()
    await closed()
    await open()
    await page.goBack()
    await page.waitForURL('**/sitemap')
    await closed()
    await open()
    for (const [name, path] of [
      ['Contact us', '/contact-us'],
      ['Ask an expert', '/ask-an-expert'],
    ] as const) {
      await panel.getByRole('link', { name }).click()
      await page.waitForURL(`**${path}`)
      await closed()
      await page.getByRole('heading', { name: 'Contact us', level: 1 }).waitFor()
      expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(`${shop.address('wac')}/contact-us`)
      await open()
    }
    await page.keyboard.press('Escape')
    await closed()
    // Who is signed in has a bar on top, and the dropdown hangs 50px lower.
    await page.evaluate(() => void (document.documentElement.dataset['toolbar'] = ''))
    await open()
    await expect.poll(async () => (await panel.boundingBox())?.y).toBe(top + 50)
    expect(faults).toEqual([])
    await close()
  })

  test('one panel closes the other, and the cart’s code loads on demand [NAV-03] [NAV-08]', async () => {
    const { page, faults, close } = await visit({ width: 360, height: 700 })
    const files: string[] = []
    page.on('request', (request) => void files.push(new URL(request.url()).pathname))
    await page.goto(`${shop.address('fk')}/`, { waitUntil: 'networkidle' })
    await isLive(page)
    const banner = page.getByRole('banner')
    const field = banner.getByRole('combobox', { name: 'Search' })
    expect(await field.isVisible()).toBe(false)
    await banner.getByRole('button', { name: 'Search', expanded: false }).click()
    await field.waitFor()
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(files.filter((file) => file.includes('cart-panel'))).toEqual([])
    await banner.getByRole('link', { name: 'Cart' }).click()
    const cart = page.getByRole('dialog', { name: 'Your cart' })
    await cart.waitFor()
    expect(files.some((file) => /\/assets\/cart-panel-.*\.js$/.test(file))).toBe(true)
    await field.waitFor({ state: 'hidden' })
    await cart.getByRole('button', { name: 'Close' }).click()
    await cart.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await close()
  })
})

describe('header layout', () => {
  test('is 132 px high, 56 on small screens, 48 at checkout; the bar fits its content without layout shift [NAV-09]', async () => {
    const { page, faults, close } = await visit({ width: 1440, height: 900, hasColdCache: true })
    /** From the top of the page to what comes after the header. */
    const height = async () =>
      (await page.getByRole('main').evaluate((main) => main.getBoundingClientRect().top)) - (await bannerHeight())
    /** A sale's banner and a notice stand above it. */
    const bannerHeight = () =>
      page.evaluate(() => {
        const above = [...document.querySelectorAll('[aria-label="Sale"], #alert')]
        return Math.max(0, ...above.map((one) => one.getBoundingClientRect().bottom + scrollY))
      })
    for (const app of apps) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`${shop.address(app)}/brands`)
      await isLive(page)
      const hasBar = app !== 'wac' && app !== 'fk'
      // Where the bar has to hold more, and no more room.
      for (const width of [1440, 1200, 975, 768]) {
        await page.setViewportSize({ width, height: 900 })
        const overflow = () =>
          page.evaluate(() => [
            innerWidth,
            document.documentElement.scrollWidth - innerWidth,
            ...[...document.querySelectorAll('nav[aria-label="Categories"] > div > ul')].map(
              (list) => list.scrollWidth - list.clientWidth,
            ),
          ])
        await expect.poll(overflow).toEqual([width, 0, ...(hasBar ? [0] : [])])
        expect([app, width, await height()]).toEqual([app, width, 132])
      }
      await page.setViewportSize({ width: 360, height: 700 })
      await expect
        .poll(async () => ({ app, ...(await rowOf(page).boundingBox()) }))
        .toEqual({ app, x: 0, y: await bannerHeight(), width: 360, height: 56 })
    }
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${shop.address('aol')}/customer/checkout`)
      expect((await page.getByRole('banner').boundingBox())?.height).toBe(48)
    }

    // What script brings changes no height, and no place in the bar.
    await page.goto(`${shop.address('hc')}/brands`)
    expect(await layoutShift(page, 'read')).toBeLessThan(0.001)
    expect(faults).toEqual([])
    await close()
  })

  test('on a small screen hides on scrolling down, floats in on scrolling up and stays; focus brings it back [NAV-12]', async () => {
    const { page, faults, close } = await visit({ width: 360, height: 700, touch: true })
    await page.goto(`${shop.address('aol')}/`, { waitUntil: 'networkidle' })
    await isLive(page)
    await page.evaluate(() => {
      const { dataset } = document.documentElement
      const seen: (string | undefined)[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => seen.push(dataset['header'])).observe(document.documentElement, {
        attributeFilter: ['data-header'],
      })
    })
    const scrollTo = (top: number) => page.evaluate((to) => window.scrollTo(0, to), top)
    const state = () => page.evaluate(() => document.documentElement.dataset['header'] ?? 'static')
    const top = () => rowOf(page).evaluate((row) => Math.round(row.getBoundingClientRect().top))
    await scrollTo(56)
    expect(await state()).toBe('static')
    await scrollTo(900)
    await expect.poll(state).toBe('waiting')
    await expect.poll(top).toBe(-56)
    await scrollTo(896)
    await scrollTo(880)
    await expect.poll(state).toBe('scrolling-up')
    await expect.poll(top).toBe(0)
    expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([
      'waiting',
      'floating',
      'scrolling-up',
    ])
    await scrollTo(1_200)
    await expect.poll(top).toBe(-56)
    await page.getByRole('banner').getByRole('link', { name: 'Cart' }).focus()
    await expect.poll(top).toBe(0)
    await scrollTo(0)
    await expect.poll(state).toBe('static')
    expect(faults).toEqual([])
    await close()
  })

  test('never covers the focused element', async () => {
    const { page, close } = await visit()
    await page.goto(`${shop.address('aol')}/brands`)
    await isLive(page)
    await page.getByRole('contentinfo').getByRole('link').last().focus()
    for (let steps = 0; steps < 60; steps++) {
      await page.keyboard.press('Shift+Tab')
      const [focused, header] = await page.evaluate(() => [
        document.activeElement?.getBoundingClientRect().top ?? 0,
        document.querySelector('[data-header-row]')?.getBoundingClientRect().bottom ?? 0,
      ])
      if (await page.evaluate(() => document.activeElement?.closest('header') !== null)) break
      expect(focused).toBeGreaterThanOrEqual(header)
    }
    await close()
  })
})
