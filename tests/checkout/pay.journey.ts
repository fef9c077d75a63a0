import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../data/demo/access.ts'
import { applePayOfBrowser } from '../../sandbox/wallets/apple-pay.ts'
import { openBackOffice, type BackOffice } from '../support/back-office.ts'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import {
  checkOutFirstOf,
  aucklandGuest,
  confirmedOrder,
  fillCard,
  fillGuest,
  isLive,
  placeOrder,
  sydneyGuest,
} from '../support/checkout.ts'
import { heldPayments, movementsOf } from '../support/ledger.ts'
import { workerShop } from '../support/worker-shop.ts'
import type { RunningShop } from '../support/shop-process.ts'

/** Every way a guest can pay beside the card and Afterpay, to the provider's page and back. */

let shop: RunningShop
let admin: BackOffice

beforeAll(async () => {
  shop = await workerShop()
  admin = await openBackOffice(shop)
})

afterAll(() => admin.undo())

describe('PayPal', () => {
  test('approved there places the order on return [PAY-02] [PAY-38]', async () => {
    const { page, faults, close } = await visit()
    await checkOutFirstOf(page, `${shop.address('aol')}/c/small-appliances`)
    await fillGuest(page, sydneyGuest)
    await page.getByRole('radio', { name: 'PayPal' }).check()
    await expectAccessible(page)
    await placeOrder(page)
    await page.getByRole('heading', { name: 'Sandbox PayPal' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await confirmedOrder(page)
    expect((await movementsOf(shop)).at(-1)).toMatchObject({ provider: 'paypal', kind: 'capture', currency: 'AUD' })
    expect(faults).toEqual([])
    await close()
  })

  test('cancelled there returns to the unchanged form [PAY-22]', async () => {
    const { page, close } = await visit({ width: 360, height: 740 })
    await checkOutFirstOf(page, `${shop.address('andoo')}/c/small-appliances`)
    await fillGuest(page, sydneyGuest)
    await page.getByRole('radio', { name: 'PayPal' }).check()
    await placeOrder(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText("You've cancelled your payment.").waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(sydneyGuest.email)
    expect(await page.getByRole('radio', { name: 'PayPal' }).isChecked()).toBe(true)
    await close()
  })

  test('with a declined funding source leads back to choose another', async () => {
    const { page, close } = await visit()
    await checkOutFirstOf(page, `${shop.address('aol')}/c/small-appliances`)
    await fillGuest(page, sydneyGuest)
    await page.getByRole('radio', { name: 'PayPal' }).check()
    await placeOrder(page)
    await page.getByRole('button', { name: 'Card declined, choose another' }).click()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await confirmedOrder(page)
    await close()
  })
})

describe('Zip', () => {
  test('pays in Australia on Zip’s page [PAY-37]', async () => {
    const { page, faults, close } = await visit()
    await checkOutFirstOf(page, `${shop.address('aol')}/c/kitchen/fridges`)
    await fillGuest(page, sydneyGuest)
    await page.getByRole('radio', { name: 'Zip', exact: true }).check()
    await expectAccessible(page)
    await placeOrder(page)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await confirmedOrder(page)
    expect((await movementsOf(shop)).at(-1)).toMatchObject({ provider: 'zip', currency: 'AUD' })
    expect(faults).toEqual([])
    await close()
  })

  test('is Zip NZ in New Zealand, with its schedule, and a decline there lets another method pay [PAY-09] [PAY-10]', async () => {
    const { page, close } = await visit({ width: 360, height: 740 })
    await checkOutFirstOf(page, `${shop.address('aol-nz')}/c/small-appliances`)
    await fillGuest(page, aucklandGuest)
    await page.getByRole('radio', { name: 'Zip NZ' }).check()
    await page.getByText('In 6 weeks').waitFor()
    await expectAccessible(page)
    await placeOrder(page)
    await page.getByRole('button', { name: 'Decline', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'Sorry there has been a problem with your payment.' }).waitFor()
    const before = (await heldPayments(shop)).size
    await page.getByRole('radio', { name: /^Credit card/ }).check()
    await fillCard(page, { number: '4111 1111 1111 1111' })
    // Enter in the last field of the card is the button (CARD-23).
    await page.getByLabel('CVV').press('Enter')
    await confirmedOrder(page)
    expect((await heldPayments(shop)).size).toBe(before + 1)
    await close()
  })
})

test.each([
  ['afterpay', 'Buy now, pay later with Afterpay', 'afterpay'],
  ['zip', 'Own it now, pay later with Zip', 'zipPay'],
  ['zipmoney', 'Own it now, pay later with Zip', 'zipPay'],
])('/%s explains its payment method, with its page type [ROUTE-17] [ROUTE-18]', async (path, heading, pageType) => {
  const { page, faults, close } = await visit({ width: 360, height: 740 })
  await page.goto(`${shop.address('andoo')}/${path}`)
  await page.getByRole('heading', { name: heading, exact: true }).waitFor()
  expect(await page.locator('meta[name="page-type"]').getAttribute('content')).toBe(pageType)
  await expectAccessible(page)
  expect(faults).toEqual([])
  await close()
})

test('pressing Enter in the CVV field submits [CARD-23]', async () => {
  const { page, close } = await visit()
  await checkOutFirstOf(page, `${shop.address('wa')}/c/kitchen/fridges`)
  await fillGuest(page, sydneyGuest)
  await fillCard(page, { number: '4111 1111 1111 1111' })
  await page.getByLabel('CVV').press('Enter')
  await confirmedOrder(page)
  await close()
})

describe('Google Pay', () => {
  const button = (page: Page) => page.getByRole('button', { name: 'Buy with Google Pay' })
  const sheet = (page: Page) => page.getByRole('dialog', { name: 'Google Pay (sandbox)' })

  test('does not load while its setting is off [SETT-20]', async () => {
    const { page, close } = await visit()
    const requested: string[] = []
    page.on('request', (request) => void requested.push(request.url()))
    await page.goto(`${shop.address('aol')}/c/small-appliances`)
    await page.locator('html[data-whole]').waitFor({ state: 'attached' })
    expect(requested.filter((url) => url.includes('google-pay'))).toEqual([])
    await close()
    await admin.offerWallets('aol')
    await admin.setting('andoo', 'RecaptchaSiteKey', 'demo-box')
    await admin.setting('andoo', 'RecaptchaV3SiteKey', 'demo-invisible')
  })

  test('buys a product from its page, with the address’s days and prices [SETT-20]', async () => {
    const { page, faults, close } = await visit({ width: 360, height: 740 })
    await page.goto(`${shop.address('aol')}/c/small-appliances`)
    await page.getByRole('article').getByRole('heading').first().getByRole('link').click()
    await button(page).waitFor()
    await expectAccessible(page)
    await button(page).click()
    await sheet(page)
      .getByText(/^Order Total AUD \d/)
      .waitFor()
    await sheet(page).getByLabel('Postcode').fill('9999')
    await sheet(page).getByLabel('Suburb').click()
    await sheet(page).getByText('Delivery services unavailable for the provided address').waitFor()
    await sheet(page).getByLabel('Postcode').fill('2000')
    await sheet(page).getByLabel('Suburb').click()
    await sheet(page)
      .getByText(/^Order Total AUD \d/)
      .waitFor()
    await sheet(page).getByLabel('Delivery').selectOption({ index: 1 })
    await sheet(page).getByRole('button', { name: 'Pay', exact: true }).click()
    await confirmedOrder(page)
    expect((await movementsOf(shop)).at(-1)).toMatchObject({ provider: 'card', kind: 'capture', currency: 'AUD' })
    expect(faults).toEqual([])
    await close()
  })

  test('from the cart triggers the bank’s challenge for a card on file, and invalid wallet data is corrected at the checkout', async () => {
    const { page, close } = await visit()
    await checkOutFirstOf(page, `${shop.address('aol')}/c/small-appliances`)
    await page.goto(`${shop.address('aol')}/cart`)
    await button(page).click()
    await sheet(page).getByLabel('Name').fill('Robin')
    await sheet(page)
      .getByText(/^Order Total AUD \d/)
      .waitFor()
    await sheet(page).getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByRole('alert').count()).toBe(0)
    await button(page).click()
    await sheet(page).getByLabel('Name').fill('Robin')
    await sheet(page)
      .getByText(/^Order Total AUD \d/)
      .waitFor()
    await sheet(page).getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'last name' }).waitFor()
    await button(page).click()
    await sheet(page).getByLabel('Card').selectOption('PAN_ONLY')
    await sheet(page)
      .getByText(/^Order Total AUD \d/)
      .waitFor()
    await sheet(page).getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByLabel('One-time code').fill('1234')
    await page.getByRole('button', { name: 'Confirm payment' }).click()
    await confirmedOrder(page)
    await close()
  })

  test('has no button on a device that does not support it', async () => {
    const { page, context, close } = await visit()
    await context.addInitScript(() => sessionStorage.setItem('google-pay', 'away'))
    const loaded = page.waitForResponse((answer) => answer.url().endsWith('/wallets/google-pay.js'))
    await page.goto(`${shop.address('aol')}/c/small-appliances`)
    await page.getByRole('article').getByRole('heading').first().getByRole('link').click()
    await loaded
    await page.getByRole('button', { name: 'Add to cart' }).first().waitFor()
    expect(await button(page).count()).toBe(0)
    await close()
  })
})

