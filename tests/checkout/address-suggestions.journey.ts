import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, visiting, type Page } from '../support/browser.ts'
import { checkOutFirstOf, deliveryDates, orderButton, pickSuburb, sydneyGuest } from '../support/checkout.ts'
import type { RunningShop } from '../support/shop-process.ts'
import { logInAs, registerAs } from '../support/sign-in.ts'
import { workerShop } from '../support/worker-shop.ts'

/** Addresses suggested from the shop's own streets, where there is no key for a maps service (decision 0071). */

let shop: RunningShop
beforeAll(async () => {
  shop = await workerShop()
})

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const

const suggestionCalls = '**/api/address/suggestions?*'

const street = (page: Page) => page.getByRole('combobox', { name: 'Street address' })
const suburb = (page: Page) => page.getByRole('combobox', { name: /^Suburb/ })
const options = (page: Page) => page.getByRole('listbox', { name: 'Addresses' }).getByRole('option')
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** What a screen reader says is selected. */
async function activeOption(page: Page): Promise<string> {
  const id = await street(page).getAttribute('aria-activedescendant')
  return page.locator(`[id="${id}"]`).innerText()
}

describe.each(sizes)('at $width px', (size) => {
  test('a guest types part of a street, chooses by keyboard, and has street, suburb and dates', async () => {
    await visiting(size, async ({ page, faults }) => {
      await checkOutFirstOf(page, `${shop.address('aol')}/c/laundry`)
      await street(page).pressSequentially('3/45 coll')
      await status(page, '4 addresses found.').waitFor()
      const found = [
        '3/45 Collier Lane, Surry Hills NSW 2010',
        '3/45 Collier Street, Sydney NSW 2000',
        '3/45 Collins Street, Waterloo NSW 2017',
        '3/45 Collins Street, Melbourne VIC 3000',
      ]
      expect(await options(page).allInnerTexts()).toEqual(found)
      await expectAccessible(page)
      await page.keyboard.press('ArrowDown')
      expect(await activeOption(page)).toBe(found[1])
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      expect(await activeOption(page)).toBe(found[3])
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Enter')
      await expect.poll(() => suburb(page).inputValue()).toBe('2000 Sydney, NSW')
      expect(await street(page).inputValue()).toBe('3/45 Collier Street')
      expect(await street(page).getAttribute('aria-expanded')).toBe('false')
      await deliveryDates(page).waitFor()

      // The chosen suburb comes first from now on, and a click chooses as well.
      await street(page).fill('unit 3, 45 col')
      await options(page).first().waitFor()
      expect(await options(page).first().innerText()).toBe('unit 3, 45 Collier Street, Sydney NSW 2000')
      await page.getByRole('option', { name: 'unit 3, 45 Collins Street, Melbourne VIC 3000' }).click()
      await expect.poll(() => suburb(page).inputValue()).toBe('3000 Melbourne, VIC')
      expect(await street(page).inputValue()).toBe('unit 3, 45 Collins Street')
      expect(faults).toEqual([])
    })
  })

  test('what is not found or fails stays as it was typed, and is no obstacle', async () => {
    await visiting(size, async ({ page, faults }) => {
      await checkOutFirstOf(page, `${shop.address('aol')}/c/laundry`)
      await street(page).fill('12 Zanzibar Crescent')
      await status(page, 'No matching address. Type it in full.').waitFor()
      await expectAccessible(page)
      await pickSuburb(page, sydneyGuest)
      expect(await street(page).inputValue()).toBe('12 Zanzibar Crescent')
      expect(await status(page, 'No matching address').count()).toBe(0)

      // Escape closes the list and leaves the text.
      await street(page).fill('12 obs')
      await options(page).first().waitFor()
      await page.keyboard.press('Escape')
      expect(await options(page).count()).toBe(0)
      expect(await street(page).inputValue()).toBe('12 obs')

      await page.route(suggestionCalls, (route) => route.fulfill({ status: 503, json: {} }))
      await street(page).fill('12 market st')
      const failed = 'An error occurred while looking up this address. Please check the address and try again.'
      await page.getByText(failed, { exact: true }).waitFor()
      expect(await street(page).inputValue()).toBe('12 market st')
      // Nothing is half below the total at the lower edge of a phone.
      await orderButton(page).scrollIntoViewIfNeeded()
      await expectAccessible(page)
      await page.unroute(suggestionCalls)
      await street(page).fill('12 market str')
      await page.getByText(failed, { exact: true }).waitFor({ state: 'detached' })
      await options(page).first().waitFor()

      // An answer that comes after the field was left opens nothing.
      const slow = Promise.withResolvers<void>()
      await page.route(suggestionCalls, async (route) => {
        await slow.promise
        await route.continue()
      })
      const sent = page.waitForRequest(suggestionCalls)
      await street(page).fill('12 bridge')
      await sent
      await page.keyboard.press('Tab')
      const answered = page.waitForResponse(suggestionCalls)
      slow.resolve()
      await answered
      expect(await options(page).count()).toBe(0)
      expect(await street(page).inputValue()).toBe('12 bridge')
      expect(await suburb(page).inputValue()).toBe('2000 Sydney, NSW')
      expect(faults).toEqual([])
    })
  })

  test('a member saves an address from a suggestion', async () => {
    await visiting(size, async ({ page, faults }) => {
      const origin = shop.address('aol-nz')
      const [email, password] = [`streets-${size.width}@shopper.example`, 'a-long-enough-Pass-7']
      await registerAs(page, origin, { email, password, isBusiness: false })
      await logInAs(page, origin, email, password)
      await page.goto(`${origin}/account/addresses`)
      await page.getByRole('button', { name: 'Add an address' }).click()
      await page.getByLabel('Address name').fill('Home')
      await page.getByLabel('First name').fill('Kiri')
      await page.getByLabel('Last name').fill('Vale')
      await street(page).fill('7 pohutukawa ave')
      await options(page).first().waitFor()
      expect(await options(page).allInnerTexts()).toEqual(['7 Pōhutukawa Avenue, Ponsonby, Auckland 1011'])
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      await expect.poll(() => suburb(page).inputValue()).toBe('Ponsonby 1011')
      expect(await street(page).inputValue()).toBe('7 Pōhutukawa Avenue')
      await page.getByRole('button', { name: 'Save address' }).click()
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      await page.getByText('7 Pōhutukawa Avenue').waitFor()

      await page.getByRole('button', { name: 'Edit Home' }).click()
      await street(page).fill('7 nowhere lane')
      await status(page, 'No matching address. Type it in full.').waitFor()
      await page.route(suggestionCalls, (route) => route.abort())
      await street(page).fill('7 vermont')
      await page.getByText('An error occurred while looking up this address.', { exact: false }).waitFor()
      await expectAccessible(page)
      expect(await street(page).inputValue()).toBe('7 vermont')
      expect(faults).toEqual([])
    })
  })
})

