import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demoPassword } from '../../data/demo/access.ts'
import { seconds } from '../../src/platform/clock.ts'
import { expectAccessible, visit, type Page, type PageVisit } from '../support/browser.ts'
import {
  checkOutFirstOf,
  confirmedOrder,
  deliveryDates,
  expectRefusal,
  fillCard,
  fillGuest,
  isLive,
  placeOrder,
  sydneyGuest,
} from '../support/checkout.ts'
import { heldPayments } from '../support/ledger.ts'
import { mailedLink, mailSubjectsTo } from '../support/mails.ts'
import { logInAs } from '../support/sign-in.ts'
import { workerShop } from '../support/worker-shop.ts'
import type { RunningShop } from '../support/shop-process.ts'

/** Payments that do not end where they should: declined on the phone, out of time, left, gone back from, or begun twice. */

let shop: RunningShop

beforeAll(async () => {
  shop = await workerShop()
})

const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }
const challenged = '4212 3456 7890 1237'
const frictionless = '4111 1111 1111 1111'
const held = async () => (await heldPayments(shop)).size

let before: number
beforeEach(async () => {
  before = await held()
})

describe('Zip in a store', () => {
  let sales: Awaited<ReturnType<PageVisit['context']['storageState']>> | null = null

  /** A salesperson whose customer has shown the code on their phone. */
  async function typed(code: string): Promise<PageVisit> {
    const one = await visit(sales === null ? {} : { storageState: sales })
    const { page } = one
    if (sales === null) {
      await logInAs(page, shop.address('wa'), 'sales@demo.example', demoPassword)
      sales = await one.context.storageState()
    }
    await checkOutFirstOf(page, `${shop.address('wa')}/c/small-appliances`)
    await page.getByRole('radio', { name: 'Zip App' }).waitFor()
    await fillGuest(page, sydneyGuest)
    await page.getByRole('radio', { name: 'Zip App' }).check()
    await page.getByLabel('Zip store code').fill(code)
    return one
  }
  const waiting = (page: Page) => page.getByRole('dialog', { name: 'Zip App' })

  test('declined on the phone says so and keeps the form for another method', async () => {
    const { page, faults, close } = await typed('222222')
    await placeOrder(page)
    await waiting(page).waitFor()
    await expectAccessible(page)
    await waiting(page).waitFor({ state: 'detached' })
    await page.getByRole('alert').first().waitFor()
    expect(await page.getByLabel('Street address').inputValue()).toBe(sydneyGuest.street)
    await page.getByRole('radio', { name: /^Credit card/ }).check()
    await fillCard(page, { number: frictionless })
    await placeOrder(page)
    await confirmedOrder(page)
    expect(await held()).toBe(before + 1)
    expect(faults).toEqual([])
    await close()
  })

  test('approved on the phone after 20 seconds places the order', async () => {
    const { page, faults, close } = await typed('123456')
    await page.clock.install()
    await placeOrder(page)
    await waiting(page).waitFor()
    await page.clock.fastForward(seconds(20))
    const phone = `http://127.0.0.1:${shop.sandboxPort}/zip-in-store/phone`
    const [, id = ''] = /name="id" value="(\d+)"/.exec(await (await fetch(phone)).text()) ?? []
    expect(await waiting(page).count()).toBe(1)
    await fetch(phone, { method: 'POST', body: new URLSearchParams({ id, do: 'confirm' }) })
    await confirmedOrder(page)
    expect(await held()).toBe(before + 1)
    expect(faults).toEqual([])
    await close()
  })

  test('timed out at 65 seconds gives a reference to call about, and holds no money', async () => {
    const { page, close } = await typed('123456')
    await page.clock.install()
    const submitted = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/checkout') && answer.request().method() === 'POST',
    )
    await placeOrder(page)
    const { cartId } = (await (await submitted).json()) as Record<string, string>
    await waiting(page).waitFor()
    await page.clock.fastForward(seconds(65))
    await page
      .getByText(
        /^There has been an error processing your order, please contact our support team\. Order reference: \w{26}$/,
      )
      .waitFor()
    expect(await waiting(page).count()).toBe(0)
    expect(await held()).toBe(before)
    // The support team ends it, so that the salesperson's cart is free for the next customer.
    const ended = await page.evaluate(
      async (body) => {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch('/api/checkout/void', { method: 'POST', headers, body: JSON.stringify(body) })
        return answer.status
      },
      { cartId, selectedPaymentOption: 512 },
    )
    expect(ended).toBe(200)
    await close()
  })

  test('is cancelled on the phone too when its page is closed', async () => {
    const { page, context, close } = await typed('123456')
    const submitted = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/checkout') && answer.request().method() === 'POST',
    )
    await placeOrder(page)
    const { cartId, paymentReference } = (await (await submitted).json()) as Record<string, string>
    await waiting(page).waitFor()
    await page.close({ runBeforeUnload: false })
    const next = await context.newPage()
    const query = `cartId=${cartId}&paymentReference=${paymentReference}&selectedPaymentOption=512`
    await next.goto(shop.address('wa'))
    await expect
      .poll(() =>
        next.evaluate(async (address) => {
          const answer = await fetch(address)
          return ((await answer.json()) as { paymentStatus: string }).paymentStatus
        }, `/api/payment/status?${query}`),
      )
      .toBe('Cancelled')
    expect(await held()).toBe(before)
    await close()
  })
})

