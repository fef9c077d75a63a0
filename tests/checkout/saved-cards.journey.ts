import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, visiting, type Page } from '../support/browser.ts'
import {
  confirmedOrder,
  deliveryDates,
  fillCard,
  isLive,
  orderButton,
  pickSuburb,
  sydneyGuest,
} from '../support/checkout.ts'
import type { RunningShop } from '../support/shop-process.ts'
import { logInAs, registerAs } from '../support/sign-in.ts'
import { workerShop } from '../support/worker-shop.ts'

/** A member's card, from the tick that saves it to its removal in the account (decision 0070). */

let shop: RunningShop
beforeAll(async () => {
  shop = await workerShop()
})

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const

const password = 'a-long-enough-Pass-7'

async function openCheckout(page: Page): Promise<void> {
  const added = await page.evaluate(async () => {
    const list = await fetch('/api/v2/listing?type=category&uri=kitchen%2Ffridges')
    const { products } = (await list.json()) as { products: readonly { sku: string }[] }
    for (const { sku } of products) {
      const answer = await fetch('/api/cart/product/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sku, quantity: 1 }),
      })
      if (answer.ok) return sku
    }
    return null
  })
  expect(added).not.toBeNull()
  await page.goto(`${shop.address('aol')}/customer/checkout`)
  await page.getByRole('heading', { name: 'Checkout', exact: true }).waitFor()
  await isLive(page)
}

async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Street address').fill(sydneyGuest.street)
  await pickSuburb(page, sydneyGuest)
  await deliveryDates(page).waitFor()
}

const visa = (page: Page) => page.getByRole('radio', { name: 'Visa ending 1111, expires 03/30' })
const tick = (page: Page) => page.getByRole('checkbox', { name: /^Save this card for next time/ })

describe.each(sizes)('at $width px', (size) => {
  test('a member saves a card, pays with its code alone, and removes it', async () => {
    await visiting(size, async ({ page, faults }) => {
      const origin = shop.address('aol')
      const email = `cards-${size.width}@shopper.example`
      await registerAs(page, origin, { email, password, isBusiness: false })
      await logInAs(page, origin, email, password)

      await openCheckout(page)
      await tick(page).waitFor()
      expect(await tick(page).isChecked()).toBe(false)
      await fillAddress(page)
      await fillCard(page, { number: '4111 1111 1111 1111' })
      await tick(page).check()
      await orderButton(page).scrollIntoViewIfNeeded()
      await expectAccessible(page)
      await orderButton(page).click()
      await confirmedOrder(page)

      await openCheckout(page)
      await visa(page).waitFor()
      expect(await visa(page).isChecked()).toBe(true)
      expect(await page.getByLabel('Card number', { exact: true }).count()).toBe(0)
      await fillAddress(page)
      await page.getByRole('radio', { name: 'Use another card' }).check()
      await page.getByLabel('Card number', { exact: true }).waitFor()
      await visa(page).check()
      await orderButton(page).click()
      await page
        .getByRole('alert')
        .getByRole('link', { name: /CVV|security code/i })
        .click()
      const code = page.getByLabel('CVV')
      expect(await code.evaluate((field) => field === document.activeElement)).toBe(true)
      await code.fill('902')
      await orderButton(page).click()
      await page.getByRole('alert').filter({ hasText: 'Check the security code, or choose another card.' }).waitFor()
      await orderButton(page).scrollIntoViewIfNeeded()
      await expectAccessible(page)
      expect(await page.getByLabel('Street address').inputValue()).toBe(sydneyGuest.street)
      await code.fill('737')
      await orderButton(page).click()
      await confirmedOrder(page)

      await page.goto(`${origin}/account/cards`)
      const cards = page.getByRole('list', { name: 'Saved cards' })
      await cards.getByText('Visa ending 1111, expires 03/30', { exact: true }).waitFor()
      await expectAccessible(page)
      page.once('dialog', (dialog) => void dialog.accept())
      await cards.getByRole('button', { name: 'Remove Visa ending 1111' }).click()
      await page.getByText('Visa ending 1111 has been removed.', { exact: true }).waitFor()
      await page.getByText('You have no saved cards.', { exact: false }).waitFor()
      expect(faults).toEqual([])
    })
  })
})

test('a guest sees nothing of saved cards', async () => {
  await visiting({ width: 1440, height: 900 }, async ({ page }) => {
    await page.goto(`${shop.address('aol')}/sitemap`)
    await openCheckout(page)
    await page.getByLabel('Card number', { exact: true }).waitFor()
    await page.locator('html[data-whole]').waitFor({ state: 'attached' })
    expect(await tick(page).count()).toBe(0)
  })
})
