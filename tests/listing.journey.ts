import { request } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { closeBrowser, expectAccessible, visit, type Page } from './support/browser.ts'
import { isLive } from './support/checkout.ts'
import { hostOf, sharedShop } from './support/shop-process.ts'

const shop = sharedShop()

afterAll(closeBrowser)

const fridges = '/c/kitchen/fridges'
const cards = (page: Page) => page.getByRole('region', { name: 'Products' }).getByRole('article')
const more = (page: Page) => page.getByRole('link', { name: /^Show \d+ more$/ })

/** What an app answers; hosts below localhost are named in a header, as not every machine resolves them. */
function get(app: string, path: string): Promise<{ status: number; location: string | undefined; text: string }> {
  return new Promise((done, fail) => {
    const headers = { host: `${hostOf(app)}:${shop.port}` }
    request({ host: '127.0.0.1', port: shop.port, path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('error', fail)
      answer.on('end', () => done({ status: answer.statusCode ?? 0, location: answer.headers.location, text }))
    })
      .on('error', fail)
      .end()
  })
}

type Facet = { id: string; options: { value: string; label: string; count: number }[] }

async function facetOf(app: string, id: string, query = 'type=category&uri=kitchen/fridges'): Promise<Facet> {
  const { text } = await get(app, `/api/v2/listing?${query}`)
  const facet = (JSON.parse(text) as { filters: Facet[] }).filters.find((one) => one.id === id)
  if (facet === undefined) throw new Error(`${app} has no facet ${id}`)
  return facet
}

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

describe('showing more of a list', () => {
  test('puts the next page below, says so, and goes on at the first new card; Back brings all of it back', async () => {
    const { page, faults, close } = await visit()
    await page.goto(shop.address('aol'))
    await isLive(page)
    await page.goto(`${shop.address('aol')}${fridges}`)
    await isLive(page)
    expect(await cards(page).count()).toBe(24)
    const entries = await page.evaluate(() => history.length)
    const status = page.getByRole('region', { name: 'Products' }).getByRole('status')
    expect(await status.innerText()).toMatch(/^1 to 24 of \d+$/)

    await more(page).focus()
    await page.keyboard.press('Enter')
    await page.getByText(/^1 to 48 of \d+$/).waitFor()
    expect(await cards(page).count()).toBe(48)
    expect(new URL(page.url()).search).toBe('?page=2')
    expect(await page.evaluate(() => history.length)).toBe(entries)
    const newCard = cards(page).nth(24).getByRole('link').first()
    await expect.poll(() => newCard.evaluate((link) => link === document.activeElement)).toBe(true)
    expect(await page.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page')
    const skus = await cards(page)
      .getByRole('heading')
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect(new Set(skus).size).toBe(48)
    await expectAccessible(page)

    const card = cards(page).nth(40).getByRole('heading')
    const title = await card.innerText()
    await card.scrollIntoViewIfNeeded()
    const scrolledTo = await page.evaluate(() => scrollY)
    await card.getByRole('link').click()
    await page.getByRole('navigation', { name: 'On this page' }).waitFor()
    await page.goBack()
    await page.getByText(/^1 to 48 of \d+$/).waitFor()
    await page.getByRole('heading', { name: title }).first().waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolledTo)
    // One step further back is the page before the list, not its first page.
    await page.goBack()
    await page.waitForURL((url) => url.pathname === '/')
    expect(faults).toEqual([])
    await close()
  })

  test('counts what is left on the way to the end, where nothing more is offered', async () => {
    const { page, close } = await visit({ width: 360 })
    await page.goto(`${shop.address('aol')}${fridges}`)
    await isLive(page)
    const total = Number(await page.getByRole('heading', { level: 1 }).locator('span').innerText())
    for (let shown = 24; shown < total; shown = Math.min(total, shown + 24)) {
      expect(await more(page).innerText()).toBe(`Show ${Math.min(24, total - shown)} more`)
      await more(page).click()
      await expect.poll(() => cards(page).count()).toBe(Math.min(total, shown + 24))
    }
    expect(await more(page).count()).toBe(0)
    await close()
  })

  test('without script is a plain link to the next page, with links to every page', async () => {
    const { page, close } = await visit({ javaScript: false })
    await page.goto(`${shop.address('aol')}${fridges}`)
    const first = await cards(page).first().innerText()
    await more(page).click()
    await page.waitForURL('**?page=2')
    expect(await cards(page).count()).toBe(24)
    expect(await cards(page).first().innerText()).not.toBe(first)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 1' }).click()
    await page.waitForURL((url) => url.search === '')
    await close()
  })

  test('keeps the filter and the order that were chosen', async () => {
    const { page, close } = await visit()
    await page.goto(`${shop.address('aol')}${fridges}?filter=availability%3Aavailable&sort=price-asc`)
    await isLive(page)
    await more(page).click()
    await page.getByText(/^1 to 48 of \d+$/).waitFor()
    const query = new URL(page.url()).searchParams
    expect([query.get('filter'), query.get('sort'), query.get('page')]).toEqual([
      'availability:available',
      'price-asc',
      '2',
    ])
    await close()
  })
})

