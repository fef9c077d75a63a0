import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppCode } from '../../brands/apps.ts'
import { places } from '../../testing/catalogue.ts'
import type { CompareList } from '../../modules/compare/compare.ts'
import { minutes } from '../../platform/clock.ts'
import { databaseEngines } from '../../testing/database.ts'
import type { ErrorBody } from '../../platform/http/problem.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'

/** What follows an account from one browser to the next: the delivery location and the compare list. Carts are in modules/cart/account-carts.server.test.ts. */

const password = 'a long fridge 42'

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
  })
  afterAll(async () => shop.close())

  let count = 0
  async function register(): Promise<string> {
    const email = `choices${++count}@shopper.example`
    const name = { firstName: 'Robin', lastName: 'Vale', phone: '0412 345 678' }
    const body = { email, password, ...name, clientId: 'storefront-aol', ABN: '' }
    expect((await shop.visitor().identity('POST', '/api/account/register', { body })).status).toBe(200)
    return email
  }

  const guest = (app: AppCode = 'aol') => shop.visitor(app)
  async function signedIn(email: string, browser: Visitor = guest()): Promise<Visitor> {
    await browser.signIn(email, password)
    return browser
  }
  async function signOut(browser: Visitor): Promise<void> {
    browser.token = null
    await browser.post('/api/session/end')
  }

  describe('the delivery location', () => {
    const choose = async (browser: Visitor, { id }: { id: string }) => {
      expect((await browser.post('/api/geo/setlocation', { localityId: id })).status).toBe(200)
      return browser
    }
    const placeOf = async (browser: Visitor) =>
      (await browser.get('/api/geo')).json<{ localityId: string | null }>().localityId

    test('chosen as a guest is stored with the account at login and restored in the next browser [geo-10]', async () => {
      const email = await register()
      const laptop = await choose(guest(), places.melbourne)
      await signedIn(email, laptop)
      expect(await placeOf(laptop)).toBe(places.melbourne.id)
      const phone = guest()
      expect((await phone.get('/api/geo')).json()).toMatchObject({ newUser: true, localityId: null })
      await signedIn(email, phone)
      expect((await phone.get('/api/geo')).json()).toMatchObject({
        newUser: false,
        localityId: places.melbourne.id,
        postcode: '3000',
      })
      // The visitor cookie has it for a year, whatever becomes of the sign-in.
      await signOut(phone)
      expect(await placeOf(phone)).toBe(places.melbourne.id)
    })

    test('of an account without one leaves the browser’s location unchanged or unset [geo-10]', async () => {
      const browser = await signedIn(await register())
      expect(browser.cookies.has('visitor')).toBe(false)
      expect((await browser.get('/api/geo')).json()).toMatchObject({ newUser: true, localityId: null })
    })

    test('chosen last wins: a guest’s choice replaces an older one of the account [geo-10]', async () => {
      const email = await register()
      const laptop = await signedIn(email, await choose(guest(), places.melbourne))
      // A guest chose in another browser and signs in there.
      const phone = await signedIn(email, await choose(guest(), places.orange))
      expect(await placeOf(phone)).toBe(places.orange.id)
      // The laptop keeps its own until its next sign-in.
      expect(await placeOf(laptop)).toBe(places.melbourne.id)
      await signOut(laptop)
      await signedIn(email, laptop)
      expect(await placeOf(laptop)).toBe(places.orange.id)
      // Chosen while signed in, it is the account's at once.
      await choose(phone, places.sydney)
      expect(await placeOf(await signedIn(email))).toBe(places.sydney.id)
    })

    test('left by another account in a browser is not copied to the next one [geo-10]', async () => {
      const [first, second, third] = [await register(), await register(), await register()]
      const shared = await signedIn(first, await choose(guest(), places.melbourne))
      await signOut(shared)
      await signedIn(second, shared)
      expect(await placeOf(await signedIn(second))).toBeNull()
      await signOut(shared)
      await choose(await signedIn(third), places.orange)
      await signedIn(third, shared)
      expect(await placeOf(shared)).toBe(places.orange.id)
      expect(await placeOf(await signedIn(first))).toBe(places.melbourne.id)
      // A guest who chooses anew in that browser brings it along.
      await signOut(shared)
      await choose(shared, places.sydney)
      await signedIn(second, shared)
      expect(await placeOf(await signedIn(second))).toBe(places.sydney.id)
    })

    test('belongs to one app, and stays when a store is chosen [geo-10]', async () => {
      const email = await register()
      await choose(await signedIn(email), places.melbourne)
      const inStores = await signedIn(email, guest('wa'))
      expect(await placeOf(inStores)).toBeNull()
      const { storeId } = shop.services.stores.find({ app: 'wa' }, 'newtown') ?? expect.fail('no store')
      await choose(inStores, places.sydney)
      await inStores.post('/api/store/setstore', { storeId })
      expect(await placeOf(inStores)).toBe(places.sydney.id)
      expect(await placeOf(await signedIn(email, guest('wa')))).toBe(places.sydney.id)
      expect(await placeOf(await signedIn(email))).toBe(places.melbourne.id)
    })
  })

  describe('the compare list', () => {
    const add = (browser: Visitor, sku: string) => browser.post('/api/compare/product/', { sku })
    const skus = async (browser: Visitor) =>
      (await browser.get('/api/compare/')).json<CompareList>().products.map((one) => one.sku)
    async function comparing(...requested: string[]): Promise<Visitor> {
      const browser = guest()
      for (const sku of requested) expect((await add(browser, sku)).status).toBe(200)
      return browser
    }

    test('of a guest moves to the account, appears in the next browser and stays with the account after logout [compare-02]', async () => {
      const email = await register()
      const laptop = await signedIn(email, await comparing('WM-1', 'LAMP-1'))
      const phone = await signedIn(email)
      expect([await skus(laptop), await skus(phone)]).toEqual([
        ['WM-1', 'LAMP-1'],
        ['WM-1', 'LAMP-1'],
      ])
      // Each add and removal is the account's now, without making a visitor.
      expect((await add(phone, 'FR-1')).headers['set-cookie']).toBeUndefined()
      await laptop.delete('/api/compare/product/WM-1')
      expect([await skus(laptop), await skus(phone)]).toEqual([
        ['LAMP-1', 'FR-1'],
        ['LAMP-1', 'FR-1'],
      ])
      await signOut(laptop)
      expect(await skus(laptop)).toEqual([])
      await signedIn(email, laptop)
      expect(await skus(laptop)).toEqual(['LAMP-1', 'FR-1'])
    })

    test('merges both, this browser’s first, at most three and each once [compare-02]', async () => {
      const email = await register()
      await signedIn(email, await comparing('WM-1', 'LAMP-1'))
      const browser = await signedIn(email, await comparing('FR-1', 'WM-1'))
      expect(await skus(browser)).toEqual(['FR-1', 'WM-1', 'LAMP-1'])
      const full = await signedIn(email, await comparing('HOSE-1', 'BO-1'))
      expect(await skus(full)).toEqual(['HOSE-1', 'BO-1', 'FR-1'])
      const refused = await add(full, 'SC-20')
      expect([refused.status, refused.json<ErrorBody>().errors[0]?.code]).toEqual([400, 'compare_full'])
      expect((await add(full, 'bo-1')).status).toBe(200)
      expect(await skus(full)).toEqual(['HOSE-1', 'BO-1', 'FR-1'])
    })

    test('of one account is not visible to another account in the same browser, nor in another app [compare-02]', async () => {
      const [first, second] = [await register(), await register()]
      const shared = await signedIn(first, await comparing('WM-1'))
      await add(shared, 'LAMP-1')
      await signOut(shared)
      await signedIn(second, shared)
      expect(await skus(shared)).toEqual([])
      expect(await skus(await signedIn(first))).toEqual(['WM-1', 'LAMP-1'])
      expect(await skus(await signedIn(first, guest('wa')))).toEqual([])
    })

    test('holds at most three even when several browsers log in and add at once [compare-02]', async () => {
      const email = await register()
      const browsers = await Promise.all([
        comparing('WM-1', 'LAMP-1'),
        comparing('FR-1', 'HOSE-1'),
        comparing('BO-1', 'SC-20'),
      ])
      for (const browser of browsers) await browser.signIn(email, password)
      await signOut(browsers[0] as Visitor)
      await Promise.all(browsers.map((browser) => browser.post('/api/session/start')))
      const answers = await Promise.all(['WM-1', 'LAMP-1', 'OUT-1'].map((sku) => add(browsers[1] as Visitor, sku)))
      expect(answers.every((answer) => [200, 400].includes(answer.status))).toBe(true)
      expect(await skus(browsers[2] as Visitor)).toHaveLength(3)
    })

    test('falls back to the visitor’s list when the token has expired [compare-02]', async () => {
      const email = await register()
      const browser = await signedIn(email, await comparing('WM-1'))
      browser.token = 'made-up'
      await add(browser, 'LAMP-1')
      expect(await skus(browser)).toEqual(['LAMP-1'])
    })
  })

  test('assisted choices of location and comparison are not stored with the staff account', async () => {
    const email = await register()
    const staff = { role: 'administrator', winning_user_id: 'W1' }
    await shop.database.db.updateTable('account').set(staff).where('email', '=', email).execute()
    const browser = guest()
    await browser.post('/api/geo/setlocation', { localityId: places.melbourne.id })
    await browser.post('/api/compare/product/', { sku: 'WM-1' })
    await signedIn(email, browser)
    await browser.post('/api/geo/setlocation', { localityId: places.orange.id })
    expect((await browser.get('/api/compare/')).json<CompareList>().products).toHaveLength(1)
    await shop.advance(minutes(2))
    const next = await signedIn(email)
    expect((await next.get('/api/geo')).json()).toMatchObject({ localityId: null })
    expect((await next.get('/api/compare/')).json()).toEqual({ products: [] })
  })
})
