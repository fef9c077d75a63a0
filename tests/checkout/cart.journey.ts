import { beforeAll, describe, expect, test } from 'vitest'
import { openBackOffice } from '../support/back-office.ts'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { workerShop } from '../support/worker-shop.ts'
import type { RunningShop } from '../support/shop-process.ts'

/** What becomes of a cart between the first product and the checkout. */

let shop: RunningShop

beforeAll(async () => {
  shop = await workerShop()
})

/** Its products bring a reward. */
const rewarded = '/promotion/norrland-fridge-cashback'

/** Skus that the app offers to add on a page. */
async function skusOn(page: Page, app: string, path: string): Promise<string[]> {
  await page.goto(`${shop.address(app)}${path}`)
  return page
    .locator('form[data-add-to-cart] [name=sku]')
    .evaluateAll((fields) => [...new Set(fields.map((field) => (field as HTMLButtonElement).value))])
}

/** Adds by the call, in the page's browser. */
const add = (page: Page, sku: string, quantity = 1) =>
  page.evaluate(
    async (item) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch('/api/cart/product/', { method: 'POST', headers, body: JSON.stringify(item) })
      if (!answer.ok) throw new Error(await answer.text())
    },
    { sku, quantity },
  )

async function openCart(page: Page, app: string): Promise<void> {
  await page.goto(`${shop.address(app)}/cart`)
  await isLive(page)
  await page.getByRole('button', { name: 'Increase quantity' }).first().waitFor()
}

const items = (page: Page) => page.getByRole('region', { name: 'Items' })
const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ })
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
/** The link in the newest mail, for the address it was sent to. */
async function mailedLink(recipient: string): Promise<string> {
  const mailbox = `http://127.0.0.1:${shop.mailPort}`
  const body = async () => {
    const list = await (await fetch(mailbox)).text()
    const row = list.split('<tr').find((one) => one.includes(recipient)) ?? ''
    const id = /\/mail\/(cart-[0-9a-f]+)/.exec(row)?.[1]
    return id === undefined ? '' : (await fetch(`${mailbox}/body/${id}`)).text()
  }
  await expect.poll(body, { timeout: 15_000 }).toContain('Open this cart')
  return /href="(http[^"]+\/cart\/[0-9a-f]{32})"/.exec(await body())?.[1] ?? ''
}

test('a line is removed and restored by keyboard, in every tab, along with its reward [CART-04] [CART-08]', async () => {
  const { page, context, faults, close } = await visit({ width: 1440 })
  const [sku = ''] = await skusOn(page, 'aol', rewarded)
  await add(page, sku, 2)
  await openCart(page, 'aol')
  const other = await context.newPage()
  await openCart(other, 'aol')
  const count = (of: Page, text: string) => of.getByRole('banner').getByRole('link', { name: text }).waitFor()
  await count(page, 'Cart, 2 items')
  const reward = page.getByRole('region', { name: 'Your rewards' }).getByRole('article')
  expect(await reward.getByText('Up to $200 cashback').count()).toBe(1)
  expect(await reward.getByRole('link', { name: /^Redeem/ }).getAttribute('href')).toBe(`${rewarded}#redeem`)

  const title = await items(page).getByRole('link').first().innerText()
  await items(page)
    .getByRole('button', { name: `Remove ${title}` })
    .press('Enter')
  await page.getByText('Your cart is empty.').waitFor()
  await other.getByText('Your cart is empty.').waitFor()
  await count(other, 'Cart')
  await expect.poll(() => undo(page).evaluate((button) => button === document.activeElement)).toBe(true)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await reward.waitFor()
  expect(await items(page).getByRole('status').first().innerText()).toBe('2')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(title)
  await count(other, 'Cart, 2 items')

  await other.getByRole('button', { name: 'Increase quantity' }).click()
  await expect.poll(() => items(page).getByRole('status').first().innerText()).toBe('3')
  // Products, as the panel counts them: the reward is none.
  await count(other, 'Cart, 3 items')
  expect(await fits(page)).toBe(true)
  await expectAccessible(page)
  expect(faults).toEqual([])
  await close()
})

