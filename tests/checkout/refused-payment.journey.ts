import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../data/demo/access.ts'
import { applePayOfBrowser } from '../../sandbox/wallets/apple-pay.ts'
import { brandOf } from '../../src/brands/brands.ts'
import { openBackOffice, type BackOffice } from '../support/back-office.ts'
import { expectAccessible, visit, type Page, type PageVisit } from '../support/browser.ts'
import {
  addFirstOf,
  checkOutFirstOf,
  confirmedOrder,
  expectRefusal,
  expectRefusalAt,
  fillCard,
  fillGuest,
  pickSuburb,
  placeOrder,
  sydneyGuest,
} from '../support/checkout.ts'
import { mailedLink } from '../support/mails.ts'
import { workerShop } from '../support/worker-shop.ts'
import type { RunningShop } from '../support/shop-process.ts'
import { logInAs } from '../support/sign-in.ts'

/** Whoever presses Place order and is refused sees why, where they are: above the button, in view, with the focus, on a phone and a desk. */

let shop: RunningShop
beforeAll(async () => {
  shop = await workerShop()
})
const phone = { width: 390, height: 844 }
const sizes = [phone, { width: 1440, height: 900 }]
const number = '4111 1111 1111 1111'
const notCharged = 'Nothing was charged.'

/** What the server answers a submit whose payment was refused, where no sandbox refuses it. */
const refusedAnswer = {
  errors: [{ message: 'Sorry there has been a problem with your payment.', code: 'payment_refused', field: null }],
  errorCode: 401,
  nothingCharged: true,
}
async function refuseSubmits(page: Page): Promise<void> {
  await page.route('**/api/checkout', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 400, json: refusedAnswer }) : route.continue(),
  )
}

describe('at the checkout', () => {
  async function ready(): Promise<PageVisit> {
    const one = await visit(phone)
    await checkOutFirstOf(one.page, `${shop.address('aol')}/c/small-appliances`)
    await fillGuest(one.page, sydneyGuest)
    return one
  }

  test('a declined card, a lost connection, a rate limit and an incomplete form are each shown at the button [CERR-11] [CERR-17]', async () => {
    const { page, faults, close } = await ready()
    await fillCard(page, { number, name: 'NOT_ENOUGH_BALANCE' })
    for (const size of sizes) {
      await page.setViewportSize(size)
      await placeOrder(page)
      await expectRefusal(page, 'Your card was declined (not enough funds). Nothing was charged.')
      await expectAccessible(page)
    }
    await page.getByLabel('Name on card').fill('BLOCK_CARD')
    await placeOrder(page)
    await expectRefusal(page, 'Sorry there has been a problem with your payment.', notCharged)

    await page.route('**/api/checkout', (route) => route.abort())
    for (const size of sizes) {
      await page.setViewportSize(size)
      await placeOrder(page)
      await expectRefusal(page, 'Please do not attempt to checkout again.')
    }
    expect(await page.getByRole('alert').innerText()).not.toContain(notCharged)
    await page.unroute('**/api/checkout')
    const message = 'Too many attempts. Please try again later.'
    await page.route('**/api/checkout', (route) =>
      route.fulfill({ status: 429, json: { errors: [{ message, code: 'too_many_requests', field: null }] } }),
    )
    await placeOrder(page)
    await expectRefusal(page, message, notCharged)
    await page.unroute('**/api/checkout')

    await page.getByLabel('First name').fill('')
    await placeOrder(page)
    await expectRefusal(page, 'There has been an error. Please check below to see what fields are invalid.')
    expect(faults).toEqual([])
    await close()
  })

  test('Zip in a store, with a wrong code and cancelled, is shown at the button [CERR-09]', async () => {
    const { page, close } = await visit(phone)
    await logInAs(page, shop.address('wa'), 'sales@demo.example', demoPassword)
    await addFirstOf(page, `${shop.address('wa')}/c/small-appliances`)
    await fillGuest(page, sydneyGuest)
    await page.getByRole('radio', { name: 'Zip App' }).check()
    for (const size of sizes) {
      await page.setViewportSize(size)
      await page.getByLabel('Zip store code').fill('000000')
      await placeOrder(page)
      await expectRefusal(page, 'Sorry there has been a problem with your payment.', notCharged)
      await page.getByLabel('Zip store code').fill('123456')
      await placeOrder(page)
      await page.getByRole('dialog', { name: 'Zip App' }).getByRole('button', { name: 'Cancel' }).click()
      await expectRefusal(page, 'The transaction was canceled.', notCharged)
    }
    await close()
  })

  test('a credit account over its limit is shown at the button', async () => {
    const { page, close } = await visit(phone)
    await logInAs(page, shop.address('wac'), 'trade@demo.example', demoPassword)
    await addFirstOf(page, `${shop.address('wac')}/c/small-appliances`)
    await page.getByRole('radio', { name: 'Credit Account' }).waitFor()
    // Who they are is filled in when the page has heard of it.
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('trade@demo.example')
    await page.getByLabel('Phone').fill(sydneyGuest.phone)
    await page.getByLabel('Street address').fill(sydneyGuest.street)
    await pickSuburb(page, sydneyGuest)
    await page.getByLabel('Company', { exact: true }).fill('Vale Pty Ltd')
    // The limit of the demonstration is more than anybody needs to be refused here.
    await refuseSubmits(page)
    for (const size of sizes) {
      await page.setViewportSize(size)
      await placeOrder(page)
      await expectRefusal(page, 'Sorry there has been a problem with your payment.', notCharged)
    }
    await close()
  })

  test('a declined card for an order’s balance is shown at its own button', async () => {
    const { page, close } = await ready()
    await page.getByRole('checkbox', { name: 'Pay a deposit now' }).check()
    const hint = await page.getByText(/^Minimum Deposit is \$/).innerText()
    await page.getByLabel('Deposit amount').fill(hint.replace('Minimum Deposit is $', '').replace(',', ''))
    await fillCard(page, { number })
    await placeOrder(page)
    const reference = await confirmedOrder(page)
    await page.goto(await mailedLink(shop, `Your order ${reference} is confirmed`, sydneyGuest.email))
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await fillCard(page, { number, name: 'NOT_ENOUGH_BALANCE' })
    for (const size of sizes) {
      await page.setViewportSize(size)
      await page.getByRole('button', { name: /^Pay \$.* now$/ }).click()
      await expectRefusalAt(page, /^Pay \$.* now$/, 'Your card was declined (not enough funds). Nothing was charged.')
    }
    await close()
  })
})

