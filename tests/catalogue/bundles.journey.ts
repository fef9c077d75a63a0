import { describe, expect, test } from 'vitest'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

/** Products with one price together: where they are sold, what the cart makes of them, and what is left when one leaves. */

const shop = sharedShop()

/** The page of a product that the demonstration sells in a kitchen set. */
async function openPart(page: Page): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${shop.port}/api/v2/listing?type=search&term=VOP-613-X&pageSize=1`)
  const { products } = (await answer.json()) as { products: readonly { readonly uri: string }[] }
  await page.goto(`${shop.address('aol')}/p/${products[0]?.uri}`, { waitUntil: 'domcontentloaded' })
}

/** Cents of the amounts in a text, in order. */
const amounts = (text: string): number[] =>
  [...text.matchAll(/\$([\d,]+)(?:\.(\d\d))?/g)].map(
    ([, dollars = '', cents = '00']) => Number(dollars.replaceAll(',', '')) * 100 + Number(cents),
  )

test.each([390, 1440])('the page of a part shows the whole set and what it saves, at %i px', async (width) => {
  const { page, faults, close } = await visit({ width, height: 900 })
  await openPart(page)
  await isLive(page)
  const set = page.getByRole('region', { name: 'Kitchen set: save $300' })
  const prices = amounts((await set.getByRole('listitem').allInnerTexts()).join(' '))
  expect(prices).toHaveLength(3)
  const sum = prices.reduce((total, one) => total + one, 0)
  expect(amounts(await set.getByText('instead of').innerText())).toEqual([sum - 300_00, sum])
  expect(await set.getByRole('listitem').getByRole('link').count()).toBe(2)
  await set.scrollIntoViewIfNeeded()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  // The other parts sell it too.
  await set.getByRole('link').first().click()
  await page.getByRole('region', { name: 'Kitchen set: save $300' }).waitFor()
  expect(faults).toEqual([])
  await close()
})

describe('a set in the cart', () => {
  test('has its saving on a line of its own, and loses it with a word why', async () => {
    const { page, faults, close } = await visit()
    await openPart(page)
    await isLive(page)
    await page.getByRole('button', { name: /^Add all 3 to cart/ }).click()
    await page.waitForURL('**/cart')
    await isLive(page)
    const summary = page.getByRole('complementary', { name: 'Summary' })
    const rows = async () => amounts((await summary.locator('dl').innerText()).replaceAll('-$', '$'))
    await summary.getByText('Kitchen set', { exact: true }).waitFor()
    const [items = 0, saving = 0, total = 0] = await rows()
    expect([saving, total]).toEqual([300_00, items - 300_00])
    await expectAccessible(page)

    await page.getByRole('button', { name: /^Remove Vallmera.*Rangehood/ }).click()
    await page
      .getByText(/The saving of the Kitchen set no longer applies, because Vallmera .* is not in your cart any more/)
      .waitFor()
    await summary.getByText('Kitchen set', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Undo/ }).click()
    await summary.getByText('Kitchen set', { exact: true }).waitFor()
    expect(faults).toEqual([])
    await close()
  })

  test('works without script', async () => {
    const { page, close } = await visit({ javaScript: false })
    await openPart(page)
    await page.getByRole('button', { name: /^Add all 3 to cart/ }).click()
    await page.waitForURL('**/cart')
    const summary = page.getByRole('complementary', { name: 'Summary' })
    await summary.getByText('Kitchen set', { exact: true }).waitFor()
    await page
      .getByRole('button', { name: /^Remove Vallmera.*Rangehood/ })
      .first()
      .click()
    await page
      .getByText(/The saving of the Kitchen set no longer applies, because Vallmera .* is not in your cart any more/)
      .waitFor()
    expect(await summary.getByText('Kitchen set', { exact: true }).count()).toBe(0)
    await close()
  })
})
