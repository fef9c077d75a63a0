import { expect, test } from 'vitest'
import { chipsOf } from './chips.ts'
import { addressesAdding, listingAddress, readListingChoice, type ListingChoice } from './listing-query.ts'

const isRange = (facet: string) => facet === 'price' || facet === 'width_mm'
const read = (query: string) => readListingChoice(new URLSearchParams(query), isRange)

const full: ListingChoice = {
  page: 3,
  sort: 'price-asc',
  filters: { brand: ['acme', 'bolt & co'], colour: ['Blå'] },
  ranges: { price: { min: 500_00, max: 1_000_50 }, width_mm: { min: undefined, max: 600 } },
  delivery: { postcode: '2010', by: '2026-11-23' },
}

test('an address is read back as the choice it was made of', () => {
  const [, query = ''] = listingAddress('/c/fridges', full).split('?')
  expect(read(query)).toEqual(full)
  expect(listingAddress('/c/fridges', read(''))).toBe('/c/fridges')
})

test('a day of delivery is one more filter; what is no postcode or no day counts as not asked', () => {
  expect(read('filter=delivery:2010.2026-11-23').delivery).toEqual({ postcode: '2010', by: '2026-11-23' })
  for (const text of ['2010.2026-02-30', '201.2026-11-23', '2010', 'x.2026-11-23', '2010.2026-11-23T00:00'])
    expect([text, read(`filter=delivery:${text}`).delivery]).toEqual([text, null])
  expect(read('filter=delivery:2010.2026-11-23').filters).toEqual({})
})

test('the address with one more value keeps the rest, whatever it is', () => {
  const address = addressesAdding('/c/fridges', full, 'brand')('new')
  expect(read(address.split('?')[1] ?? '')).toEqual({
    ...full,
    page: 1,
    filters: { brand: ['acme', 'bolt & co', 'new'], colour: ['Blå'] },
  })
})

test('a chosen day has a chip that takes it away and nothing else', () => {
  const chip = chipsOf([], full).find(({ label }) => label === 'At 2010 by Mon 23 Nov')
  expect(chip?.without).toEqual({ ...full, page: 1, delivery: null })
})
