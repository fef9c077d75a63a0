import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../data/demo/access.ts'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import {
  addFirstOf,
  checkOutFirstOf,
  aucklandGuest,
  confirmedOrder,
  fillCard,
  fillGuest,
  isLive,
  pickSuburb,
  placeOrder,
  sydneyGuest,
} from '../support/checkout.ts'
import { heldPayments } from '../support/ledger.ts'
import { mailedLink } from '../support/mails.ts'
import { startShop, type RunningShop } from '../support/shop-process.ts'
import { fillLogin } from '../support/sign-in.ts'

/** After the purchase, as guests and members meet it: looking up, moving, cancelling, paying the rest, the invoice, buying again. */

let shop: RunningShop
beforeAll(async () => {
  // The first refund kills the shop: the provider has answered, and nobody has written it down.
  shop = await startShop({ RATE_LIMITS: 'off', CRASH_AT: 'after-refund' })
})
afterAll(() => shop.stop())

const visa = '4111 1111 1111 1111'
const challenged = '4212 3456 7890 1237'

async function findOrder(page: Page, app: string, orderNumber: string, email: string): Promise<void> {
  await page.goto(`${shop.address(app)}/order-lookup`)
  await isLive(page)
  await page.getByLabel('Order number').fill(orderNumber)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Find my order' }).click()
}

/** On paper some headings are there, others are not, and nothing is to be pressed. */
async function expectPrinted(page: Page, shown: readonly string[], left: readonly string[]): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  for (const [names, isShown] of [
    [shown, true],
    [left, false],
  ] as const)
    for (const name of names)
      expect([name, await page.getByRole('heading', { name, exact: true, includeHidden: true }).isVisible()]).toEqual([
        name,
        isShown,
      ])
  expect(await page.locator('button:visible, nav:visible, .button:visible').count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })
}

/** Waits until the providers hold this much of everybody for payments of an address's orders. */
async function heldIs(cents: number): Promise<void> {
  const sum = async () => [...(await heldPayments(shop)).values()].reduce((all, one) => all + one, 0)
  const end = Date.now() + 15_000
  while ((await sum()) !== cents) {
    if (Date.now() > end) expect(await sum()).toBe(cents)
    await new Promise((done) => setTimeout(done, 100))
  }
}

async function payDeposit(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Pay a deposit now' }).check()
  const hint = await page.getByText(/^Minimum Deposit is \$/).innerText()
  await page.getByLabel('Deposit amount').fill(hint.replace('Minimum Deposit is $', '').replace(',', ''))
  await fillCard(page, { number: visa })
  await placeOrder(page)
}

