import { expect, test } from 'vitest'
import { saveRibbon } from './search-product.ts'

test('a saving is a ribbon from 5 percent or $200 on, in percent where there are five', () => {
  expect(saveRibbon({ price: 750_00, rrp: 1_000_00 })).toEqual({ type: 'save', text: 'Save 25%', size: 'xs' })
  expect(saveRibbon({ price: 950_00, rrp: 1_000_00 })?.text).toBe('Save 5%')
  expect(saveRibbon({ price: 950_01, rrp: 1_000_00 })).toBeNull()
  expect(saveRibbon({ price: 5_750_00, rrp: 6_000_00 })?.text).toBe('Save $250')
})

test('without a higher price before there is nothing to save', () => {
  expect(saveRibbon({ price: 100_00, rrp: null })).toBeNull()
  expect(saveRibbon({ price: 100_00, rrp: 90_00 })).toBeNull()
})
