import { Agent } from 'node:http'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AppCode } from '../../src/brands/apps.ts'
import { createTestBrowser } from '../../src/testing/shop/browser.ts'

/** Steps of a purchase, as a shopper takes them. */

/** Waits until the page is interactive; before that, a click on a button submits a plain form. */
export const isLive = (page: Page) => page.locator('html[data-live]').waitFor({ state: 'attached' })

/** The sheet that follows a product into the cart on a phone. */
export async function closeAddedSheet(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Added to your cart' })
  await sheet.getByText('Added to your cart.').waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
}

export async function addFirstOf(page: Page, address: string): Promise<string> {
  await page.goto(address)
  await isLive(page)
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Add to cart/ }) })
    .first()
  const title = (await card.getByRole('heading').innerText()).trim()
  await card.getByRole('button', { name: /^Add to cart/ }).click()
  if ((page.viewportSize()?.width ?? 0) < 768) {
    // On a small screen the panel is opened by hand (decision cart-15), and a sheet is in its way first.
    await closeAddedSheet(page)
    // The header hides while scrolling down; scrolled into view by the click, it would move under it.
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('link', { name: /^Cart, / }).click()
  }
  await page
    .getByRole('dialog', { name: /Your cart/ })
    .getByRole('link', { name: 'Checkout' })
    .click()
  await page.getByRole('heading', { name: 'Checkout', exact: true }).waitFor()
  await isLive(page)
  return title
}

/** Opens the checkout with a category's first product in a guest's cart, filled through the API: for journeys about later steps. */
export async function checkOutFirstOf(page: Page, category: string): Promise<void> {
  const { origin, hostname, port, pathname } = new URL(category)
  const [app] = hostname.split('.')
  const urls = { shop: `http://127.0.0.1:${port}`, identity: '', staff: '' }
  const guest = createTestBrowser(urls, app as AppCode, new Agent())
  for (const { name, value } of await page.context().cookies(origin)) guest.cookies.set(name, value)
  const uri = pathname.replace('/c/', '')
  const list = await guest.send('GET', `/api/v2/listing?type=category&uri=${encodeURIComponent(uri)}`)
  const { products } = list.json<{ products: readonly { sku: string }[] }>()
  let status = 0
  for (const { sku } of products) {
    if (status === 200) break
    ;({ status } = await guest.send('POST', '/api/cart/product/', { body: { sku, quantity: 1 } }))
  }
  if (status !== 200) throw new Error(`Nothing of ${category} can be added to a cart.`)
  await page.context().addCookies([...guest.cookies].map(([name, value]) => ({ name, value, url: origin })))
  await page.goto(`${origin}/customer/checkout`)
  await page.getByRole('heading', { name: 'Checkout', exact: true }).waitFor()
  await isLive(page)
}

/** The next dates with their prices; the calendar is below them, behind 'More dates'. */
export const deliveryDates = (page: Page) => page.getByRole('radiogroup', { name: 'Delivery date' })

export const chosenDate = (page: Page) => deliveryDates(page).getByRole('radio', { checked: true })

export type Guest = {
  email: string
  phone: string
  first: string
  last: string
  street: string
  suburb: string
  pick: string
}

export const sydneyGuest: Guest = {
  email: 'guest@shopper.example',
  phone: '0412 345 678',
  first: 'Robin',
  last: 'Vale',
  street: '12 Harbour Street',
  suburb: '2000 sydney',
  pick: '2000 Sydney, NSW',
}

export const aucklandGuest: Guest = {
  email: 'guest@shopper.example',
  phone: '021 123 4567',
  first: 'Robin',
  last: 'Vale',
  street: '12 Harbour Street',
  suburb: 'ponsonby',
  pick: 'Ponsonby 1011',
}

export async function fillGuest(page: Page, guest: Guest): Promise<void> {
  await page.getByLabel('Email').fill(guest.email)
  await page.getByLabel('Phone').fill(guest.phone)
  await page.getByLabel('First name').fill(guest.first)
  await page.getByLabel('Last name').fill(guest.last)
  await page.getByLabel('Street address').fill(guest.street)
  await pickSuburb(page, guest)
}

export async function pickSuburb(page: Page, guest: Pick<Guest, 'suburb' | 'pick'>): Promise<void> {
  await page.getByRole('combobox', { name: /^Suburb/ }).fill(guest.suburb)
  await page.getByRole('option', { name: guest.pick, exact: true }).click()
  await deliveryDates(page).waitFor()
}

export async function fillCard(page: Page, card: { number: string; name?: string }): Promise<void> {
  await page.getByLabel('Name on card').fill(card.name ?? 'Robin Vale')
  await page.getByLabel('Card number', { exact: true }).fill(card.number)
  await page.getByLabel('Expiry (MM / YYYY)').fill('03 / 2030')
  await page.getByLabel('CVV').fill('737')
}

/** It says what is paid as soon as the total is known. */
export const orderButtonName = /^(Place order|Pay \$)/

export const orderButton = (page: Page) => page.getByRole('button', { name: orderButtonName })

export const placeOrder = (page: Page) => orderButton(page).click()

/** The order reference on the confirmation page. */
export async function confirmedOrder(page: Page): Promise<string> {
  await page.getByRole('heading', { name: 'Thank you, your order is confirmed' }).waitFor()
  const text = await page.getByText(/^Order reference: W\d{8}$/).innerText()
  return text.replace('Order reference: ', '')
}

/** A message that a shopper cannot miss: whole in the viewport, above the button that was pressed, with the focus. */
export async function expectRefusalAt(page: Page, name: string | RegExp, ...texts: readonly string[]): Promise<void> {
  const alert = page.getByRole('alert').filter({ hasText: texts[0] ?? '' })
  await alert.waitFor()
  const button = page.getByRole('button', { name }).and(page.locator(':enabled'))
  await button.waitFor()
  const pressed = (await button.elementHandle()) ?? expect.fail('no button')
  const seen = () =>
    alert.evaluate((box, button) => {
      const { top, bottom } = box.getBoundingClientRect()
      return {
        isInView: top >= 0 && bottom <= innerHeight,
        hasFocus: document.activeElement === box,
        isAboveButton: bottom <= (button as Element).getBoundingClientRect().top,
      }
    }, pressed)
  await expect.poll(seen).toEqual({ isInView: true, hasFocus: true, isAboveButton: true })
  for (const text of texts) expect(await alert.innerText()).toContain(text)
}

export const expectRefusal = (page: Page, ...texts: readonly string[]) =>
  expectRefusalAt(page, orderButtonName, ...texts)
