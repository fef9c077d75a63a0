import { describe, expect, test } from 'vitest'
import { saveProductPath } from '../catalogue/catalogue.ts'
import {
  isNameTaken,
  maxItems,
  maxLists,
  mergedItems,
  mergedLists,
  newsOf,
  readName,
  type StoredItem,
  type StoredList,
} from './wishlists.ts'

const item = (productId: number, more: Partial<StoredItem> = {}): StoredItem => ({
  productId,
  quantity: 1,
  warrantyId: null,
  installId: null,
  seen: { price: 100_00, isBuyable: true },
  ...more,
})
const list = (name: string, items: readonly StoredItem[], more: Partial<StoredList> = {}): StoredList => ({
  id: name,
  kind: 'list',
  name,
  shareToken: null,
  wantsMail: false,
  items,
  ...more,
})

describe('the name of a list', () => {
  test('is stored without spaces around it and with single ones in it', () => {
    expect(readName('  New \t kitchen ')).toEqual({ ok: true, value: 'New kitchen' })
  })

  test('is rejected when nothing is left of it, when it is too long, or when a database cannot hold it', () => {
    expect(readName('  ')).toEqual({ ok: false, problem: { code: 'name_missing' } })
    expect(readName('a\0')).toEqual({ ok: false, problem: { code: 'name_missing' } })
    expect(readName('x'.repeat(61))).toEqual({ ok: false, problem: { code: 'name_too_long' } })
    expect(readName('x'.repeat(60)).ok).toBe(true)
  })

  test('is taken by another list in any letter case, but not by the list itself or by what was saved for later', () => {
    const lists = [list('Kitchen', []), list('Saved for later', [], { kind: 'later' })]
    expect(isNameTaken(lists, 'kitchen')).toBe(true)
    expect(isNameTaken(lists, 'kitchen', 'Kitchen')).toBe(false)
    expect(isNameTaken(lists, 'Saved for later')).toBe(false)
  })
})

describe('at sign-in', () => {
  test('the same product is on a list once, with the larger number and the guest’s options', () => {
    const own = [item(1, { quantity: 2, warrantyId: 7, seen: { price: 90_00, isBuyable: true } }), item(2)]
    const guest = [item(1, { quantity: 1, installId: 9 }), item(3, { quantity: 4 })]
    expect(mergedItems(own, guest)).toEqual([
      item(1, { quantity: 2, warrantyId: 7, installId: 9, seen: { price: 90_00, isBuyable: true } }),
      item(2),
      item(3, { quantity: 4 }),
    ])
  })

  test('a list never gets more products than it holds', () => {
    const own = Array.from({ length: maxItems - 1 }, (_, at) => item(at))
    expect(mergedItems(own, [item(500), item(501)]).at(-1)).toEqual(item(500))
  })

  test('lists of one name become one, others keep their names, and empty ones are left behind', () => {
    const own = [list('Kitchen', [item(1)]), list('x', [item(9)], { id: 'own-later', kind: 'later' })]
    const guest = [
      list('kitchen', [item(2)], { id: 'guest-kitchen' }),
      list('Laundry', [item(3)]),
      list('Empty', []),
      list('x', [item(8)], { id: 'guest-later', kind: 'later' }),
    ]
    expect(mergedLists(own, guest)).toEqual([
      { kind: 'merge', guestId: 'guest-kitchen', ownId: 'Kitchen', items: [item(1), item(2)] },
      { kind: 'move', guestId: 'Laundry' },
      { kind: 'merge', guestId: 'guest-later', ownId: 'own-later', items: [item(9), item(8)] },
    ])
  })

  test('an account never gets more lists than it can have; what was saved for later is none of them', () => {
    const own = Array.from({ length: maxLists - 1 }, (_, at) => list(`own ${at}`, []))
    const guest = [list('a', [item(1)]), list('b', [item(1)]), list('later', [item(1)], { kind: 'later' })]
    expect(mergedLists(own, guest)).toEqual([
      { kind: 'move', guestId: 'a' },
      { kind: 'move', guestId: 'later' },
    ])
  })
})

describe('news of a product', () => {
  const seen = { price: 100_00, isBuyable: true }

  test('are a lower price than the one that was seen', () => {
    expect(newsOf(seen, { price: 99_99, isBuyable: true })).toEqual({ kind: 'price-drop', was: 100_00, now: 99_99 })
    expect(newsOf(seen, seen)).toBe(null)
    expect(newsOf(seen, { price: 100_01, isBuyable: true })).toBe(null)
  })

  test('are that it can be bought again, at whatever price', () => {
    expect(newsOf({ price: 100_00, isBuyable: false }, { price: 120_00, isBuyable: true })).toEqual({
      kind: 'back-in-stock',
      now: 120_00,
    })
  })

  test('are none while it cannot be bought or has no price', () => {
    expect(newsOf(seen, { price: 50_00, isBuyable: false })).toBe(null)
    expect(newsOf({ price: null, isBuyable: false }, { price: null, isBuyable: true })).toBe(null)
    expect(newsOf({ price: null, isBuyable: true }, seen)).toBe(null)
  })
})

test('the address to save a product carries any sku', () => {
  expect(saveProductPath('A/B 1&2')).toBe('/wishlists/save?sku=A%2FB%201%262')
})
