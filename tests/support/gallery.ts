import type { Page } from './browser.ts'
import { isLive } from './checkout.ts'

/** The component gallery: opens a page and uses it. */

export async function openBlock(page: Page, origin: string, block: string): Promise<void> {
  await page.goto(`${origin}/dev/ui/${block}`)
  await isLive(page)
}

/** Waits for lazily loaded parts. */
export const isWhole = (page: Page) => page.locator('html[data-whole]').waitFor({ state: 'attached' })

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
export const isLocked = (page: Page) =>
  page.evaluate(() => 'scrollLocked' in document.documentElement.dataset || document.body.className !== '')
