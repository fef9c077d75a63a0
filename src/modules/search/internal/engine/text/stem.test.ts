import { expect, test } from 'vitest'
import { stemOf } from './stem.ts'

test.each([
  ['dryer', 'dryers'],
  ['battery', 'batteries'],
  ['dish', 'dishes'],
  ['machine', 'machines'],
  ['stove', 'stoves'],
  ['cool', 'cooling', 'cooled'],
  ['wash', 'washing', 'washed', 'washes'],
  ['fit', 'fitted', 'fitting'],
  ['integrate', 'integrated'],
  ['bake', 'baking', 'baked'],
  ['tv', 'tvs'],
])('%s shares its stem with its other forms', (word, ...forms) => {
  for (const form of forms) expect(stemOf(form)).toBe(stemOf(word))
})

test.each([
  ['bed', 'bedding'],
  ['ga', 'gas'],
  ['es', 'ess'],
  ['glass', 'glas'],
  ['wash', 'washer'],
  ['str', 'string'],
  ['500l', '500'],
])('%s and %s are different words', (one, other) => {
  expect(stemOf(one)).not.toBe(stemOf(other))
})
