import { expect, test } from 'vitest'
import { expectAccessible, visit } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

/** A shopper whose network goes away: on the page, and when a page is loaded. */

const shop = sharedShop()

/** Waits until the service worker has stored the offline page and is in charge of the next page. */
const workerIsActive = (page: Awaited<ReturnType<typeof visit>>['page']) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state === 'activated') return
    await new Promise((done) => active?.addEventListener('statechange', done, { once: true }))
  })

test.each([
  ['aol', 390],
  ['hc', 1440],
] as const)(
  'the offline page of %s at %i px, in the brand’s look, opens the page once the network is back',
  async (app, width) => {
    const { page, context, close } = await visit({ width })
    await page.goto(`${shop.address(app)}/contact-us`)
    await workerIsActive(page)
    await context.setOffline(true)
    await page.goto(`${shop.address(app)}/c/kitchen/fridges?sort=price-asc`)
    await page.getByRole('heading', { name: 'You’re offline', level: 1 }).waitFor()
    expect(new URL(page.url()).search).toBe('?sort=price-asc')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    const [ground, accent] = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      return [style.getPropertyValue('--ground'), style.getPropertyValue('--accent')]
    })
    expect(ground).not.toBe('')
    expect(accent).not.toBe('')
    await expectAccessible(page)
    await context.setOffline(false)
    await page.getByRole('region', { name: 'Products' }).waitFor()
    await close()
  },
)

test('the worker stores that page alone, and leaves the checkout to the browser', async () => {
  const { page, context, close } = await visit()
  await page.goto(`${shop.address('aol')}/account/login`)
  await workerIsActive(page)
  for (const path of ['/cart', '/account', '/c/kitchen']) await page.goto(`${shop.address('aol')}${path}`)
  const stored = await page.evaluate(async () => {
    const names = await caches.keys()
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(stored).toEqual(['/offline'])
  await context.setOffline(true)
  await expect(page.goto(`${shop.address('aol')}/customer/checkout`)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  await close()
})

test('a link that is followed offline leaves the page, and what is typed on it, as it is', async () => {
  const { page, context, close } = await visit()
  await page.goto(`${shop.address('aol')}/contact-us`)
  await isLive(page)
  await workerIsActive(page)
  await page.getByLabel('Name', { exact: true }).fill('Robin Vale')
  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'You’re offline.' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/contact-us')
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Robin Vale')
  await context.setOffline(false)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog', exact: true }).click()
  await page.waitForURL('**/blog')
  await close()
})
