import { describe, expect, test } from 'vitest'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { get } from '../support/listings.ts'
import { sharedShop } from '../support/shop-process.ts'

const shop = sharedShop()

const phone = 390
const desktop = 1440
/** Every app sells more of these than it has tiles, some of them for less than their RRP. */
const keyword = 'oven'

/** Not what is told of searching, which is of no page. */
const isSearch = (path: string) => /^\/api\/(?!analytics\/).*search/i.test(path)
const field = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true })
const listbox = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })
const tiles = (page: Page) => listbox(page).getByRole('group', { name: 'Products' }).getByRole('option')

async function home(app: string, width = desktop) {
  const visitor = await visit({ width })
  const calls: URL[] = []
  const written: string[] = []
  visitor.page.on('request', (request) => {
    const url = new URL(request.url())
    if (isSearch(url.pathname)) calls.push(url)
  })
  visitor.page.on('console', (message) => written.push(message.text()))
  await visitor.page.goto(shop.address(app))
  await isLive(visitor.page)
  // Where the field is always open there is nothing to open it.
  if (width < 768 && !app.startsWith('aol'))
    await visitor.page.getByRole('button', { name: 'Search', expanded: false }).click()
  return { ...visitor, calls, written }
}

async function type(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await tiles(page).first().waitFor()
}

