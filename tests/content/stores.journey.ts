import { describe, expect, test } from 'vitest'
import { demoStores } from '../../data/demo/shop/stores.ts'
import { expectAccessible, visit } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

/** Finding a store, its hours and the way there, and making it one's own. */

const shop = sharedShop()

const ofApp = (app: 'wa' | 'andoo') => demoStores.filter((store) => store.apps.includes(app))

describe.each([false, true])('with script: %s', (javaScript) => {
  test('stores are listed by state, filtered, opened and chosen [STOR-01] [STOR-02] [STOR-04] [STOR-07] [STORE-01]', async () => {
    const { page, faults, close } = await visit({ javaScript, width: javaScript ? 1280 : 360 })
    await page.goto(`${shop.address('wa')}/`)
    if (javaScript) await isLive(page)
    const link = javaScript ? page.getByRole('banner').getByRole('link', { name: 'Stores' }) : null
    await (link ?? page.getByRole('contentinfo').getByRole('link', { name: 'Stores and opening hours' })).click()
    await page.getByRole('heading', { name: 'Stores', level: 1 }).waitFor()
    expect(await page.getByRole('article').count()).toBe(ofApp('wa').length)
    if (javaScript) {
      await page.getByText('No store selected').waitFor()
      await expectAccessible(page)
    }

    const filters = page.getByRole('navigation', { name: 'Filter stores' })
    await filters.getByRole('link', { name: 'Victoria' }).click()
    await page.getByText('2 stores').waitFor()
    expect(await filters.getByRole('link', { name: 'Victoria' }).getAttribute('aria-current')).toBe('true')
    await filters.getByRole('link', { name: 'Virtual tour' }).click()
    await page.getByText('1 store', { exact: false }).waitFor()
    await page.getByRole('article', { name: 'Moorabbin' }).waitFor({ state: 'detached' })
    const richmond = page.getByRole('article', { name: 'Richmond' })
    expect(await richmond.innerText()).toMatch(/117 Tannery Street\s+Richmond VIC 3121/)
    expect(await richmond.innerText()).toMatch(/Open today until \d{1,2}:[03]0 PM|Closed today/)
    const phone = richmond.getByRole('link', { name: /^03 5550 / })
    expect(await phone.getAttribute('href')).toMatch(/^tel:035550\d{4}$/)
    const directions = richmond.getByRole('link', { name: 'Get Directions' })
    expect(await directions.getAttribute('target')).toBe('_blank')
    expect(await directions.getAttribute('href')).toBe(
      'https://www.google.com/maps/search/?api=1&query=Winning%20Appliances%20117%20Tannery%20Street%20Richmond%20VIC%203121',
    )

    await richmond.getByRole('link', { name: 'Richmond', exact: true }).click()
    await page.getByRole('heading', { name: 'Richmond', level: 1 }).waitFor()
    const hours = page.getByRole('table', { name: 'Opening hours by day' })
    expect(await hours.getByRole('row').count()).toBe(7)
    expect(await hours.getByRole('row', { name: /Thursday/ }).innerText()).toMatch(/Thursday\s+9:00 AM – 8:00 PM/)
    if (javaScript) await expectAccessible(page)
    await page.getByRole('button', { name: 'Make this my store' }).click()
    await page.getByRole('status').filter({ hasText: 'Richmond is now your store.' }).waitFor()
    const own = await page.goto(`${shop.address('wa')}/api/geo`)
    expect(await own?.json()).toMatchObject({ store: { storeUri: 'richmond' } })
    if (javaScript) {
      await page.goto(`${shop.address('wa')}/stores`)
      await page.getByRole('main').getByText('Your Store: Richmond').waitFor()
      expect(await page.getByRole('button', { name: 'Make this my store' }).count()).toBe(ofApp('wa').length - 1)
    }

    expect(faults).toEqual([])
    await close()
  })

  test('a virtual tour opens where there is one; /virtual-tour opens the visitor’s store’s [STOR-03] [ROUTE-23]', async () => {
    const { page, faults, close } = await visit({ javaScript })
    await page.goto(`${shop.address('andoo')}/virtual-tour`)
    const withTour = ofApp('andoo').filter((store) => store.virtualTourId !== null)
    await page.getByRole('heading', { name: 'Virtual tours', level: 1 }).waitFor()
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(
      withTour.map((store) => store.name).toSorted(),
    )
    await page.goto(`${shop.address('andoo')}/stores/nunawading`)
    const tour = page
      .getByRole('main')
      .getByRole('link', { name: /^Virtual tour/ })
      .first()
    expect(await tour.getAttribute('href')).toBe('/virtual-tour/nunawading')
    if (javaScript) await isLive(page)
    await page.getByRole('button', { name: 'Make this my store' }).click()
    await page.getByRole('status').filter({ hasText: 'Nunawading is now your store.' }).waitFor()
    await page.goto(`${shop.address('andoo')}/virtual-tour`)
    await page.getByRole('heading', { name: 'Virtual tour of Nunawading', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/virtual-tour/nunawading')
    if (javaScript) await expectAccessible(page)

    await page.goto(`${shop.address('andoo')}/stores/myaree`)
    await page.getByRole('heading', { name: 'Myaree', level: 1 }).waitFor()
    expect(await page.getByRole('link', { name: /Virtual tour/ }).count()).toBe(0)
    expect((await page.goto(`${shop.address('andoo')}/virtual-tour/myaree`))?.status()).toBe(404)

    expect(faults).toEqual([])
    await close()
  })
})

test('an app without stores has no store page and no link', async () => {
  const { page, close } = await visit()
  for (const app of ['aol', 'aol-nz', 'aoc']) {
    for (const path of ['/stores', '/stores/richmond', '/virtual-tour', '/virtual-tour/richmond'])
      expect([app, path, (await page.goto(`${shop.address(app)}${path}`))?.status()]).toEqual([app, path, 404])
    await page.goto(`${shop.address(app)}/`)
    expect(await page.getByRole('link', { name: /^Stores/ }).count()).toBe(0)
  }
  expect((await page.goto(`${shop.address('wa')}/stores/alexandria`))?.status()).toBe(404)
  await close()
})

test('structured data lists every store, and for one its hours and location', async () => {
  const { page, close } = await visit()
  const sitemap = await (await page.goto(`${shop.address('wa')}/sitemap.xml`))?.text()
  for (const path of ['/stores', ...ofApp('wa').map((store) => `/stores/${store.storeUri}`)])
    expect(sitemap).toContain(`<loc>${shop.address('wa')}${path}</loc>`)
  await page.goto(`${shop.address('wa')}/stores/richmond`)
  const reported = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText()) as {
    '@graph': readonly Record<string, unknown>[]
  }
  expect(reported['@graph'][0]).toMatchObject({ '@type': 'Store', name: 'Winning Appliances Richmond' })
  // Closed on Sundays.
  expect(reported['@graph'][0]?.['openingHoursSpecification']).toHaveLength(6)
  await close()
})