describe('Apple Pay', () => {
  const sheet = (page: Page) => page.getByRole('dialog', { name: 'Apple Pay (sandbox)' })
  const button = (page: Page) => page.getByRole('button', { name: 'Buy with Apple Pay' })

  test('replaces Google Pay where the browser supports it, and closes its sheet once the order is placed', async () => {
    const { page, context, faults, close } = await visit({ width: 360, height: 740 })
    await context.addInitScript({ content: applePayOfBrowser(`http://127.0.0.1:${shop.sandboxPort}`) })
    const requested: string[] = []
    page.on('request', (request) => void requested.push(request.url()))
    await page.goto(`${shop.address('aol')}/c/small-appliances`)
    await page.getByRole('article').getByRole('heading').first().getByRole('link').click()
    await button(page).waitFor()
    await expectAccessible(page)
    await button(page).click()
    await sheet(page)
      .getByText(/ AUD \d/)
      .waitFor()
    await sheet(page).getByLabel('Postcode').fill('9999')
    await sheet(page).getByLabel('Suburb').click()
    await sheet(page).getByText('Delivery services unavailable for the provided address').waitFor()
    await sheet(page).getByRole('button', { name: 'Cancel' }).click()
    await button(page).click()
    await sheet(page)
      .getByText(/ AUD \d/)
      .waitFor()
    await sheet(page).getByLabel('Delivery').selectOption({ index: 1 })
    await sheet(page).getByRole('button', { name: 'Pay', exact: true }).click()
    await page
      .locator('html[data-apple-pay=paid]')
      .or(page.getByRole('heading', { name: /^Thank you/ }))
      .first()
      .waitFor()
    await confirmedOrder(page)
    expect((await movementsOf(shop)).at(-1)).toMatchObject({ provider: 'card', kind: 'capture', currency: 'AUD' })
    expect(requested.filter((url) => url.includes('google-pay.js'))).toEqual([])
    expect(faults).toEqual([])
    await close()
  })
})

