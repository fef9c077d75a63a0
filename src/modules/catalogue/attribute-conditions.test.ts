import { describe, expect, test } from 'vitest'
import { conditionPattern, meetsConditions, traitsOf } from './attribute-conditions.ts'

const fridge = {
  water_dispenser: 'Plumbed',
  door_hinge: 'Right, reversible',
  doors: 2,
  frost_free: true,
  fits: ['A', 'B'],
}

describe('an attribute condition', () => {
  test.each([
    ['water_dispenser = Plumbed', true],
    ['water_dispenser=  plumbed ', true],
    ['water_dispenser = Tank', false],
    ['water_dispenser = Tank | Plumbed', true],
    ['water_dispenser != Plumbed', false],
    ['water_dispenser != Tank', true],
    ['door_hinge = Reversible | Right, reversible', true],
    ['door_hinge = Right', false],
    ['doors = 2', true],
    ['frost_free = yes', true],
    ['frost_free = no', false],
    ['fits = b', true],
    ['fits != b', false],
  ])('is met or not: %s %s', (condition, isMet) => {
    expect(meetsConditions([condition], fridge)).toBe(isMet)
  })

  test('that requires a value fails for unknown values; one that excludes a value holds', () => {
    for (const traits of [undefined, {}, { colour: 'White' }]) {
      expect(meetsConditions(['water_dispenser = Plumbed'], traits)).toBe(false)
      expect(meetsConditions(['water_dispenser != Plumbed'], traits)).toBe(true)
    }
  })

  test('that cannot be parsed holds for nothing', () => {
    for (const line of [
      'water_dispenser',
      '= Plumbed',
      'water_dispenser =',
      'water_dispenser = |',
      'Water = Plumbed',
    ]) {
      expect(conditionPattern.test(line), line).toBe(false)
      expect(meetsConditions([line], fridge), line).toBe(false)
    }
  })
})

test('all conditions must hold, and an empty list always holds', () => {
  expect(meetsConditions([], undefined)).toBe(true)
  expect(meetsConditions(['doors = 2', 'water_dispenser = Plumbed'], fridge)).toBe(true)
  expect(meetsConditions(['doors = 2', 'water_dispenser = Tank'], fridge)).toBe(false)
})

test('conditions apply to texts, switches, lists and numbers chosen from a list', () => {
  const attributes = { finish: 'White', smart: false, fits: ['A'], doors: 2, width_mm: 600, care: 'x'.repeat(61) }
  const traits = { finish: 'White', smart: false, fits: ['A'], doors: 2 }
  expect(traitsOf(attributes, (code) => code === 'doors')).toEqual(traits)
  expect(traitsOf({ width_mm: 600 }, () => false)).toBeUndefined()
})
