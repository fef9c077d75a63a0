import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectAccessible, layoutShift, visit, type Page } from '../support/browser.ts'
import {
  addFirstOf,
  chosenDate,
  confirmedOrder,
  fillCard,
  pickSuburb,
  placeOrder,
  sydneyGuest,
} from '../support/checkout.ts'
import { startShop, type RunningShop } from '../support/shop-process.ts'

/** What is measured, by whom and when: the providers are stand-ins that keep what they are told. */

let shop: RunningShop

beforeAll(async () => {
  shop = await startShop((sandboxPort) => {
    const collector = `http://127.0.0.1:${sandboxPort}/collector`
    return {
      RATE_LIMITS: 'off',
      PAGE_TRACKING_URL: `${collector}/page`,
      PAGE_TRACKING_ID: 'pages-1',
      TAG_MANAGER_URL: `${collector}/tag-manager.js`,
      TAG_MANAGER_ID: 'GTM-1',
      BEHAVIOUR_URL: `${collector}/behaviour`,
      BEHAVIOUR_ID: 'site-1',
      PIXEL_URL: `${collector}/pixel`,
      PIXEL_ID: '42',
    }
  })
})

afterAll(() => shop.stop())

type Reported = Record<string, unknown>
type Collected = { readonly by: 'page' | 'behaviour' | 'pixel' | 'layer'; readonly what: Reported }

let before = 0
const all = async () =>
  ((await (await fetch(`http://127.0.0.1:${shop.sandboxPort}/collector/events`)).json()) as { events: Collected[] })
    .events
beforeEach(async () => {
  before = (await all()).length
})
/** What one of them was told in this test. */
const recorded = async (by: Collected['by']) =>
  (await all()).slice(before).flatMap((one) => (one.by === by ? [one.what] : []))
const names = async (by: 'page' | 'layer') => (await recorded(by)).map(({ event }) => event)
const named = async (event: string) => (await recorded('page')).filter((one) => one['event'] === event)

const banner = (page: Page) => page.getByRole('region', { name: 'Your privacy' })
const accept = (page: Page) => banner(page).getByRole('button', { name: 'Accept' })
const address = (path: string) => `${shop.address('aol')}${path}`

test('the first page of a visit, and no other, is reported as its start', async () => {
  const { page, close } = await visit()
  const reported: unknown[] = []
  page.on('request', (one) => {
    if (one.url().endsWith('/api/analytics/search')) reported.push(one.postDataJSON())
  })
  for (const path of ['/contact-us', '/brands']) {
    const counted = page.waitForRequest((one) => one.url().endsWith('/api/analytics/count'))
    await page.goto(address(path))
    expect((await counted).postDataJSON()).toEqual({
      event: 'page_view',
      pageType: path === '/brands' ? 'brandPage' : 'contactUs',
    })
  }
  expect(reported).toEqual([
    { analyticsEventType: 4, query: '', productList: [], url: '/contact-us', isRepeatUser: false },
  ])
  await close()
})

