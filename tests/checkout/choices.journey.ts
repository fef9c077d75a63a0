import { beforeAll, describe, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import { confirmedOrder, fillCard, fillGuest, isLive, placeOrder, sydneyGuest } from '../support/checkout.ts'
import { movementsOf } from '../support/ledger.ts'
import { workerShop } from '../support/worker-shop.ts'
import type { RunningShop } from '../support/shop-process.ts'

let shop: RunningShop

beforeAll(async () => {
  shop = await workerShop()
})

const warranty = 'Extended warranty: Two more years'
const install = 'Oven installation'

async function openOven(page: Page): Promise<void> {
  await page.goto(`${shop.address('aol')}/c/kitchen/ovens/built-in-ovens`)
  await page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Add to cart/ }) })
    .first()
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('navigation', { name: 'On this page' }).waitFor()
}
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
/** The prices of a text, in cents. */
const centsIn = (text: string) =>
  [...text.matchAll(/\$([\d,.]+)/g)].map(([, amount = '']) => Math.round(Number(amount.replaceAll(',', '')) * 100))
/** What was chosen with the only line of a cart, by name. */
const namesOf = async (chosen: Locator) =>
  (await chosen.allInnerTexts()).map((row) => row.replaceAll(/\s+/g, ' ').replace(/ \$.*/, ''))

describe('warranty and installation', () => {
  test('chosen with a product stay with it through cart, checkout, order and charge', async () => {
    const { page, faults, close } = await visit()
    await openOven(page)
    await isLive(page)
    await page.getByText('Extended warranty · Installation').click()
    const care = group(page, 'Extended warranty')
    expect(await care.getByRole('radio', { name: 'No thanks' }).isChecked()).toBe(true)
    await care.getByRole('radio', { name: new RegExp(`^${warranty}`) }).check()
    await group(page, 'Installation')
      .getByRole('radio', { name: new RegExp(`^${install}`) })
      .check()
    // Where it stands now the header covers half of a link, of which axe would say that it is too small.
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessible(page)
    await page.locator('form#buy').getByRole('button', { name: 'Add to cart' }).click()

    const panel = page.getByRole('dialog', { name: /Your cart/ })
    const chosen = panel.getByRole('list', { name: /^Chosen with/ }).getByRole('listitem')
    await chosen.filter({ hasText: install }).waitFor()
    expect(await namesOf(chosen)).toEqual([warranty, install])
    await panel.getByText('Change extended warranty or installation').click()
    await expectAccessible(page)
    await panel.getByLabel('Extended warranty').selectOption({ label: 'No thanks' })
    await panel.getByRole('button', { name: 'Save' }).click()
    await chosen.filter({ hasText: warranty }).waitFor({ state: 'detached' })
    // The form closes by itself; a click before that would close it instead of opening it.
    await panel.getByLabel('Extended warranty').waitFor({ state: 'hidden' })
    await panel.getByText('Change extended warranty or installation').click()
    await panel.getByLabel('Extended warranty').selectOption({ index: 2 })
    await panel.getByRole('button', { name: 'Save' }).click()
    await chosen.filter({ hasText: warranty }).waitFor()

    await panel.getByRole('link', { name: 'Checkout' }).click()
    await page.getByRole('heading', { name: 'Checkout', exact: true }).waitFor()
    await isLive(page)
    const summary = page.getByRole('list', { name: 'Items' })
    for (const name of [warranty, install]) expect(await summary.getByText(name).isVisible()).toBe(true)
    await fillGuest(page, sydneyGuest)
    await fillCard(page, { number: '4111 1111 1111 1111' })
    await expectAccessible(page)
    await placeOrder(page)
    await confirmedOrder(page)
    const ordered = page.getByRole('region', { name: 'What you ordered' })
    // Product, warranty and install, delivery when it is not free, and the total of them.
    const amounts = centsIn(await ordered.innerText())
    const total = amounts.pop()
    expect(amounts.length).toBeGreaterThanOrEqual(3)
    expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(total)
    for (const name of [warranty, install]) expect(await ordered.getByText(name).isVisible()).toBe(true)
    await expectAccessible(page)
    expect((await movementsOf(shop)).at(-1)?.cents).toBe(total)
    expect(faults).toEqual([])
    await close()
  })

  test('are chosen, changed and removed without JavaScript', async () => {
    const { page, close } = await visit({ width: 360, javaScript: false })
    await openOven(page)
    await page.getByText('Extended warranty · Installation').click()
    await group(page, 'Extended warranty')
      .getByRole('radio', { name: new RegExp(`^${warranty}`) })
      .check()
    await page.getByRole('button', { name: 'Add to cart' }).first().click()
    const chosen = page.getByRole('list', { name: /^Chosen with/ }).getByRole('listitem')
    expect(await namesOf(chosen)).toEqual([warranty])
    await page.getByText('Change extended warranty or installation').click()
    await page.getByLabel('Extended warranty').selectOption({ label: 'No thanks' })
    await page.getByLabel('Installation').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await chosen.filter({ hasText: install }).waitFor()
    expect(await namesOf(chosen)).toEqual([install])
    await close()
  })

  test('are hidden, like prices, from visitors who must log in to see prices', async () => {
    const { page, close } = await visit()
    await page.goto(`${shop.address('aoc')}/c/laundry/washing-machines`)
    await page.getByRole('article').first().getByRole('link').first().click()
    await page.getByText('LOG IN FOR PRICE').first().waitFor()
    const html = (await (await page.reload())?.text()) ?? ''
    expect([html.includes('LOG IN FOR PRICE'), html.includes('Extended warranty')]).toEqual([true, false])
    await close()
  })
})
