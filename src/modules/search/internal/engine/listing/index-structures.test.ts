import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Bitset, membersOf } from './bitset.ts'
import { SlotLists } from './slot-lists.ts'
import { smallestKeys } from './smallest-keys.ts'
import { SortedOrder } from './sorted-order.ts'
import { Vocabulary, termKind } from '../text/vocabulary.ts'

test('a bitset holds the same members as a set', () => {
  const changes = fc.array(fc.record({ bit: fc.nat(300), isOn: fc.boolean() }))
  fc.assert(
    fc.property(changes, (steps) => {
      const [bits, plain] = [new Bitset(), new Set<number>()]
      for (const { bit, isOn } of steps) {
        bits.put(bit, isOn)
        if (isOn) plain.add(bit)
        else plain.delete(bit)
      }
      const members = new Uint32Array(301)
      const count = membersOf(bits.words, members)
      expect([...members.subarray(0, count)]).toEqual([...plain].toSorted((a, b) => a - b))
      expect(bits.has(100_000)).toBe(false)
    }),
  )
})

test('a page of the smallest keys equals that of a full sort', () => {
  const keys = fc.uniqueArray(fc.integer(), { maxLength: 3000, size: 'max' })
  fc.assert(
    fc.property(keys, fc.nat(3000), fc.nat(100), (numbers, offset, limit) => {
      const page = smallestKeys(Float64Array.from(numbers), numbers.length, offset, limit)
      expect([...page]).toEqual(numbers.toSorted((a, b) => a - b).slice(offset, offset + limit))
    }),
    { numRuns: 60 },
  )
})

test('lists keep their entries while they grow, move and are compacted', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 400, size: 'max' }), fc.func(fc.boolean()), (appends, stays) => {
      const lists = new SlotLists()
      const plain = Array.from({ length: 10 }, (): number[] => [])
      for (let list = 0; list < 10; list++) lists.create()
      for (const [slot, list] of appends.entries()) {
        lists.append(list, slot, 3)
        plain[list]?.push(slot)
      }
      const read = (from: SlotLists, list: number) => {
        const slots: number[] = []
        from.some(list, (slot) => {
          slots.push(slot)
          return false
        })
        return slots
      }
      expect(plain.map((_, list) => read(lists, list))).toEqual(plain)
      let next = 0
      const newSlotOf = Int32Array.from(appends, (_, slot) => (stays(slot) ? next++ : -1))
      const compacted = lists.compacted(Uint32Array.from([3, 7]), newSlotOf)
      const moved = (list: number) =>
        (plain[list] ?? []).map((slot) => newSlotOf[slot] ?? -1).filter((slot) => slot >= 0)
      expect([read(compacted, 0), read(compacted, 1)]).toEqual([moved(3), moved(7)])
    }),
  )
})

test('a growing order equals a full sort, whether slots come singly or in bulk', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 1500, size: 'max' }), fc.nat(700), (keys, batch) => {
      const order = new SortedOrder(
        (slot) => keys[slot] ?? 0,
        (slot) => -slot,
      )
      for (const slot of keys.keys()) {
        order.add(slot)
        if (slot % (batch + 1) === 0) order.places()
      }
      const expected = Array.from(keys.keys()).toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || b - a)
      expect([...order.slots().subarray(0, keys.length)]).toEqual(expected)
      for (const [place, slot] of expected.entries()) expect(order.places()[slot]).toBe(place)
      const firstOfKey = (slot: number) => expected.findIndex((one) => keys[one] === keys[slot])
      for (const slot of expected.slice(0, 100)) expect(order.sharedPlaces()[slot]).toBe(firstOfKey(slot))
    }),
    { numRuns: 30 },
  )
})

test('terms, their kinds and prefixes survive vocabulary compaction', () => {
  const vocabulary = new Vocabulary()
  for (const word of ['fridge', 'fridges', 'freezer']) vocabulary.intern(word, termKind.word)
  vocabulary.intern('wfe6400', termKind.code)
  vocabulary.intern('oslo', termKind.word)
  vocabulary.intern('oslo', termKind.code)
  vocabulary.intern('500l', 0)
  const compacted = vocabulary.compacted(Uint32Array.from([1, 3, 4, 5]))
  expect(compacted.texts).toEqual(['fridges', 'wfe6400', 'oslo', '500l'])
  expect([termKind.word, termKind.code].map((kind) => compacted.is(2, kind))).toEqual([true, true])
  expect(compacted.family('fridge')).toEqual([0])
  const begun: number[] = []
  compacted.codesAndAmountsWithPrefix('5', (term) => begun.push(term))
  compacted.codesAndAmountsWithPrefix('wfe', (term) => begun.push(term))
  expect(begun).toEqual([3, 1])
  expect(compacted.near('wfe640', 1, termKind.code)).toEqual([{ term: 1, distance: 1 }])
})
