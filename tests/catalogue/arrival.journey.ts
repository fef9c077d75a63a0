import { describe, expect, test } from 'vitest'
import { visit, type Locator, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

/** What a page is like on arriving and while reading it, for eyes, ears and thumbs. */

const shop = sharedShop()

describe('client-side navigation', () => {
  test('moves the focus to the heading and announces the title; sorting a list does neither', async () => {
    const { page, faults, close } = await visit()
    await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
    await isLive(page)
    await page.locator('html[data-whole]').waitFor({ state: 'attached' })
    const card = page.getByRole('region', { name: 'Products' }).getByRole('article').first()
    const heading = page.getByRole('heading', { level: 1 })
    const list = await heading.innerText()
    await card.getByRole('heading').getByRole('link').click()
    await page.waitForURL('**/p/**')
    await expect.poll(() => heading.innerText()).not.toBe(list)
    const title = await heading.innerText()
    const focused = () => page.evaluate(() => [document.activeElement?.tagName, document.activeElement?.textContent])
    await expect.poll(focused).toEqual(['H1', title])
    await expect.poll(() => page.locator('[data-arrival]').textContent()).toBe(await page.title())
    await page.goBack()
    await page.waitForURL('**/c/kitchen/fridges')
    await expect.poll(async () => (await focused())[0]).toBe('H1')
    const sort = page.getByRole('combobox', { name: 'Sort' })
    await sort.focus()
    await sort.selectOption('price-asc')
    await page.waitForURL(/sort=price-asc/)
    expect((await focused())[0]).toBe('SELECT')
    expect(faults).toEqual([])
    await close()
  })
})

test('a link to a section of another page moves the focus there', async () => {
  const { page, close } = await visit()
  await page.goto(`${shop.address('aol')}/brands`)
  await isLive(page)
  await page.locator('html[data-whole]').waitFor({ state: 'attached' })
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/s/purchasing-miele-appliances-from-winning-appliances#product-payment'
    link.textContent = 'How Miele products are paid for'
    document.querySelector('main')?.prepend(link)
  })
  await page.getByRole('link', { name: 'How Miele products are paid for' }).click()
  await page.waitForURL('**/s/purchasing-miele-*#product-payment')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('product-payment')
  await close()
})

test('scripts are fetched after the first paint, and at once by a page that nobody sees', async () => {
  const { page, context, faults, close } = await visit({ hasColdCache: true })
  /** When the first contentful paint and the first module's fetch were, in milliseconds; the paint is null where there was none. */
  const starts = (of: Page) =>
    of.evaluate(() => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null,
      script: Math.min(
        ...performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ startTime }) => startTime),
      ),
    }))
  await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
  await isLive(page)
  const { paint, script } = await starts(page)
  expect(paint).not.toBeNull()
  expect(script).toBeGreaterThanOrEqual(paint ?? Infinity)

  const hidden = await context.newPage()
  await hidden.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    // No paint is ever reported, and the timer is too late for this test.
    Object.defineProperty(window, 'PerformanceObserver', { value: undefined })
  })
  await hidden.goto(`${shop.address('aol')}/c/kitchen/fridges`)
  await isLive(hidden)
  expect(faults).toEqual([])
  await close()
})

test('the back-to-top button never covers a price on a phone', async () => {
  const { page, close } = await visit({ width: 360, height: 740 })
  await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
  await isLive(page)
  await page.locator('html[data-whole]').waitFor({ state: 'attached' })
  const covered = () =>
    page.evaluate(() => {
      const button = document.querySelector('[aria-label="Back to top"]')?.getBoundingClientRect()
      if (button === undefined) return null
      const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      while (walker.nextNode() !== null) {
        const text = walker.currentNode
        if (!/\$\s?\d/.test(text.nodeValue ?? '') || text.parentElement?.checkVisibility() !== true) continue
        const range = document.createRange()
        range.selectNodeContents(text)
        for (const box of range.getClientRects())
          if (box.left < button.right && box.right > button.left && box.top < button.bottom && box.bottom > button.top)
            found.push(text.nodeValue ?? '')
      }
      return found
    })
  for (let at = 200; at < 2_600; at += 160) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), at)
    await expect.poll(covered).toEqual([])
  }
  await close()
})

