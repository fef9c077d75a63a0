import { describe, expect, test } from 'vitest'
import { tamperings } from '../../src/modules/payments/payment-scripts.ts'
import { receivedPage } from '../../src/app/rendering/received-page.ts'
import { visit, type Page } from '../support/browser.ts'
import { addFirstOf, checkOutFirstOf, pickSuburb, sydneyGuest } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

/** The document of the checkout as a browser has it: what runs on it, and what cannot (PCI DSS 4.0.1, 6.4.3 and 11.6.1). */

const shop = sharedShop()
const list = `${shop.address('aol')}/c/small-appliances`
const documentPath = (page: Page) =>
  page.evaluate(() => new URL(performance.getEntriesByType('navigation')[0]?.name ?? '').pathname)

describe('the checkout', () => {
  test('is its own document when entered and left by a link', async () => {
    const { page, faults, close } = await visit()
    await addFirstOf(page, list)
    expect(await documentPath(page)).toBe('/customer/checkout')
    await page.getByRole('link', { name: 'Appliances Online, home' }).click()
    await page.waitForURL(`${shop.address('aol')}/`)
    expect(await documentPath(page)).toBe('/')
    expect(faults).toEqual([])
    await close()
  })

  test('accepts no string as markup or script URL', async () => {
    const { page, close } = await visit()
    await checkOutFirstOf(page, list)
    const refused = await page.evaluate(() => {
      const tries: readonly (() => unknown)[] = [
        () => (document.body.innerHTML = '<img src=x onerror=alert(1)>'),
        () => (document.createElement('script').src = 'https://skimmer.example/x.js'),
        () => (document.createElement('iframe').srcdoc = '<script>alert(1)</script>'),
        () =>
          (
            globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
          ).trustedTypes.createPolicy('theirs', {}),
      ]
      return tries.map((one) => {
        try {
          one()
          return 'taken'
        } catch (error) {
          return (error as Error).name
        }
      })
    })
    expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError'])
    await close()
  })

  test('runs no file of ours that was tampered with, including lazily loaded ones', async () => {
    const { page, faults, close } = await visit()
    const changed: string[] = []
    await page.route(/\/assets\/delivery-choices-[^/]+\.js$/, async (route) => {
      // Only the browser knows names under localhost.
      const response = await route.fetch({ url: route.request().url().replace('aol.localhost', '127.0.0.1') })
      changed.push(route.request().url())
      await route.fulfill({ response, body: `${await response.text()};window.stolen=1` })
    })
    await checkOutFirstOf(page, list)
    await page.getByRole('combobox', { name: /^Suburb/ }).fill(sydneyGuest.suburb)
    await page.getByRole('option', { name: sydneyGuest.pick, exact: true }).click()
    await expect.poll(() => faults.join(' ')).toContain('integrity')
    expect(changed.length).toBeGreaterThan(0)
    expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
    await close()
    // The same page without a change goes on to its calendar.
    const whole = await visit()
    await checkOutFirstOf(whole.page, list)
    await pickSuburb(whole.page, sydneyGuest)
    expect(whole.faults).toEqual([])
    await whole.close()
  })

  test('matches the script inventory, by the operators’ check', async () => {
    const page = await receivedPage(`http://127.0.0.1:${shop.port}/customer/checkout`)
    expect(page.scripts.length).toBeGreaterThan(5)
    expect(tamperings(page)).toEqual([])
  })
})
