import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { expectAccessible, visit } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { hostOf, sharedShop } from '../support/shop-process.ts'

const shop = sharedShop()

type Tile = {
  sku: string
  uri: string
  title: string
  price: number | null
  rrp: number | null
  conditionType: string
  missingParts: string | null
  stockStatus: number
}

/** What an app answers. Its host is named in a header: not every machine resolves names below localhost. */
function get(app: string, path: string): Promise<{ status: number; text: string }> {
  return new Promise((done, fail) => {
    const headers = { host: `${hostOf(app)}:${shop.port}` }
    request({ host: '127.0.0.1', port: shop.port, path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('error', fail)
      answer.on('end', () => done({ status: answer.statusCode ?? 0, text }))
    })
      .on('error', fail)
      .end()
  })
}

/** Products of an app as its API lists them; the demo catalogue is the same in every run. */
async function products(app: string, query = 'type=all'): Promise<Tile[]> {
  const found: Tile[] = []
  for (let page = 0; page < 12; page++) {
    const answer = await get(app, `/api/v2/listing?${query}&pageSize=48&page=${page}`)
    const { products: tiles, totalItems } = JSON.parse(answer.text) as { products: Tile[]; totalItems: number }
    found.push(...tiles)
    if (found.length >= totalItems) break
  }
  return found
}

async function someProduct(app: string, holds: (tile: Tile) => boolean, query = 'type=all'): Promise<Tile> {
  const tile = (await products(app, query)).find(holds)
  if (tile === undefined) throw new Error(`${app} has no such product`)
  return tile
}

async function pageTypeAt(path: string): Promise<string | undefined> {
  return /<meta name="page-type" content="([^"]+)"/.exec((await get('aol', path)).text)?.[1]
}

test('category and product pages are at /c and /p, each with its page type [ROUTE-04] [ROUTE-05]', async () => {
  expect(await pageTypeAt('/c/kitchen/fridges')).toBe('categoryPage')
  expect((await get('aol', '/c')).status).toBe(404)
  const { uri } = await someProduct('aol', (tile) => tile.price !== null)
  expect(await pageTypeAt(`/p/${uri}`)).toBe('product')
  expect((await get('aol', '/p')).status).toBe(404)
})

describe('the brand directory', () => {
  test('lists brands from A to Z with links, without JavaScript [ROUTE-07] [ROUTE-08]', async () => {
    expect(await pageTypeAt('/brands')).toBe('brandPage')
    const { page, faults, close } = await visit({ javaScript: false })
    await page.goto(`${shop.address('aol')}/brands`)
    await page.getByRole('heading', { level: 1, name: 'Brands' }).waitFor()
    const letters = await page.getByRole('heading', { level: 2 }).allInnerTexts()
    const ofBrands = letters.filter((letter) => /^[A-Z]$/.test(letter))
    expect(ofBrands.length).toBeGreaterThan(8)
    expect(ofBrands.toSorted()).toEqual(ofBrands)
    await page.getByRole('region', { name: 'M' }).getByRole('link', { name: 'Miele' }).click()
    await page.waitForURL('**/brands/miele')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toMatch(/^Miele/)
    // Tiles narrow to the brand's own products of a category.
    await page.locator('a[href*="filter=brand%3Amiele"]').first().click()
    await page.waitForURL('**/c/**')
    const cards = await page.getByRole('article').allInnerTexts()
    expect(cards.length).toBeGreaterThan(0)
    for (const card of cards) expect(card).toContain('Miele')
    expect(faults).toEqual([])
    await close()
    expect(await pageTypeAt('/brands/miele')).toBe('brandPage')
    expect((await get('aol', '/brands/nobody')).status).toBe(404)
  })

  test('has no axe violations', async () => {
    const { page, close } = await visit()
    for (const path of ['/brands', '/brands/miele']) {
      await page.goto(`${shop.address('aol')}${path}`)
      await isLive(page)
      await expectAccessible(page)
    }
    await close()
  })
})

