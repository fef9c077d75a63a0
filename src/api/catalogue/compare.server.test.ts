import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppCode } from '../../brands/apps.ts'
import { products, places } from '../../testing/catalogue.ts'
import type { CompareList } from '../../modules/compare/compare.ts'
import { databaseEngines } from '../../testing/database.ts'
import type { ErrorBody } from '../../platform/http/problem.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'

/** The calls about comparing over HTTP, on both engines. Their bad inputs in general are in endpoints.server.test.ts. */

const limit =
  "You've already selected 3 products to compare. That's the maximum. To compare this product, please remove another first."

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
  })
  afterAll(async () => shop.close())

  const add = (visitor: Visitor, sku: unknown) => visitor.post('/api/compare/product/', { sku })
  const skus = async (visitor: Visitor) =>
    (await visitor.get('/api/compare/')).json<CompareList>().products.map((one) => one.sku)
  async function comparing(...requested: string[]): Promise<Visitor> {
    const visitor = shop.visitor()
    for (const sku of requested) expect((await add(visitor, sku)).status).toBe(200)
    return visitor
  }

  test('GET /api/compare/ is empty for a new visitor and sets no cookie [CAT-02]', async () => {
    const answer = await shop.visitor().get('/api/compare/')
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(answer.json()).toEqual({ products: [] })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test('POST adds a product by SKU and returns the comparison data of the whole list [CAT-02] [CAT-07] [CMPR-17]', async () => {
    const visitor = shop.visitor()
    const first = await add(visitor, 'WM-1')
    expect(String(first.headers['set-cookie'])).toMatch(/^visitor=.*; HttpOnly; SameSite=Lax; Max-Age=31536000/)
    const second = await add(visitor, 'A/B-1')
    expect(second.headers['set-cookie']).toBeUndefined()
    const list = second.json<CompareList>()
    expect(list).toEqual({
      products: [
        {
          brandImage: '',
          brandName: 'Brightwater',
          productId: expect.any(Number),
          productImage: expect.stringMatching(/^\/media\//),
          productName: 'Front load washer 8 kg',
          productSKU: 'WM-1',
          price: 999,
          sku: 'WM-1',
        },
        expect.objectContaining({ productName: products.awkward.title, productSKU: 'A/B-1', sku: 'A/B-1' }),
      ],
    })
    expect((await visitor.get('/api/compare/')).json()).toEqual(list)
  })

  test('adding a SKU already in the list changes nothing, in any letter case', async () => {
    const visitor = await comparing('WM-1', 'LAMP-1', 'FR-1')
    expect((await add(visitor, 'wm-1')).json<CompareList>().products).toHaveLength(3)
    expect(await skus(visitor)).toEqual(['WM-1', 'LAMP-1', 'FR-1'])
  })

  test('a fourth product is rejected and nothing is added [CMPR-21]', async () => {
    const visitor = await comparing('WM-1', 'LAMP-1', 'FR-1')
    const refused = await add(visitor, 'HOSE-1')
    expect(refused.status).toBe(400)
    expect(refused.json<ErrorBody>().errors).toEqual([{ code: 'compare_full', field: 'sku', message: limit }])
    expect(await skus(visitor)).toEqual(['WM-1', 'LAMP-1', 'FR-1'])
  })

  test('of several added at once at most three are stored', async () => {
    const visitor = await comparing('WM-1')
    const answers = await Promise.all(['LAMP-1', 'FR-1', 'HOSE-1', 'BO-1', 'SC-20'].map((sku) => add(visitor, sku)))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 200, 400, 400, 400])
    expect(await skus(visitor)).toHaveLength(3)
  })

  test('a product that no app of this host sells is 404, and sets no cookie', async () => {
    const visitor = shop.visitor('aol')
    for (const sku of ['NONE', 'NZ-1', ' ']) {
      const refused = await add(visitor, sku)
      expect([sku, refused.status]).toEqual([sku, 400])
      expect(refused.json<ErrorBody>().errors).toEqual([
        { code: 'unknown_sku', field: 'sku', message: 'sku: must be the sku of a product' },
      ])
      expect(refused.headers['set-cookie']).toBeUndefined()
    }
    for (const sku of ['', 1, null, undefined, 'x'.repeat(61)])
      expect([sku, (await add(visitor, sku)).json<ErrorBody>().errors[0]?.field]).toEqual([sku, 'sku'])
  })

  test('DELETE removes a product and returns the rest, even when it was not in the list [CAT-08]', async () => {
    const visitor = await comparing('WM-1', 'A/B-1', 'FR-1')
    const removed = await visitor.delete('/api/compare/product/A%2FB-1')
    expect(removed.json<CompareList>().products.map((one) => one.sku)).toEqual(['WM-1', 'FR-1'])
    for (const sku of ['A%2FB-1', 'LAMP-1', 'NONE'])
      expect([sku, (await visitor.delete(`/api/compare/product/${sku}`)).status]).toEqual([sku, 200])
    expect(await skus(visitor)).toEqual(['WM-1', 'FR-1'])
    expect((await shop.visitor().delete('/api/compare/product/WM-1')).json()).toEqual({ products: [] })
    expect((await visitor.delete(`/api/compare/product/${'x'.repeat(61)}`)).status).toBe(404)
  })

  test('visitors and apps have separate lists, and the delivery location is unaffected', async () => {
    const visitor = await comparing('WM-1')
    await visitor.post('/api/geo/setlocation', { localityId: places.sydney.id })
    expect(await skus(visitor)).toEqual(['WM-1'])
    expect((await visitor.get('/api/geo')).json()).toMatchObject({ postcode: '2000', newUser: false })
    expect(await skus(await comparing())).toEqual([])
    const onAoc = shop.visitor('aoc')
    await add(onAoc, 'WM-1')
    // Prices are for who has signed in there.
    expect((await onAoc.get('/api/compare/')).json<CompareList>().products).toMatchObject([
      { sku: 'WM-1', price: null },
    ])
  })

  test('discontinued products are left out and free their place', async () => {
    const visitor = await comparing('WM-1', 'LAMP-1', 'OUT-1')
    const { services, database } = shop
    const id = services.catalogue.productBySku('OUT-1')?.id ?? expect.fail('no product')
    await database.db
      .updateTable('compare_list')
      .set({ product_ids: [id, 999_999, 999_998] })
      .execute()
    expect(await skus(visitor)).toEqual(['OUT-1'])
    await add(visitor, 'WM-1')
    expect(await skus(visitor)).toEqual(['OUT-1', 'WM-1'])
  })

  describe('GET /api/compare/products', () => {
    type Comparison = {
      products: { sku: string; specifications: unknown[] }[]
      attributes: { group: string; name: string; values: (string | null)[]; isDifferent: boolean }[]
    }
    const compare = async (query: string, app?: AppCode) => {
      const answer = await shop.visitor(app).get(`/api/compare/products${query}`)
      expect([query, answer.status]).toEqual([query, 200])
      return answer.json<Comparison>()
    }
    const found = async (query: string, app?: AppCode) => (await compare(query, app)).products.map((one) => one.sku)

    test('takes SkuList separated by tildes or commas, in any order and letter case of its name [CAT-09]', async () => {
      expect(await found('?SkuList=WM-1~A%2FB-1~LAMP-1')).toEqual(['WM-1', 'A/B-1', 'LAMP-1'])
      expect(await found('?SkuList=LAMP-1,WM-1')).toEqual(['LAMP-1', 'WM-1'])
      expect(await found('?skulist=LAMP-1%7EWM-1')).toEqual(['LAMP-1', 'WM-1'])
      expect((await compare('?SkuList=WM-1')).products[0]).toMatchObject({
        title: 'Front load washer 8 kg',
        price: 999,
        specifications: expect.any(Array),
      })
    })

    test('uses the first three distinct SKUs and skips unknown ones', async () => {
      expect(await found('?SkuList=WM-1~WM-1~wm-1~LAMP-1~FR-1')).toEqual(['WM-1', 'LAMP-1'])
      expect(await found('?SkuList=WM-1~NONE~LAMP-1~FR-1')).toEqual(['WM-1', 'LAMP-1'])
      expect(await found('?SkuList=WM-1~NZ-1', 'aol-nz')).toEqual(['NZ-1'])
      expect(await compare('?SkuList=NONE')).toEqual({ products: [], attributes: [] })
    })

    test('is rejected without a SKU', async () => {
      for (const query of ['', '?SkuList=', '?SkuList=~', '?SkuList=%20,'])
        expect([query, (await shop.visitor().get(`/api/compare/products${query}`)).json<ErrorBody>().errors]).toEqual([
          query,
          [{ code: 'no_sku', field: 'SkuList', message: "SkuList: must hold 1 to 3 skus joined by '~'" }],
        ])
      expect((await shop.visitor().get(`/api/compare/products?SkuList=${'x'.repeat(401)}`)).status).toBe(400)
    })
  })
})
