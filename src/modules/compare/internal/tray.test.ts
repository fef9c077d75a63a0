import { describe, expect, test } from 'vitest'
import type { CompareProduct } from '../compare.ts'
import {
  barText,
  emptySlotText,
  emptyTray,
  isCompareRoute,
  isTrayHidden,
  lookupFailedText,
  nextTray,
  shortBarText,
  trayTitle,
  type TrayState,
} from './tray.ts'

const lamp: CompareProduct = {
  brandImage: '',
  brandName: 'Nordhaus',
  productId: 1,
  productImage: '',
  productName: 'Reading lamp',
  productSKU: 'LAMP-1',
  price: null,
}

test('has its texts [CMPR-02] [CMPR-05] [CMPR-06]', () => {
  expect([barText(1), barText(2), barText(3)]).toEqual(['COMPARE 1 ITEMS', 'COMPARE 2 ITEMS', 'COMPARE 3 ITEMS'])
  expect(shortBarText).toBe('COMPARE')
  expect(emptySlotText).toBe('No product selected')
  expect(lookupFailedText).toBe("This product can't be compared right now.")
})

test('a title is truncated to 50 characters, counting whole characters [CMPR-07]', () => {
  const fifty = '12345678901234567890123456789012345678901234567890'
  expect(trayTitle(fifty)).toBe(fifty)
  expect(trayTitle(`${fifty}1`)).toBe(`${fifty}...`)
  expect(trayTitle('🛋'.repeat(51))).toBe(`${'🛋'.repeat(50)}...`)
})

describe('is hidden', () => {
  const hidden = (pathname: string, { count = 2, homeUsesPageBuilder = true } = {}) =>
    isTrayHidden(pathname, { count, homeUsesPageBuilder })

  test('without products [CMPR-08]', () => {
    expect([hidden('/products', { count: 0 }), hidden('/products', { count: 1 })]).toEqual([true, false])
  })

  test('on checkout and comparison pages, and on no others with similar names [CMPR-09] [CMPR-10]', () => {
    for (const path of ['/customer/checkout', '/customer/checkout/', '/compare', '/compare/', '/comparison/A/B'])
      expect([path, hidden(path)]).toEqual([path, true])
    for (const path of ['/customer/confirmation', '/comparisons', '/compare-all', '/p/compare', '/cart'])
      expect([path, hidden(path)]).toEqual([path, false])
    expect([isCompareRoute('/comparison'), isCompareRoute('/compare/x')]).toEqual([true, false])
  })

  test('on a home page not built with the page builder [CMPR-11] [CMPR-12]', () => {
    expect(hidden('/', { homeUsesPageBuilder: false })).toBe(true)
    expect(hidden('/', { homeUsesPageBuilder: true })).toBe(false)
    expect(hidden('/', { homeUsesPageBuilder: true, count: 0 })).toBe(true)
    expect(hidden('/products', { homeUsesPageBuilder: false })).toBe(false)
  })
})

describe('is open or minimized', () => {
  const loaded = nextTray(emptyTray, { type: 'loaded', products: [lamp] })
  const expanded: TrayState = { products: [lamp], isMinimized: false }

  test('minimized after loading from storage [CMPR-26]', () => {
    expect(loaded).toEqual({ products: [lamp], isMinimized: true })
  })

  test('expanded by a product change and by clicking the bar [CMPR-24] [CMPR-27] [CMPR-28]', () => {
    const two = [lamp, { ...lamp, productSKU: 'LAMP-2' }]
    expect(nextTray(loaded, { type: 'changed', products: two })).toEqual({ products: two, isMinimized: false })
    expect(nextTray({ products: two, isMinimized: true }, { type: 'changed', products: [lamp] })).toEqual(expanded)
    expect(nextTray(loaded, { type: 'expanded' })).toEqual(expanded)
  })

  test('minimized by Hide [CMPR-03]', () => {
    expect(nextTray(expanded, { type: 'hidden' })).toEqual(loaded)
  })

  test('closed with the last product, and minimized when storage has some again [CMPR-25]', () => {
    const closed = nextTray(expanded, { type: 'changed', products: [] })
    expect(closed.products).toEqual([])
    expect(nextTray(closed, { type: 'loaded', products: [lamp] })).toEqual(loaded)
  })

  test('unchanged when another tab changes the list', () => {
    expect(nextTray(expanded, { type: 'loaded', products: [lamp, lamp] }).isMinimized).toBe(false)
    expect(nextTray(loaded, { type: 'loaded', products: [lamp, lamp] }).isMinimized).toBe(true)
  })
})
