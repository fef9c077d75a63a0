/** `npm run shots [-- APP …]`: every page type in every brand at 360, 768 and 1440 px, as PNG in shots/. */
import { mkdirSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import { addFirstOf } from '../tests/support/checkout.ts'
import { pageTypesOf } from '../tests/support/page-types.ts'
import { startShop } from '../tests/support/shop-process.ts'
import { buildWhenStale } from './bundle/build.ts'
import { chromiumArguments, ensureChromium } from './chromium.ts'

const apps =
  process.argv.length > 2 ? process.argv.slice(2) : ['wa', 'andoo', 'aol', 'aol-nz', 'aoc', 'wac', 'hc', 'fk']

await buildWhenStale((text) => console.log(text))
const shop = await startShop({ RATE_LIMITS: 'off' })
const browser = await chromium.launch({
  executablePath: ensureChromium((text) => console.log(text)),
  args: chromiumArguments,
})
for (const app of apps) {
  for (const width of [360, 768, 1440]) {
    const folder = `shots/${app}/${width}`
    mkdirSync(folder, { recursive: true })
    const page = await browser.newPage({ viewport: { width, height: 900 } })
    const take = async (name: string) => {
      await loadAll(page)
      await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
    }
    for (const [name, path] of await pageTypesOf(page, shop.address(app))) {
      await page.goto(`${shop.address(app)}${path}`, { waitUntil: 'networkidle' })
      await take(name)
    }
    await addFirstOf(page, `${shop.address(app)}/products`)
    await take('checkout')
    await page.goto(`${shop.address(app)}/cart`, { waitUntil: 'networkidle' })
    await take('cart')
    await page.goto(`${shop.address(app)}/products`, { waitUntil: 'networkidle' })
    await page.getByRole('link', { name: /^Cart, / }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Checkout' }).waitFor()
    await page.screenshot({ path: `${folder}/cart-panel.png` })
    await page.close()
  }
  console.log(`${app}: shots/${app}`)
}
await browser.close()
await shop.stop()

/** Scrolls to load lazy pictures, which a full-page screenshot alone does not do. */
async function loadAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const lazy = [...document.images].filter((image) => image.loading === 'lazy' && image.checkVisibility())
    await Promise.all(
      lazy.map((image) => {
        image.loading = 'eager'
        return image.decode().catch(() => undefined)
      }),
    )
  })
}