describe('a captcha', () => {
  test('is a checkbox on the contact form, and invisible at the checkout [SETT-15]', async () => {
    const { page, faults, close } = await visit({ width: 360, height: 740 })
    await page.goto(`${shop.address('andoo')}/contact-us`)
    await isLive(page)
    await page.getByLabel('Name').fill('Robin Vale')
    await page.getByLabel('Email').fill('robin@shopper.example')
    await page.getByLabel('What is it about?').selectOption('Sales')
    await page.getByLabel('Your message').fill('Is it quiet?')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('Please confirm that you are not a robot.').waitFor()
    expect(await page.getByLabel('Your message').inputValue()).toBe('Is it quiet?')
    await page.getByLabel("I'm not a robot").check()
    await page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('textarea[name="g-recaptcha-response"]')?.value !== '',
    )
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('Thanks, one of our experts will be in touch.').waitFor()
    await checkOutFirstOf(page, `${shop.address('andoo')}/c/small-appliances`)
    await fillGuest(page, sydneyGuest)
    await fillCard(page, { number: '4111 1111 1111 1111' })
    await placeOrder(page)
    await confirmedOrder(page)
    expect(faults.filter((one) => !one.includes('400'))).toEqual([])
    await close()
  })

  test('keeps bots from logging in [SETT-15]', async () => {
    const { page, context, close } = await visit()
    await context.addInitScript(() => sessionStorage.setItem('captcha', 'robot'))
    await page.goto(`${shop.address('andoo')}/account/login`)
    await isLive(page)
    await page.getByLabel('Email').fill('member@demo.example')
    await page.getByLabel('Password').fill(demoPassword)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByText('Please confirm that you are not a robot.').waitFor()
    await close()
  })
})