describe('the address of a list', () => {
  test('past its end leads to its last page; no number at all is its first', async () => {
    const { status, location } = await get('aol', `${fridges}?page=999&sort=name`)
    expect([status, location]).toEqual([302, `${fridges}?sort=name&page=4`])
    expect((await get('aol', `${fridges}?page=two`)).status).toBe(200)
    expect((await get('aol', '/c/no/such-category')).status).toBe(404)
  })

  test('narrowed by one brand is a page of its own, with title, heading, way home and products for search engines', async () => {
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

  test('the products have a sitemap of their own, by their canonical addresses', async () => {
    const robots = (await get('aol', '/robots.txt')).text
    expect(robots).toContain(`\nSitemap: ${shop.address('aol')}/sitemap-products.xml?page=1\n`)
    const sitemap = (await get('aol', '/sitemap-products.xml?page=1')).text
    const { text } = await get('aol', fridges)
    const [, product = ''] = /href="(\/p\/[^"]+)"/.exec(text) ?? []
    expect(sitemap).toContain(`<loc>${shop.address('aol')}${product}/</loc>`)
    expect([...sitemap.matchAll(/<loc>/g)].length).toBeGreaterThan(500)
    for (const page of ['2', 'x']) expect((await get('aol', `/sitemap-products.xml?page=${page}`)).status).toBe(404)
  })

  test('narrowed in any other way is followed but not indexed, and leads to the plain list', async () => {
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

  test('of every facet page in the sitemap says itself what the sitemap says of it', async () => {
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

test('a discontinued model is found with a link to what replaced it, before everything else, without script too', async () => {
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

test('a search and what is chosen of it are reported, and hold nobody up [TRACK-07] [TRACK-09]', async () => {
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

describe('a list at a suburb', () => {
  test('is narrowed to what can be had with a service there, and says so in its address', async () => {
    const { page, faults, close } = await visit()
    await page.goto(`${shop.address('aol')}/c/laundry`)
    await isLive(page)
    const filters = page.getByRole('complementary', { name: 'Filters' })
    expect(await filters.getByRole('link', { name: 'Old appliance removal' }).count()).toBe(0)
    await page.getByRole('button', { name: /^Deliver to/ }).click()
    await page.getByRole('dialog').getByRole('combobox').fill('2010')
    await page.getByRole('dialog').getByRole('option').first().click()
    const removal = filters.getByRole('link', { name: 'Old appliance removal' })
    await removal.click()
    await page.waitForURL('**services%3A2010.removal**')
    await page.getByRole('link', { name: 'Remove filter Old appliance removal at 2010' }).waitFor()
    expect(await removal.getAttribute('aria-current')).toBe('true')
    await filters.getByRole('link', { name: 'Installation' }).click()
    await page.waitForURL('**services%3A2010.installation.removal**')
    await page.getByRole('link', { name: 'Remove filter Installation at 2010' }).waitFor()
    const total = Number(await page.getByRole('heading', { level: 1 }).locator('span').innerText())
    const washers = await facetOf('aol', 'category', 'type=category&uri=laundry')
    expect(total).toBe(washers.options.find((one) => one.value === 'laundry/washing-machines')?.count)
    await expectAccessible(page)
    expect(faults).toEqual([])
    await close()
  })

  test('offers no service where nothing can be had with one', async () => {
    const { page, close } = await visit({ javaScript: false })
    await page.goto(`${shop.address('aol')}/c/small-appliances/kettles?filter=services%3A2010.removal`)
    await page.getByText('No products match this filter.').waitFor()
    await page.getByRole('link', { name: /^Without Old appliance removal at 2010 \d+$/ }).waitFor()
    await close()
  })
})

describe('a range', () => {
  test('is chosen by two handles, which fill the fields beside them and never cross', async () => {
    const { page, faults, close } = await visit({ width: 1440 })
    await page.goto(`${shop.address('aol')}${fridges}`)
    await isLive(page)
    const range = page.getByRole('complementary', { name: 'Filters' }).getByRole('form', { name: 'Price range' })
    const [lowest, highest] = [
      range.getByRole('slider', { name: 'Lowest Price' }),
      range.getByRole('slider', { name: 'Highest Price' }),
    ]
    const [from, to] = [range.getByLabel(/^From/), range.getByLabel('To')]
    await highest.press('ArrowLeft')
    expect(await to.inputValue()).toBe(await highest.inputValue())
    await lowest.press('End')
    expect(await from.inputValue()).toBe(await highest.inputValue())
    await lowest.press('Home')
    expect(await from.inputValue()).toBe('')

    const line = await highest.boundingBox()
    if (line === null) throw new Error('no line')
    const end = { x: line.x + line.width - 14, y: line.y + line.height / 2 }
    await page.mouse.move(end.x, end.y)
    await page.mouse.down()
    await page.mouse.move(line.x + line.width / 2, end.y, { steps: 4 })
    await page.mouse.up()
    await page.getByRole('link', { name: /^Remove filter Price up to \$\d,\d{3}$/ }).waitFor()
    expect(new URL(page.url()).searchParams.get('filter')).toMatch(/^price:-\d{4}$/)
    expect(faults).toEqual([])
    await close()
  })
})

describe('a list without products', () => {
  test('says what each filter hides, with the count that is there without it', async () => {
    const { page, close } = await visit({ javaScript: false })
    const [brand] = (await facetOf('aol', 'brand')).options
    const nothing = 'filter=colour%3ANone-such'
    await page.goto(`${shop.address('aol')}${fridges}?filter=brand%3A${brand?.value}&${nothing}`)
    await page.getByText('No products match all of these filters.').waitFor()
    const ways = page.getByRole('list', { name: 'Take a filter away' }).getByRole('link')
    expect((await ways.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      `Without None-such ${brand?.count}`,
      expect.stringMatching(/^Without any filter \d+$/),
    ])
    await ways.first().click()
    await page.waitForURL((url) => !url.search.includes('None-such'))
    expect(await cards(page).count()).toBe(brand?.count)
    await close()
  })

  test('has nothing for axe to find, and nothing sticks out, on a phone and a desk', async () => {
    for (const width of [360, 1440]) {
      const { page, faults, close } = await visit({ width })
      for (const path of [`${fridges}?filter=brand%3Anobody&filter=colour%3AWhite`, '/search/zzqqxx']) {
        await page.goto(`${shop.address('aol')}${path}`)
        await isLive(page)
        await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
      expect(faults).toEqual([])
      await close()
    }
  })
})
