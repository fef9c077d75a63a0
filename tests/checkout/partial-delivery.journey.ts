import { expect, test } from 'vitest'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import {
  addFirstOf,
  checkOutFirstOf,
  chosenDate,
  confirmedOrder,
  deliveryDates,
  fillCard,
  fillGuest,
  isLive,
  orderButton,
  placeOrder,
  sydneyGuest,
} from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

/** Services, suppliers, makers and wishes of a delivery, in a browser, from the cart to the mail. */

const shop = sharedShop()

const frictionless = '4111 1111 1111 1111'
const figure = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'Order Summary' }).locator(`dt:text-is("${name}") + dd`)
const dollars = async (page: Page, name: string) =>
  Number((await figure(page, name).innerText()).replaceAll(/[$,]/g, ''))

/** The text of the mail about an order. */
async function mailOf(page: Page, reference: string): Promise<string> {
  const inbox = `http://127.0.0.1:${shop.mailPort}/`
  const subject = `Your order ${reference} is confirmed`
  await expect.poll(async () => (await fetch(inbox)).text()).toContain(subject)
  await page.goto(inbox)
  await page.getByText(subject).first().click()
  const frame = page.frameLocator('iframe')
  await frame.getByText(`Order reference: ${reference}`).waitFor()
  return frame.locator('body').innerText()
}

/** Adds a product by its own page; the cart is open then, but for small screens. */
async function addAlso(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await isLive(page)
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click()
  const isSmall = (page.viewportSize()?.width ?? 0) < 768
  await (isSmall ? page.getByText('Added to your cart.') : page.getByRole('dialog', { name: /Your cart/ })).waitFor()
}

test('a guest buys a washer with two services, shown in summary, confirmation and mail', async () => {
  const { page, faults, close } = await visit()
  await checkOutFirstOf(page, `${shop.address('aol')}/c/laundry/washing-machines`)
  await fillGuest(page, sydneyGuest)
  const services = page.getByRole('group', { name: 'Delivery and installation services' })
  expect(await services.getByRole('checkbox', { name: /^Packaging removal FREE/ }).isChecked()).toBe(true)
  const before = await dollars(page, 'Order Total')
  await services.getByRole('checkbox', { name: /^Connect washing machine or dishwasher/ }).check()
  await services.getByRole('checkbox', { name: /^Stairs above one flight/ }).check()
  expect(await figure(page, 'Connect washing machine or dishwasher').innerText()).toBe('$49')
  expect(await figure(page, 'Stairs above one flight').innerText()).toBe('$45')
  expect(await dollars(page, 'Order Total')).toBeCloseTo(before + 94, 2)
  await expectAccessible(page)
  await fillCard(page, { number: frictionless })
  await placeOrder(page)
  const reference = await confirmedOrder(page)
  const bought = page.getByRole('region', { name: 'What you ordered' })
  for (const name of ['Packaging removal', 'Connect washing machine or dishwasher', 'Stairs above one flight'])
    expect(await bought.getByText(name, { exact: true }).isVisible()).toBe(true)
  const mail = await mailOf(page, reference)
  expect(mail).toMatch(/Connect washing machine or dishwasher\s+\$49/)
  expect(mail).toMatch(/Stairs above one flight\s+\$45/)
  expect(faults).toEqual([])
  await close()
})

test('our lamp and a manufacturer’s sofa are delivered by two teams, and both are paid', async () => {
  const { page, faults, close } = await visit({ width: 360, height: 740 })
  await addAlso(page, `${shop.address('andoo')}/c/lighting-and-decor`)
  await addFirstOf(page, `${shop.address('andoo')}/brands/halden-row`)
  await fillGuest(page, sydneyGuest)
  const steps = page.getByRole('region', { name: 'Next steps' })
  await steps.getByText(/^Delivered by Halden Row\. Estimated delivery from /).waitFor()
  for (const text of [
    'Our team will personally deliver your order to your designated address.',
    'Your order contains items that will be delivered separately by different teams.',
  ])
    expect(await steps.getByText(text).isVisible()).toBe(true)
  expect(await figure(page, 'Delivery by Halden Row').innerText()).toBe('$99')
  // Where the total that stays in sight has its own place, and covers no field.
  await orderButton(page).scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await fillCard(page, { number: frictionless })
  await placeOrder(page)
  await confirmedOrder(page)
  expect(await page.getByText(/\(items may arrive on different days\)/).isVisible()).toBe(true)
  expect(await page.getByText('Delivery by Halden Row').isVisible()).toBe(true)
  expect(faults).toEqual([])
  await close()
})

