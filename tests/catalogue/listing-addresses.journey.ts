import { describe, expect, test } from 'vitest'
import { visit, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { facetOf, get } from '../support/listings.ts'
import { sharedShop } from '../support/shop-process.ts'

/** Lists and results by their addresses: what search engines read of them, and what is reported. */

const shop = sharedShop()

const fridges = '/c/kitchen/fridges'
const cards = (page: Page) => page.getByRole('region', { name: 'Products' }).getByRole('article')

function headOf(html: string) {
  const first = (pattern: RegExp) => pattern.exec(html)?.[1]
  return {
    title: first(/<title>([^<]*)/),
    canonical: first(/rel="canonical" href="([^"]*)"/),
    robots: first(/name="robots" content="([^"]*)"/),
    description: first(/name="description" content="([^"]*)"/),
    jsonLd: first(/<script type="application\/ld\+json">(.*?)<\/script>/),
  }
}

describe('listing URLs', () => {
  test('past the last page redirect to it; an invalid page number is the first', async () => {
    const { status, location } = await get('aol', `${fridges}?page=999&sort=name`)
    expect([status, location]).toEqual([302, `${fridges}?sort=name&page=4`])
    expect((await get('aol', `${fridges}?page=two`)).status).toBe(200)
    expect((await get('aol', '/c/no/such-category')).status).toBe(404)
  })

  test('filtered by one brand have their own title, heading, breadcrumb and products for search engines', async () => {
    const brand = (await facetOf('aol', 'brand')).options[0]
    const { text } = await get('aol', `${fridges}?filter=brand:${brand?.value}`)
    const head = headOf(text)
    expect(head.title).toBe(`${brand?.label} Fridges`)
    expect(head.canonical).toBe(`${shop.address('aol')}${fridges}/?filter=brand%3A${brand?.value}`)
    expect(head.robots).toBeUndefined()
    expect(head.description).toBe(
      `See all ${brand?.count} ${brand?.label} Fridges at Appliances Online: sizes, stock and delivery dates to your suburb.`,
    )
    expect(text).toContain(`<h1>${brand?.label} Fridges `)
    const { '@graph': graph } = JSON.parse(head.jsonLd ?? '{}') as { '@graph': Record<string, unknown>[] }
    expect(graph).toMatchObject([
      { '@type': 'ItemList', numberOfItems: brand?.count },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { position: 1, name: 'Home' },
          { position: 2, name: 'Kitchen', item: `${shop.address('aol')}/c/kitchen` },
          { position: 3, name: 'Fridges', item: `${shop.address('aol')}${fridges}` },
          { position: 4, name: `${brand?.label} Fridges` },
        ],
      },
    ])
    const sitemap = (await get('aol', '/sitemap.xml')).text
    expect(sitemap).toContain(`<loc>${head.canonical}</loc>`)
    expect(sitemap).toContain(`<loc>${shop.address('aol')}${fridges}/</loc>`)
    expect((await get('aol', '/robots.txt')).text).toContain(`Sitemap: ${shop.address('aol')}/sitemap.xml`)
    expect((await get('wa', '/robots.txt')).text).toContain(`Sitemap: ${shop.address('wa')}/sitemap.xml`)
  })

  test('of products have a separate sitemap, by canonical URL', async () => {
    const robots = (await get('aol', '/robots.txt')).text
    expect(robots).toContain(`\nSitemap: ${shop.address('aol')}/sitemap-products.xml?page=1\n`)
    const sitemap = (await get('aol', '/sitemap-products.xml?page=1')).text
    const { text } = await get('aol', fridges)
    const [, product = ''] = /href="(\/p\/[^"]+)"/.exec(text) ?? []
    expect(sitemap).toContain(`<loc>${shop.address('aol')}${product}/</loc>`)
    expect([...sitemap.matchAll(/<loc>/g)].length).toBeGreaterThan(500)
    for (const page of ['2', 'x']) expect((await get('aol', `/sitemap-products.xml?page=${page}`)).status).toBe(404)
  })

  test('with other filters are followed but not indexed, with the plain list as canonical', async () => {
    const [first, second] = (await facetOf('aol', 'brand')).options
    for (const query of [
      `filter=brand:${first?.value}&filter=brand:${second?.value}`,
      `filter=brand:${first?.value}&sort=name`,
      'filter=price:100-900',
      'sort=price-asc',
    ]) {
      const head = headOf((await get('aol', `${fridges}?${query}`)).text)
      expect([query, head.robots, head.canonical, head.title, head.jsonLd]).toEqual([
        query,
        'noindex,follow',
        `${shop.address('aol')}${fridges}/`,
        'Fridges',
        undefined,
      ])
    }
  })

  test('of facet pages in the sitemap are declared by those pages too', async () => {
    const pages = [
      ...(await get('wa', '/sitemap.xml')).text.matchAll(/<loc>http:\/\/wa\.localhost:\d+([^<]*filter=[^<]*)</g),
    ]
    expect(pages.length).toBeGreaterThan(50)
    for (const [, path = ''] of pages.filter((_, at) => at % 10 === 0)) {
      const { status, text } = await get('wa', path.replaceAll('&amp;', '&'))
      const { canonical, robots } = headOf(text)
      expect([status, canonical?.replaceAll('&amp;', '&'), robots]).toEqual([
        200,
        `${shop.address('wa')}${path}`,
        undefined,
      ])
    }
  })
})

