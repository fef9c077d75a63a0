import { demoPassword } from '../../data/demo/access.ts'
import { expect } from 'vitest'
import { visiting, type visit, type Locator, type Page, type PageVisit } from './browser.ts'
import type { RunningShop } from './shop-process.ts'
import { logInAs } from './sign-in.ts'

/** Staff in a browser: sign-in, toolbar and panels. */

type Who = 'member' | 'sales' | 'admin'
type State = NonNullable<NonNullable<Parameters<typeof visit>[0]>['storageState']>

export const toolbar = (page: Page) => page.getByRole('complementary', { name: 'Staff toolbar' })
export const tool = (page: Page, name: string | RegExp) => toolbar(page).getByRole('button', { name })
export const sidePanel = (page: Page) => page.getByRole('complementary', { name: 'Side panel' })
export const panel = (page: Page, title: string) => page.frameLocator(`iframe[title="${title}"]`)

/** The space above the page for a bar. */
export const startsAt = (page: Page) => page.locator('body').evaluate((body) => getComputedStyle(body).paddingTop)

/** The space is reserved before the bar appears, so nothing moves: the bar waits for the account's response. */
export async function leavesRoom(page: Page, bar: Locator): Promise<void> {
  let answer = () => {}
  const canAnswer = new Promise<void>((done) => (answer = done))
  await page.route('**/api/account', async (route) => {
    await canAnswer
    await route.continue()
  })
  await page.reload()
  await page.locator('html[data-whole]').waitFor({ state: 'attached' })
  expect([await bar.count(), await startsAt(page)]).toEqual([0, '50px'])
  answer()
  await bar.waitFor()
  expect(await startsAt(page)).toBe('50px')
  await page.unroute('**/api/account')
}

/** Staff of a file's own shop. */
export function staffOf(shop: () => RunningShop) {
  const logIn = (page: Page, app: string, who: Who) =>
    logInAs(page, shop().address(app), `${who}@demo.example`, demoPassword)

  let salesAtWa: State | null = null

  /** A signed-in salesperson at wa, for all tests that end no session. */
  async function selling(
    options: Parameters<typeof visit>[0],
    work: (visit: PageVisit) => Promise<void>,
  ): Promise<void> {
    if (salesAtWa === null)
      await visiting({}, async ({ page, context }) => {
        await logIn(page, 'wa', 'sales')
        salesAtWa = await context.storageState()
      })
    await visiting({ ...options, ...(salesAtWa === null ? {} : { storageState: salesAtWa }) }, work)
  }

  async function firstProduct(page: Page, app: string): Promise<string> {
    await page.goto(`${shop().address(app)}/c/kitchen/fridges`)
    const card = page
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: /^Add to cart/ }) })
      .first()
    return (await card.getByRole('link').first().getAttribute('href')) ?? ''
  }

  return { logIn, selling, firstProduct }
}
