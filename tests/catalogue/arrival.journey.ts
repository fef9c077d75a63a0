import { describe, expect, test } from 'vitest'
import { expectAccessible, visit, type Locator, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

/** What a page is like on arriving and while reading it, for eyes, ears and thumbs. */

const shop = sharedShop()

describe('client-side navigation', () => {
  test('moves the focus to the start of the page and announces the title; sorting a list does neither', async () => {
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
    const focused = () => page.evaluate(() => document.activeElement?.tagName)
    await expect.poll(focused).toBe('MAIN')
    await expect.poll(() => page.locator('[data-arrival]').textContent()).toBe(await page.title())
    expect(await page.title()).toContain(title)
    // The next Tab is the first control of the page; nothing of it is before the focus.
    await page.keyboard.press('Tab')
    const isFirst = () =>
      page.evaluate(() => document.querySelector('main :is(a[href], button, input)') === document.activeElement)
    expect(await isFirst()).toBe(true)
    await page.goBack()
    await page.waitForURL('**/c/kitchen/fridges')
    await expect.poll(focused).toBe('MAIN')
    const sort = page.getByRole('combobox', { name: 'Sort' })
    await sort.focus()
    await sort.selectOption('price-asc')
    await page.waitForURL(/sort=price-asc/)
    expect(await focused()).toBe('SELECT')
    expect(faults).toEqual([])
    await close()
  })

  test('by the page links of a list starts at the top of the list; a filter keeps the focus', async () => {
    const { page, faults, close } = await visit()
    await page.goto(`${shop.address('aol')}/products`)
    await isLive(page)
    await page.locator('html[data-whole]').waitFor({ state: 'attached' })
    const focusedLabel = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await pages.getByRole('link', { name: 'Next' }).press('Enter')
    await page.waitForURL(/page=2/)
    await expect.poll(focusedLabel).toBe('Products')
    await expect.poll(() => page.locator('[data-arrival]').textContent()).toBe(await page.title())
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () => document.activeElement?.closest('section[aria-label=Products]') !== null && scrollY < innerHeight,
      ),
    ).toBe(true)
    await page.locator('#filters li a').first().press('Enter')
    await expect.poll(() => page.url()).not.toContain('page=2')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('A')
    expect(faults).toEqual([])
    await close()
  })

  test('carries the picture of a card to its page and back, unless motion is unwelcome', async () => {
    const { page, faults, close } = await visit()
    await page.addInitScript(() => {
      const start = document.startViewTransition.bind(document)
      const record = { names: [] as string[], running: 0 }
      Object.assign(window, { record })
      document.startViewTransition = (update) => {
        const nameOf = () =>
          [...document.querySelectorAll<HTMLElement>('img')]
            .filter((img) => img.style.viewTransitionName !== '')
            .map((img) => (img.closest('#picture-1') === null ? 'card' : 'page'))
        record.names.push(...nameOf())
        const transition = start(update)
        record.running++
        void transition.finished.finally(() => record.running--)
        void transition.ready.then(() => record.names.push(...nameOf(), 'moved'))
        return transition
      }
    })
    const names = () => page.evaluate(() => (window as unknown as { record: { names: string[] } }).record.names)
    const list = page.getByRole('heading', { level: 1, name: 'Fridges' })
    const openFirst = async () => {
      await page
        .getByRole('region', { name: 'Products', exact: true })
        .getByRole('article')
        .first()
        .getByRole('heading')
        .getByRole('link')
        .click()
      await page.waitForURL('**/p/**')
      await page.getByRole('group', { name: 'Pictures' }).waitFor()
    }
    const reachList = async () => {
      // What follows the pictures comes with what counts pages.
      const counted = page.waitForRequest((request) => request.url().includes('/api/analytics/count'))
      await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
      await counted
    }
    await reachList()
    await openFirst()
    expect(await names()).toEqual([])
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await reachList()
    // A page that takes longer than a moment has a placeholder instead: its code is fetched first.
    await openFirst()
    await page.goBack()
    await list.waitFor()
    // The list is there before its picture has come to rest.
    await page.waitForFunction(() => (window as unknown as { record: { running: number } }).record.running === 0)
    await page.evaluate(() => (window as unknown as { record: { names: string[] } }).record.names.splice(0))
    await openFirst()
    await expect.poll(names).toEqual(['card', 'page', 'moved'])
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await page.goBack()
    await list.waitFor()
    await expect.poll(names).toEqual(['card', 'page', 'moved', 'page', 'card', 'moved'])
    // None is left named: two of a name would end the next one.
    await expect
      .poll(() => page.evaluate(() => document.querySelectorAll('[style*="view-transition-name"]').length))
      .toBe(0)
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

test.each([390, 1440])(
  'recently viewed is on home, product and a search without results, and can be cleared, at %i px',
  async (width) => {
    const { page, faults, close } = await visit({ width })
    const at = (path: string) => `${shop.address('andoo')}${path}`
    const viewed = page.getByRole('region', { name: 'Recently viewed' })
    const product = page.getByRole('article').getByRole('heading').getByRole('link')
    for (const which of [0, 1]) {
      await page.goto(at('/products'), { waitUntil: 'domcontentloaded' })
      await isLive(page)
      await product.nth(which).click()
      await page.waitForURL('**/p/**')
      await page.getByRole('group', { name: 'Pictures' }).waitFor()
    }
    await expect.poll(() => viewed.getByRole('link').count()).toBe(1)
    for (const path of ['/', '/search/zzzzqqqq']) {
      await page.goto(at(path))
      await expect.poll(() => viewed.getByRole('link').count()).toBe(2)
    }
    await expectAccessible(page)
    await viewed.getByRole('button', { name: 'Clear recently viewed' }).click()
    await viewed.getByText('Cleared. Products you view next will show here.').waitFor()
    expect(await viewed.getByRole('link').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('recently-viewed')
    await page.goto(at('/'))
    await page.locator('html[data-whole]').waitFor({ state: 'attached' })
    expect(await viewed.count()).toBe(0)
    expect(faults).toEqual([])
    await close()
  },
)

test('who declines personalisation under Privacy choices has no viewed products stored, until they accept', async () => {
  const { page, faults, close } = await visit()
  const at = (path: string) => `${shop.address('fk')}${path}`
  const banner = page.getByRole('region', { name: 'Your privacy' })
  const viewed = page.getByRole('region', { name: 'Recently viewed' })
  const stored = () => page.evaluate(() => localStorage.getItem('recently-viewed'))
  const openProduct = async () => {
    await page.goto(at('/c/kitchen/fridges'), { waitUntil: 'domcontentloaded' })
    await isLive(page)
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await page.getByRole('group', { name: 'Pictures' }).waitFor()
  }
  const choose = async (name: string) => {
    // The page before may count its own view only now.
    const counted = page.waitForRequest(
      (request) => request.url().includes('/api/analytics/count') && request.frame().url().includes('zzzzqqqq'),
    )
    await page.goto(at('/search/zzzzqqqq'), { waitUntil: 'domcontentloaded' })
    await counted
    await page.getByRole('link', { name: 'Privacy choices' }).click()
    await banner.getByRole('button', { name }).click()
    await banner.waitFor({ state: 'detached' })
  }
  await openProduct()
  await expect.poll(stored).toContain('uri')
  await choose('Decline')
  await viewed.waitFor({ state: 'detached' })
  await openProduct()
  expect(await stored()).toBe('off')
  await choose('Accept')
  await openProduct()
  await expect.poll(stored).toContain('uri')
  expect(faults).toEqual([])
  await close()
})