test('an agency brand is delivered by arrangement: a notice, no calendar, and the order succeeds', async () => {
  const { page, faults, close } = await visit()
  await addFirstOf(page, `${shop.address('aol')}/brands/miele`)
  await page.getByLabel('Email').fill(sydneyGuest.email)
  await page.getByLabel('Phone').fill(sydneyGuest.phone)
  await page.getByLabel('First name').fill(sydneyGuest.first)
  await page.getByLabel('Last name').fill(sydneyGuest.last)
  await page.getByLabel('Street address').fill(sydneyGuest.street)
  await page.getByRole('combobox', { name: /^Suburb/ }).fill(sydneyGuest.suburb)
  await page.getByRole('option', { name: sydneyGuest.pick, exact: true }).click()
  const warning = page.getByText(
    'Items from Miele are delivered by the manufacturer. Delivery will be arranged with you after your order is placed.',
  )
  await warning.waitFor()
  expect(await deliveryDates(page).count()).toBe(0)
  expect(await figure(page, 'Delivery').innerText()).toBe('To be arranged')
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: /Miele products are sold by Miele/ }).check()
  await fillCard(page, { number: frictionless })
  await placeOrder(page)
  await confirmedOrder(page)
  expect(await warning.isVisible()).toBe(true)
  expect(await page.getByText('To be confirmed').isVisible()).toBe(true)
  expect(faults).toEqual([])
  await close()
})

test('a date beyond the free days asks to accept the storage fee; an earlier one does not', async () => {
  const { page, faults, close } = await visit()
  await checkOutFirstOf(page, `${shop.address('wa')}/c/kitchen/fridges`)
  await fillGuest(page, sydneyGuest)
  const box = page.getByRole('checkbox', { name: /goods stored beyond 60 days/ })
  expect(await box.count()).toBe(0)
  await page.getByText('More dates').click()
  for (let month = 0; month < 3; month++) await page.getByRole('button', { name: 'Next month' }).click()
  const late = page.locator('td[data-available]:not([data-outside])').last()
  await late.click()
  await box.waitFor()
  await expectAccessible(page)
  await fillCard(page, { number: frictionless })
  await placeOrder(page)
  await page.getByRole('link', { name: 'Please acknowledge the storage fee' }).click()
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
  const terms = page.getByRole('link', { name: /^Storage terms and conditions/ })
  const [opened] = await Promise.all([page.waitForEvent('popup'), terms.click()])
  expect(new URL(opened.url()).pathname).toBe('/s/winning-storage-terms-and-conditions')
  await opened.close()
  for (let month = 0; month < 3; month++) await page.getByRole('button', { name: 'Previous month' }).click()
  await page.locator('td[data-available]').first().click()
  await box.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await close()
})

test('unique requirements replace the calendar by a call, and undoing them restores it', async () => {
  const { page, faults, close } = await visit({ width: 360, height: 740 })
  await checkOutFirstOf(page, `${shop.address('aol')}/c/kitchen/fridges/french-door-fridges`)
  await fillGuest(page, sydneyGuest)
  const unique = page.getByRole('checkbox', { name: /^My delivery has unique requirements/ })
  await unique.check()
  expect(await deliveryDates(page).count()).toBe(0)
  expect(await figure(page, 'Delivery').innerText()).toBe('To be arranged')
  expect(await page.getByRole('checkbox', { name: 'Please contact me to discuss my delivery' }).isChecked()).toBe(true)
  await expectAccessible(page)
  await unique.uncheck()
  await deliveryDates(page).waitFor()
  expect(await chosenDate(page).count()).toBe(1)
  expect(faults).toEqual([])
  await close()
})
