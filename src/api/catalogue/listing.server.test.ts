import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppCode } from '../../brands/apps.ts'
import { brandOf } from '../../brands/brands.ts'
import type { ErrorBody } from '../../platform/http/problem.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'

/** Lists over HTTP, on the dozen products of src/testing/catalogue.ts. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())

type Listing = { products: { sku: string; price: number | null }[]; totalItems: number; noIndex: boolean }

async function list(query: string, app: AppCode = 'aol'): Promise<Listing> {
  const answer = await shop.visitor(app).get(`/api/v2/listing?${query}`)
  expect([query, answer.status]).toEqual([query, 200])
  return answer.json<Listing>()
}

const skus = async (query: string, app?: AppCode) => (await list(query, app)).products.map((one) => one.sku).toSorted()

describe('listing filters for a location', () => {
  const washers = 'type=category&uri=laundry/washing-machines'

  test('delivery by a day keeps products that can arrive by then', async () => {
    // Today at the warehouse is 24 November; the dryer comes on 1 December and lies ready two days later.
    const all = await skus(washers)
    expect(all).toEqual(['BO-1', 'OLD-1', 'OUT-1', 'WM-1'])
    expect(await skus(`${washers}&filter=delivery:2000.2026-11-26`)).toEqual(['WM-1'])
    expect(await skus(`${washers}&filter=delivery:2000.2026-12-02`)).toEqual(['WM-1'])
    expect(await skus(`${washers}&filter=delivery:2000.2026-12-04`)).toEqual(['BO-1', 'WM-1'])
  })

  test('delivery by a day excludes products whose manufacturer arranges the day', async () => {
    const maker = shop.services.catalogue.productBySku('WM-1')?.brand.title ?? ''
    await shop.set('aol', 'proformaShippingBrands', maker)
    expect(await skus(`${washers}&filter=delivery:2000.2026-12-04`)).not.toContain('WM-1')
    await shop.set('aol', 'proformaShippingBrands', 'Miele')
    expect(await skus(`${washers}&filter=delivery:2000.2026-12-04`)).toContain('WM-1')
  })

  test('service filters keep products offered that service there', async () => {
    expect(await skus('type=all&filter=services:2000.removal')).toEqual(
      await skus(
        'type=all&filter=category:laundry/washing-machines&filter=category:kitchen/fridges&filter=category:kitchen/dishwashers',
      ),
    )
    expect(await skus('type=all&filter=services:2000.installation.removal')).toContain('WM-1')
    expect(await skus('type=all&filter=services:2000.removal')).not.toContain('LAMP-1')
    // Nobody takes an old appliance away from a remote place.
    expect(await skus('type=all&filter=services:2880.removal')).toEqual([])
    expect(await skus('type=all&filter=services:2880.installation')).toContain('WM-1')
  })

  test('a location without delivery or in another country has no results', async () => {
    for (const postcode of ['2898', '9999']) {
      expect(await skus(`type=all&filter=delivery:${postcode}.2027-02-01`)).toEqual([])
      expect(await skus(`type=all&filter=services:${postcode}.removal`)).toEqual([])
    }
    expect(await skus('type=all&filter=delivery:1011.2026-12-20', 'aol-nz')).toEqual(['NZ-1'])
    expect(await skus('type=all&filter=services:1011.removal', 'aol-nz')).toEqual(['NZ-1'])
  })

  test('an invalid filter is ignored', async () => {
    const all = await skus('type=all')
    for (const filter of ['delivery:2000', 'delivery:2000.2026-02-30', 'services:2000', 'services:2000.cleaning'])
      expect([filter, await skus(`type=all&filter=${filter}`)]).toEqual([filter, all])
  })
})

test('a listing says whether search engines index it', async () => {
  const noIndex = async (query: string) => (await list(query)).noIndex
  expect(await noIndex('type=category&uri=laundry')).toBe(false)
  expect(await noIndex('type=category&uri=laundry&filter=brand:brightwater')).toBe(false)
  expect(await noIndex('type=category&uri=laundry&filter=brand:brightwater&sort=name')).toBe(true)
  expect(await noIndex('type=category&uri=kitchen/fridges&filter=brand:nordhaus')).toBe(true)
  expect(await noIndex('type=all&filter=services:2000.removal')).toBe(true)
  expect(await noIndex('type=search&term=washer')).toBe(true)
})

test.each([
  ['type=nothing', 400, 'type'],
  ['type=all&page=-1', 400, 'page'],
  ['type=all&pageSize=0', 400, 'pageSize'],
  ['type=category&uri=no/such', 404, null],
  ['type=search&term=%20', 400, 'term'],
])('%s is rejected with %i, naming the field', async (query, status, field) => {
  const answer = await shop.visitor().get(`/api/v2/listing?${query}`)
  expect([answer.status, answer.json<ErrorBody>().errors[0]?.field]).toEqual([status, field])
})

test('thousands of distinct queries do not grow the index', async () => {
  const before = shop.services.search.listings.memoryBytes()
  for (let at = 0; at < 2_000; at++) {
    const filters = { brand: [`nobody-${at}`], colour: [`colour-${at}`], [`attribute-${at}`]: ['x'] }
    const choice = { page: 1, sort: 'relevance', filters, ranges: {}, delivery: null, services: null } as const
    shop.services.search.listings.list(brandOf('aol'), { term: `word ${at}` }, choice, null, {
      arrives: (supply) => supply.includes(String(at)),
    })
  }
  expect(shop.services.search.listings.memoryBytes()).toBe(before)
})