describe('a list of results', () => {
  test('has page type search and its term as heading, and is not indexed [ROUTE-16]', async () => {
    const { status, text } = await get('aol', '/search/fridge')
    expect(status).toBe(200)
    expect(/<meta name="page-type" content="([^"]+)"/.exec(text)?.[1]).toBe('search')
    expect(headOf(text)).toMatchObject({ title: 'Results for “fridge”', robots: 'noindex,follow' })
    expect(text).toContain('<h1>Results for “fridge” ')
  })
})

test('a discontinued model is listed first with a link to its successor, also without JavaScript', async () => {
  const soldOut = await get('aol', '/api/v2/listing?type=all&filter=availability:sold-out&pageSize=48')
  const { products } = JSON.parse(soldOut.text) as { products: { sku: string; title: string; stockStatus: number }[] }
  const supersededAndNoStock = 1
  let replaced = null
  for (const old of products.filter((one) => one.stockStatus === supersededAndNoStock)) {
    const answer = await get('aol', `/api/v3/search/products?searchTerm=${encodeURIComponent(old.sku)}`)
    const { replacedBy } = JSON.parse(answer.text) as { replacedBy: { text: string; url: string } | null }
    if (replacedBy !== null) replaced = { old, ...replacedBy }
  }
  if (replaced === null) throw new Error('nothing was replaced')
  const { page, close } = await visit({ javaScript: false })
  await page.goto(`${shop.address('aol')}/search/${encodeURIComponent(replaced.old.sku)}`)
  await page.getByText(`${replaced.old.title} has been discontinued.`).waitFor()
  const link = page.getByRole('link', { name: replaced.text, exact: true })
  expect(await link.getAttribute('href')).toBe(replaced.url)
  await close()

  const typing = await visit()
  await typing.page.goto(shop.address('aol'))
  await isLive(typing.page)
  await typing.page.getByRole('combobox', { name: 'Search', exact: true }).fill(replaced.old.sku)
  const options = typing.page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await options.first().waitFor()
  expect(await options.first().innerText()).toBe(replaced.text)
  await typing.page.keyboard.press('ArrowDown')
  await typing.page.keyboard.press('Enter')
  await typing.page.waitForURL(`**${replaced.url}`)
  await typing.close()
})

test('searches and clicked results are tracked without delaying the page [TRACK-07] [TRACK-09]', async () => {
  const { page, faults, close } = await visit()
  const reports: { method: string; url: URL; body: Record<string, unknown> | null }[] = []
  page.on('request', (one) => {
    const url = new URL(one.url())
    if (url.pathname !== '/api/analytics/search') return
    const body = one.postDataJSON() as Record<string, unknown> | null
    // A visit is reported by whatever page it begins on.
    if (body?.['analyticsEventType'] !== 4) reports.push({ method: one.method(), url, body })
  })
  await page.goto(`${shop.address('aol')}/search/washing%20machine`)
  await isLive(page)
  await expect.poll(() => reports.length).toBe(2)
  expect([reports[0]?.method, reports[0]?.url.search]).toEqual(['GET', '?searchTerm=washing+machine'])
  expect(reports[1]?.body).toEqual({
    analyticsEventType: 0,
    query: 'washing machine',
    productList: expect.any(Array) as unknown,
    url: '/search/washing%20machine',
    isRepeatUser: false,
  })
  const sku = (at: number) => (reports[at]?.body?.['productList'] as { sku: string }[] | undefined)?.[0]?.sku
  const bought = cards(page)
    .filter({ has: page.getByRole('button', { name: /^Add to cart/ }) })
    .first()
  await bought.getByRole('button', { name: /^Add to cart/ }).click()
  await expect.poll(() => reports.length).toBe(3)
  expect(reports[2]?.body).toMatchObject({ analyticsEventType: 2, query: 'washing machine' })
  await page.getByRole('dialog', { name: /^Your cart/ }).waitFor()
  await page.keyboard.press('Escape')
  await cards(page).first().getByRole('heading').getByRole('link').click()
  await page.waitForURL('**/p/**')
  expect(reports[3]?.body).toMatchObject({
    analyticsEventType: 1,
    query: 'washing machine',
    productList: [{ quantity: 1 }],
  })
  expect(sku(3)).toBe(sku(1))
  await page.goBack()
  await page.waitForURL('**/search/**')

  // A shop that cannot count goes on selling.
  await page.route('**/api/analytics/**', (route) => route.abort())
  await page.goto(`${shop.address('aol')}/search/fridge`)
  await isLive(page)
  await cards(page).first().getByRole('heading').getByRole('link').click()
  await page.waitForURL('**/p/**')
  expect(faults).toEqual([])
  await close()
})
