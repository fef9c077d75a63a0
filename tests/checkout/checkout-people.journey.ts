import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMaps, type MapsStandIn } from '../../src/testing/maps.ts'
import { openBackOffice } from '../support/back-office.ts'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import {
  addFirstOf,
  aucklandGuest,
  checkOutFirstOf,
  confirmedOrder,
  deliveryDates,
  fillCard,
  fillGuest,
  pickSuburb,
  placeOrder,
  sydneyGuest,
} from '../support/checkout.ts'
import { heldPayments, mailSubjects } from '../support/ledger.ts'
import { startShop, type RunningShop } from '../support/shop-process.ts'

/** The people's half of the checkout, as a guest walks it. */

let shop: RunningShop
let maps: MapsStandIn

beforeAll(async () => {
  maps = await startMaps()
  shop = await startShop({ RATE_LIMITS: 'off', MAPS_URL: maps.url, MAPS_KEY: 'journey' })
})

afterAll(async () => {
  await shop.stop()
  await maps.close()
})

const card = '4111 1111 1111 1111'

const summary = (page: Page) => page.getByRole('complementary', { name: 'Order Summary' })

/** Cents of a figure of the summary or of the confirmation. */
async function cents(page: Page, name: string): Promise<number> {
  const text = await page
    .locator('dt', { hasText: new RegExp(`^${name}$`) })
    .locator('+ dd')
    .innerText()
  return Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100)
}
const dollars = (amount: number) => (amount / 100).toFixed(2)
const shown = (amount: number) =>
  `$${(amount / 100).toLocaleString('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

describe('a deposit', () => {
  test('is rejected below its minimum and at the total, and paid in between; the balance is on the order [DEP-01] [DEP-02] [DEP-09] [DEP-13] [DEP-15] [DEP-17]', async () => {
    const { page, faults, close } = await visit({ width: 1440 })
    await checkOutFirstOf(page, `${shop.address('aol')}/c/kitchen/fridges`)
    await fillGuest(page, sydneyGuest)
    const total = await cents(page, 'Order Total')
    const min = Math.floor(total * 0.3 + 0.5)
    await page.getByRole('checkbox', { name: 'Pay a deposit now' }).check()
    await page.getByText(`Minimum Deposit is ${shown(min)}`, { exact: true }).waitFor()
    const amount = page.getByLabel('Deposit amount')
    await amount.fill(dollars(min - 1))
    await page.getByText(`Minimum deposit is 30% of order total (${shown(min)}).`, { exact: true }).waitFor()
    await expectAccessible(page)
    await fillCard(page, { number: card })
    await placeOrder(page)
    const alert = page.getByRole('alert').filter({
      hasText: 'There is an error with the deposit amount. Please try again or contact support.',
    })
    await alert.getByRole('link').click()
    expect(await amount.evaluate((element) => element === document.activeElement)).toBe(true)
    await amount.fill(dollars(total))
    await page.getByText('Deposit request cannot equal or exceed order total.', { exact: true }).last().waitFor()
    await amount.fill(dollars(min))
    expect([await cents(page, 'Deposit'), await cents(page, 'Remaining payment')]).toEqual([min, total - min])
    const before = new Set((await heldPayments(shop)).keys())
    await placeOrder(page)
    const reference = await confirmedOrder(page)
    expect([await cents(page, 'Deposit'), await cents(page, 'Remaining payment')]).toEqual([min, total - min])
    await expectAccessible(page)
    const paid = [...(await heldPayments(shop))].filter(([key]) => !before.has(key))
    expect(paid.map(([, held]) => held)).toEqual([min])
    await expect.poll(() => mailSubjects(shop)).toContain(`Your order ${reference} is confirmed`)
    expect(faults).toEqual([])
    await close()
  })

  test('in New Zealand: a declined card reloads the view and keeps the input [CHK-36]', async () => {
    const { page, close } = await visit({ width: 360, height: 740 })
    await checkOutFirstOf(page, `${shop.address('aol-nz')}/c/laundry`)
    await fillGuest(page, aucklandGuest)
    const views: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().endsWith('/api/checkout')) views.push(request.url())
    })
    await page.getByRole('checkbox', { name: 'Pay a deposit now' }).check()
    const half = Math.floor((await cents(page, 'Order Total')) / 2)
    await page.getByLabel('Deposit amount').fill(dollars(half))
    await fillCard(page, { number: card, name: 'NOT_ENOUGH_BALANCE' })
    await placeOrder(page)
    await page
      .getByRole('alert')
      .filter({ hasText: 'Your card was declined (not enough funds). Nothing was charged.' })
      .waitFor()
    await expect.poll(() => views.length).toBe(1)
    expect(await page.getByLabel('Email').inputValue()).toBe(aucklandGuest.email)
    expect(await page.getByLabel('Phone').inputValue()).toBe(aucklandGuest.phone)
    await close()
  })
})

describe('the header on narrow phones', () => {
  const link = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })

  test('on desktop shows Continue Shopping and the support hours [CHK-11] [CHK-15]', async () => {
    const { page, close } = await visit({ width: 1440 })
    await page.goto(`${shop.address('aol')}/customer/checkout`)
    expect(await link(page, 'Continue Shopping').getAttribute('href')).toBe('/')
    expect(await link(page, '24/7 Australia Customer Support 1300 975 708').isVisible()).toBe(true)
    expect(await page.getByText('Back', { exact: true }).isVisible()).toBe(false)
    await page.goto(`${shop.address('aol-nz')}/customer/checkout`)
    expect(await link(page, '24/7 Customer Support 0800 100 900').isVisible()).toBe(true)
    expect((await page.getByRole('banner').boundingBox())?.height).toBe(48)
    await close()
  })

  test('on a phone shows Back, 24/7 and the phone number [CHK-12] [CHK-14] [CHK-16]', async () => {
    const { page, close } = await visit({ width: 360, height: 740 })
    await page.goto(`${shop.address('aol')}/customer/checkout`)
    expect(await link(page, 'Back').getAttribute('href')).toBe('/')
    const help = link(page, '24/7 1300 975 708')
    expect(await help.getAttribute('href')).toBe('tel:1300975708')
    expect(await help.getByText('1300 975 708').isVisible()).toBe(true)
    const [number, logo] = [await help.boundingBox(), await link(page, 'Appliances Online, home').boundingBox()]
    expect((logo?.x ?? 0) + (logo?.width ?? 0)).toBeLessThanOrEqual(number?.x ?? 0)
    expect((number?.x ?? 0) + (number?.width ?? 0)).toBeLessThanOrEqual(360)
    expect(await page.getByText('Continue Shopping', { exact: true }).isVisible()).toBe(false)
    expect((await page.getByRole('banner').boundingBox())?.height).toBe(48)
    await close()
  })
})

describe('the header', () => {
  test('fits every brand’s phone number at 320 px, clear of the logo', async () => {
    const { page, close } = await visit({ width: 320, height: 640 })
    for (const app of ['wa', 'andoo', 'aol', 'aol-nz', 'aoc', 'wac', 'hc', 'fk']) {
      await page.goto(`${shop.address(app)}/customer/checkout`)
      const banner = page.getByRole('banner')
      const [number, logo] = [
        await banner.getByRole('link', { name: /^24\/7 [\d ]+$/ }).boundingBox(),
        await banner.getByRole('link', { name: /, home$/ }).boundingBox(),
      ]
      expect([app, (logo?.x ?? 999) + (logo?.width ?? 0) <= (number?.x ?? 0)]).toEqual([app, true])
      expect([app, (number?.x ?? 999) + (number?.width ?? 0) <= 320]).toEqual([app, true])
    }
    await close()
  })
})

describe('the page', () => {
  test('fits 320 px with its total visible, opens its terms in a dialog and returns the focus [CHK-10]', async () => {
    const { page, faults, close } = await visit({ width: 320, height: 640 })
    await checkOutFirstOf(page, `${shop.address('aol')}/c/laundry`)
    await page.getByLabel('First name').fill('Robin')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    const total = page.getByRole('link', { name: /^Order Total \$/ })
    expect(await total.evaluate((bar) => bar.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    // Of a form with nothing opened that is asked for on demand.
    const fields = page.getByRole('region', { name: /^(You|Delivery)$/ }).locator('input:not([type=checkbox]):visible')
    expect(await fields.count()).toBeLessThanOrEqual(8)
    const terms = page.getByRole('link', { name: 'Terms and Conditions' })
    await terms.click()
    const popup = page.getByRole('dialog', { name: 'Terms and Conditions' })
    await popup.getByRole('heading', { name: 'Your order' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await popup.waitFor({ state: 'hidden' })
    expect(await terms.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.getByLabel('First name').inputValue()).toBe('Robin')
    expect(faults).toEqual([])
    await close()
  })

  test('has its texts as separate pages without JavaScript', async () => {
    const { page, close } = await visit({ javaScript: false })
    await page.goto(`${shop.address('aol')}/c/laundry`)
    await page
      .getByRole('button', { name: /^Add to cart/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Checkout' }).click()
    await page.getByRole('link', { name: 'Privacy Policy' }).last().click()
    await page.waitForURL('**/s/privacy-policy')
    await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor()
    await close()
  })

  test('shows cart pictures of 180, 300 or 600 px by width, and the sale banner on one storefront only [SUMM-13] [SUMM-14]', async () => {
    const { page, close } = await visit()
    const banner = summary(page).getByRole('link', { name: /Summer/ })
    await checkOutFirstOf(page, `${shop.address('aol')}/c/laundry`)
    const heights: string[] = []
    for (const width of [767, 768, 974, 975]) {
      await page.setViewportSize({ width, height: 800 })
      heights.push(await page.getByRole('list', { name: 'Items' }).evaluate((list) => getComputedStyle(list).maxHeight))
    }
    expect(heights).toEqual(['180px', '300px', '300px', '600px'])
    await page.getByRole('checkbox', { name: 'Pay a deposit now' }).waitFor()
    expect(await banner.count()).toBe(0)
    await addFirstOf(page, `${shop.address('andoo')}/products`)
    // The banner, and the balloon.
    await banner.first().waitFor()
    await close()
  })
})

test('addresses near the location are suggested, by a script no other page loads; failures leave manual entry [ADDR-35] [ADDR-36] [ADDR-39] [ADDR-40] [CERR-03]', async () => {
  const { page, faults, close } = await visit()
  await checkOutFirstOf(page, `${shop.address('aol')}/c/laundry`)
  const street = page.getByRole('combobox', { name: 'Street address' })
  await street.waitFor()
  expect(maps.requested.script).toEqual([])
  await street.fill('12 harbour')
  await page.getByRole('option', { name: '12 Harbour Street, Sydney NSW, Australia' }).waitFor()
  expect(Object.fromEntries(maps.requested.script[0] ?? [])).toMatchObject({
    v: 'quarterly',
    key: 'journey',
    region: 'AU',
  })
  expect(maps.requested.suggest.at(-1)?.get('country')).toBe('au')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const suburb = page.getByRole('combobox', { name: 'Suburb' })
  await expect.poll(() => suburb.inputValue()).toBe('2000 Sydney, NSW')
  expect(await street.inputValue()).toBe('12 Harbour Street')
  await deliveryDates(page).waitFor()

  // Now the place is known, and this one cannot be geocoded.
  await street.fill('14 harbour')
  await page.getByRole('option', { name: '14 Harbour Street, Sydney NSW 2000, Australia' }).click()
  await expect.poll(() => street.inputValue()).toBe('14 Harbour Street')
  expect(maps.requested.suggest.at(-1)?.get('radius')).toBe('1000')
  expect(await suburb.inputValue()).toBe('2000 Sydney, NSW')

  await street.fill('fail street')
  await page
    .getByText('An error occurred while looking up this address. Please check the address and try again.', {
      exact: true,
    })
    .waitFor()
  expect(await street.inputValue()).toBe('fail street')
  expect(maps.requested.script).toHaveLength(1)
  expect(faults).toEqual([])
  await close()
})

test('a wrong code shows an error at its field, another suburb updates dates and prices, and a late sell-out loses no input [SUMM-06]', async () => {
  const { page, close } = await visit()
  await checkOutFirstOf(page, `${shop.address('aol')}/c/laundry`)
  await page.getByLabel('Gift card / Coupon code').fill('NO-SUCH-CODE')
  await page.getByRole('button', { name: 'Apply' }).click()
  expect(await summary(page).getByRole('alert').innerText()).toBe('This code is not valid or has expired.')
  await fillGuest(page, { ...sydneyGuest, email: 'sold.out@shopper.example' })
  const delivery = async () => [await summary(page).locator('dl').innerText(), await deliveryDates(page).innerText()]
  const inSydney = await delivery()
  await pickSuburb(page, { suburb: '2830 dubbo', pick: '2830 Dubbo, NSW' })
  await expect.poll(async () => (await delivery())[1]).not.toBe(inSydney[1])
  expect((await delivery())[0]).not.toBe(inSydney[0])
  const { sku, title } = await page.evaluate(async () => {
    const cart = (await (await fetch('/api/cart/')).json()) as { products: [{ sku: string; title: string }] }
    return cart.products[0]
  })
  const admin = await openBackOffice(shop)
  await admin.sellOut(sku)
  await fillCard(page, { number: card })
  await placeOrder(page)
  const soldOut = `Sorry, ${title} is no longer available in the quantity requested.`
  await page.getByRole('alert').filter({ hasText: soldOut }).waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('sold.out@shopper.example')
  expect(await page.getByLabel('Name on card').inputValue()).toBe('Robin Vale')
  const box = summary(page).getByRole('alert').filter({ hasText: 'is no longer' })
  await expect.poll(() => box.allInnerTexts()).toEqual([`${title} is no longer available. Please remove it.`])
  const { border, danger } = await box.evaluate((element) => {
    const probe = document.createElement('i')
    probe.style.color = 'var(--danger)'
    element.append(probe)
    const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(element)
    return { border: [borderTopWidth, borderTopStyle, borderTopColor], danger: getComputedStyle(probe).color }
  })
  expect(border).toEqual(['1px', 'solid', danger])
  const [red = 0, green = 0, blue = 0] = danger.match(/\d+/g)?.map(Number) ?? []
  expect(red).toBeGreaterThan(2 * Math.max(green, blue))
  await close()
})
