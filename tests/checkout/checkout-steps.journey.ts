import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, visiting, type Page } from '../support/browser.ts'
import {
  checkOutFirstOf,
  chosenDate,
  confirmedOrder,
  deliveryDates,
  fillCard,
  fillGuest,
  orderButton,
  placeOrder,
  sydneyGuest,
} from '../support/checkout.ts'
import type { RunningShop } from '../support/shop-process.ts'
import { workerShop } from '../support/worker-shop.ts'

/** The checkout as a shopper walks it from top to bottom (decision 0066). */

let shop: RunningShop
beforeAll(async () => {
  shop = await workerShop()
})

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const

const summary = (page: Page) => page.getByRole('complementary', { name: 'Order Summary' })
const total = (page: Page) => summary(page).getByText('Order Total').locator('xpath=following-sibling::dd').innerText()

/** Where the total that stays in sight on phones has its own place, and covers no field. */
async function expectWhole(page: Page): Promise<void> {
  await orderButton(page).scrollIntoViewIfNeeded()
  await expectAccessible(page)
}

describe.each(sizes)('at $width px', (size) => {
  test('a guest meets three numbered groups with six fields before the payment’s', async () => {
    await visiting(size, async ({ page }) => {
      await checkOutFirstOf(page, `${shop.address('aol')}/c/small-appliances`)
      const headings = page.getByRole('main').getByRole('heading', { level: 2 })
      expect((await headings.allInnerTexts()).filter((one) => one !== 'Order Summary')).toEqual([
        'Your details',
        'Delivery',
        'Payment',
      ])
      const numbers = await page
        .locator('section[data-step] h2')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').content))
      expect(numbers).toHaveLength(3)
      const typed = async (name: string) =>
        page.getByRole('region', { name }).locator('input:not([type=checkbox], [type=radio]):visible').count()
      expect((await typed('Your details')) + (await typed('Delivery'))).toBe(6)
      expect(await orderButton(page).innerText()).toBe('Place order')
      await expectWhole(page)
    })
  })

  test('the next dates come first and the month behind More dates; the button says what is paid', async () => {
    await visiting(size, async ({ page, faults }) => {
      await checkOutFirstOf(page, `${shop.address('aol')}/c/kitchen/fridges`)
      await fillGuest(page, sydneyGuest)
      const dates = deliveryDates(page).getByRole('radio')
      expect(await dates.count()).toBe(7)
      expect(await page.getByRole('grid').count()).toBe(0)
      await expect.poll(async () => orderButton(page).innerText()).toBe(`Pay ${await total(page)}`)

      await page.getByText('More dates').click()
      const free = page.getByRole('grid').locator('[data-available]')
      await page.getByRole('button', { name: 'Next month' }).click()
      const later = free.last()
      const day = await later.getAttribute('data-day')
      await later.click()
      // What is chosen is among the next dates, wherever it was chosen.
      await deliveryDates(page).locator(`[data-day="${day}"]`).waitFor()
      expect(await dates.count()).toBe(7)
      await expectWhole(page)
      await dates.first().check()
      await page.getByRole('radio', { name: 'Afterpay' }).check()
      await expect.poll(async () => orderButton(page).innerText()).toBe(`Pay ${await total(page)} with Afterpay`)
      expect(faults).toEqual([])
    })
  })

  test('a part of the day and the way to the door are chosen, survive a reload and stand in the order', async () => {
    await visiting(size, async ({ page, faults }) => {
      await checkOutFirstOf(page, `${shop.address('aol')}/c/small-appliances`)
      await fillGuest(page, sydneyGuest)
      // Weekends have no parts of a day.
      await deliveryDates(page)
        .getByRole('radio', { name: /\b(Mon|Tue|Wed|Thu|Fri)/ })
        .first()
        .check()
      await page.getByRole('radio', { name: '7 am to 12 pm' }).check()
      await page.getByText('Stairs, lift, parking: help our crew (optional)').click()
      await page.getByLabel('Type of home').selectOption('Apartment or unit')
      await page.getByLabel('Steps to your door').selectOption('More than one flight')
      await page.getByLabel('Who will be home').fill('Kim, 0412 000 000')
      await expectWhole(page)
      await page.reload()
      await chosenDate(page).waitFor()
      expect(await page.getByRole('radio', { name: '7 am to 12 pm' }).isChecked()).toBe(true)
      await page.getByText('Stairs, lift, parking: help our crew (optional)').click()
      expect(await page.getByLabel('Who will be home').inputValue()).toBe('Kim, 0412 000 000')

      const number = page.getByLabel('Card number', { exact: true })
      await number.fill('3782')
      await page.getByText('American Express', { exact: true }).waitFor()
      await fillCard(page, { number: '4111 1111 1111 1111' })
      await page.getByText('Visa', { exact: true }).waitFor()
      await placeOrder(page)
      const reference = await confirmedOrder(page)
      await page.getByText(/, 7 am to 12 pm$/).waitFor()
      await page.goto(`${shop.address('aol')}/order-lookup`)
      await page.getByLabel('Order number').fill(reference)
      await page.getByLabel('Email address').fill(sydneyGuest.email)
      await page.getByRole('button', { name: 'Find my order' }).click()
      await page.getByRole('heading', { name: `Order ${reference}` }).waitFor()
      const address = page.getByRole('region', { name: 'Delivery address' })
      expect(await address.innerText()).toContain(
        'Type of home: Apartment or unit · Steps to your door: More than one flight · Who will be home: Kim, 0412 000 000',
      )
      expect(faults).toEqual([])
    })
  })
})
