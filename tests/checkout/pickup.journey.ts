import { Agent } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestBrowser } from '../../src/testing/shop/browser.ts'
import { expectAccessible, visiting, type Page } from '../support/browser.ts'
import {
  confirmedOrder,
  deliveryDates,
  fillCard,
  fillGuest,
  isLive,
  orderButton,
  placeOrder,
  sydneyGuest,
} from '../support/checkout.ts'
import { heldPayments, mailSubjects } from '../support/ledger.ts'
import type { RunningShop } from '../support/shop-process.ts'
import { workerShop } from '../support/worker-shop.ts'

/** An order that is picked up, from the choice at the checkout to the confirmation (decision 0069). */

let shop: RunningShop
beforeAll(async () => {
  shop = await workerShop()
})

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const

type Stores = { readonly stores: readonly { readonly name: string; readonly isAvailable: boolean }[] }

/** Opens the checkout with a product that a store has for pickup. */
async function checkOutForPickup(page: Page): Promise<void> {
  const origin = shop.address('wa')
  const guest = createTestBrowser(shop.urls, 'wa', new Agent())
  const list = await guest.send('GET', '/api/v2/listing?type=category&uri=small-appliances')
  const { products } = list.json<{ products: readonly { sku: string; title: string }[] }>()
  for (const { sku } of products) {
    const added = await guest.send('POST', '/api/cart/product/', { body: { sku, quantity: 1 } })
    if (added.status !== 200) continue
    const { stores } = (await guest.send('GET', '/api/checkout/pickup')).json<Stores>()
    if (stores.some((store) => store.isAvailable)) break
    guest.cookies.clear()
  }
  await page.context().addCookies([...guest.cookies].map(([name, value]) => ({ name, value, url: origin })))
  await page.goto(`${origin}/customer/checkout`)
  await page.getByRole('heading', { name: 'Checkout', exact: true }).waitFor()
  await isLive(page)
}

const handover = (page: Page) => page.getByRole('group', { name: 'Delivery or pickup' })
const stores = (page: Page) => page.getByRole('group', { name: /^(Stores near|Our stores)/ })
const summary = (page: Page) => page.getByRole('complementary', { name: 'Order Summary' })

describe.each(sizes)('at $width px', (size) => {
  test('a shopper who changes their mind has dates again', async () => {
    await visiting(size, async ({ page, faults }) => {
      await checkOutForPickup(page)
      await fillGuest(page, sydneyGuest)
      await handover(page).getByRole('radio', { name: 'Pick up in store' }).check()
      await stores(page).waitFor()
      expect(await deliveryDates(page).count()).toBe(0)
      // A wallet's button would have the order delivered.
      expect(await page.locator('[data-express-pay]').getAttribute('hidden')).toBe('')
      await handover(page).getByRole('radio', { name: 'Delivery' }).check()
      await deliveryDates(page).waitFor()
      expect(await stores(page).count()).toBe(0)
      expect(await page.locator('[data-express-pay]').getAttribute('hidden')).toBeNull()
      expect(faults).toEqual([])
    })
  })

  test('a shopper picks the order up, pays by card and is told where, when and what to bring', async () => {
    await visiting(size, async ({ page, faults }) => {
      await checkOutForPickup(page)
      const delivery = handover(page).getByRole('radio', { name: 'Delivery' })
      await delivery.waitFor()
      expect(await delivery.isChecked()).toBe(true)
      await fillGuest(page, sydneyGuest)
      await expectAccessible(page)

      // By the keyboard: the arrow moves the choice.
      await delivery.focus()
      await page.keyboard.press('ArrowRight')
      const available = stores(page).getByRole('radio', { disabled: false }).first()
      await available.check()
      expect(
        await stores(page)
          .getByRole('radio', { name: /ready (today|tomorrow|\w{3} \d+ \w{3}) from/ })
          .count(),
      ).toBeGreaterThan(0)
      expect(await page.getByRole('heading', { name: 'Delivery date' }).count()).toBe(0)
      expect(await page.getByText('Stairs, lift, parking').count()).toBe(0)
      expect(await summary(page).getByText('Pickup').locator('xpath=following-sibling::dd').innerText()).toBe('FREE')
      // Where the total that stays below covers nothing.
      await orderButton(page).scrollIntoViewIfNeeded()
      await expectAccessible(page)

      const name = (await available.locator('xpath=ancestor::label//b').innerText()).trim()
      await fillCard(page, { number: '4111 1111 1111 1111' })
      const amount = await orderButton(page).innerText()
      await placeOrder(page)
      const reference = await confirmedOrder(page)
      await page.getByRole('heading', { name: 'Pickup', exact: true }).waitFor()
      const text = await page.getByRole('main').innerText()
      expect(text).toContain(`Pick up at ${name}`)
      expect(text).toMatch(/Ready for pickup from \w+, \d+ \w+ \d{4}, \d+:\d\d [AP]M/)
      expect(text).toContain('Bring your order number and photo ID.')
      expect(text).toContain('Opening hours')
      expect(text).not.toContain('approximate arrival time')
      await expectAccessible(page)
      const cents = Math.round(Number(amount.replaceAll(/[^\d.]/g, '')) * 100)
      expect([...(await heldPayments(shop)).values()]).toContain(cents)
      await expect.poll(() => mailSubjects(shop)).toContain(`Your order ${reference} is confirmed`)
      expect(faults).toEqual([])
    })
  })
})
