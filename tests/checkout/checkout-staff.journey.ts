import { beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../../data/demo/access.ts'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import {
  addFirstOf,
  confirmedOrder,
  deliveryDates,
  fillCard,
  fillGuest,
  pickSuburb,
  placeOrder,
  sydneyGuest,
} from '../support/checkout.ts'
import { heldPayments } from '../support/ledger.ts'
import { workerShop } from '../support/worker-shop.ts'
import type { RunningShop } from '../support/shop-process.ts'
import { logInAs } from '../support/sign-in.ts'

/** Orders of those who are known to the shop: its own people for a customer, and trade on their account. */

let shop: RunningShop
beforeAll(async () => {
  shop = await workerShop()
})
const sell = (page: Page) => page.getByRole('region', { name: 'Store and salesperson' })

async function atCheckout(app: string, who: 'sales' | 'trade', list: string) {
  const { page, faults, close } = await visit({ width: 1280 })
  await logInAs(page, shop.address(app), `${who}@demo.example`, demoPassword)
  const title = await addFirstOf(page, `${shop.address(app)}${list}`)
  return { page, title, faults, close }
}

test('a salesperson orders for a customer for another store and colleague', async () => {
  const { page, title, faults, close } = await atCheckout('wa', 'sales', '/c/laundry')
  await expect.poll(() => sell(page).getByLabel('Store').inputValue()).not.toBe('')
  const [store, seller] = [sell(page).getByLabel('Store'), sell(page).getByLabel('Salesperson')]
  const before = await seller.locator('option').allInnerTexts()
  await store.selectOption({ index: 1 })
  await expect.poll(() => seller.locator('option').allInnerTexts()).not.toEqual(before)
  await seller.selectOption({ index: 0 })
  await expectAccessible(page)
  await fillGuest(page, { ...sydneyGuest, email: 'for.store@shopper.example' })
  await page.getByLabel('PO number (optional)').fill('PO-77')
  await page.getByRole('radio', { name: 'Use Other Payment Method' }).check()
  const sent = page.waitForRequest((one) => one.url().endsWith('/api/checkout') && one.method() === 'POST')
  await placeOrder(page)
  expect((await sent).postDataJSON()).toMatchObject({
    poNumber: 'PO-77',
    subdivision: await store.inputValue(),
    salespersonCode: await seller.inputValue(),
  })
  await confirmedOrder(page)
  await page.getByText(title).first().waitFor()
  expect(faults).toEqual([])
  await close()
})

test('a cash and carry order needs no date or address', async () => {
  const { page, faults, close } = await atCheckout('wa', 'sales', '/c/laundry')
  await page.getByRole('checkbox', { name: 'Cash and carry' }).check()
  await page.getByLabel('Street address').and(page.locator(':disabled')).waitFor()
  expect(await deliveryDates(page).count()).toBe(0)
  await expectAccessible(page)
  await page.getByLabel('Email').fill('carried@shopper.example')
  await page.getByLabel('First name').fill('Robin')
  await page.getByLabel('Last name').fill('Vale')
  await fillCard(page, { number: '4111 1111 1111 1111' })
  await placeOrder(page)
  await confirmedOrder(page)
  expect(faults).toEqual([])
  await close()
})

test('a trade customer orders on account, with PO number and the required company', async () => {
  const { page, title, faults, close } = await atCheckout('wac', 'trade', '/c/laundry')
  const paidBefore = await heldPayments(shop)
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('trade@demo.example')
  expect(await page.getByLabel('Email').isDisabled()).toBe(true)
  expect(await page.getByRole('radio', { name: 'Credit Account' }).isChecked()).toBe(true)
  await page.getByLabel('PO number (optional)').fill('PO/77')
  await page.getByLabel('Phone').fill(sydneyGuest.phone)
  await page.getByLabel('Street address').fill(sydneyGuest.street)
  await pickSuburb(page, sydneyGuest)
  await placeOrder(page)
  const faulty = page.getByRole('alert').filter({ has: page.getByRole('link') })
  expect(await faulty.getByRole('link').allInnerTexts()).toEqual([
    'Please enter a company name (max 50 characters)',
    'Please enter a valid PO number (max 40 characters)',
  ])
  await faulty.getByRole('link', { name: /company name/ }).click()
  await page.keyboard.type('Vale & Daughters Pty Ltd')
  expect(await page.getByLabel('Company', { exact: true }).inputValue()).toBe('Vale & Daughters Pty Ltd')
  await page.getByLabel('PO number (optional)').fill('PO-77')
  await placeOrder(page)
  await confirmedOrder(page)
  await page.getByText(title).first().waitFor()
  expect(await heldPayments(shop)).toEqual(paidBefore)
  expect(faults).toEqual([])
  await close()
})
