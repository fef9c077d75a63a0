import { beforeAll, describe, expect, test } from 'vitest'
import { hours, seconds } from '../../src/platform/clock.ts'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import {
  addFirstOf,
  aucklandGuest,
  checkOutFirstOf,
  chosenDate,
  confirmedOrder,
  deliveryDates,
  fillCard,
  fillGuest,
  isLive,
  orderButton,
  pickSuburb,
  placeOrder,
  sydneyGuest,
} from '../support/checkout.ts'
import { heldPayments, mailSubjects, movementsOf } from '../support/ledger.ts'
import { workerShop } from '../support/worker-shop.ts'
import type { RunningShop } from '../support/shop-process.ts'

let shop: RunningShop

beforeAll(async () => {
  shop = await workerShop()
})

const frictionless = '4111 1111 1111 1111'
const challenged = '4212 3456 7890 1237'

const paymentProblem =
  'Sorry there has been a problem with your payment. Please check your details or try a different payment method. If the problem persists, kindly contact a member of our team on 1300 975 708.'

describe('buying', () => {
  test('an Australian guest pays by card with a 3-D Secure challenge and gets a confirmation and a mail [CHK-01] [PAY-21] [CHK-32] [ROUTE-10]', async () => {
    const { page, faults, close } = await visit()
    const title = await addFirstOf(page, `${shop.address('aol')}/c/kitchen/fridges`)
    await expectAccessible(page)
    await fillGuest(page, sydneyGuest)
    await expectAccessible(page)
    await fillCard(page, { number: challenged })
    await placeOrder(page)
    await page.getByLabel('One-time code').fill('1234')
    await page.getByRole('button', { name: 'Confirm payment' }).click()
    const reference = await confirmedOrder(page)
    expect(await page.title()).toBe('Your order is confirmed')
    expect(new URL(page.url()).pathname).toBe('/customer/confirmation')
    expect(await page.locator('meta[name="page-type"]').getAttribute('content')).toBe('orderConfirmation')
    await page.getByRole('region', { name: 'Demo charity' }).waitFor()
    expect(await page.getByText(title).first().isVisible()).toBe(true)
    await expectAccessible(page)
    await expect.poll(() => mailSubjects(shop)).toContain(`Your order ${reference} is confirmed`)
    expect(faults).toEqual([])
    await close()
  })

  test('a New Zealand guest buys in New Zealand dollars, with suburb and postcode in one field and no state [BIZ-05] [ADDR-34]', async () => {
    const { page, faults, close } = await visit({ width: 360, height: 740 })
    await addFirstOf(page, `${shop.address('aol-nz')}/c/laundry`)
    expect(await page.getByRole('combobox', { name: 'Suburb and postcode' }).isVisible()).toBe(true)
    await fillGuest(page, aucklandGuest)
    await fillCard(page, { number: frictionless })
    // Where the total that stays in sight has its own place, and covers no field.
    await orderButton(page).scrollIntoViewIfNeeded()
    await expectAccessible(page)
    await placeOrder(page)
    await confirmedOrder(page)
    expect(await page.getByRole('main').getByText('New Zealand').isVisible()).toBe(true)
    const newest = (await movementsOf(shop)).at(-1)
    expect(newest?.currency).toBe('NZD')
    expect(faults).toEqual([])
    await close()
  })

  test('a cancelled Afterpay payment returns with all input kept, and a card then pays [CERR-08] [PAY-22] [SESS3-03]', async () => {
    const { page, faults, close } = await visit()
    await checkOutFirstOf(page, `${shop.address('aol')}/c/small-appliances`)
    await fillGuest(page, sydneyGuest)
    await page.getByRole('radio', { name: 'Afterpay' }).check()
    await page.getByText('Buy now, pay in four fortnightly payments').waitFor()
    await expectAccessible(page)
    await placeOrder(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText("You've cancelled your payment.").waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(sydneyGuest.email)
    expect(await page.getByLabel('Street address').inputValue()).toBe(sydneyGuest.street)
    await deliveryDates(page).waitFor()
    await page.getByRole('radio', { name: /^Credit card/ }).check()
    await fillCard(page, { number: frictionless })
    await placeOrder(page)
    await confirmedOrder(page)
    expect(faults).toEqual([])
    await close()
  })

  test('approving Afterpay places the order on return [PAY-39] [PAY-03]', async () => {
    const { page, faults, close } = await visit()
    await checkOutFirstOf(page, `${shop.address('aol')}/c/small-appliances`)
    await fillGuest(page, sydneyGuest)
    await page.getByRole('radio', { name: 'Afterpay' }).check()
    await placeOrder(page)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await confirmedOrder(page)
    expect(faults).toEqual([])
    await close()
  })

  test('a declined card keeps the form and shows the reason where allowed [CERR-13] [CERR-17]', async () => {
    const { page, close } = await visit()
    await checkOutFirstOf(page, `${shop.address('aol')}/c/kitchen/fridges`)
    await fillGuest(page, sydneyGuest)
    await fillCard(page, { number: frictionless, name: 'NOT_ENOUGH_BALANCE' })
    await placeOrder(page)
    await page
      .getByRole('alert')
      .filter({ hasText: 'Your card was declined (not enough funds). Nothing was charged.' })
      .waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(sydneyGuest.email)
    expect(await page.getByLabel('First name').inputValue()).toBe(sydneyGuest.first)
    await page.getByLabel('Name on card').fill('BLOCK_CARD')
    await placeOrder(page)
    await page.getByRole('alert').filter({ hasText: paymentProblem }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Name on card').fill('Robin Vale')
    await placeOrder(page)
    await confirmedOrder(page)
    await close()
  })

  test('an unknown suburb and a PO Box are rejected with the exact texts [ADDR-29] [ADDR-31] [ADDR-33] [CHK-49]', async () => {
    const { page, close } = await visit()
    await checkOutFirstOf(page, `${shop.address('aol')}/c/kitchen/fridges`)
    const suburb = page.getByRole('combobox', { name: 'Suburb' })
    await suburb.fill('Atlantis')
    await page.getByText('No Results Found').waitFor()
    await page.getByLabel('Street address').focus()
    await page.getByText('Please enter a valid suburb', { exact: true }).waitFor()
    await suburb.fill('2000 Atlantis')
    await page.getByLabel('Street address').focus()
    await page.getByText('Please, select a suburb in the suggested list.', { exact: true }).waitFor()

    await fillGuest(page, { ...sydneyGuest, street: 'PO Box 12' })
    await page.getByText("We don't deliver to PO Boxes", { exact: true }).waitFor()
    await fillCard(page, { number: frictionless })
    await placeOrder(page)
    await page.getByText('There has been an error. Please check below to see what fields are invalid.').waitFor()
    await expectAccessible(page)
    await close()
  })

  test('a delivery day is selected by keyboard alone', async () => {
    const { page, close } = await visit({ width: 360 })
    await checkOutFirstOf(page, `${shop.address('aol')}/c/kitchen/fridges`)
    await pickSuburb(page, sydneyGuest)
    const chosen = page.getByText(/^\w+day, \d+ \w+ \d{4} · /)
    const before = await chosen.innerText()
    await chosenDate(page).focus()
    await page.keyboard.press('ArrowRight')
    const next = await chosen.innerText()
    expect(next).not.toBe(before)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('gridcell', { selected: true }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const day = page.locator('td:focus')
    const said = (await day.textContent()) ?? ''
    await page.keyboard.press('Enter')
    await page.getByRole('gridcell', { selected: true }).and(day).waitFor()
    const after = await chosen.innerText()
    expect(after).not.toBe(next)
    expect(said).toContain(after.split(',')[0])
    await close()
  })

  test('without JavaScript the checkout says what it needs and submits nothing', async () => {
    const { page, close } = await visit({ javaScript: false })
    await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
    await page
      .getByRole('button', { name: /^Add to cart/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Checkout' }).click()
    // Locators by text pass over <noscript>.
    const notice = page.locator('main noscript')
    expect(await notice.isVisible()).toBe(true)
    expect(await notice.textContent()).toBe(
      'We encrypt your card in your browser, which needs JavaScript. Please turn it on, or call 1300 975 708 to order by phone.',
    )
    expect(await orderButton(page).isDisabled()).toBe(true)
    await close()
  })

  test('double-clicking the order button makes one order and one charge', async () => {
    const { page, close } = await visit()
    await checkOutFirstOf(page, `${shop.address('aol')}/c/kitchen/fridges`)
    await fillGuest(page, sydneyGuest)
    await fillCard(page, { number: frictionless })
    const before = [(await heldPayments(shop)).size, (await mailSubjects(shop)).length]
    await orderButton(page).dblclick()
    await confirmedOrder(page)
    await expect
      .poll(async () => [(await heldPayments(shop)).size, (await mailSubjects(shop)).length])
      .toEqual(before.map((count) => count! + 1))
    await close()
  })

  test('killing the server between payment and order leaves one order and one charge after a restart', async () => {
    const { page, close } = await visit()
    await checkOutFirstOf(page, `${shop.address('aol')}/c/kitchen/fridges`)
    await fillGuest(page, sydneyGuest)
    await fillCard(page, { number: frictionless })
    const before = [(await heldPayments(shop)).size, (await mailSubjects(shop)).length]
    await shop.kill()
    await shop.restart({ CRASH_AT: 'after-initiate' })
    await placeOrder(page)
    await shop.ended()
    await page.getByRole('alert').filter({ hasText: 'Please do not attempt to checkout again.' }).waitFor()
    await shop.restart()
    await expect
      .poll(async () => [(await heldPayments(shop)).size, (await mailSubjects(shop)).length], { timeout: 60_000 })
      .toEqual(before.map((count) => count! + 1))
    // The shopper who presses again learns that the order stands, and is not charged again.
    await placeOrder(page)
    await confirmedOrder(page)
    expect((await heldPayments(shop)).size).toBe(before[0]! + 1)
    await close()
  })
})

describe('concurrency and interruption', () => {
  test('of two shoppers using up a coupon for one email at the same second one gets an order, the other a message without losing input', async () => {
    const visits = [await visit(), await visit()]
    const pages = visits.map(({ page }) => page)
    for (const page of pages) {
      await checkOutFirstOf(page, `${shop.address('andoo')}/c/small-appliances`)
      await page.getByLabel('Gift card / Coupon code').fill('once20')
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByRole('button', { name: 'Remove code ONCE20' }).waitFor()
      await fillGuest(page, { ...sydneyGuest, email: 'one.coupon@shopper.example' })
      await fillCard(page, { number: frictionless })
    }
    await Promise.all(pages.map(placeOrder))
    const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you, your order is confirmed' })
    const reported = (page: Page) => page.getByRole('alert').filter({ hasText: 'This code has already been used.' })
    await Promise.all(pages.map((page) => thanks(page).or(reported(page)).first().waitFor()))
    const ordered = await Promise.all(pages.map((page) => thanks(page).isVisible()))
    expect(ordered.toSorted()).toEqual([false, true])
    const other = pages[ordered.indexOf(false)] ?? expect.fail()
    expect(await other.getByLabel('Street address').inputValue()).toBe(sydneyGuest.street)
    await expectAccessible(other)
    // Another cart has its dates anew, and none is chosen until they are there.
    const dates = other.waitForResponse('**/api/checkout/avail')
    await other.getByRole('button', { name: 'Remove code ONCE20' }).click()
    await other.getByLabel('Gift card / Coupon code').waitFor()
    await dates
    await chosenDate(other).waitFor()
    await placeOrder(other)
    await confirmedOrder(other)
    for (const { close } of visits) await close()
  })

  test('form input survives closing the browser, for three hours', async () => {
    const first = await visit()
    await checkOutFirstOf(first.page, `${shop.address('aol')}/c/small-appliances`)
    const at = first.page.url()
    await fillGuest(first.page, sydneyGuest)
    const stored = await first.context.storageState()
    await first.close()
    /** The browser that was closed, opened so many milliseconds from now. */
    const reopened = async (later: number) => {
      const again = await visit({ storageState: stored })
      await again.page.clock.setSystemTime(Date.now() + later)
      await again.page.goto(at)
      await isLive(again.page)
      await again.page.getByRole('heading', { name: 'Order Summary' }).waitFor()
      return again
    }
    const soon = await reopened(0)
    await deliveryDates(soon.page).waitFor()
    expect(await soon.page.getByLabel('First name').inputValue()).toBe(sydneyGuest.first)
    expect(await soon.page.getByLabel('Email').inputValue()).toBe(sydneyGuest.email)
    await soon.close()
    const late = await reopened(hours(3) + seconds(1))
    await orderButton(late.page).waitFor()
    expect(await late.page.getByLabel('First name').inputValue()).toBe('')
    expect(await late.page.getByLabel('Street address').inputValue()).toBe('')
    await late.close()
  })
})