test('a cart is emailed, and its link opens for another visitor, who copies it to their cart', async () => {
  const sender = await visit({ width: 360 })
  const [sku = '', second = ''] = await skusOn(sender.page, 'andoo', '/c/kitchen/fridges')
  await add(sender.page, sku, 2)
  await add(sender.page, second)
  await openCart(sender.page, 'andoo')
  const titles = await items(sender.page).locator('[data-line] a').allInnerTexts()
  await sender.page.getByText('Email cart').click()
  expect(await fits(sender.page)).toBe(true)
  await expectAccessible(sender.page)
  await sender.page.getByLabel('Send it to').fill('friend@shopper.example')
  await sender.page.getByRole('button', { name: 'Send', exact: true }).click()
  await sender.page.getByText('We have emailed your cart.').waitFor()

  const link = await mailedLink('friend@shopper.example')
  expect(new URL(link).origin).toBe(shop.address('andoo'))
  const reader = await visit({ width: 320 })
  await reader.page.goto(link)
  await reader.page.getByRole('heading', { name: 'A cart shared with you', level: 1 }).waitFor()
  expect(await reader.page.getByRole('list', { name: 'Items' }).getByRole('link').allInnerTexts()).toEqual(titles)
  expect(await fits(reader.page)).toBe(true)
  await expectAccessible(reader.page)
  await reader.page.getByRole('button', { name: 'Add to my cart' }).click()
  await reader.page.getByRole('heading', { name: 'Your cart', level: 1 }).waitFor()
  expect(await items(reader.page).locator('li a').first().innerText()).toBe(titles[0])

  const answer = await reader.page.goto(`${shop.address('andoo')}/cart/${'0'.repeat(32)}`)
  expect(answer?.status()).toBe(404)
  await reader.page.getByRole('heading', { name: 'This cart is no longer available' }).waitFor()
  await expectAccessible(reader.page)
  // A page that is not found shows so in the console, and nothing else does.
  expect([...sender.faults, ...reader.faults]).toEqual([])
  await sender.close()
  await reader.close()
})

