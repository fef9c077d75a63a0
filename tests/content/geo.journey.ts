import { describe, expect, test } from 'vitest'
import { expectAccessible, visit, type Locator, type Page } from '../support/browser.ts'
import { isLive, pickSuburb } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

const shop = sharedShop()

/** Opens a page as somebody whose address is in a country, and waits until it is known where they are. */
async function openFrom(page: Page, country: string, app: string, path = '/'): Promise<void> {
  await page.setExtraHTTPHeaders({ 'x-country': country })
  const known = page.waitForResponse(/\/api\/geo$/)
  await page.goto(`${shop.address(app)}${path}`)
  await known
  await isLive(page)
}

describe('a visitor from the other country', () => {
  const popup = (page: Page) => page.getByRole('dialog', { name: /^Are you in / })

  test('is offered to go there, goes, and is offered to come back [LOCP-01] [LOCP-04]', async () => {
    const { page, faults, close } = await visit({ width: 360 })
    await openFrom(page, 'NZ', 'aol')
    await popup(page)
      .getByText("It looks like you're in New Zealand. Would you like to visit our New Zealand site?", { exact: true })
      .waitFor()
    await popup(page).getByRole('button', { name: 'Stay on this site' }).waitFor()
    await expectAccessible(page)
    await popup(page).getByRole('link', { name: 'Visit aol-nz.localhost', exact: true }).click()
    await page.waitForURL(`${shop.address('aol-nz')}/`)
    await openFrom(page, 'AU', 'aol-nz')
    await popup(page)
      .getByText("It looks like you're in Australia. Would you like to visit our Australian site?", { exact: true })
      .waitFor()
    expect(faults).toEqual([])
    await close()
  })

  test('who stays is asked again a day later and no sooner [LOCP-03]', async () => {
    const { page, context, close } = await visit()
    const noon = new Date('2026-11-24T12:00:00+11:00').getTime()
    await context.clock.setFixedTime(noon)
    await openFrom(page, 'NZ', 'aol')
    await popup(page).getByRole('button', { name: 'Stay on this site' }).click()
    await popup(page).waitFor({ state: 'hidden' })
    await context.clock.setFixedTime(noon + 86_400_000 - 1)
    await context.addInitScript(() => {
      const { getItem } = Storage.prototype
      Storage.prototype.getItem = function (key) {
        if (key === 'location-popup-shown') document.documentElement.dataset['remembers'] = ''
        return getItem.call(this, key)
      }
    })
    await openFrom(page, 'NZ', 'aol', '/sitemap')
    // It has looked when it was last shown and the page has been painted, so that it would be there.
    await page.locator('html[data-remembers]').waitFor({ state: 'attached' })
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await popup(page).count()).toBe(0)
    await context.clock.setFixedTime(noon + 86_400_000)
    await openFrom(page, 'NZ', 'aol', '/sitemap')
    await popup(page).waitFor()
    await close()
  })

  test('no question is asked in the site’s own country, a third country, or on a site without an alternate [LOCP-02]', async () => {
    const { page, context, close } = await visit()
    const fetched: string[] = []
    context.on('request', (request) => fetched.push(request.url()))
    for (const [country, app] of [
      ['AU', 'aol'],
      ['GB', 'aol'],
      ['NZ', 'aol-nz'],
      ['NZ', 'wa'],
    ] as const) {
      await openFrom(page, country, app)
      expect([country, app, await popup(page).count()]).toEqual([country, app, 0])
    }
    expect(fetched.filter((url) => url.includes('country-popup'))).toEqual([])
    await close()
  })
})

describe('a region id in the URL', () => {
  test.each([
    ['2000', 'Sydney 2000'],
    ['3000', 'Melbourne 3000'],
    ['2600', 'Canberra 2600'],
    ['4000', 'Brisbane 4000'],
    ['5000', 'Adelaide 5000'],
    ['6000', 'Perth 6000'],
    ['7000', 'Hobart 7000'],
    ['0800', 'Darwin 0800'],
  ])('%s is %s, and is removed from the URL after half a second [GEO-01] [GEO-03] [GEO-04]', async (code, place) => {
    const { page, context, close } = await visit()
    const noon = new Date('2026-11-24T12:00:00+11:00').getTime()
    await context.clock.install({ time: noon })
    // Time goes on until the location is chosen: React shows what it has fetched later by a timer.
    let answer = (): void => {}
    const isChosen = new Promise<void>((done) => {
      answer = done
    })
    await page.route('**/api/geo/setlocation', async (route) => {
      await isChosen
      await route.continue()
    })
    const choosing = page.waitForRequest('**/api/geo/setlocation')
    await page.goto(`${shop.address('aol')}/sitemap?a=1&RegionID=${code}&b=2#top`)
    await choosing
    await context.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
    answer()
    await page.getByRole('button', { name: new RegExp(place) }).waitFor()
    expect(new URL(page.url()).search).toBe(`?a=1&RegionID=${code}&b=2`)
    await context.clock.runFor(499)
    expect(new URL(page.url()).search).toBe(`?a=1&RegionID=${code}&b=2`)
    await context.clock.runFor(1)
    expect(page.url()).toBe(`${shop.address('aol')}/sitemap?a=1&b=2#top`)
    await close()
  })

  test('that is unknown changes nothing and stays, as does any in New Zealand [GEO-01]', async () => {
    const { page, context, close } = await visit()
    const chosen: string[] = []
    context.on('request', (request) => {
      if (request.url().includes('setlocation')) chosen.push(request.url())
    })
    for (const [app, query] of [
      ['aol', '?regionId=800'],
      ['aol', '?regionId=toString'],
      ['aol-nz', '?regionId=2000'],
    ] as const) {
      await openFrom(page, 'XX', app, `/sitemap${query}`)
      await page.getByRole('button', { name: /Set location/ }).waitFor()
      expect(new URL(page.url()).search).toBe(query)
    }
    expect(chosen).toEqual([])
    await close()
  })
})

