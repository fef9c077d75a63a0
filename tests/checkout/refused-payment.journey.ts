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
  fillCard,
  fillGuest,
  isLive,
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
const number = '4111 1111 1111 1111'
const notCharged = 'Nothing was charged.'

/** A message that a shopper cannot miss: whole in the viewport, above the button that was pressed, with the focus. */
async function isSeenAt(page: Page, name: string | RegExp, ...texts: readonly string[]): Promise<void> {
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

const isSeen = (page: Page, ...texts: readonly string[]) => isSeenAt(page, 'Place order', ...texts)

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

describe.each([
  { width: 390, height: 844, touch: true },
  { width: 1440, height: 900 },
])('at $width px', (size) => {
  async function ready(method?: string): Promise<PageVisit> {
    const one = await visit(size)
    await checkOutFirstOf(one.page, `${shop.address('aol')}/c/small-appliances`)
    await fillGuest(one.page, sydneyGuest)
    if (method !== undefined) await one.page.getByRole('radio', { name: method, exact: true }).check()
    return one
  }

  test('a declined card, a lost connection, a rate limit and an incomplete form are each shown at the button [CERR-11] [CERR-17]', async () => {
    const { page, faults, close } = await ready()
    await fillCard(page, { number, name: 'NOT_ENOUGH_BALANCE' })
    await placeOrder(page)
    await isSeen(page, 'Your card was declined (not enough funds). Nothing was charged.')
    await expectAccessible(page)
    await page.getByLabel('Name on card').fill('BLOCK_CARD')
    await placeOrder(page)
    await isSeen(page, 'Sorry there has been a problem with your payment.', notCharged)

    await page.route('**/api/checkout', (route) => route.abort())
    await placeOrder(page)
    await isSeen(page, 'Please do not attempt to checkout again.')
    expect(await page.getByRole('alert').innerText()).not.toContain(notCharged)
    await page.unroute('**/api/checkout')
    const message = 'Too many attempts. Please try again later.'
    await page.route('**/api/checkout', (route) =>
      route.fulfill({ status: 429, json: { errors: [{ message, code: 'too_many_requests', field: null }] } }),
    )
    await placeOrder(page)
    await isSeen(page, message, notCharged)
    await page.unroute('**/api/checkout')

    await page.getByLabel('First name').fill('')
    await placeOrder(page)
    await isSeen(page, 'There has been an error. Please check below to see what fields are invalid.')
    expect(faults).toEqual([])
    await close()
  })

  test('a failed 3-D Secure check is shown on return', async () => {
    const { page, faults, close } = await ready()
    await fillCard(page, { number: '4212 3456 7890 1237' })
    await placeOrder(page)
    await page.getByLabel('One-time code').fill('9999')
    await page.getByRole('button', { name: 'Confirm payment' }).click()
    await isLive(page)
    await isSeen(page, 'Your card was declined (your bank could not confirm it was you). Nothing was charged.')
    expect(faults).toEqual([])
    await close()
  })

  test.each(['PayPal', 'Afterpay', 'Zip'])('%s cancelled and declined is shown on return [CERR-08]', async (method) => {
    const { page, faults, close } = await ready(method)
    for (const [pressed, reported] of [
      ['Cancel', "You've cancelled your payment."],
      ['Decline', 'Sorry there has been a problem with your payment.'],
    ] as const) {
      await placeOrder(page)
      await page.getByRole('button', { name: pressed, exact: true }).click()
      await isLive(page)
      await isSeen(page, reported, notCharged)
      await page.getByRole('grid').waitFor()
    }
    expect(faults).toEqual([])
    await close()
  })

  test('Zip in a store, with a wrong code and cancelled, is shown at the button [CERR-09]', async () => {
    const { page, close } = await visit(size)
    await logInAs(page, shop.address('wa'), 'sales@demo.example', demoPassword)
    await addFirstOf(page, `${shop.address('wa')}/c/small-appliances`)
    await fillGuest(page, sydneyGuest)
    await page.getByRole('radio', { name: 'Zip App' }).check()
    await page.getByLabel('Zip store code').fill('000000')
    await placeOrder(page)
    await isSeen(page, 'Sorry there has been a problem with your payment.', notCharged)
    await page.getByLabel('Zip store code').fill('123456')
    await placeOrder(page)
    await page.getByRole('dialog', { name: 'Zip App' }).getByRole('button', { name: 'Cancel' }).click()
    await isSeen(page, 'The transaction was canceled.', notCharged)
    await close()
  })

  test('a credit account over its limit is shown at the button', async () => {
    const { page, close } = await visit(size)
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
    await placeOrder(page)
    await isSeen(page, 'Sorry there has been a problem with your payment.', notCharged)
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
    await page.getByRole('button', { name: /^Pay \$.* now$/ }).click()
    await isSeenAt(page, /^Pay \$.* now$/, 'Your card was declined (not enough funds). Nothing was charged.')
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
    const { page, context, close } = await visit({ width: 390, height: 844 })
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
      await isSeenAt(page, `Buy with ${name}`, 'Sorry there has been a problem with your payment.', notCharged)
    }
    await close()
  })

  test('and a missing response says whom to call', async () => {
    const { page, close } = await visit({ width: 390, height: 844 })
    await page.route('**/api/checkout', (route) => route.abort())
    await page.goto(`${shop.address('aol')}/c/small-appliances`)
    await page.getByRole('article').getByRole('heading').first().getByRole('link').click()
    const sheet = page.getByRole('dialog', { name: 'Google Pay (sandbox)' })
    await page.getByRole('button', { name: 'Buy with Google Pay' }).click()
    await sheet.getByText(/ AUD \d/).waitFor()
    await sheet.getByLabel('Delivery').selectOption({ index: 1 })
    await sheet.getByRole('button', { name: 'Pay', exact: true }).click()
    await isSeenAt(page, 'Buy with Google Pay', `our team on ${brandOf('aol').supportNumber}.`)
    await close()
  })
})
