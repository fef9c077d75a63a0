import { expect, test } from 'vitest'
import { demoLogins, demoPassword } from '../../data/demo/access.ts'
import { expectAccessible, visit, visiting, type Page } from '../support/browser.ts'
import {
  addFirstOf,
  checkOutFirstOf,
  confirmedOrder,
  fillCard,
  isLive,
  pickSuburb,
  placeOrder,
  sydneyGuest,
} from '../support/checkout.ts'
import { mailedCode } from '../support/mails.ts'
import { sharedShop } from '../support/shop-process.ts'
import { logInAs, registerAs } from '../support/sign-in.ts'

/** What follows somebody from a guest to a member and from one device to another: cart, suburb and comparison. */

const shop = sharedShop()

const password = 'seven blue kettles'

const brandNames = { aol: 'Appliances Online', wac: 'Winning Appliances Commercial' } as const
type App = keyof typeof brandNames

const register = (page: Page, app: App, email: string) =>
  registerAs(page, shop.address(app), { email, password, isBusiness: app === 'wac' })

const logIn = (page: Page, app: App, email: string, word = password) => logInAs(page, shop.address(app), email, word)

const header = (page: Page) => page.getByRole('banner')

test('a member signed in on laptop and phone has one cart on both, whichever adds to it [cart-02]', async () => {
  const [laptop, phone] = [await visit(), await visit({ width: 390, touch: true })]
  const address = shop.address('aol')
  const items = (page: Page) => page.getByRole('region', { name: 'Items' })
  try {
    await logIn(laptop.page, 'aol', demoLogins[0].email, demoPassword)
    const fridge = await addFirstOf(laptop.page, `${address}/c/kitchen/fridges`)
    await logIn(phone.page, 'aol', demoLogins[0].email, demoPassword)
    await phone.page.goto(`${address}/cart`)
    await items(phone.page).getByText(fridge).first().waitFor()

    const washer = await addFirstOf(phone.page, `${address}/c/laundry/washing-machines`)
    for (const { page } of [laptop, phone]) {
      await page.goto(`${address}/cart`)
      await items(page).getByText(fridge).first().waitFor()
      await items(page).getByText(washer).first().waitFor()
    }
    expect([...laptop.faults, ...phone.faults]).toEqual([])
  } finally {
    await laptop.close()
    await phone.close()
  }
})

test('suburb and compare list chosen as a guest on a laptop appear on the desktop after login, merged with the desktop’s list [geo-10] [compare-02]', async () => {
  const [laptop, desktop] = [await visit(), await visit()]
  const address = shop.address('aol')
  const tray = (page: Page) => page.getByRole('region', { name: 'Products to compare' })
  const compared = (page: Page) =>
    page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('compare-products') ?? '{}') as {
        comparisonProducts?: { productSKU: string }[]
      }
      return (stored.comparisonProducts ?? []).map((one) => one.productSKU)
    })
  async function compareFirst(page: Page, path: string, count: number): Promise<void> {
    await page.goto(`${address}${path}`)
    await isLive(page)
    const stored = page.waitForResponse((answer) => answer.url().endsWith('/api/compare/product/'))
    const controls = page.getByRole('article').getByRole('button', { name: /^Compare/ })
    await controls.nth(count - 1).click()
    await tray(page).getByText(`${count} of 3 products to compare`).waitFor({ state: 'attached' })
    await stored
  }
  try {
    await register(laptop.page, 'aol', 'choices@aol.example')
    await compareFirst(laptop.page, '/c/kitchen/fridges', 1)
    await compareFirst(laptop.page, '/c/kitchen/fridges', 2)
    await header(laptop.page)
      .getByRole('button', { name: /Set location/ })
      .click()
    const dialog = laptop.page.getByRole('dialog', { name: 'Set Your Delivery Location' })
    await dialog.getByRole('combobox', { name: 'Delivery Postcode' }).fill('3000 melbourne')
    await dialog.getByRole('option', { name: '3000 Melbourne, VIC', exact: true }).click()
    await laptop.page.getByRole('button', { name: 'Deliver to Melbourne 3000' }).waitFor()
    await logIn(laptop.page, 'aol', 'choices@aol.example')
    const fridges = await compared(laptop.page)
    expect(fridges).toHaveLength(2)

    await compareFirst(desktop.page, '/c/laundry/washing-machines', 1)
    const [washer] = await compared(desktop.page)
    await logIn(desktop.page, 'aol', 'choices@aol.example')
    expect(await compared(desktop.page)).toEqual([washer, ...fridges])
    await desktop.page.goto(`${address}/c/kitchen/fridges`)
    await desktop.page.getByRole('button', { name: 'Deliver to Melbourne 3000' }).waitFor()
    await tray(desktop.page).getByText('3 of 3 products to compare').waitFor({ state: 'attached' })

    // A browser that has never been here before has all of it.
    const third = await visit()
    await logIn(third.page, 'aol', 'choices@aol.example')
    await third.page.goto(`${address}/c/kitchen/fridges`)
    await third.page.getByRole('button', { name: 'Deliver to Melbourne 3000' }).waitFor()
    expect(await compared(third.page)).toEqual([washer, ...fridges])
    expect([...laptop.faults, ...desktop.faults, ...third.faults]).toEqual([])
    await third.close()
  } finally {
    await laptop.close()
    await desktop.close()
  }
})