test('who types before the suggestions are there types on, and is shown what the text finds', async () => {
  await visiting({ width: 390 }, async ({ page, faults }) => {
    const arrives = Promise.withResolvers<void>()
    await page.route('**/assets/address-lookup-field-*.js', async (route) => {
      await arrives.promise
      await route.continue()
    })
    await checkOutFirstOf(page, `${shop.address('aol')}/c/laundry`)
    const plain = page.getByRole('textbox', { name: 'Street address' })
    await plain.pressSequentially('12 obs')
    arrives.resolve()
    await plain.waitFor({ state: 'detached' })
    await options(page).first().waitFor()
    await page.keyboard.type('e')
    expect(await street(page).inputValue()).toBe('12 obse')
    await options(page).first().waitFor()
    expect(faults).toEqual([])
  })
})

test('a box at a post office and a number alone find nothing', async () => {
  await visiting({ width: 1440, height: 900 }, async ({ page }) => {
    await checkOutFirstOf(page, `${shop.address('aol')}/c/laundry`)
    for (const typed of ['PO Box 12', '1234']) {
      const answered = page.waitForResponse(suggestionCalls)
      await street(page).fill(typed)
      expect(await (await answered).json()).toEqual([])
      expect(await options(page).count()).toBe(0)
    }
    // There is more to come after a number.
    expect(await status(page, 'No matching address').count()).toBe(0)
  })
})

test('without JavaScript the checkout has the plain field that it had', async () => {
  await visiting({ width: 390 }, async ({ page }) => {
    await checkOutFirstOf(page, `${shop.address('aol')}/c/laundry`)
    const html = await page.evaluate(async () => (await fetch(location.href)).text())
    const field = /<input[^>]*id="deliveryAddress\.address"[^>]*>/.exec(html)?.[0] ?? ''
    expect(field).toContain('street-address')
    expect(field).not.toContain('combobox')
  })
})
