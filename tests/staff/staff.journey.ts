import { beforeAll, expect, test } from 'vitest'
import { openBackOffice } from '../support/back-office.ts'
import { expectAccessible, visit, visiting } from '../support/browser.ts'
import type { RunningShop } from '../support/shop-process.ts'
import { leavesRoom, panel, sidePanel, staffOf, startsAt, tool, toolbar } from '../support/staff.ts'
import { workerShop } from '../support/worker-shop.ts'

/** The shop's own people at work: the toolbar, and the room for panels, as they and their customers meet them. */

let shop: RunningShop
beforeAll(async () => {
  shop = await workerShop()
})

const { logIn, selling, firstProduct } = staffOf(() => shop)

test('a salesperson has the toolbar: greeting, toggle, page actions, 50 px, with the page starting below it [STAFF-03] [STAFF-04] [STAFF-05] [STAFF-08] [STAFF-28] [SHELL-11]', async () => {
  await selling({ width: 1280 }, async ({ page }) => {
    await page.goto(shop.address('wa'))
    await toolbar(page).getByText('Hello Demo').waitFor()
    expect((await toolbar(page).boundingBox())?.height).toBe(50)
    expect(await startsAt(page)).toBe('50px')
    expect(await tool(page, 'Product info').count()).toBe(0)
    expect(await tool(page, 'Panel Off').getAttribute('aria-pressed')).toBe('false')
    await expectAccessible(page)
    await leavesRoom(page, toolbar(page))

    const path = await firstProduct(page, 'wa')
    await page.goto(shop.address('wa') + path)
    await tool(page, 'Product info').waitFor()
    await tool(page, 'Create reminder').waitFor()
    await tool(page, 'Panel Off').click()
    await panel(page, 'Product info').getByRole('heading', { name: 'Stock' }).waitFor()
    expect(await tool(page, 'Panel On').getAttribute('aria-pressed')).toBe('true')
    await expectAccessible(page)
    // What was switched on stays on, and is of the next page's product.
    await page.goto(shop.address('wa'))
    await panel(page, 'Project').getByRole('heading', { name: 'Projects' }).waitFor()
    await tool(page, 'Panel On').click()
    await expect.poll(() => sidePanel(page).count()).toBe(0)
    await page.reload()
    await tool(page, 'Panel Off').waitFor()

    const tokens = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(tokens).not.toContain('panel/')
    await tool(page, 'Logout').waitFor()
  })
})

test('the panel is 350 px wide from 1200 px and 320 px from 975 px, beside the page; reminders are over it [STAFF-13] [STAFF-15] [STAFF-29]', async () => {
  await selling({ width: 1280 }, async ({ page }) => {
    await page.goto(shop.address('wa') + (await firstProduct(page, 'wa')))
    await tool(page, 'Product info').click()
    await sidePanel(page).waitFor()
    const widths: number[][] = []
    for (const width of [1280, 1100, 600]) {
      await page.setViewportSize({ width, height: 800 })
      const room = await page.locator('body').evaluate((body) => Number.parseFloat(getComputedStyle(body).paddingRight))
      widths.push([(await sidePanel(page).boundingBox())?.width ?? 0, room])
    }
    expect(widths).toEqual([
      [350, 350],
      [320, 320],
      [600, 0],
    ])
    const sticksOut = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await sticksOut()).toBe(false)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Close panel' }).click()
    expect(await sticksOut()).toBe(false)
    expect(await sidePanel(page).count()).toBe(0)
    await tool(page, 'Create reminder').click()
    await panel(page, 'Reminder').getByLabel('Name').waitFor()
    expect((await sidePanel(page).boundingBox())?.width).toBe(1280)
  })
})

test('the panel can be entered and left by keyboard alone', async () => {
  await selling({ width: 1280 }, async ({ page }) => {
    await page.goto(shop.address('wa') + (await firstProduct(page, 'wa')))
    await tool(page, 'Product info').focus()
    await page.keyboard.press('Enter')
    await panel(page, 'Product info').getByRole('button', { name: 'Add to cart' }).waitFor()
    await panel(page, 'Product info').locator('html[data-live]').waitFor({ state: 'attached' })
    const inFrame = () => page.evaluate(() => document.activeElement?.tagName === 'IFRAME')
    for (let presses = 0; presses < 12 && !(await inFrame()); presses++) await page.keyboard.press('Tab')
    expect(await inFrame()).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => sidePanel(page).count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Product info')
  })
})

