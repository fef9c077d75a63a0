/** `npm run readme:pictures`: the pictures in the README, taken from the built shop with its demonstration, into docs/images/. */
import { chromium, type Page } from 'playwright-core'
import { demoPassword } from '../data/demo/access.ts'
import { addFirstOf, deliveryDates, fillGuest, isLive, sydneyGuest } from '../tests/support/checkout.ts'
import { startShop } from '../tests/support/shop-process.ts'
import { logInAs } from '../tests/support/sign-in.ts'
import { buildWhenStale } from './bundle/build.ts'
import { chromiumArguments, ensureChromium } from './chromium.ts'

const say = (text: string) => console.log(text)
await buildWhenStale(say)
const shop = await startShop({ RATE_LIMITS: 'off' })
const browser = await chromium.launch({ executablePath: ensureChromium(say), args: chromiumArguments })
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
const page = await context.newPage()
const site = shop.address('aol')

async function take(of: typeof page, name: string): Promise<void> {
  // Sizes that nobody has requested yet have to be made.
  await of.waitForFunction(() =>
    [...document.images]
      .filter((image) => {
        const { top, left, width } = image.getBoundingClientRect()
        return image.checkVisibility() && width > 0 && top < innerHeight && left < innerWidth
      })
      .every((image) => image.complete && image.currentSrc !== ''),
  )
  await of.screenshot({ path: `docs/images/${name}.png` })
}

await page.goto(site, { waitUntil: 'load' })
await take(page, 'home')

await addFirstOf(page, `${site}/c/kitchen/fridges/french-door-fridges`)
await fillGuest(page, sydneyGuest)
await deliveryDates(page).evaluate((dates) => dates.scrollIntoView({ block: 'center' }))
await take(page, 'checkout')

// From here on the delivery location is set.
await page.goto(`${site}/c/kitchen/fridges/french-door-fridges`, { waitUntil: 'load' })
await isLive(page)
await page
  .getByText(/Get it|delivery/i)
  .first()
  .waitFor()
await take(page, 'listing')
await page.getByRole('article').first().getByRole('link').first().click()
await page.waitForURL(/\/p\//)
await page.getByRole('button', { name: 'Add to cart' }).first().waitFor()
await isLive(page)
await page
  .getByText(/^Delivery/)
  .first()
  .waitFor()
await picturesOf(page)
await take(page, 'product')

await logInAs(page, site, 'admin@demo.example', demoPassword)
await page.goto(site)
const opening = context.waitForEvent('page')
await page.getByRole('button', { name: 'Back office' }).click()
const admin = await opening
await admin.getByRole('heading', { name: 'Dashboard' }).waitFor()
await admin.goto(`${new URL(admin.url()).origin}/office/products`)
await admin.getByRole('heading', { name: 'Products' }).waitFor()
await take(admin, 'back-office')
await admin.goto(`${new URL(admin.url()).origin}/office/media?type=picture`)
await picturesOf(admin)
await take(admin, 'media-library')

await browser.close()
await shop.stop()

/** Waits for the pictures of the first view, of which there is at least one. */
async function picturesOf(of: Page): Promise<void> {
  await of.waitForFunction(() => {
    const seen = [...document.querySelectorAll<HTMLImageElement>('main img')].filter((image) => {
      const { top, left, width } = image.getBoundingClientRect()
      return width > 0 && top < innerHeight && left < innerWidth
    })
    return seen.length > 0 && seen.every((image) => image.complete && image.naturalWidth > 0)
  })
}
