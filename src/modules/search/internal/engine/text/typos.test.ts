import { expect, test } from 'vitest'
import { isLikelySlip, typoCost } from './typos.ts'

test('swapped, repeated, misread and adjacent characters are the likeliest typos', () => {
  const likely = [
    ['cl56tlw', 'cl65tlw'],
    ['qa75qn90baaw', 'qa75qn90baw'],
    ['k5uswq2', 'k55uswq2'],
    ['wfeb400', 'wfe8400'],
    ['ua59ru7100w', 'ua58ru7100w'],
  ] as const
  for (const [typed, meant] of likely) expect([typed, typoCost(typed, meant) < 0.7]).toEqual([typed, true])
  const unlikely = [
    ['ua65nu8050w', 'ua65nu8000w'],
    ['phes30', 'phs30'],
    ['k5uswq2', 'k65uswq2'],
  ] as const
  for (const [typed, meant] of unlikely) expect([typed, typoCost(typed, meant) >= 0.7]).toEqual([typed, true])
})

test('a missing character is likelier than an extra one', () => {
  expect(typoCost('wfe640', 'wfe6404')).toBeLessThan(typoCost('wfe6404', 'wfe640'))
  expect(typoCost('wfe6404', 'wfe6404')).toBe(0)
})

test.each([
  ['frige', 'fridge', true],
  ['dryar', 'dryer', true],
  ['sofs', 'sofa', true],
  ['slow', 'slot', false],
  ['horse', 'hose', false],
  ['stand', 'sand', false],
])('a slip from ‘%s’ to ‘%s’ is likely: %s', (typed, meant, isLikely) => {
  expect(isLikelySlip(typed, meant)).toBe(isLikely)
})