/** The texts that do not fit their element, at each of these widths. */
async function cutAt(page: Page, widths: readonly number[], texts: Locator): Promise<(string | null)[]> {
  const cut: (string | null)[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.waitForFunction((wide) => innerWidth === wide, width)
    cut.push(
      ...(await texts.evaluateAll((all) =>
        all
          .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
          .map((one) => `${innerWidth}: ${one.textContent}`),
      )),
    )
  }
  return cut
}

test('card titles show the model number at their end, on phone and desktop', async () => {
  const { page, close } = await visit()
  for (const list of ['/c/kitchen/fridges', '/c/laundry', '/products']) {
    await page.goto(`${shop.address('aol')}${list}`)
    const titles = page.getByRole('region', { name: 'Products' }).getByRole('article').getByRole('heading')
    expect(await titles.count()).toBeGreaterThan(0)
    expect([list, await cutAt(page, [360, 1440], titles)]).toEqual([list, []])
  }
  await close()
})

test('titles are complete in recently viewed, compare tray and comparison at 360, 800 and 1440 px', async () => {
  const widths = [360, 800, 1440]
  const { page, close } = await visit()
  await page.goto(`${shop.address('aol')}/products`)
  const products = await page.evaluate(async () => {
    const answer = await fetch('/api/v2/listing?type=category&uri=kitchen&pageSize=48')
    return ((await answer.json()) as { products: { sku: string; title: string; uri: string }[] }).products
  })
  const longest = products.toSorted((a, b) => b.title.length - a.title.length).slice(0, 3)
  expect(longest.every(({ title }) => title.length > 50)).toBe(true)
  await page.goto(`${shop.address('aol')}/comparison/${longest.map(({ sku }) => sku).join('/')}`)
  const heads = page.getByRole('columnheader').getByRole('link', { name: /^(?!Remove)/ })
  expect(await heads.count()).toBe(3)
  expect(await cutAt(page, widths, heads)).toEqual([])

  for (const { uri } of longest) {
    await page.goto(`${shop.address('aol')}/p/${uri}`)
    await isLive(page)
    await page
      .getByRole('button', { name: /^Compare/ })
      .first()
      .click()
    await page
      .getByRole('region', { name: 'Products to compare' })
      .getByText(`${longest.findIndex((one) => one.uri === uri) + 1} of 3`)
      .waitFor({ state: 'attached' })
  }
  const viewed = page.getByRole('region', { name: 'Recently viewed' }).getByRole('link').locator('span')
  await expect.poll(() => viewed.count()).toBe(2)
  expect(await cutAt(page, widths, viewed)).toEqual([])

  const tray = page.getByRole('region', { name: 'Products to compare' })
  const names = tray.getByRole('listitem').locator('span')
  expect(await names.count()).toBe(3)
  expect(await cutAt(page, widths, names)).toEqual([])
  // The page leaves as much room at its end as the tray takes, which is another height at each width.
  const room = () =>
    tray.evaluate((element) => {
      const height = element.getBoundingClientRect().height
      return Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--tray-height')) - height
    })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(room).toBeGreaterThanOrEqual(0)
  }
  await close()
})

test('a promotion shows its title once above its products', async () => {
  const { page, close } = await visit()
  const title = 'Two bonus water filters with every plumbed Karrindal fridge'
  await page.goto(`${shop.address('aol')}/promotion/karrindal-bonus-filters`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  const text = await page.getByRole('main').innerText()
  expect(text.split('Two bonus water filters').length - 1).toBe(1)
  await close()
})

test('links about Miele products lead to headings of their page, which exists at its own URL [CONF-21]', async () => {
  const { page, close } = await visit()
  for (const id of ['invoice', 'product-payment', 'after-sales-service']) {
    await page.goto(`${shop.address('aol')}/s/purchasing-miele-appliances-from-winning-appliances#${id}`)
    await page.locator(`main h2#${id}`).waitFor()
    expect(new URL(page.url()).pathname).toBe('/s/purchasing-miele-appliances-from-winning-appliances')
  }
  await close()
})
