import { describe, expect, test } from 'vitest'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

/** What a product's page and card tell beyond the price: what it costs to run, whether it fits, when it comes. */

const shop = sharedShop()

async function chooseSuburb(page: Page, postcode: string, option: string): Promise<void> {
  await page.getByRole('button', { name: /Deliver to/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Set Your Delivery Location' })
  await dialog.getByRole('combobox', { name: 'Delivery Postcode' }).fill(postcode)
  await dialog.getByRole('option', { name: option }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function openFirst(page: Page, path: string): Promise<void> {
  await page.goto(`${shop.address('aol')}${path}`)
  await page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Add to cart/ }) })
    .first()
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('navigation', { name: 'On this page' }).waitFor()
  await isLive(page)
}

describe('a product page', () => {
  test('computes running costs with the tariff of the visitor’s state', async () => {
    const { page, faults, close } = await visit()
    await openFirst(page, '/c/kitchen/fridges/top-mount-fridges')
    const costs = page.getByRole('region', { name: 'Running costs' })
    const kwh = Number(/(\d+) kWh/.exec(await costs.innerText())?.[1])
    const dollars = (tenthCents: number, years: number) =>
      `$${Math.round((kwh * tenthCents * years) / 1_000).toLocaleString('en-AU')}`
    await costs.getByText(dollars(330, 1), { exact: true }).waitFor()
    await chooseSuburb(page, '5000', '5000 Adelaide, SA')
    await costs.getByText('Based on 43 cents per kWh in SA').waitFor()
    expect(await costs.getByRole('definition').allInnerTexts()).toEqual(
      expect.arrayContaining([`${kwh} kWh`, dollars(430, 1), dollars(430, 10)]),
    )
    expect(faults).toEqual([])
    await close()
  })

  test('says whether it fits the space; the list then marks every card and can be filtered by it', async () => {
    const { page, faults, close } = await visit()
    await openFirst(page, '/c/kitchen/fridges/top-mount-fridges')
    const form = page.getByRole('form', { name: 'Your space' })
    await form.getByRole('button', { name: 'Check the fit' }).click()
    await page.getByText('Enter each measurement in millimetres, for example 900.').waitFor()
    expect(await form.getByLabel('Width (mm)').evaluate((input) => input === document.activeElement)).toBe(true)
    await form.getByLabel('Width (mm)').fill('620')
    await form.getByLabel('Height (mm)').fill('1750')
    await form.getByLabel('Depth (mm)').fill('720')
    await form.getByRole('button', { name: 'Check the fit' }).click()
    await page
      .getByRole('status')
      .filter({ hasText: /^(Fits|Tight fit in|Does not fit) your space/ })
      .waitFor()
    await expectAccessible(page)

    await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
    const cards = page.getByRole('article')
    await cards.filter({ hasText: 'Does not fit your space' }).first().waitFor()
    await page.getByRole('button', { name: 'Show what fits' }).click()
    await page.waitForURL(/filter=space%3A620x1750x720x20$/)
    await cards.filter({ hasText: 'Does not fit your space' }).first().waitFor({ state: 'detached' })
    expect(await cards.filter({ hasText: 'Fits your space' }).count()).toBe(await cards.count())
    expect(await page.getByRole('link', { name: /^Remove filter/ }).allInnerTexts()).toEqual([
      expect.stringContaining('Fits 620 × 1750 × 720 mm'),
    ])
    expect(faults).toEqual([])
    await close()
  })

  test('opens the delivery calendar with the prices of the checkout', async () => {
    const { page, faults, close } = await visit()
    await openFirst(page, '/c/laundry/washing-machines')
    await chooseSuburb(page, '3000', '3000 Melbourne, VIC')
    const promise = page.getByRole('region', { name: 'Your delivery location' })
    const first = await promise.getByText(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ \w{3} · /).innerText()
    await promise.getByRole('button', { name: 'See all dates and prices' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delivery dates and prices' })
    const selected = dialog.getByRole('gridcell', { selected: true })
    await selected.waitFor()
    const [, day = '', price = ''] = /^\w{3} (\d+) \w{3} · (.+)$/.exec(first) ?? []
    expect(await selected.innerText()).toContain(day)
    expect(await selected.innerText()).toContain(price)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await close()
  })

  test('has a sticky button on a phone, and is in recently viewed on the next page', async () => {
    const { page, faults, close } = await visit({ width: 360, height: 740 })
    await openFirst(page, '/c/laundry/washing-machines')
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    const bar = page.getByRole('form', { name: 'Buy' })
    await page.getByRole('region', { name: 'Set Your Delivery Location' }).scrollIntoViewIfNeeded()
    await bar.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Specifications' }).scrollIntoViewIfNeeded()
    await bar.getByRole('button', { name: 'Add to cart' }).click()
    // The panel opens by itself on larger screens only.
    await page.getByText('Added to your cart.', { exact: true }).waitFor()
    await openFirst(page, '/c/kitchen/ovens')
    await page
      .getByRole('region', { name: 'Recently viewed' })
      .getByRole('link', { name: title.slice(0, 30) })
      .waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
    await close()
  })
})

/** The products of a category with the longest titles, which leave the least room. */
async function longestTitles(category: string): Promise<string[]> {
  const query = new URLSearchParams({ type: 'category', uri: category, pageSize: '60' })
  const answer = await fetch(`http://127.0.0.1:${shop.port}/api/v2/listing?${query}`)
  const { products } = (await answer.json()) as {
    products: readonly { readonly uri: string; readonly title: string; readonly available: boolean }[]
  }
  return products
    .filter(({ available }) => available)
    .toSorted((a, b) => b.title.length - a.title.length)
    .slice(0, 2)
    .map(({ uri }) => uri)
}

test.each([
  [1440, 900],
  [1366, 768],
  [390, 844],
])('price, delivery, quantity and the button are in the first view at %i × %i', async (width, height) => {
  const { page, faults, close } = await visit({ width, height })
  // Sinks have three lines of title and three colours.
  const categories = [
    'kitchen/fridges',
    'kitchen/sinks-and-taps',
    'laundry',
    'small-appliances',
    'living/sofas',
    'bedroom',
    'tv-and-audio',
  ]
  const uris = (await Promise.all(categories.map(longestTitles))).flat()
  expect(uris).toHaveLength(14)
  const areInView = async (uri: string, place: string) => {
    await page.goto(`${shop.address('aol')}/p/${uri}`)
    const region = page.getByRole('region', { name: place })
    await region.waitFor()
    const parts = [
      page.locator('form#buy').getByRole('button', { name: 'Add to cart', exact: true }),
      page.getByRole('spinbutton', { name: 'Quantity' }),
      region,
    ]
    for (const part of parts) {
      const box = await part.boundingBox()
      expect((box?.y ?? height) + (box?.height ?? height), `${uri}: ${String(part)}`).toBeLessThanOrEqual(height)
    }
    return region
  }
  for (const uri of uris) await areInView(uri, 'Set Your Delivery Location')
  await page.setViewportSize({ width: 1280, height })
  await chooseSuburb(page, '2000', '2000 Sydney, NSW')
  await page.setViewportSize({ width, height })
  for (const uri of uris) {
    const region = await areInView(uri, 'Your delivery location')
    // Nothing moves out of it when the date comes.
    await region.getByRole('button', { name: 'See all dates and prices' }).waitFor()
    await region.locator('.skeleton').waitFor({ state: 'detached' })
    const box = await page.locator('form#buy').getByRole('button', { name: 'Add to cart', exact: true }).boundingBox()
    expect((box?.y ?? height) + (box?.height ?? height), uri).toBeLessThanOrEqual(height)
  }
  expect(faults).toEqual([])
  await close()
})

test('stock is said for the visitor’s suburb, and by city on request', async () => {
  const { page, faults, close } = await visit()
  await openFirst(page, '/c/laundry/washing-machines')
  const stock = page.getByRole('region', { name: 'Stock' })
  const cities = () => stock.getByRole('listitem').allInnerTexts()
  const names = (texts: readonly string[]) => texts.map((text) => text.split('\n')[0])
  await stock.getByText('Stock by city').click()
  expect(names(await cities())).toEqual([
    'Adelaide',
    'Brisbane',
    'Canberra',
    'Darwin',
    'Hobart',
    'Melbourne',
    'Perth',
    'Sydney',
  ])
  for (const text of await cities())
    expect(text).toMatch(/\n(In stock|Only [123] left|On its way, \w{3} \d+ \w{3}|Not in stock)$/)
  await chooseSuburb(page, '6000', '6000 Perth, WA')
  await stock.getByText(/^(In stock|Only [123] left|On its way, \w{3} \d+ \w{3}|Not in stock) near you$/).waitFor()
  await stock.getByText('(Perth)').waitFor()
  await stock.getByText('Stock in other cities').waitFor()
  expect(names(await cities())).not.toContain('Perth')
  await expectAccessible(page)
  expect(faults).toEqual([])
  await close()
})

test('the section navigation marks the section being read', async () => {
  const { page, close } = await visit()
  await openFirst(page, '/c/kitchen/ovens')
  const navigation = page.getByRole('navigation', { name: 'On this page' })
  const current = navigation.locator('[aria-current]')
  expect(await current.innerText()).toBe('Stock')
  await navigation.getByRole('link', { name: 'Specifications' }).click()
  await expect.poll(() => current.innerText()).toBe('Specifications')
  await close()
})

test('the print version has no navigation and everything expanded', async () => {
  const { page, close } = await visit()
  await openFirst(page, '/c/kitchen/fridges')
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Add to cart' }).filter({ visible: true }).count()).toBe(0)
  await page.getByRole('region', { name: 'Specifications' }).getByRole('table').first().waitFor()
  const changes = page.getByText('Full price history')
  if ((await changes.count()) > 0) await page.getByRole('columnheader', { name: 'From' }).waitFor()
  await close()
})

describe('a back-in-stock request', () => {
  async function openGone(page: Page): Promise<void> {
    await page.goto(`${shop.address('aol')}/c/kitchen/fridges?filter=availability:sold-out`)
    const links = await page
      .getByRole('article')
      .getByRole('heading')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    for (const link of links) {
      await page.goto(link)
      if ((await page.getByRole('link', { name: 'Notify me when it is back' }).count()) > 0) return
    }
    throw new Error('nothing can be waited for')
  }

  test('asks for an email in place, shows errors, and confirms', async () => {
    const { page, faults, close } = await visit()
    await openGone(page)
    await isLive(page)
    const address = page.url()
    await page.getByRole('link', { name: 'Notify me when it is back' }).click()
    const form = page.getByRole('form', { name: 'Notify me when it is back' })
    await form.getByLabel('Email').fill('robin')
    await form.getByRole('button', { name: 'Notify me when it is back' }).click()
    await form.getByText('Enter an email address like name@example.com').waitFor()
    expect(await form.getByLabel('Email').evaluate((input) => input === document.activeElement)).toBe(true)
    await expectAccessible(page)
    await form.getByLabel('Email').fill('robin@example.com')
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'We will let you know as soon as it is back in stock.' }).waitFor()
    expect(page.url()).toBe(address)
    expect(faults).toEqual([])
    await close()
  })

  test('works without JavaScript, on a page that leads back', async () => {
    const { page, close } = await visit({ javaScript: false, width: 360 })
    await openGone(page)
    const address = page.url()
    await page.getByRole('link', { name: 'Notify me when it is back' }).click()
    const form = page.getByRole('form', { name: 'Notify me when it is back' })
    await form.getByLabel('Email').fill('robin')
    await form.getByRole('button', { name: 'Notify me when it is back' }).click()
    await form.getByText('Enter an email address like name@example.com').waitFor()
    expect(await form.getByLabel('Email').inputValue()).toBe('robin')
    await form.getByLabel('Email').fill('robin@example.com')
    await form.getByRole('button', { name: 'Notify me when it is back' }).click()
    await page.waitForURL(`${address}?sent=notify-me#notify-me`)
    await page.getByText('Thank you. We will let you know as soon as it is back in stock.').waitFor()
    await close()
  })
})