describe('a guest', () => {
  test('without JavaScript is told that order lookup needs it, and input stays out of the URL', async () => {
    const { page, close } = await visit({ javaScript: false })
    const address = `${shop.address('aol')}/order-lookup`
    await page.goto(address)
    await page.getByLabel('Order number').fill('W10000001')
    await page.getByLabel('Email address').fill('guest@shopper.example')
    await page.getByRole('button', { name: 'Find my order' }).click()
    await page.getByText(/^Please turn on JavaScript to look up your order, or call /).waitFor()
    expect(page.url()).toBe(address)
    await close()
  })

  test('finds an order on a phone, reschedules it, cancels an item and then the rest; the refund is made once despite a server crash', async () => {
    const { page, faults, close } = await visit({ width: 360, height: 740 })
    const before = [...(await heldPayments(shop)).values()].reduce((all, one) => all + one, 0)
    await page.goto(`${shop.address('aol')}/c/laundry`)
    await isLive(page)
    await page
      .getByRole('button', { name: /^Add to cart/ })
      .nth(1)
      .click()
    await page.getByText('Added to your cart.').waitFor()
    await checkOutFirstOf(page, `${shop.address('aol')}/c/small-appliances`)
    // Three days away, so that the order may still be changed at whatever hour this runs.
    await fillGuest(page, { ...sydneyGuest, suburb: '2830 dubbo', pick: '2830 Dubbo, NSW' })
    await fillCard(page, { number: visa })
    await placeOrder(page)
    const reference = await confirmedOrder(page)
    await expectPrinted(page, ['What you ordered', 'What happens next?'], ['Delivery questions'])

    await findOrder(page, 'aol', reference, 'somebody@else.example')
    await page.getByText("We couldn't find an order with this number and email address.", { exact: false }).waitFor()
    await expectAccessible(page)
    await findOrder(page, 'aol', reference.toLowerCase(), sydneyGuest.email)
    await page.getByRole('heading', { name: `Order ${reference}` }).waitFor()
    await page.getByText('Paid', { exact: true }).waitFor()
    await expectPrinted(page, ['Items', 'Delivery address'], [])
    await expectAccessible(page)
    // Nothing of it is wider than the phone.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

    await page.getByRole('button', { name: 'Change delivery day' }).click()
    const calendar = page.getByRole('dialog', { name: 'Change delivery day' })
    await calendar.getByRole('grid').waitFor()
    await expectAccessible(page)
    const another = calendar.locator('[aria-selected="false"]:not([aria-disabled="true"])')
    if ((await another.count()) === 0) await calendar.getByRole('button', { name: 'Next month' }).click()
    const day = await another.first().getAttribute('data-day')
    await another.first().click()
    await calendar.getByRole('button', { name: 'Change day' }).click()
    await page.getByText(/^Your delivery is now on .*\. We have emailed you to confirm\.$/).waitFor()
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)

    await page.getByRole('button', { name: 'Cancel items or order' }).click()
    const cancelling = page.getByRole('dialog', { name: 'Cancel items or order' })
    await cancelling.getByRole('radio', { name: 'Some items' }).check()
    await cancelling.getByRole('combobox').first().selectOption('1')
    await cancelling.getByText(/will come off your order and be refunded to your original payment method\.$/).waitFor()
    await expectAccessible(page)
    await cancelling.getByRole('button', { name: 'Cancel these items' }).click()
    await page.getByText('Your items are cancelled. We have sent you an email about it.').waitFor()
    await page.getByRole('heading', { name: 'Refunds' }).waitFor()
    await shop.ended()
    await shop.restart({ CRASH_AT: '' })

    await page.getByRole('button', { name: 'Cancel items or order' }).click()
    await cancelling.getByRole('button', { name: 'Cancel order' }).click()
    await page.getByText('Your order is cancelled. We have sent you an email about it.').waitFor()
    await page.getByText('Refunded', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Cancel items or order' }).count()).toBe(0)
    await heldIs(before)
    await page.getByRole('button', { name: 'Buy again' }).click()
    await page.getByText(/^Added to your cart: /).waitFor()
    expect(faults).toEqual([])
    await close()
  })

  test('pays the balance from the rescheduling mail, by a card with 3-D Secure', async () => {
    const { page, faults, close } = await visit()
    const guest = { ...sydneyGuest, email: 'deposit@shopper.example' }
    await checkOutFirstOf(page, `${shop.address('andoo')}/c/kitchen/fridges`)
    await fillGuest(page, guest)
    await payDeposit(page)
    const reference = await confirmedOrder(page)
    const link = await mailedLink(shop, `Your order ${reference} is confirmed`, guest.email)
    await close()

    const later = await visit({ width: 768, height: 1000 })
    await later.page.goto(link)
    await later.page.getByRole('heading', { name: `Order ${reference}` }).waitFor()
    expect(new URL(later.page.url()).hash).toBe('')
    // A link may have been passed on: it changes nothing.
    expect(await later.page.getByRole('button', { name: 'Cancel items or order' }).count()).toBe(0)
    await later.page.getByRole('button', { name: /^Pay \$/ }).click()
    await fillCard(later.page, { number: challenged })
    await expectAccessible(later.page)
    await later.page.getByRole('button', { name: /^Pay \$.* now$/ }).click()
    await later.page.getByLabel('One-time code').fill('1234')
    await later.page.getByRole('button', { name: 'Confirm' }).click()
    await later.page.getByText('Thank you, your order is paid.').waitFor()
    await later.page.getByText('Paid', { exact: true }).waitFor()
    expect([...faults, ...later.faults]).toEqual([])
    await later.close()
  })

  test('in New Zealand has an invoice with 15 % GST', async () => {
    const { page, faults, close } = await visit()
    await checkOutFirstOf(page, `${shop.address('aol-nz')}/c/small-appliances`)
    await fillGuest(page, aucklandGuest)
    await fillCard(page, { number: visa })
    await placeOrder(page)
    const reference = await confirmedOrder(page)
    await findOrder(page, 'aol-nz', reference, aucklandGuest.email)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download tax invoice (PDF)' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`${reference.replace('W', 'I')}.pdf`)
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
    expect(faults).toEqual([])
    await close()
  })
})

test('a member pays the balance of a deposit at a provider, from the order list, and gets the invoice', async () => {
  const { page, faults, close } = await visit()
  await page.goto(`${shop.address('aol')}/account/login?returnUrl=/account/orders`)
  await isLive(page)
  await fillLogin(page, 'member@demo.example', demoPassword)
  await page.getByText('You have no orders yet.').waitFor()

  await addFirstOf(page, `${shop.address('aol')}/c/kitchen/fridges`)
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#email')?.value === 'member@demo.example')
  await page.getByLabel('Phone').fill(sydneyGuest.phone)
  await page.getByLabel('First name').fill('Robin')
  await page.getByLabel('Last name').fill('Vale')
  await page.getByLabel('Street address').fill(sydneyGuest.street)
  await pickSuburb(page, sydneyGuest)
  await payDeposit(page)
  const reference = await confirmedOrder(page)

  await page.goto(`${shop.address('aol')}/account/orders`)
  await page.getByText('Deposit paid').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: reference }).click()
  await page.getByRole('heading', { name: `Order ${reference}` }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.getByRole('radio', { name: 'PayPal' }).check()
  await page.getByRole('button', { name: /^Pay \$.* now$/ }).click()
  await page.getByRole('heading', { name: 'Sandbox PayPal' }).waitFor()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByText("You've cancelled your payment.").waitFor()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.getByRole('radio', { name: 'PayPal' }).check()
  await page.getByRole('button', { name: /^Pay \$.* now$/ }).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByText('Thank you, your order is paid.').waitFor()
  expect(new URL(page.url()).search).toBe('')

  await page.goto(`${shop.address('aol')}/account/invoices`)
  await page.getByRole('link', { name: reference.replace('W', 'I') }).click()
  await page.getByRole('heading', { name: /^Tax invoice/ }).waitFor()
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download tax invoice (PDF)' }).click(),
  ])
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  expect(faults).toEqual([])
  await close()
})