describe('consent', () => {
  test('nothing loads or is tracked before consent; the banner moves nothing and works by keyboard [ANLY-01] [ANLY-02]', async () => {
    const { page, faults, close } = await visit({ hasColdCache: true })
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(address('/brands'))
    await banner(page).waitFor()
    await expectAccessible(page)
    expect(requested.filter((url) => url.includes('/collector/'))).toEqual([])
    expect(requested.filter((url) => /providers-/.test(url))).toEqual([])
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.01)
    await accept(page).focus()
    await page.keyboard.press('Enter')
    await banner(page).waitFor({ state: 'detached' })
    await expect.poll(() => names('page')).toEqual(['page_view'])
    await expect.poll(() => names('layer')).toContain('page_view')
    await expect.poll(async () => (await recorded('pixel')).map(({ id, ev }) => [id, ev])).toEqual([['42', 'PageView']])
    await expect.poll(async () => (await recorded('behaviour')).map(({ name }) => name)).toContain('page_view')
    expect(await recorded('page')).toMatchObject([
      { property: 'pages-1', page_location: address('/brands'), page_type: 'brandPage' },
    ])
    expect((await recorded('layer')).find((one) => 'loaded' in one)).toEqual({ loaded: 'GTM-1' })
    expect(faults).toEqual([])
    await close()
  })

  test('a refusal is stored, and can be changed in the footer', async () => {
    const { page, close } = await visit({ width: 360 })
    await page.goto(address('/contact-us'))
    await banner(page).getByRole('button', { name: 'Decline' }).click()
    const counted = page.waitForRequest((request) => request.url().includes('/api/analytics/count'))
    await page.goto(address('/brands'))
    await page.locator('html[data-whole]').waitFor({ state: 'attached' })
    const choices = page.getByRole('link', { name: 'Privacy choices' })
    await counted
    expect(await banner(page).count()).toBe(0)
    await choices.click()
    await banner(page).waitFor()
    expect(
      await page.evaluate(
        () => document.activeElement?.ariaLabel ?? document.activeElement?.getAttribute('aria-labelledby'),
      ),
    ).toBe('privacy-choice')
    expect(new URL(page.url()).pathname).toBe('/brands')
    expect(await all()).toHaveLength(before)
    await accept(page).click()
    await expect.poll(() => names('page')).toEqual(['page_view'])
    await choices.click()
    await banner(page).getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('link', { name: 'Blog', exact: true }).click()
    await page.waitForURL('**/blog')
    await page.goto(address('/contact-us'))
    expect(await names('page')).toEqual(['page_view'])
    await close()
  })

  test('is given by category, nothing else is loaded, and can be changed in the footer', async () => {
    const { page, faults, close } = await visit({ width: 390 })
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    const to = (provider: string) => requested.filter((path) => path.startsWith(`/collector/${provider}`))
    await page.goto(address('/brands'))
    await banner(page).getByText('Choose what to allow').click()
    const box = (name: RegExp) => banner(page).getByRole('checkbox', { name })
    expect(await box(/^Necessary/).isDisabled()).toBe(true)
    expect(
      await Promise.all([/^Analytics/, /^Marketing/, /^Personalisation/].map((name) => box(name).isChecked())),
    ).toEqual([false, false, false])
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await box(/^Analytics/).check()
    await banner(page).getByRole('button', { name: 'Save my choices' }).click()
    await banner(page).waitFor({ state: 'detached' })
    await expect.poll(() => names('page')).toEqual(['page_view'])
    expect([to('page').length > 0, to('behaviour').length > 0, to('pixel'), to('tag-manager')]).toEqual([
      true,
      true,
      [],
      [],
    ])
    const choices = page.getByRole('link', { name: 'Privacy choices' })
    await choices.click()
    expect(await box(/^Analytics/).isChecked()).toBe(true)
    await box(/^Analytics/).uncheck()
    await box(/^Marketing/).check()
    await banner(page).getByRole('button', { name: 'Save my choices' }).click()
    await expect.poll(() => to('pixel').length).toBe(1)
    await expect.poll(() => to('tag-manager').length).toBe(1)
    const pageEvents = (await names('page')).length
    await page.goto(address('/contact-us'))
    await expect.poll(() => to('pixel').length).toBe(2)
    expect(await names('page')).toHaveLength(pageEvents)
    expect(faults).toEqual([])
    await close()
  })

  test('a browser that sends Global Privacy Control counts as refused', async () => {
    const { page, context, close } = await visit()
    await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
    const counted = page.waitForRequest((request) => request.url().includes('/api/analytics/count'))
    await page.goto(address('/brands'))
    await counted
    expect(await banner(page).count()).toBe(0)
    expect(await all()).toHaveLength(before)
    await close()
  })
})

/** A visitor who has said yes. */
async function measured() {
  const opened = await visit()
  await opened.page.goto(address('/contact-us'))
  await accept(opened.page).click()
  await expect.poll(() => names('page')).toContain('page_view')
  return opened
}

