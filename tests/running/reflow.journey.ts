import { afterAll, beforeAll, expect, test } from 'vitest'
import { appCodes } from '../../src/brands/apps.ts'
import { visit, type PageVisit } from '../support/browser.ts'
import { layoutProblems } from '../support/layout-problems.ts'
import { pageTypesOf } from '../support/page-types.ts'
import { sharedShop } from '../support/shop-process.ts'

/** Every page type of every brand on the narrowest screen, with text of twice the size, and with the spacing that a reader may need. */

const shop = sharedShop()

/** Width in CSS pixels, and the style that a reader adds. */
const readings = {
  // 1.4.10: as wide as 1,280 pixels at 400 %.
  narrow: [320, ''],
  // 1.4.4
  large: [1280, 'html { font-size: 200% !important }'],
  // 1.4.12
  spaced: [
    390,
    `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
     p { margin-bottom: 2em !important }`,
  ],
} as const

let visited: PageVisit
beforeAll(async () => {
  visited = await visit()
})
afterAll(() => visited.close())

test.each(appCodes)(
  'no page of %s scrolls sideways, cuts text off or has controls that cover each other',
  async (app) => {
    const { page } = visited
    const found: string[] = []
    for (const [name, path] of await pageTypesOf(page, shop.address(app))) {
      await page.setViewportSize({ width: 390, height: 800 })
      await page.goto(`${shop.address(app)}${path}`, { waitUntil: 'domcontentloaded' })
      await page.locator('html[data-live]').waitFor({ state: 'attached' })
      for (const [reading, [width, css]] of Object.entries(readings)) {
        await page.setViewportSize({ width, height: 800 })
        // By script and not as an element: the page's policy allows no further style sheet.
        await page.evaluate(async (text) => {
          const sheet = new CSSStyleSheet()
          sheet.replaceSync(text)
          document.adoptedStyleSheets = [sheet]
          for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
        }, css)
        found.push(...(await page.evaluate(layoutProblems)).map((problem) => `${name}, ${reading}: ${problem}`))
      }
    }
    expect(found).toEqual([])
  },
  600_000,
)