describe('the search dropdown of each app', () => {
  const apps = [
    { app: 'wa', placeholder: 'Search for a product', small: 3, large: 6, imagePx: 90, hasRibbons: true },
    { app: 'andoo', placeholder: 'What are you looking for?', small: 4, large: 8, imagePx: 100, hasRibbons: true },
    { app: 'aol', placeholder: 'What are you looking for?', small: 4, large: 8, imagePx: 100, hasRibbons: false },
    { app: 'aol-nz', placeholder: 'What are you looking for?', small: 4, large: 8, imagePx: 100, hasRibbons: false },
    { app: 'aoc', placeholder: 'Search for a product', small: 3, large: 6, imagePx: 90, hasRibbons: false },
    { app: 'wac', placeholder: 'Search for a product', small: 3, large: 6, imagePx: 90, hasRibbons: false },
    {
      app: 'hc',
      placeholder: 'Find the best brands at lowest prices',
      small: 3,
      large: 8,
      imagePx: 90,
      hasRibbons: true,
    },
    { app: 'fk', placeholder: 'Search for a product', small: 3, large: 6, imagePx: 90, hasRibbons: false },
  ] as const

  test.each(apps)('$app has its placeholder "$placeholder" [SRCH-02] [SRCH-03]', async ({ app, placeholder }) => {
    const { page, close } = await visit({ javaScript: false })
    await page.setContent((await get(app, '/contact-us')).text)
    expect(await field(page).getAttribute('placeholder')).toBe(placeholder)
    await close()
  })

  test.each(apps)(
    '$app has $small or $large tiles with pictures of $imagePx px, and ribbons on its own themes only [SRCH-06] [SRCH-07] [SRCH-08] [SRCH-09] [SRCH-12]',
    async ({ app, small, large, imagePx, hasRibbons }) => {
      const { page, faults, close } = await home(app, phone)
      /** Searches at this width; returns the response. */
      const searchedAt = async (width: number, count: number): Promise<string> => {
        await page.setViewportSize({ width, height: 900 })
        await field(page).fill('')
        const answered = page.waitForResponse((response) => isSearch(new URL(response.url()).pathname))
        await type(page, keyword)
        await expect.poll(() => tiles(page).filter({ visible: true }).count()).toBe(count)
        const picture = await tiles(page).first().locator('img').boundingBox()
        expect([picture?.width, picture?.height]).toEqual([imagePx, imagePx])
        return (await answered).text()
      }
      await searchedAt(phone, small)
      const given = (await searchedAt(desktop, large)).match(/"text":"Save /g)?.length ?? 0
      // Where prices are hidden there is nothing to save.
      expect(given > 0).toBe(app !== 'aoc')
      const ribbons = tiles(page).getByText(/^Save \$?\d/)
      expect(await ribbons.count()).toBe(hasRibbons ? given : 0)
      expect(faults).toEqual([])
      await close()
    },
  )
})

describe('typing', () => {
  test('shows tiles with ribbon, picture and highlighted title, linked to their product, under a heading [SRCH-04] [SRCH-05]', async () => {
    const { page, faults, close } = await home('wa')
    await type(page, keyword)
    expect(await listbox(page).getByText('Products', { exact: true }).isVisible()).toBe(true)
    await expectAccessible(page)
    const tile = tiles(page)
      .filter({ hasText: /Save \d/ })
      .first()
    expect(await tile.getAttribute('href')).toMatch(/^\/p\/[a-z0-9-]+$/)
    expect(await tile.locator('img').getAttribute('src')).not.toBe('')
    expect((await tile.locator('mark').first().innerText()).toLowerCase()).toBe(keyword)
    const href = await tile.getAttribute('href')
    await tile.click()
    await page.waitForURL(`**${href}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => field(page).inputValue()).toBe('')
    expect(faults).toEqual([])
    await close()
  })

  test('ends with a link to all results of the lower-case term [SRCH-01] [SRCH-26]', async () => {
    const { page, close } = await home('aol')
    await type(page, 'Coffee TABLE')
    const all = page.getByRole('link', { name: 'View all products' })
    expect(await all.getAttribute('href')).toBe('/search/coffee%20table')
    await all.click()
    await page.waitForURL('**/search/coffee%20table')
    await page.getByRole('heading', { level: 1, name: /Results for “coffee table”/ }).waitFor()
    await close()
  })

  test('accepts at most 100 characters, without browser autocomplete [SRCH-20]', async () => {
    const { page, close } = await home('aol')
    expect([await field(page).getAttribute('maxlength'), await field(page).getAttribute('autocomplete')]).toEqual([
      '100',
      'off',
    ])
    await field(page).pressSequentially('x'.repeat(101), { delay: 0 })
    expect(await field(page).inputValue()).toBe('x'.repeat(100))
    await close()
  })

  test('says when nothing is found, without a link to results', async () => {
    const { page, close } = await home('hc')
    await field(page).fill('xylophone')
    await page.getByText('No products found for "xylophone"').waitFor()
    expect(await page.getByRole('link', { name: 'View all products' }).count()).toBe(0)
    await expectAccessible(page)
    await close()
  })

  test('clears results below two characters, and everything with Escape [SRCH-14] [SRCH-15]', async () => {
    const { page, close } = await home('aol')
    await type(page, keyword)
    await field(page).fill('t')
    await listbox(page).waitFor({ state: 'detached' })
    await type(page, keyword)
    await field(page).press('Escape')
    await listbox(page).waitFor({ state: 'detached' })
    expect(await field(page).inputValue()).toBe('')
    await close()
  })

  test('Escape and leaving the field close the search on a phone [SRCH-15] [SRCH-16]', async () => {
    const { page, close } = await home('andoo', phone)
    await type(page, keyword)
    await expectAccessible(page)
    await field(page).press('Escape')
    await field(page).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Search', expanded: false }).click()
    await type(page, keyword)
    await page.getByRole('link', { name: /home$/ }).focus()
    await field(page).waitFor({ state: 'hidden' })
    await close()
  })
})

describe('the keyboard', () => {
  test('moves through the tiles; Enter opens the selected one', async () => {
    const { page, calls, close } = await home('aoc')
    await type(page, keyword)
    const options = listbox(page).getByRole('option')
    const last = options.last()
    await field(page).press('ArrowUp')
    expect(await last.getAttribute('aria-selected')).toBe('true')
    expect(await field(page).getAttribute('aria-activedescendant')).toBe(await last.getAttribute('id'))
    await field(page).press('ArrowDown')
    expect(await options.first().getAttribute('aria-selected')).toBe('true')
    const tile = tiles(page).first()
    const before = (await options.count()) - (await tiles(page).count())
    for (let step = 0; step < before; step++) await field(page).press('ArrowDown')
    expect(await tile.getAttribute('aria-selected')).toBe('true')
    const href = await tile.getAttribute('href')
    await field(page).press('Enter')
    await page.waitForURL(`**${href}`)
    expect(calls.map((url) => url.pathname)).toEqual(['/api/v3/search/suggestions'])
    await close()
  })

  test('on a phone skips hidden tiles', async () => {
    const { page, close } = await home('wa', phone)
    await type(page, keyword)
    await field(page).press('ArrowUp')
    expect(await tiles(page).nth(2).getAttribute('aria-selected')).toBe('true')
    await close()
  })
})

describe('submitting', () => {
  test('product-search apps resolve the destination with a loading flag, without suggestions [SRCH-17] [SRCH-18] [SRCH-24] [SRCH-34] [SRCH-36]', async () => {
    const { page, calls, close } = await home('wa')
    let answer = () => {}
    const held = new Promise<void>((go) => (answer = go))
    await page.route('**/api/v3/search/destination?**', async (route) => {
      await held
      await route.continue()
    })
    await field(page).fill('Double Ovens')
    await field(page).press('Enter')
    const form = page.getByRole('search', { name: 'Search', exact: true })
    await expect.poll(() => form.getAttribute('aria-busy')).toBe('true')
    answer()
    await page.waitForURL('**/c/kitchen/ovens/double-ovens')
    await expect.poll(() => form.getAttribute('aria-busy')).toBe('false')
    await expect.poll(() => field(page).inputValue()).toBe('')
    expect(calls.map((url) => url.pathname + url.search)).toEqual([
      '/api/v3/search/destination?searchTerm=double+ovens',
    ])
    await close()
  })

  test('the other apps request a URL and show no flag [SRCH-17] [SRCH-18]', async () => {
    const { page, calls, close } = await home('fk')
    const busy: (string | null)[] = []
    await page.route('**/api/v2/sitesearch/search-url?**', async (route) => {
      busy.push(await page.getByRole('search', { name: 'Search', exact: true }).getAttribute('aria-busy'))
      await route.continue()
    })
    await field(page).fill('something blue')
    await field(page).press('Enter')
    await page.waitForURL('**/search/something%20blue')
    expect(busy).toEqual(['false'])
    expect(calls.map((url) => url.pathname + url.search)).toEqual([
      '/api/v2/sitesearch/search-url?searchterms=something+blue',
    ])
    await close()
  })

  test('spaces only do nothing [SRCH-21]', async () => {
    const { page, calls, close } = await home('aol')
    const before = page.url()
    await field(page).fill('   ')
    await field(page).press('Enter')
    await field(page).fill('lamp')
    await tiles(page).first().waitFor()
    expect(page.url()).toBe(before)
    expect(calls.map((url) => url.pathname)).toEqual(['/api/v3/search/products'])
    await close()
  })

  test('a signed-in visitor sends wid=true [SRCH-19]', async () => {
    const { page, calls, close } = await home('aol')
    await page.evaluate(() => localStorage.setItem('loggedin', 'true'))
    await type(page, 'stainless oven')
    await field(page).press('Enter')
    await page.waitForURL('**/search/stainless%20oven')
    expect(calls.map((url) => [url.pathname, url.searchParams.get('wid')])).toEqual([
      ['/api/v3/search/products', 'true'],
      ['/api/v3/search/destination', 'true'],
    ])
    await close()
  })

  test('a failed search clears the flag, logs the reason, and opens the results page without a message [SRCH-27]', async () => {
    const { page, written, close } = await home('andoo')
    await page.route('**/api/v3/search/**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await field(page).fill('Oak table')
    await expect
      .poll(() => written)
      .toContain('/api/v3/search/products: A server error occurred. Please try again later.')
    expect(await page.getByText(/error occurred/).count()).toBe(0)
    await field(page).press('Enter')
    await page.waitForURL('**/search/oak%20table')
    await page.getByRole('heading', { level: 1, name: /Results for/ }).waitFor()
    expect(written).toContain('/api/v3/search/destination: A server error occurred. Please try again later.')
    const form = page.getByRole('search', { name: 'Search', exact: true })
    await expect.poll(() => form.getAttribute('aria-busy')).toBe('false')
    expect(await page.getByText(/error occurred/).count()).toBe(0)
    await close()
  })
})

describe('the results page', () => {
  test('works as a form without JavaScript, and /search redirects to all products with its query [ROUTE-22]', async () => {
    const { page, close } = await visit({ javaScript: false })
    await page.goto(`${shop.address('aol')}/search?page=2`)
    expect(page.url()).toBe(`${shop.address('aol')}/products?page=2`)
    await field(page).fill('Oak Table')
    await field(page).press('Enter')
    await page.waitForURL('**/search/oak%20table')
    expect(await page.getByRole('article').count()).toBeGreaterThan(0)
    await close()
  })

  test('offers shorter searches when nothing matches every word', async () => {
    const { page, close } = await visit()
    await page.goto(`${shop.address('aol')}/search/xylophone%20table`)
    await page.getByText('No products match every word. Here are some that match part of your search.').waitFor()
    const shorter = page.getByRole('list', { name: 'Try these searches' }).getByRole('link')
    expect(await shorter.getAttribute('href')).toBe('/search/table')
    await expectAccessible(page)
    await close()
  })

  test('offers a new search, popular categories and a phone number when nothing is found', async () => {
    for (const width of [phone, desktop]) {
      const { page, faults, close } = await visit({ width })
      await page.goto(`${shop.address('andoo')}/search/xylophone`)
      await isLive(page)
      const categories = page
        .getByRole('heading', { name: 'Popular categories' })
        .locator('xpath=following-sibling::ul[1]')
      expect(await categories.getByRole('link').first().getAttribute('href')).toBe('/c/living')
      const main = page.getByRole('main')
      expect(await main.getByRole('link', { name: '1300 000 500' }).getAttribute('href')).toBe('tel:1300000500')
      await main.getByText('No results for “xylophone”. Check the spelling or try a broader term.').waitFor()
      const again = page.getByRole('combobox', { name: 'Search again' })
      await again.fill('sofa')
      await tiles(page).first().waitFor()
      await expectAccessible(page)
      await again.press('Enter')
      await page.waitForURL((url) => url.pathname === '/search/sofa' || url.pathname.startsWith('/c/'))
      expect(faults).toEqual([])
      await close()
    }
  })
})
