import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeBrowser, expectAccessible, visit } from './support/browser.ts'
import {
  addFirstOf,
  aucklandGuest,
  confirmedOrder,
  fillCard,
  fillGuest,
  placeOrder,
  sydneyGuest,
} from './support/checkout.ts'
import { heldPayments, movementsOf } from './support/ledger.ts'
import { startShop, type RunningShop } from './support/shop-process.ts'

/** Every way a guest can pay beside the card and Afterpay, to the provider's page and back. */

let shop: RunningShop

beforeAll(async () => {
  shop = await startShop({ RATE_LIMITS: 'off' })
})

afterAll(async () => {
  await closeBrowser()
  await shop.stop()
})

describe('PayPal', () => {
  test('approved there places the order on the way back [PAY-02] [PAY-38]', async () => {
    const { page, faults, close } = await visit()
    await addFirstOf(page, `${shop.address('aol')}/c/small-appliances`)
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

  test('cancelled there comes back with the form as it was [PAY-22]', async () => {
    const { page, close } = await visit({ width: 360, height: 740 })
    await addFirstOf(page, `${shop.address('andoo')}/c/small-appliances`)
    await fillGuest(page, sydneyGuest)
    await page.getByRole('radio', { name: 'PayPal' }).check()
    await placeOrder(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText("You've cancelled your payment.").waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(sydneyGuest.email)
    expect(await page.getByRole('radio', { name: 'PayPal' }).isChecked()).toBe(true)
    await close()
  })

  test('that declines a source of money leads back to choose another', async () => {
    const { page, close } = await visit()
    await addFirstOf(page, `${shop.address('aol')}/c/small-appliances`)
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
  test('is paid in Australia from the page of Zip [PAY-37]', async () => {
    const { page, faults, close } = await visit()
    await addFirstOf(page, `${shop.address('aol')}/c/kitchen/fridges`)
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

  test('is Zip NZ in New Zealand, with its schedule, and a refusal there lets another way pay [PAY-09] [PAY-10]', async () => {
    const { page, close } = await visit({ width: 360, height: 740 })
    await addFirstOf(page, `${shop.address('aol-nz')}/c/small-appliances`)
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
])('/%s explains how it is paid, with its type of page [ROUTE-17] [ROUTE-18]', async (path, heading, pageType) => {
  const { page, faults, close } = await visit({ width: 360, height: 740 })
  await page.goto(`${shop.address('andoo')}/${path}`)
  await page.getByRole('heading', { name: heading, exact: true }).waitFor()
  expect(await page.locator('meta[name="page-type"]').getAttribute('content')).toBe(pageType)
  await expectAccessible(page)
  expect(faults).toEqual([])
  await close()
})

test('pressing enter in the CVV field submits [CARD-23]', async () => {
  const { page, close } = await visit()
  await addFirstOf(page, `${shop.address('wa')}/c/kitchen/fridges`)
  await fillGuest(page, sydneyGuest)
  await fillCard(page, { number: '4111 1111 1111 1111' })
  await page.getByLabel('CVV').press('Enter')
  await confirmedOrder(page)
  await close()
})
