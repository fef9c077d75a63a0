import { expect, test } from 'vitest'
import { bySimilarity } from './similar.ts'

type One = Parameters<typeof bySimilarity>[0] & { readonly name: string }
const fridge = (name: string, price: number | null, facts: readonly string[], more: Partial<One> = {}): One => ({
  name,
  facts,
  condition: 'NewCondition',
  offers: { aol: { price } as never },
  ...more,
})
const names = (product: One, others: readonly One[]) => bySimilarity(product, others, 'aol').map(({ name }) => name)

const reference = fridge('reference', 2_000_00, ['605 L', '913 mm wide', '3.5 stars'])

test('near in price comes before far, whatever is dearer', () => {
  const others = [4_000_00, 1_900_00, 1_000_00, 2_400_00].map((price) =>
    fridge(String(price / 100), price, reference.facts),
  )
  expect(names(reference, others)).toEqual(['1900', '2400', '4000', '1000'])
})

test('the facts that decide a category count as much as the price', () => {
  const smaller = fridge('smaller', 2_000_00, ['300 L', '600 mm wide', '3.5 stars'])
  const dearer = fridge('dearer', 2_600_00, ['600 L', '910 mm wide', '3.5 stars'])
  expect(names(reference, [smaller, dearer])).toEqual(['dearer', 'smaller'])
})

test('a fact of another kind, or none, is half a difference', () => {
  const lacking = fridge('lacking', 2_000_00, ['605 L', '913 mm wide'])
  const slightly = fridge('slightly', 2_000_00, ['605 L', '913 mm wide', '3 stars'])
  const otherUnit = fridge('other unit', 2_000_00, ['605 L', '913 cm wide', '3.5 stars'])
  expect(names(reference, [lacking, otherUnit, slightly])).toEqual(['slightly', 'lacking', 'other unit'])
})

test('another condition comes later; equals stay in the order of popularity; no price excludes nothing', () => {
  const used = fridge('used', 2_000_00, reference.facts, { condition: 'CosmeticImperfection' })
  const first = fridge('first', 2_000_00, reference.facts)
  const second = fridge('second', null, reference.facts)
  expect(names(reference, [used, first, second])).toEqual(['first', 'second', 'used'])
})