describe('a rejected wallet payment shows its message at its own button', () => {
  let admin: BackOffice
  beforeAll(async () => {
    admin = await openBackOffice(shop)
    await admin.offerWallets('aol')
  })
  afterAll(() => admin.undo())

  test.each(['Google Pay', 'Apple Pay'])('%s', async (name) => {
    const { page, context, close } = await visit(phone)
    if (name === 'Apple Pay')
      await context.addInitScript({ content: applePayOfBrowser(`http://127.0.0.1:${shop.sandboxPort}`) })
    await refuseSubmits(page)
    await page.goto(`${shop.address('aol')}/c/small-appliances`)
    await page.getByRole('article').getByRole('heading').first().getByRole('link').click()
    const sheet = page.getByRole('dialog', { name: `${name} (sandbox)` })
    for (let times = 0; times < 2; times++) {
      await page.getByRole('button', { name: `Buy with ${name}` }).click()
      await sheet.getByText(/ AUD \d/).waitFor()
      await sheet.getByLabel('Delivery').selectOption({ index: 1 })
      await sheet.getByRole('button', { name: 'Pay', exact: true }).click()
      await expectRefusalAt(page, `Buy with ${name}`, 'Sorry there has been a problem with your payment.', notCharged)
    }
    await close()
  })

  test('and a missing response says whom to call', async () => {
    const { page, close } = await visit(phone)
    await page.route('**/api/checkout', (route) => route.abort())
    await page.goto(`${shop.address('aol')}/c/small-appliances`)
    await page.getByRole('article').getByRole('heading').first().getByRole('link').click()
    const sheet = page.getByRole('dialog', { name: 'Google Pay (sandbox)' })
    await page.getByRole('button', { name: 'Buy with Google Pay' }).click()
    await sheet.getByText(/ AUD \d/).waitFor()
    await sheet.getByLabel('Delivery').selectOption({ index: 1 })
    await sheet.getByRole('button', { name: 'Pay', exact: true }).click()
    await expectRefusalAt(page, 'Buy with Google Pay', `our team on ${brandOf('aol').supportNumber}.`)
    await close()
  })
})