test('the location dropdown is at most 180 pixels high [LOCW-17]', async () => {
  const { page, close } = await visit()
  await openFrom(page, 'AU', 'aol', '/sitemap')
  await page.getByRole('button', { name: /Set location/ }).click()
  await page.getByRole('combobox', { name: 'Delivery Postcode' }).fill('20')
  const list = page.getByRole('listbox', { name: 'Suggestions' }).filter({ has: page.getByRole('option') })
  await list.waitFor()
  expect(await list.getByRole('option').count()).toBeGreaterThan(10)
  expect((await list.boundingBox())?.height).toBe(180)
  await close()
})

test('suburb and store are chosen once, and every dependent page shows them', async () => {
  const { page, faults, close } = await visit()
  const app = shop.address('wa')
  const main = page.getByRole('main')
  const open = async (path: string) => {
    await page.goto(`${app}${path}`)
    await isLive(page)
  }
  const date = /\w{3} \d+ \w{3} · (FREE|\$\d+)$/
  const priceIn = async (text: Locator) => date.exec(await text.first().innerText())?.[1]
  const locationHere = async () => {
    const parts = main.getByRole('heading', { name: 'Your delivery location' }).locator('xpath=..')
    return (await parts.innerText()).split('\n').at(-1)
  }

  async function chooseSuburb(postcode: string, place: string): Promise<void> {
    await page.getByRole('button', { name: /^Deliver to/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Set Your Delivery Location' })
    await dialog.getByRole('combobox', { name: 'Delivery Postcode' }).fill(postcode)
    await dialog.getByRole('option', { name: place, exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
  }

  async function chooseStore(uri: string, name: string): Promise<void> {
    await open(`/stores/${uri}`)
    await page.getByRole('button', { name: 'Make this my store' }).click()
    await page
      .getByRole('status')
      .filter({ hasText: `${name} is now your store.` })
      .waitFor()
  }

  /** What all the pages say of place, price and store. */
  async function said(product: string): Promise<Record<string, string | undefined>> {
    await open('/c/kitchen/fridges')
    const header = await page.getByRole('button', { name: /^Deliver to .* \d{4}$/ }).innerText()
    const card = await priceIn(page.getByRole('article').getByText(date))
    await open(product)
    const own = await priceIn(main.getByText(date))
    await open('/cart')
    const cart = await locationHere()
    await open('/customer/checkout')
    const chosen = main.getByText(/^\w+, \d+ \w+ \d{4} · /)
    await chosen.waitFor()
    const total = main.getByRole('complementary', { name: 'Order Summary' })
    const pays = {
      suburb: await main.getByLabel(/^Suburb/).inputValue(),
      delivery: (await chosen.innerText()).split(' · ')[1],
      summary: /Delivery\s+(\S+)/.exec(await total.innerText())?.[1],
    }
    await open('/stores')
    const store = await main.getByText(/^Your Store: /).innerText()
    return { header: header.replaceAll(/\s+/g, ' '), card, own, cart, ...pays, store }
  }

  await open('/c/kitchen/fridges')
  const card = page.getByRole('article').filter({ has: page.getByRole('button', { name: /^Add to cart/ }) })
  const product = (await card.getByRole('link').first().getAttribute('href')) ?? ''
  await card
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: /^Your cart/ }).waitFor()
  await page.keyboard.press('Escape')

  // Two places whose delivery costs the same on each of their days, so that it does not matter on which this runs.
  await chooseSuburb('2880 broken hill', '2880 Broken Hill, NSW')
  await chooseStore('castle-hill', 'Castle Hill')
  expect(await said(product)).toEqual({
    header: 'Deliver to Broken Hill 2880',
    card: '$120',
    own: '$120',
    cart: 'NSW 2880',
    suburb: '2880 Broken Hill, NSW',
    delivery: '$120',
    summary: '$120',
    store: 'Your Store: Castle Hill',
  })
  await chooseSuburb('2830 dubbo', '2830 Dubbo, NSW')
  await chooseStore('richmond', 'Richmond')
  expect(await said(product)).toEqual({
    header: 'Deliver to Dubbo 2830',
    card: '$65',
    own: '$65',
    cart: 'NSW 2830',
    suburb: '2830 Dubbo, NSW',
    delivery: '$65',
    summary: '$65',
    store: 'Your Store: Richmond',
  })

  // The checkout's own field is the same choice.
  await open('/customer/checkout')
  await pickSuburb(page, { suburb: '3000 melbourne', pick: '3000 Melbourne, VIC' })
  await open(product)
  await page.getByRole('button', { name: 'Deliver to Melbourne 3000' }).waitFor()
  expect(faults).toEqual([])
  await close()
})