describe('3-D Secure', () => {
  async function requested(): Promise<PageVisit> {
    const one = await visit()
    await checkOutFirstOf(one.page, `${shop.address('aol')}/c/small-appliances`)
    await fillGuest(one.page, sydneyGuest)
    await fillCard(one.page, { number: challenged })
    await placeOrder(one.page)
    await one.page.getByLabel('One-time code').waitFor()
    return one
  }

  test('failed says why, keeps the form, and the right code then pays', async () => {
    const { page, faults, close } = await requested()
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size)
      await page.getByLabel('One-time code').fill('9999')
      await page.getByRole('button', { name: 'Confirm payment' }).click()
      await isLive(page)
      await expectRefusal(page, 'Your card was declined (your bank could not confirm it was you). Nothing was charged.')
      expect(await page.getByLabel('First name').inputValue()).toBe(sydneyGuest.first)
      expect(await held()).toBe(before)
      await deliveryDates(page).waitFor()
      await fillCard(page, { number: challenged })
      await placeOrder(page)
    }
    await page.getByLabel('One-time code').fill('1234')
    await page.getByRole('button', { name: 'Confirm payment' }).click()
    await confirmedOrder(page)
    expect(await held()).toBe(before + 1)
    expect(faults).toEqual([])
    await close()
  })

  test('abandoned by going back charges nothing, and the cart is paid once afterwards', async () => {
    const { page, close } = await requested()
    await page.goBack()
    await isLive(page)
    await deliveryDates(page).waitFor()
    expect(await page.getByLabel('Street address').inputValue()).toBe(sydneyGuest.street)
    await fillCard(page, { number: frictionless })
    await placeOrder(page)
    await confirmedOrder(page)
    expect(await held()).toBe(before + 1)
    await close()
  })
})

/** Those that the shopper leaves the shop for, as their pages are headed. */
const providers = ['PayPal', 'Afterpay', 'Zip'] as const