test('a list is filtered by delivery to the suburb by a day, and says so', async () => {
  const { page, faults, close } = await visit()
  await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
  await isLive(page)
  await chooseSuburb(page, '2880', '2880 Broken Hill, NSW')
  const total = async () => Number(await page.getByRole('heading', { level: 1 }).locator('span').innerText())
  const all = await total()
  await page.getByRole('link', { name: /^By / }).nth(1).click()
  const chip = page.getByRole('link', { name: /^Remove filter At 2880 by / })
  await chip.waitFor()
  expect(await total()).toBeLessThan(all)
  await expectAccessible(page)
  await chip.click()
  await chip.waitFor({ state: 'detached' })
  expect(await total()).toBe(all)
  expect(faults).toEqual([])
  await close()
})

test('a list sorted by running costs starts with the lowest', async () => {
  const { page, close } = await visit({ javaScript: false })
  await page.goto(`${shop.address('aol')}/c/laundry/dryers?sort=running-cost`)
  const costs = (await page.getByText(/a year to run$/).allInnerTexts()).map((text) =>
    Number(/\$([\d,]+)/.exec(text)?.[1]),
  )
  expect(costs.length).toBeGreaterThan(3)
  expect(costs).toEqual(costs.toSorted((a, b) => a - b))
  await close()
})