test('after a session ended elsewhere the toolbar leads to the login; Logout leads there too [STAFF-07] [STAFF-18] [STAFF-19] [STAFF-26]', async () => {
  await visiting({ width: 1280 }, async ({ page, context }) => {
    await logIn(page, 'aol', 'sales')
    await tool(page, 'Logout').waitFor()
    // This theme has none, nor has fk.
    expect(await tool(page, /^Reminders/).count()).toBe(0)
    // The session's end is not known to this browser: its cookies and tokens are as before.
    const stored = await context.storageState()
    const loggedOut = page.waitForResponse((answer) => answer.url().endsWith('/api/account/logout'))
    await tool(page, 'Logout').click()
    expect((await loggedOut).status()).toBe(200)
    await page.waitForURL('**/account/internal/login')
    await page.goto(shop.address('aol'))
    expect(await toolbar(page).count()).toBe(0)

    const again = await visit({ width: 1280, storageState: stored })
    await again.page.goto(`${shop.address('aol')}/brands`)
    await again.page.waitForURL('**/account/internal/login?returnUrl=%2Fbrands')
    expect(await again.page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
    await again.close()
  })

  // Where another page is configured for it, Logout leads there.
  const admin = await openBackOffice(shop)
  await admin.setting('aol', 'postLogoutRoute', '/stores')
  await visiting({ width: 1280 }, async ({ page }) => {
    await logIn(page, 'aol', 'sales')
    await tool(page, 'Logout').click()
    await page.waitForURL('**/stores')
  })
})

test('customers have a bar with greeting and Logout on two apps, none elsewhere, and no access to staff pages [STAFF-02] [MSG-05] [SHELL-11]', async () => {
  await visiting({ width: 1280 }, async ({ page }) => {
    await page.goto(`${shop.address('wa')}/project`)
    await page.waitForURL('**/account/internal/login?returnUrl=%2Fproject')
    for (const app of ['wa', 'hc']) {
      await logIn(page, app, 'member')
      const bar = page.getByRole('complementary', { name: 'Account bar' })
      await bar.getByText('Hello Demo').waitFor()
      expect(await bar.getByRole('button').allInnerTexts()).toEqual(['Logout'])
      expect(await toolbar(page).count()).toBe(0)
      expect(await startsAt(page)).toBe('50px')
      if (app === 'hc') continue
      // What is said over the page stands below the bar.
      await page.goto(`${shop.address(app)}/products`)
      await leavesRoom(page, bar)
      await page.route('**/api/cart/product/', (route) => route.fulfill({ status: 500, body: '{}' }))
      await page
        .getByRole('button', { name: /^Add to cart/ })
        .first()
        .click()
      const message = page.getByRole('alert').first()
      await expect.poll(async () => (await message.boundingBox())?.y).toBe(50)
      await page.unroute('**/api/cart/product/')
      for (const path of ['/project', '/performance-dashboard']) {
        await page.goto(shop.address(app) + path)
        await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      }
    }
    await logIn(page, 'aol', 'member')
    await page.getByText('Hello Demo.').waitFor()
    expect(await page.getByRole('complementary', { name: 'Account bar' }).count()).toBe(0)
    expect(await startsAt(page)).toBe('0px')
    // Where somebody of ours had worked before, and their sign-in ended by itself, no room is left for a bar that does not come.
    await page.evaluate(() => localStorage.setItem('admin-panel', '{"isOn":false}'))
    await page.reload()
    await expect.poll(() => startsAt(page)).toBe('0px')
    expect(await page.evaluate(() => localStorage.getItem('admin-panel'))).toBeNull()
  })
})

test('the compare tray is 350 px from the edge beside the staff panel, at the edge on narrower screens and without it, and absent at checkout [CMPR-15]', async () => {
  await selling({ width: 1280 }, async ({ page }) => {
    const tray = page.getByRole('region', { name: 'Products to compare' })
    const fromEdge = () =>
      tray.evaluate((one) => document.documentElement.clientWidth - one.getBoundingClientRect().right)
    await page.goto(`${shop.address('wa')}/c/kitchen/fridges`)
    await toolbar(page).waitFor()
    await page
      .getByRole('article')
      .getByRole('button', { name: /^Compare/ })
      .first()
      .click()
    await tray.getByText('1 of 3 products to compare').waitFor({ state: 'attached' })
    await page.goto(shop.address('wa') + (await firstProduct(page, 'wa')))
    await tray.getByRole('button', { expanded: false }).click()
    await expect.poll(fromEdge).toBe(0)
    await tool(page, 'Product info').click()
    await sidePanel(page).waitFor()
    await expect.poll(fromEdge).toBe(350)
    await page.setViewportSize({ width: 1199, height: 900 })
    await expect.poll(fromEdge).toBe(0)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${shop.address('wa')}/customer/checkout`)
    await toolbar(page).waitFor()
    expect(await tray.count()).toBe(0)
  })
})