describe.each([
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])('saving for later at $width px', (size) => {
  test('a line leaves the cart with its number, and comes back', async () => {
    const { page, faults, close } = await visit(size)
    const [sku = '', second = ''] = await skusOn(page, 'aol', '/c/kitchen/fridges')
    await add(page, sku, 2)
    await add(page, second)
    await openCart(page, 'aol')
    const title = await items(page).locator('[data-line] a').first().innerText()
    await items(page)
      .getByRole('button', { name: /^Save for later/ })
      .first()
      .click()
    const saved = page.getByRole('list', { name: 'Saved for later' })
    expect(await saved.getByRole('link').innerText()).toBe(title)
    await expect.poll(() => items(page).locator('[data-line]').count()).toBe(1)
    await page.reload()
    await saved.getByRole('link').waitFor()
    await expectAccessible(page)
    expect(await fits(page)).toBe(true)
    await saved.getByRole('button', { name: /^Move to cart/ }).click()
    await expect.poll(() => items(page).locator('[data-line]').count()).toBe(2)
    await expect.poll(() => saved.count()).toBe(0)
    expect(await items(page).locator('[data-line]').last().getByRole('status').innerText()).toBe('2')
    expect(faults).toEqual([])
    await close()
  })

  test('the cart says when each line arrives and what that costs, once the suburb is known', async () => {
    const { page, faults, close } = await visit(size)
    const [sku = ''] = await skusOn(page, 'aol', '/c/kitchen/fridges')
    await add(page, sku)
    await page.evaluate(async () => {
      const [place] = await (await fetch('/api/locality/2000')).json()
      const body = JSON.stringify({ localityId: place._id })
      await fetch('/api/geo/setlocation', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    })
    const { estimates } = await page.evaluate(async (one) => {
      const [place] = await (await fetch('/api/locality/2000')).json()
      const query = new URLSearchParams({ localityId: place._id, sku: one })
      return (await fetch(`/api/v2/delivery/estimates?${query}`)).json()
    }, sku)
    await openCart(page, 'aol')
    const { text } = estimates[sku]
    await page.getByRole('list', { name: 'Delivery' }).getByText(text).waitFor()
    await items(page)
      .getByText(`Delivery ${text.split(' · ')[0]}`)
      .waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
    await close()
  })
})

test('a refused quantity is shown at once, and goes back with the reason', async () => {
  const { page, faults, close } = await visit({ width: 390, height: 844 })
  const [sku = ''] = await skusOn(page, 'aol', '/c/kitchen/fridges')
  await add(page, sku)
  await openCart(page, 'aol')
  let answer = () => {}
  const held = new Promise<void>((done) => (answer = done))
  await page.route('**/api/cart/product/', async (route) => {
    await held
    const error = { message: 'Only 1 left.', code: 'quantity_over_stock', field: 'quantity' }
    await route.fulfill({ status: 400, json: { errors: [error] } })
  })
  const quantity = items(page).getByRole('status').first()
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect.poll(() => quantity.innerText()).toBe('2')
  answer()
  await expect.poll(() => quantity.innerText()).toBe('1')
  await page.getByText('Only 1 left.').waitFor()
  expect(faults).toEqual([])
  await close()
})

test('the link of a cart asks another visitor, adds to what is there, and names what it cannot', async () => {
  const sender = await visit({ width: 1440, height: 900 })
  const [sku = '', second = ''] = await skusOn(sender.page, 'aol', '/c/kitchen/fridges')
  await add(sender.page, sku, 2)
  await openCart(sender.page, 'aol')
  await sender.page.getByText('Share this cart').click()
  const link = await sender.page.getByLabel('Link to these products and quantities').inputValue()
  expect(link).toBe(`${shop.address('aol')}/cart?add=${sku}:2`)
  await expectAccessible(sender.page)
  await sender.close()

  const { page, faults, close } = await visit({ width: 390, height: 844, javaScript: false })
  await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
  await page.locator(`form[data-add-to-cart] [value="${second}"]`).first().click()
  await page.goto(`${link},NOPE-1`)
  await page.getByRole('heading', { name: 'Add these to your cart?' }).waitFor()
  await page.getByText('We do not have these: NOPE-1.').waitFor()
  await page.getByText('What is in your cart already stays in it.').waitFor()
  // Looking changes nothing.
  expect(await page.getByRole('region', { name: 'Items' }).getByRole('spinbutton').count()).toBe(1)
  await page.getByRole('button', { name: 'Add to my cart' }).click()
  await expect.poll(() => page.getByRole('region', { name: 'Items' }).getByRole('spinbutton').count()).toBe(2)
  expect(await fits(page)).toBe(true)
  expect(faults).toEqual([])
  await close()
})

test('on a phone a sheet follows the product into the cart: checkout, cart and what goes with it', async () => {
  const { page, faults, close } = await visit({ width: 390, height: 844 })
  await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
  await isLive(page)
  const button = page.getByRole('button', { name: /^Add to cart/ }).first()
  await button.click()
  const sheet = page.getByRole('dialog', { name: 'Added to your cart' })
  await sheet.getByRole('link', { name: 'View cart' }).waitFor()
  expect(await sheet.getByRole('link', { name: 'Checkout' }).getAttribute('href')).toBe('/customer/checkout')
  await sheet.getByRole('heading', { name: 'Goes with it' }).waitFor()
  await expectAccessible(page)
  expect(await fits(page)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => sheet.count()).toBe(0)
  await expect.poll(() => button.evaluate((it) => it === document.activeElement)).toBe(true)
  await button.click()
  await sheet.getByRole('link', { name: 'View cart' }).click()
  await page.getByRole('heading', { name: 'Your cart', level: 1 }).waitFor()
  expect(await sheet.count()).toBe(0)
  expect(faults).toEqual([])
  await close()
})

test('a cart that fails to load says so and can be retried', async () => {
  const { page, close } = await visit()
  await page.route('**/api/cart/', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(shop.address('aol'))
  await isLive(page)
  await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click()
  const panel = page.getByRole('dialog', { name: 'Your cart' })
  await panel.getByText('An unknown error occurred, please try again later').waitFor()
  await expectAccessible(page)
  await page.unroute('**/api/cart/')
  await panel.getByRole('button', { name: 'Try again' }).click()
  await panel.getByText('Your cart is empty.').waitFor()
  await close()
})

describe('without JavaScript', () => {
  test('lines are added, changed, removed and restored, codes applied and removed; a price change is reported', async () => {
    const { page, faults, close } = await visit({ width: 360, javaScript: false })
    await page.goto(`${shop.address('aol')}/c/small-appliances`)
    const sku = (await page.locator('form[data-add-to-cart] [name=sku]').first().getAttribute('value')) ?? ''
    await page
      .getByRole('button', { name: /^Add to cart/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Your cart', level: 1 }).waitFor()
    const quantity = page.getByRole('spinbutton', { name: 'Quantity' })
    await quantity.fill('3')
    await page.getByRole('button', { name: /^Change the quantity/ }).click()
    await expect.poll(() => quantity.inputValue()).toBe('3')
    await page.getByLabel('Gift card / Coupon code').fill('welcome10')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Remove code WELCOME10' }).click()
    await page.getByRole('button', { name: 'Apply' }).waitFor()
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.getByText('Your cart is empty.').waitFor()
    await undo(page).click()
    await expect.poll(() => quantity.inputValue()).toBe('3')

    const admin = await openBackOffice(shop)
    await admin.price('aol', sku, '19.95')
    await page.goto(`${shop.address('aol')}/cart`)
    const news = page.getByRole('status').filter({ hasText: 'Since your last visit' })
    expect(await news.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/: was \$[\d,.]+, now \$19\.95\.$/),
    ])
    await page.reload()
    await page.getByText('$59.85').first().waitFor()
    expect(await news.count()).toBe(0)
    await page.getByRole('button', { name: 'Clear cart' }).click()
    await page.getByText('Your cart is empty.').waitFor()
    expect(faults).toEqual([])
    await close()
    await admin.undo()
  })
})

test.each([
  ['hc', 320],
  ['wac', 768],
] as const)('in %s at %i px everything fits, is accessible, and prints as a list', async (app, width) => {
  const { page, faults, close } = await visit({ width })
  const [sku = ''] = await skusOn(page, app, '/products')
  await add(page, sku)
  await openCart(page, app)
  expect(await fits(page)).toBe(true)
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  const shown = (name: string | RegExp) => page.getByRole('button', { name }).filter({ visible: true }).count()
  expect([
    await shown('Increase quantity'),
    await shown(/^Remove/),
    await shown('Apply'),
    await shown('Clear cart'),
  ]).toEqual([0, 0, 0, 0])
  expect(await page.getByText('Total before delivery').isVisible()).toBe(true)
  expect(faults).toEqual([])
  await close()
})

describe.each([
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])('at $width px', (size) => {
  test('a coupon and a gift card combine, each with its own field, and each removed separately [cart-08]', async () => {
    const { page, faults, close } = await visit(size)
    const [sku = ''] = await skusOn(page, 'aol', '/c/kitchen/fridges')
    await add(page, sku)
    await openCart(page, 'aol')
    await page.getByLabel('Gift card / Coupon code').fill('welcome10')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Remove code WELCOME10' }).waitFor()
    await page.getByLabel('Gift card code').fill('GIFT-DEMO-AU-500')
    await page.getByRole('button', { name: 'Add gift card' }).click()
    await page.getByRole('button', { name: 'Remove gift card -500' }).waitFor()
    await page.getByText('Gift card -500', { exact: true }).first().waitFor()
    await expectAccessible(page)
    expect(await fits(page)).toBe(true)
    await page.getByRole('button', { name: 'Remove code WELCOME10' }).click()
    await page.getByLabel('Gift card / Coupon code').waitFor()
    expect(await page.getByRole('button', { name: 'Remove gift card -500' }).count()).toBe(1)
    expect(faults).toEqual([])
    await close()
  })
})