test('a guest’s cart becomes the member’s at login, and the purchase appears as an invoice', async () => {
  await visiting({}, async ({ page }) => {
    await addFirstOf(page, `${shop.address('aol')}/c/kitchen/fridges`)
    await logIn(page, 'aol', 'member@demo.example', demoPassword)
    await header(page)
      .getByRole('link', { name: /^Cart, / })
      .waitFor()
    await page.goto(`${shop.address('aol')}/customer/checkout`)
    await isLive(page)
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#email')?.value === 'member@demo.example',
    )
    await page.getByLabel('Phone').fill(sydneyGuest.phone)
    // The account has no address, and a name all the same.
    expect(await page.getByLabel('First name').inputValue()).toBe('Demo')
    expect(await page.getByLabel('Last name').inputValue()).toBe('Member')
    expect(await page.getByLabel('Keep me updated with news and offers').isChecked()).toBe(false)
    await page.getByLabel('Street address').fill(sydneyGuest.street)
    await pickSuburb(page, sydneyGuest)
    await fillCard(page, { number: '4111 1111 1111 1111' })
    await placeOrder(page)
    const order = await confirmedOrder(page)
    await page.goto(`${shop.address('aol')}/account/invoices`)
    await page.getByRole('cell', { name: order }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: order.replace('W', 'I') }).click()
    await page.getByRole('heading', { name: `Tax invoice ${order.replace('W', 'I')}` }).waitFor()
    await page.getByText('GST included').waitFor()
    await expectAccessible(page)
    await page.goto(`${shop.address('aol')}/account/invoices/unknown`)
    await page.getByText('Invoice not found.').waitFor()
    await page.goto(`${shop.address('aol')}/account/orders`)
    await page.getByRole('link', { name: order }).waitFor()
    await page.goto(`${shop.address('aol')}/account/owned`)
    // The account's one cart may have held more, from another device.
    await page.getByText(`order ${order}`).first().waitFor()
    await page.getByText('Manufacturer’s warranty').first().waitFor()
    await expectAccessible(page)
  })
})

test('a member who has forgotten the password logs in at the checkout with a code by mail, and goes on', async () => {
  await visiting({ width: 390, touch: true }, async ({ page }) => {
    const owner = demoLogins[0].email
    await checkOutFirstOf(page, `${shop.address('aol')}/c/small-appliances`)
    await page.getByRole('region', { name: 'Your details' }).getByRole('link', { name: 'Log in' }).click()
    await page.getByRole('heading', { name: 'Log in', exact: true }).waitFor()
    await isLive(page)
    await page.getByRole('button', { name: 'Email me a code instead' }).click()
    await page.getByLabel('Email').fill('not an address')
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await page.getByText('Please enter a valid email address').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Email').fill(owner)
    await page.getByRole('button', { name: 'Email me a code' }).click()
    const field = page.getByLabel('Code from the email')
    await field.waitFor()
    await expectAccessible(page)
    const code = await mailedCode(shop, 'Your code to log in to Appliances Online', owner)
    await field.fill(code === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByText('This code is incorrect or has expired.').waitFor()
    await field.fill(code)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.waitForURL('**/customer/checkout')
    await isLive(page)
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(owner)
    expect(await page.getByRole('link', { name: 'Log in' }).count()).toBe(0)
  })
})
