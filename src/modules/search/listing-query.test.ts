import { expect, test } from 'vitest'
import { chipsOf } from './chips.ts'
import {
  addressesAdding,
  listingAddress,
  plainChoice,
  readListingChoice,
  withService,
  type ListingChoice,
} from './listing-query.ts'

const isRange = (facet: string) => facet === 'price' || facet === 'width_mm'
const read = (query: string) => readListingChoice(new URLSearchParams(query), isRange)

const full: ListingChoice = {
  page: 3,
  sort: 'price-asc',
  filters: { brand: ['acme', 'bolt & co'], colour: ['Blå'] },
  ranges: { price: { min: 500_00, max: 1_000_50 }, width_mm: { min: undefined, max: 600 } },
  delivery: { postcode: '2010', by: '2026-11-23' },
  services: { postcode: '2010', kinds: ['installation', 'removal'] },
}

test('a URL is parsed back to the selection it was built from', () => {
  const [, query = ''] = listingAddress('/c/fridges', full).split('?')
  expect(read(query)).toEqual(full)
  expect(listingAddress('/c/fridges', read(''))).toBe('/c/fridges')
})

test('a delivery day is a filter; an invalid postcode or day is ignored', () => {
  expect(read('filter=delivery:2010.2026-11-23').delivery).toEqual({ postcode: '2010', by: '2026-11-23' })
  for (const text of ['2010.2026-02-30', '201.2026-11-23', '2010', 'x.2026-11-23', '2010.2026-11-23T00:00'])
    expect([text, read(`filter=delivery:${text}`).delivery]).toEqual([text, null])
  expect(read('filter=delivery:2010.2026-11-23').filters).toEqual({})
})

test('services are one filter with their postcode, in fixed order; unknown ones are ignored', () => {
  const both = { postcode: '2010', kinds: ['installation', 'removal'] }
  expect(read('filter=services:2010.removal.installation').services).toEqual(both)
  expect(read('filter=services:2010.removal.cleaning').services).toEqual({ postcode: '2010', kinds: ['removal'] })
  for (const text of ['2010', '201.removal', 'removal', '2010.cleaning', 'x.removal'])
    expect([text, read(`filter=services:${text}`).services]).toEqual([text, null])
})

test('services are added and removed individually; another postcode starts again', () => {
  const one = withService(plainChoice, '2010', 'removal')
  expect(one.services).toEqual({ postcode: '2010', kinds: ['removal'] })
  const two = withService(one, '2010', 'installation')
  expect(two.services?.kinds).toEqual(['installation', 'removal'])
  expect(withService(two, '2010', 'removal').services?.kinds).toEqual(['installation'])
  expect(withService(one, '2010', 'removal').services).toBeNull()
  expect(withService(two, '3000', 'removal').services).toEqual({ postcode: '3000', kinds: ['removal'] })
})

test('a space is one filter with one chip; without script it arrives as four fields', () => {
  const filters = { space: ['900x1800x700x20'] }
  expect(read('filter=space:900x1800x700x20').filters).toEqual(filters)
  expect(read('space=900&space=1800&space=700&space=20').filters).toEqual(filters)
  for (const query of ['filter=space:900x1800', 'space=900&space=&space=700&space=20', 'space=wide'])
    expect([query, read(query).filters]).toEqual([query, {}])
  const [chip, ...others] = chipsOf([], { ...plainChoice, page: 2, filters })
  expect(chip).toEqual({ label: 'Fits 900 × 1800 × 700 mm', without: plainChoice })
  expect(others).toEqual([])
})

test('the URL with one more value keeps the rest, whatever it is', () => {
  const address = addressesAdding('/c/fridges', full, 'brand')('new')
  expect(read(address.split('?')[1] ?? '')).toEqual({
    ...full,
    page: 1,
    filters: { brand: ['acme', 'bolt & co', 'new'], colour: ['Blå'] },
  })
})

test('a delivery day has a chip that removes only it', () => {
  const chip = chipsOf([], full).find(({ label }) => label === 'At 2010 by Mon 23 Nov')
  expect(chip?.without).toEqual({ ...full, page: 1, delivery: null })
})

test('a yes/no chip names its attribute', () => {
  const options = [{ value: 'true', label: 'Yes', count: 3, selected: true as const }]
  const facets = [{ code: 'smart', title: 'Smart', kind: 'list' as const, options }]
  expect(chipsOf(facets, { ...plainChoice, filters: { smart: ['true'] } })[0]?.label).toBe('Smart: Yes')
})

test('each service has its own chip', () => {
  const chip = chipsOf([], full).find(({ label }) => label === 'Old appliance removal at 2010')
  expect(chip?.without.services).toEqual({ postcode: '2010', kinds: ['installation'] })
})
