import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppCode } from '../../brands/apps.ts'
import { brandOf, brands } from '../../brands/brands.ts'
import type { Navbar, NavCategory } from '../../modules/navigation/navigation.ts'
import { databaseEngines } from '../../testing/database.ts'
import { notify } from '../../platform/database/database.server.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'

/** The call about the header over HTTP, on both engines. */

const engines = await databaseEngines()

describe.each(engines)('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
  })
  afterAll(async () => shop.close())

  async function navbar(app: AppCode = 'aol'): Promise<Navbar> {
    const answer = await shop.visitor(app).get('/api/navbar/')
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'public, max-age=60'])
    return answer.json<Navbar>()
  }
  const titles = (categories: readonly NavCategory[]) => categories.map((one) => one.title)
  const entry = async (app: AppCode, uri: string) =>
    (await navbar(app)).mainNav.categories.find((one) => one.uri === uri) ?? expect.fail(`no ${uri}`)

  /** Changes what staff may set, and waits until the shop follows. */
  /** The table tells of it by itself. */
  async function change(app: AppCode, write: () => Promise<unknown>): Promise<void> {
    const before = shop.services.navigation.of(brandOf(app))
    await write()
    await until(() => shop.services.navigation.of(brandOf(app)) !== before)
  }

  test('GET /api/navbar/ returns topNav and mainNav.categories [NAV-15]', async () => {
    const answer = await navbar()
    expect(Object.keys(answer).toSorted()).toEqual(['mainNav', 'quickLinks', 'search', 'topNav'])
    expect(answer.topNav).toEqual({
      displayCartIcon: true,
      displayProjectIcon: false,
      displaySearchIcon: true,
      displayContactUsIcon: true,
    })
    expect(titles(answer.mainNav.categories)).toEqual(['Laundry', 'Kitchen', 'Lighting'])
    expect(answer.search).toEqual({ minLength: 2, limit: 8 })
    expect(answer.quickLinks).toEqual([])
  })

  test('each category has its uri, its subcategories and its brands, two levels deep [NAV-16]', async () => {
    const kitchen = await entry('aol', '/c/kitchen')
    expect(kitchen.brands.map((one) => one.title)).toEqual(['Brightwater', 'Miele', 'Nordhaus'])
    expect(titles(kitchen.subCategories).toSorted()).toEqual(['Cookers', 'Dishwashers', 'Fridges'])
    const fridges = kitchen.subCategories.find((one) => one.uri === '/c/kitchen/fridges')
    expect(fridges).toEqual({
      id: shop.services.catalogue.category('kitchen/fridges')?.id,
      title: 'Fridges',
      uri: '/c/kitchen/fridges',
      imageUrl: '/media/placeholder.svg',
      subCategories: [],
      brands: [{ title: 'Nordhaus', uri: '/brands/nordhaus', logoUrl: null }],
    })
  })

  test('lists only categories and brands that the app sells', async () => {
    // The only product sold in New Zealand is a washer.
    const nz = await navbar('aol-nz')
    expect(titles(nz.mainNav.categories)).toEqual(['Laundry'])
    expect(titles(nz.mainNav.categories[0]?.subCategories ?? [])).toEqual(['Washing machines'])
  })

  test('the project icon is on for wa, wac and andoo; cart and search are on everywhere [navigation-05]', async () => {
    const all = await Promise.all(brands.map(async ({ app }) => ({ app, ...(await navbar(app)).topNav })))
    expect(all.filter((one) => one.displayProjectIcon).map((one) => one.app)).toEqual(['wa', 'andoo', 'wac'])
    expect(all.every((one) => one.displayCartIcon && one.displaySearchIcon)).toBe(true)
  })

  test('staff switch each icon on or off per app, effective at once [NAV-14]', async () => {
    const set = (icon: string, is_shown: boolean) =>
      change('wa', () =>
        shop.database.db
          .insertInto('navigation_icon')
          .values({ app: 'wa', icon, is_shown })
          .onConflict((on) => on.columns(['app', 'icon']).doUpdateSet({ is_shown }))
          .execute(),
      )
    const names = {
      cart: 'displayCartIcon',
      project: 'displayProjectIcon',
      search: 'displaySearchIcon',
      contactUs: 'displayContactUsIcon',
    } as const
    for (const [icon, name] of Object.entries(names)) {
      const before = (await navbar('wa')).topNav
      await set(icon, false)
      expect((await navbar('wa')).topNav).toEqual({ ...before, [name]: false })
      await set(icon, true)
      expect((await navbar('wa')).topNav).toEqual({ ...before, [name]: true })
    }
    expect((await navbar('andoo')).topNav.displayCartIcon).toBe(true)
  })

  test('staff reorder, rename, illustrate and hide entries, effective at once', async () => {
    const id = (uri: string) => shop.services.catalogue.category(uri)?.id ?? expect.fail(uri)
    await change('fk', () =>
      shop.database.db
        .insertInto('navigation_entry')
        .values([
          { app: 'fk', category_id: id('lighting'), position: 2, title: 'Lamps and light', image_url: '/media/a.svg' },
          { app: 'fk', category_id: id('laundry'), position: 1 },
          { app: 'fk', category_id: id('kitchen/cookers'), is_hidden: true },
        ])
        .execute(),
    )
    const { categories } = (await navbar('fk')).mainNav
    expect(titles(categories)).toEqual(['Laundry', 'Lamps and light', 'Kitchen'])
    expect(categories[1]).toMatchObject({ uri: '/c/lighting', imageUrl: '/media/a.svg' })
    expect(titles(categories[2]?.subCategories ?? []).toSorted()).toEqual(['Dishwashers', 'Fridges'])
    expect(titles((await navbar('aol')).mainNav.categories)).toEqual(['Laundry', 'Kitchen', 'Lighting'])
  })

  test('quick links come from the app’s setting [SETT-25]', async () => {
    await shop.set('hc', 'QuickLinks', '[{"title":"Gift cards","url":"/vouchers"}]')
    expect((await navbar('hc')).quickLinks).toEqual([{ title: 'Gift cards', url: '/vouchers' }])
    expect((await navbar('wa')).quickLinks).toEqual([])
  })

  test('categories without products disappear from the menu', async () => {
    expect(titles((await navbar('aoc')).mainNav.categories)).toContain('Lighting')
    const lamps = ['LAMP-1', 'A/B-1'].map((sku) => shop.services.catalogue.productBySku(sku)?.id ?? expect.fail(sku))
    await shop.database.db.deleteFrom('offer').where('app', '=', 'aoc').where('product_id', 'in', lamps).execute()
    await notify(shop.database.db, 'catalogue_changed', JSON.stringify({ products: lamps }))
    await until(async () => !titles((await navbar('aoc')).mainNav.categories).includes('Lighting'))
  })
})

test('works in any letter case, with or without trailing slash, and ignores extra parameters', async () => {
  const shop = await openTestShop({ sandbox: false })
  const visitor = shop.visitor()
  const spelt = await Promise.all(['/api/navbar/', '/api/navbar', '/API/NavBar/'].map((path) => visitor.get(path)))
  expect(new Set(spelt.map((one) => one.text)).size).toBe(1)
  // There is nothing to ask it: what is added to the address changes nothing.
  expect((await visitor.get('/api/navbar/?id=none')).text).toBe(spelt[0]?.text)
  expect((await visitor.get('/api/navbar/kitchen')).status).toBe(404)
  await shop.close()
})