describe('tracked events', () => {
  test('a product view is tracked once its data is there, after a link or a load; a comparison needs no location [ROUTE-34] [ROUTE-35] [TRACK-08]', async () => {
    const { page, close } = await visit()
    const calls: string[] = []
    page.on('request', (one) => calls.push(new URL(one.url()).pathname))
    const recorded = () =>
      page.waitForRequest((one) => one.url().includes('/api/analytics/product-load-event?productId='))
    const place = page.getByRole('button', { name: /^Deliver to/ })
    await page.goto(address('/products'))
    await place.waitFor()
    await page.locator('html[data-whole]').waitFor({ state: 'attached' })
    const afterLink = recorded()
    await page.getByRole('article').first().getByRole('link').first().click()
    const { url } = { url: (await afterLink).url() }
    expect(calls.filter((path) => /^\/p\/.*\.data$/.test(path))).not.toEqual([])
    expect(url).toMatch(/productId=\d+$/)
    calls.length = 0
    const afterLoad = recorded()
    const counted = page.waitForRequest((one) => one.url().endsWith('/api/analytics/count'))
    await page.reload()
    expect((await afterLoad).url()).toBe(url)
    expect((await counted).postDataJSON()).toEqual({ event: 'page_view', pageType: 'product' })
    expect(calls.filter((path) => path.endsWith('.data'))).toEqual([])
    await place.waitFor()
    await page.goto(address('/compare'))
    await place.waitFor({ state: 'hidden' })
    await close()
  })

  test('each URL is tracked once, without hash and email addresses, with its title [TRACK-01] [TRACK-03] [TRACK-04]', async () => {
    const { page, close } = await measured()
    const canonical = () =>
      page.locator('link[rel=canonical]').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    await expect.poll(canonical).toEqual([`${shop.address('aol')}/contact-us/`])
    await page.getByRole('link', { name: 'Blog', exact: true }).click()
    await page.waitForURL('**/blog')
    await expect.poll(() => named('page_view')).toHaveLength(2)
    await expect.poll(canonical).toEqual([`${shop.address('aol')}/blog/`])
    await page.getByRole('link', { name: 'Find an order', exact: true }).click()
    await page.waitForURL('**/order-lookup')
    await expect.poll(canonical).toEqual([`${shop.address('aol')}/order-lookup/`])
    // Who leaves in the very same moment may be gone before it is told.
    await expect.poll(() => named('page_view')).toHaveLength(3)
    await page.evaluate(() => (location.hash = 'content'))
    await page.goto(address('/brands?email=ana@example.com#x'))
    await expect.poll(() => named('page_view')).toHaveLength(4)
    expect((await named('page_view')).map((one) => one['page_location'])).toEqual(
      ['/contact-us', '/blog', '/order-lookup', '/brands?email=[email]#x'].map(address),
    )
    await close()
  })

  test('adding to, removing from and comparing are tracked [ANLYC-04] [ANLY-02]', async () => {
    const { page, close } = await measured()
    await page.goto(address('/c/kitchen/fridges'))
    await expect.poll(() => named('page_view')).toHaveLength(2)
    const card = page
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: /^Add to cart/ }) })
      .first()
    await card.getByRole('button', { name: /^Add to cart/ }).click()
    const panel = page.getByRole('dialog', { name: /Your cart/ })
    await panel.waitFor()
    await expect.poll(async () => (await named('add_to_cart')).length).toBe(1)
    const [added] = (await named('add_to_cart')) as { ecommerce: { value: number; items: Reported[] } }[]
    expect(added?.ecommerce.items).toMatchObject([
      {
        quantity: 1,
        item_category: expect.any(String),
        item_brand: expect.any(String),
        sku: expect.any(String),
        productId: expect.any(Number),
      },
    ])
    expect(added?.ecommerce.value).toBe(added?.ecommerce.items[0]?.['price'])
    await expect.poll(() => named('view_cart')).toHaveLength(1)
    const pixels = await recorded('pixel')
    expect(pixels.find(({ ev }) => ev === 'AddToCart')).toMatchObject({
      'cd[currency]': 'AUD',
      'cd[content_ids]': added?.ecommerce.items[0]?.['sku'],
    })
    await panel.getByRole('button', { name: /^Remove .+/ }).click()
    await expect.poll(() => named('remove_from_cart')).toHaveLength(1)
    await page.keyboard.press('Escape')
    await card
      .getByRole('button', { name: /^Compare|Add to compare/ })
      .first()
      .click()
    await expect.poll(() => named('add_to_compare')).toHaveLength(1)
    expect((await named('add_to_compare'))[0]).toMatchObject({ skus: [added?.ecommerce.items[0]?.['sku']] })
    await close()
  })

  test('a checkout start is tracked once, and not with an empty cart [ANLYC-01]', async () => {
    const { page, close } = await measured()
    await page.goto(address('/customer/checkout'))
    await expect.poll(() => named('page_view')).toHaveLength(2)
    expect(await named('begin_checkout')).toEqual([])
    const title = await addFirstOf(page, address('/c/kitchen/fridges'))
    await expect.poll(() => named('begin_checkout')).toHaveLength(1)
    await pickSuburb(page, sydneyGuest)
    const [begun] = (await named('begin_checkout')) as { ecommerce: Reported }[]
    expect(begun?.ecommerce).toMatchObject({
      currency: 'AUD',
      items: [{ item_name: expect.stringContaining(title), quantity: 1 }],
    })
    expect((await recorded('pixel')).filter(({ ev }) => ev === 'InitiateCheckout')).toHaveLength(1)
    await close()
  })

  test('an order is tracked from checkout to confirmation; third-party scripts run on the latter only [ANLYC-02] [ANLYC-03] [ANLYC-05] [ANLYC-06] [ANLYC-07] [ANLYC-08]', async () => {
    const { page, close } = await measured()
    const loaded: string[] = []
    page.on(
      'request',
      (request) => void (request.url().includes('tag-manager') && loaded.push(new URL(page.url()).pathname)),
    )
    await page.addInitScript(() => Object.assign(window, { isFresh: true }))
    const title = await addFirstOf(page, address('/c/kitchen/fridges'))
    expect(new URL(page.url()).pathname).toBe('/customer/checkout')
    await expect.poll(() => named('begin_checkout')).toHaveLength(1)
    // The day before the rest: a cart that is read again for an address has its dates anew.
    await pickSuburb(page, sydneyGuest)
    await chosenDate(page).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => named('add_shipping_info')).toHaveLength(1)
    await page.getByLabel('Email').fill(sydneyGuest.email)
    await page.getByLabel('Phone').fill(sydneyGuest.phone)
    await page.getByLabel('First name').fill(sydneyGuest.first)
    await page.getByLabel('Last name').fill(sydneyGuest.last)
    await page.getByLabel('Street address').fill(sydneyGuest.street)
    await fillCard(page, { number: '4111 1111 1111 1111', name: 'NOT_ENOUGH_BALANCE' })
    await placeOrder(page)
    await expect.poll(() => named('submit-error')).toHaveLength(1)
    const cart = await page.evaluate(
      async () => (await (await fetch('/api/cart/')).json()) as { cartId: string; savingTotal: number },
    )
    const [begun, shipped, paid, refused] = await Promise.all(
      ['begin_checkout', 'add_shipping_info', 'add_payment_info', 'submit-error'].map(
        async (name) => (await named(name))[0] as Reported & { ecommerce: Reported & { items: Reported[] } },
      ),
    )
    const product = begun?.ecommerce.items[0] ?? {}
    expect(product).toMatchObject({ item_name: expect.stringContaining(title), quantity: 1 })
    expect(shipped?.ecommerce).toMatchObject({
      shipping_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      items: [product],
    })
    expect(paid?.ecommerce).toMatchObject({ payment_type: 'Credit Card', items: [product] })
    expect(refused).toMatchObject({
      category: 'Checkout',
      action: 'Submit error',
      refusalReason: 'Not enough balance',
      orderId: cart.cartId,
      discount: cart.savingTotal,
      coupon: '',
      products: [{ sku: product['sku'], quantity: 1, price: product['price'] }],
    })
    // The first of what the page says.
    await page.getByText(String(refused?.['message'])).first().waitFor()
    expect(JSON.stringify(await recorded('page'))).not.toMatch(/shopper\.example|Harbour|4111 ?1111/)
    expect(loaded.filter((path) => path.startsWith('/customer/checkout'))).toEqual([])
    expect(await page.evaluate(() => [...document.scripts].filter((one) => one.src.includes('collector')).length)).toBe(
      0,
    )

    await page.getByLabel('Name on card').fill('Robin Vale')
    await placeOrder(page)
    const reference = await confirmedOrder(page)
    await expect.poll(() => named('purchase')).toHaveLength(1)
    const [purchase] = (await named('purchase')) as (Reported & { ecommerce: Reported & { items: Reported[] } })[]
    expect(purchase?.ecommerce).toMatchObject({
      transaction_id: reference,
      affiliation: 'Appliances Online',
      currency: 'AUD',
      items: [
        { item_name: expect.stringContaining(title), item_id: product['sku'], quantity: 1, price: product['price'] },
      ],
    })
    expect(purchase?.ecommerce['tax']).toBe(Math.round(Number(purchase?.ecommerce['value']) * 10) / 100)
    expect(purchase?.ecommerce['value']).toBe(refused?.['total'])
    // What happened where the tag manager may not be has waited for it.
    await expect.poll(() => names('layer')).toContain('purchase')
    expect(await names('layer')).toEqual(expect.arrayContaining(['begin_checkout', 'add_payment_info', 'submit-error']))
    await page.reload()
    await expect
      .poll(async () => (await named('page_view')).filter((one) => one['page_type'] === 'orderConfirmation').length)
      .toBe(2)
    expect(await named('purchase')).toHaveLength(1)
    await close()
  })
})
