import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergedLines, withSharedLines, type StoredLine } from './merging.ts'

const line = (sku: string, quantity: number, more: Partial<StoredLine> = {}): StoredLine => ({
  productCode: sku,
  productId: sku.length,
  quantity,
  warrantyId: null,
  installId: null,
  ...more,
})
const anyLines = fc.uniqueArray(
  fc.record({
    productCode: fc.constantFrom('A', 'B', 'C', 'D'),
    productId: fc.constant(1),
    quantity: fc.integer({ min: 1, max: 99 }),
    warrantyId: fc.option(fc.constant(3)),
    installId: fc.option(fc.constant(4)),
  }),
  { selector: ({ productCode }) => productCode },
)

test('quantities are added up to 99; the account’s lines come first [cart-02]', () => {
  expect(mergedLines([line('A', 2), line('B', 98)], [line('C', 1), line('B', 2), line('A', 3)])).toEqual([
    line('A', 5),
    line('B', 99),
    line('C', 1),
  ])
})

test('the guest’s option wins; without one the account’s stays', () => {
  const own = [line('A', 1, { warrantyId: 1, installId: 2 })]
  expect(mergedLines(own, [line('A', 1, { warrantyId: 9 })])).toEqual([line('A', 2, { warrantyId: 9, installId: 2 })])
  expect(mergedLines(own, [line('A', 1)])).toEqual([line('A', 2, { warrantyId: 1, installId: 2 })])
})

test('a shared cart raises quantities to those shared and leaves the rest unchanged', () => {
  const own = [line('A', 5, { warrantyId: 1 }), line('B', 1)]
  expect(withSharedLines(own, [line('A', 2, { warrantyId: 9 }), line('B', 3), line('C', 1, { installId: 7 })])).toEqual(
    [line('A', 5, { warrantyId: 1 }), line('B', 3), line('C', 1, { installId: 7 })],
  )
  // Where nothing was chosen, what was sent counts.
  expect(withSharedLines([line('A', 1, { installId: 2 })], [line('A', 1, { warrantyId: 9, installId: 7 })])).toEqual([
    line('A', 1, { warrantyId: 9, installId: 2 }),
  ])
})

test('no line of either cart is lost, and adding a shared cart twice has no further effect', () => {
  fc.assert(
    fc.property(anyLines, anyLines, (own, other) => {
      const merged = mergedLines(own, other)
      for (const one of [...own, ...other]) {
        const there = merged.find(({ productCode }) => productCode === one.productCode)
        expect(there?.quantity).toBeGreaterThanOrEqual(one.quantity)
        expect(there?.quantity).toBeLessThanOrEqual(99)
      }
      const once = withSharedLines(own, other)
      expect(withSharedLines(once, other)).toEqual(once)
    }),
  )
})