/** A guest whose form is complete but for the last press. */
async function ready(method: string, email = sydneyGuest.email, category = 'small-appliances'): Promise<PageVisit> {
  const one = await visit()
  await checkOutFirstOf(one.page, `${shop.address('aol')}/c/${category}`)
  await fillGuest(one.page, { ...sydneyGuest, email })
  await one.page.getByRole('radio', { name: method, exact: true }).check()
  return one
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe.each(providers)('%s', (provider) => {
  test('abandoned, gone back from, cancelled and declined keeps the form each time, and is then paid once [CERR-08]', async () => {
    const { page, faults, close } = await ready(provider)
    const isBack = async (reported: string | null) => {
      await isLive(page)
      if (reported !== null) await expectRefusal(page, reported, 'Nothing was charged.')
      await deliveryDates(page).waitFor()
      expect(await page.getByLabel('Street address').inputValue()).toBe(sydneyGuest.street)
      expect(await page.getByRole('radio', { name: provider, exact: true }).isChecked()).toBe(true)
      expect(await held()).toBe(before)
      await placeOrder(page)
      await page.getByRole('heading', { name: `Sandbox ${provider}` }).waitFor()
    }
    await placeOrder(page)
    await press(page, 'Abandon')
    await page.goto(`${shop.address('aol')}/customer/checkout`)
    await isBack(null)
    await page.goBack()
    await isBack(null)
    await page.setViewportSize(provider === 'Afterpay' ? desktop : phone)
    await press(page, 'Cancel')
    await isBack("You've cancelled your payment.")
    await page.setViewportSize(provider === 'Afterpay' ? phone : desktop)
    await press(page, 'Decline')
    await isBack('Sorry there has been a problem with your payment.')
    await press(page, 'Approve')
    await confirmedOrder(page)
    expect(await held()).toBe(before + 1)
    expect(faults).toEqual([])
    await close()
  })
})

// One provider is enough: redirect-payments.server.test.ts ends the earlier payment at each of them.
test('in two tabs of one cart the later pays, and the earlier charges nothing', async () => {
  const { page, context, close } = await ready('PayPal')
  const other = await context.newPage()
  await other.goto(page.url())
  await isLive(other)
  await fillGuest(other, sydneyGuest)
  await other.getByRole('radio', { name: 'PayPal', exact: true }).check()
  await placeOrder(page)
  await page.getByRole('heading', { name: 'Sandbox PayPal' }).waitFor()
  await placeOrder(other)
  await other.getByRole('heading', { name: 'Sandbox PayPal' }).waitFor()
  // The second press has ended the first payment there: what is approved for it takes nothing.
  await press(page, 'Approve')
  await page.getByRole('alert').filter({ hasText: 'Something has gone wrong, Please try again.' }).waitFor()
  expect(await held()).toBe(before)
  await press(other, 'Approve')
  await confirmedOrder(other)
  expect(await held()).toBe(before + 1)
  await close()
})

test('after closing the tab at the provider the order arrives by mail, whose link opens it', async () => {
  // Of different products, because one may have a single piece left.
  const categories = ['kettles', 'toasters', 'blenders']
  const open = await Promise.all(
    providers.map(async (provider, at) => {
      const email = `closed-${provider.toLowerCase()}@shopper.example`
      return { email, ...(await ready(provider, email, `small-appliances/${categories[at]}`)) }
    }),
  )
  // Whoever looks at open payments comes by in the half minute after the submit, once for all three.
  for (const { page } of open) {
    await placeOrder(page)
    await page.getByRole('button', { name: 'Approve, but do not return' }).click()
    await page.getByText('You agreed to pay', { exact: false }).waitFor()
    await page.close()
  }
  for (const { email, context, close } of open) {
    const confirmation = async () =>
      (await mailSubjectsTo(shop, email)).find((one) => one.endsWith('is confirmed')) ?? ''
    await expect.poll(confirmation, { timeout: 45_000 }).toMatch(/^Your order W\d{8} is confirmed$/)
    const [reference = ''] = /W\d{8}/.exec(await confirmation()) ?? []
    const later = await context.newPage()
    await later.goto(await mailedLink(shop, `Your order ${reference} is confirmed`, email))
    await later.getByRole('heading', { name: `Order ${reference}` }).waitFor()
    await close()
  }
  expect(await held()).toBe(before + providers.length)
})

test('going back from the confirmation does not pay again', async () => {
  const { page, close } = await visit()
  await checkOutFirstOf(page, `${shop.address('aol')}/c/small-appliances`)
  await fillGuest(page, sydneyGuest)
  await fillCard(page, { number: frictionless })
  await placeOrder(page)
  await confirmedOrder(page)
  await page.goBack()
  await isLive(page)
  await page.getByText('Your cart is empty', { exact: false }).first().waitFor()
  expect(await held()).toBe(before + 1)
  await close()
})

test('two tabs of one cart paying at the same moment make one order', async () => {
  const { page, context, close } = await visit()
  await checkOutFirstOf(page, `${shop.address('aol')}/c/small-appliances`)
  const other = await context.newPage()
  await other.goto(page.url())
  await isLive(other)
  for (const tab of [page, other]) {
    await fillGuest(tab, sydneyGuest)
    await fillCard(tab, { number: frictionless })
  }
  await Promise.all([placeOrder(page), placeOrder(other)])
  const thanks = (tab: Page) => tab.getByRole('heading', { name: 'Thank you, your order is confirmed' })
  const reported = (tab: Page) =>
    tab.getByRole('alert').filter({ hasText: 'Your order is being processed. Please wait.' })
  await Promise.all([page, other].map((tab) => thanks(tab).or(reported(tab)).first().waitFor()))
  // Who was told to wait presses again, and is shown the same order.
  for (const tab of [page, other]) if (await reported(tab).isVisible()) await placeOrder(tab)
  const references = await Promise.all([page, other].map(confirmedOrder))
  expect(new Set(references).size).toBe(1)
  expect(await held()).toBe(before + 1)
  await close()
})