test('Back restores the list without a request, at its scroll position [CAT-04]', async () => {
  const { page, faults, close } = await visit()
  await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
  await isLive(page)
  // A filter makes a list of its own, which only the browser has asked for.
  await page
    .getByRole('complementary', { name: 'Filters' })
    .getByRole('group')
    .filter({ has: page.getByText('Category', { exact: true }) })
    .getByRole('link')
    .first()
    .click()
  await page.waitForURL('**filter=**')
  // The address changes before the list does.
  await page
    .getByRole('link', { name: /^Remove filter/ })
    .first()
    .waitFor()
  const list = page.url()
  const card = page.getByRole('article').nth(7).getByRole('heading')
  const title = await card.innerText()
  await card.scrollIntoViewIfNeeded()
  const scrolledTo = await page.evaluate(() => scrollY)
  expect(scrolledTo).toBeGreaterThan(0)
  await card.getByRole('link').click()
  await page.getByRole('navigation', { name: 'On this page' }).waitFor()
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goBack()
  await page.waitForURL(list)
  await page.getByRole('heading', { name: title }).first().waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolledTo)
  expect(requested.filter((url) => url.includes('.data'))).toEqual([])
  expect(faults).toEqual([])
  await close()
})

describe('a product page', () => {
  test('explains the RRP and opens the app’s price promise [PRICE-13] [PROM3-01]', async () => {
    const { uri } = await someProduct(
      'aol',
      (tile) => tile.rrp !== null && tile.price !== null && tile.price < tile.rrp * 0.9,
    )
    const { page, faults, close } = await visit()
    await page.goto(`${shop.address('aol')}/p/${uri}`)
    await isLive(page)
    await page.getByRole('button', { name: 'What does RRP mean?' }).click()
    await page
      .getByText(/^RRP is the recommended retail price set by .* our usual selling price may be below it\.$/)
      .waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Price promise' }).click()
    const dialog = page.getByRole('dialog', { name: 'Winning Value Promise' })
    await dialog.getByText(`For ${new Date().getUTCFullYear() - 1906} years our family business has helped`).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
    await close()
  })

  test('shows condition and missing parts under the title [WIDG-11] [WIDG-13]', async () => {
    const tile = await someProduct('hc', (one) => one.missingParts !== null)
    expect(tile.conditionType).toBe('CosmeticImperfection')
    const { page, close } = await visit({ javaScript: false })
    await page.goto(`${shop.address('hc')}/p/${tile.uri}`)
    const main = page.getByRole('main')
    await main.getByText(`Missing parts: ${tile.missingParts}`, { exact: true }).waitFor()
    // The first: others are on the cards of what goes with it, which come later.
    await main.getByText('Cosmetic Imperfection', { exact: true }).first().waitFor()
    await close()
  })

  test('on the commercial app shows no price, and leads to the login [PRICE-14]', async () => {
    const [tile] = await products('aoc')
    const { page, close } = await visit({ javaScript: false })
    await page.goto(`${shop.address('aoc')}/p/${tile?.uri}`)
    // The products that go with it say the same.
    const link = page.getByRole('link', { name: 'LOG IN FOR PRICE' }).first()
    expect(await link.getAttribute('href')).toBe('/account/login')
    // What a year of running costs is no price, and stands on the cards below, which come later.
    expect((await page.getByRole('main').innerText()).replaceAll(/\$\d+ a year to run/g, '')).not.toMatch(/\$\d/)
    expect(await page.getByRole('button', { name: 'Add to cart', exact: true }).count()).toBe(0)
    await close()
  })

  test('says why a product is unavailable [ENUM-12]', async () => {
    const words = { 0: 'Out of stock', 1: 'This product has been discontinued' } as const
    for (const status of [0, 1] as const) {
      const soldOut = 'type=all&filter=availability:sold-out'
      const { uri } = await someProduct('aol', (tile) => tile.stockStatus === status, soldOut)
      const { page, close } = await visit({ javaScript: false })
      await page.goto(`${shop.address('aol')}/p/${uri}`)
      await page.getByText(`${words[status]}. Call`).waitFor()
      expect(await page.getByRole('button', { name: 'Add to cart', exact: true }).count()).toBe(0)
      await close()
    }
  })
})

test('the demo catalogue has warranties, installs and accessories', async () => {
  const optionsIn = async (category: string) => {
    const [first] = await products('aol', `type=category&uri=${category}`)
    const answer = await get('aol', `/api/v2/product/upselloptions/sku/${first?.sku}`)
    return JSON.parse(answer.text) as {
      warranties: { price: number }[]
      installs: { name: string }[]
      accessories: unknown[]
    }
  }
  const washer = await optionsIn('laundry/washing-machines')
  expect(washer.warranties).toHaveLength(3)
  // The crew connects it, which is chosen at the checkout.
  expect(washer.installs).toEqual([])
  expect(washer.accessories.length).toBeGreaterThan(0)
  const oven = await optionsIn('kitchen/ovens/built-in-ovens')
  expect(oven.installs.map((one) => one.name)).toEqual(['Oven installation'])
})
