import { expect, test } from 'vitest'
import { visit, type Page, type PageOptions } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

/** What the pictures of the demonstration cost on a phone. */

const shop = sharedShop()
const phone = { width: 390, height: 844, touch: true, density: 3, hasColdCache: true } satisfies PageOptions
const fridges = '/c/kitchen/fridges'

const cards = (page: Page) => page.getByRole('region', { name: 'Products' }).getByRole('article')

/** Bytes of each picture that has loaded; of one that several places show, for each of them. Null while one in the window is loading. */
const shownPictures = (page: Page): Promise<number[] | null> =>
  page.evaluate(() => {
    const sizes = new Map(
      performance
        .getEntriesByType('resource')
        .map((entry) => [entry.name, (entry as PerformanceResourceTiming).encodedBodySize]),
    )
    const isThere = ({ complete, currentSrc }: HTMLImageElement) => complete && sizes.has(currentSrc)
    const isInWindow = (image: HTMLImageElement) => {
      // The next picture of a strip begins within the window's margin, where it is cut off.
      const { top, bottom, left, width } = image.getBoundingClientRect()
      return bottom > 0 && top < innerHeight && left + width / 2 < innerWidth
    }
    const images = [...document.images].filter((image) => image.checkVisibility())
    return images.filter(isInWindow).every(isThere)
      ? images.filter(isThere).map(({ currentSrc }) => sizes.get(currentSrc) ?? 0)
      : null
  })

// Nobody has seen these sizes before, so each has to be made.
const poll = { timeout: 45_000 }

const sum = (sizes: readonly number[] | null) => (sizes ?? []).reduce((total, one) => total + one, 0)

test('a list of 24 products costs at most 250 kB of pictures', async () => {
  const { page, close } = await visit(phone)
  await page.goto(`${shop.address('aol')}${fridges}`)
  await isLive(page)
  expect(await cards(page).count()).toBe(24)
  for (const card of await cards(page).all()) await card.scrollIntoViewIfNeeded()
  await expect.poll(async () => (await shownPictures(page))?.length, poll).toBeGreaterThanOrEqual(24)
  const sizes = await shownPictures(page)
  expect(sizes).not.toContain(0)
  expect(sum(sizes)).toBeLessThanOrEqual(250_000)
  await close()
})

test('the first view of a product costs at most 120 kB of pictures', async () => {
  const listed = await visit(phone)
  await listed.page.goto(`${shop.address('aol')}${fridges}`)
  const links = cards(listed.page).getByRole('heading').getByRole('link')
  const paths = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  await listed.close()
  for (const path of paths.slice(0, 3)) {
    const { page, close } = await visit(phone)
    await page.goto(`${shop.address('aol')}${path}`)
    await isLive(page)
    await expect.poll(async () => (await shownPictures(page))?.length, poll).toBeGreaterThan(0)
    const sizes = await shownPictures(page)
    expect(sizes).not.toContain(0)
    expect(sum(sizes), path ?? '').toBeLessThanOrEqual(120_000)
    await close()
  }
})
