import { expect, test } from 'vitest'
import { mutantsOf } from './mutants.ts'

const changesOf = (text: string) => mutantsOf('a.ts', text).map(({ change }) => change)

test.each([
  ['operators', 'const a = b + c * 2', ['b + c * 2 → b - c * 2', 'c * 2 → c / 2', '2 → 3']],
  ['comparisons', 'const a = b < c', ['b < c → b <= c']],
  ['conditions', 'if (a) b()', ['a → true', 'a → false']],
  ['choices', 'const a = b ? c : d', ['b → true', 'b → false']],
  ['defaults', 'const a = b ?? c', ['b ?? c → b']],
  ['negations', 'const a = !b', ['!b → b']],
  ['roundings', 'const a = Math.round(b)', ['round → floor']],
  ['booleans', 'const a = true', ['true → false']],
])('mutates %s', (_, text, changes) => {
  expect(changesOf(text)).toEqual(changes)
})

test('leaves types and text alone', () => {
  expect(changesOf("type A = 1 | true; const a: 2 = b as 3; const c = 'd' + e; import { f } from './g.ts'")).toEqual([])
})

test('a mutant knows its file and line', () => {
  const text = 'const a = 1\n  const b = a - c\n'
  const [, mutant] = mutantsOf('a.ts', text)
  expect(mutant).toMatchObject({ line: 'const b = a - c', replacement: 'a + c' })
  expect(text.slice(mutant?.start, mutant?.end)).toBe('a - c')
})
