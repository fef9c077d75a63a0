import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import { parseSync } from 'rolldown/utils'
import { describe, expect, test } from 'vitest'
import { isForTests } from '../../scripts/checks/test-support.ts'

/** Every pattern of the program and of the payments sandbox takes linear time on any text, so that nobody can stall the process with a long one (CWE-1333). */

const root = join(import.meta.dirname, '../..')
const files = globSync('{src,sandbox}/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !isForTests(file))

type Pattern = { readonly file: string; readonly pattern: string; readonly flags: string }
type Found = { readonly patterns: Pattern[]; readonly made: string[] }

/** The literals of a file, and the places where a pattern is made of text. */
function patternsOf(file: string): Found {
  const found: Found = { patterns: [], made: [] }
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, regex, callee } = node as {
      type?: string
      regex?: Omit<Pattern, 'file'>
      callee?: { name?: string }
    }
    if (type === 'Literal' && regex != null) found.patterns.push({ file, ...regex })
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') found.made.push(file)
    for (const inner of Object.values(node)) visit(inner)
  }
  visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program)
  return found
}

const found = files.map(patternsOf)
const byPattern = Map.groupBy(
  found.flatMap((one) => one.patterns),
  ({ pattern, flags }) => `/${pattern}/${flags}`,
)

const untimed = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
} as const

/** One character: itself, an escape or a class. */
const atom = String.raw`(?:\\.|\[(?:\\.|[^\]\\])*\]|[^\\[\](){}*+?|])`
/** Repeats nothing. What it matches is no longer than itself, so each place of a text takes a fixed time. */
const repeatsNothing = new RegExp(`^(?:${atom}|[()|?])*$`)
/** Repeats one character, last of all: nothing after it can fail and send the search back. */
const repeatsOneAtTheEnd = new RegExp(`^(?:${atom})+[*+]$`)
/** Repeats one character of a text whose only place is its start. */
const repeatsOneFromTheStart = new RegExp(`^\\^(?:${atom})*[*+](?:${atom})*$`)

/** Linear by its form alone, which spares the search for an attack. */
const isPlainlyLinear = ({ pattern, flags }: Pick<Pattern, 'pattern' | 'flags'>): boolean =>
  repeatsNothing.test(pattern) ||
  repeatsOneAtTheEnd.test(pattern) ||
  (repeatsOneFromTheStart.test(pattern) && !flags.includes('m'))

const problemOf = async ({ pattern, flags }: Pick<Pattern, 'pattern' | 'flags'>): Promise<string | null> => {
  // The seed is fixed and steps are counted instead of time, so that a verdict found by trial is the same on a busy machine.
  const verdict = await check(pattern, flags, { ...untimed, randomSeed: 1 })
  if (verdict.status === 'safe') return null
  return verdict.status === 'unknown' ? 'unknown' : `vulnerable, ${verdict.complexity.summary}`
}

test('the check finds patterns with quadratic and exponential time', async () => {
  for (const pattern of ['^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', '\\s+$', '^(a+)+$'])
    expect([pattern, isPlainlyLinear({ pattern, flags: '' }), await problemOf({ pattern, flags: '' })]).toEqual([
      pattern,
      false,
      expect.stringContaining('vulnerable'),
    ])
})

describe('every regular expression takes linear time', () => {
  // In groups: the whole takes a minute on a busy machine.
  const all = [...byPattern]
  const size = 40
  for (let from = 0; from < all.length; from += size) {
    test(`patterns ${from + 1} to ${Math.min(all.length, from + size)}`, { timeout: 240_000 }, async () => {
      const problems: string[] = []
      for (const [written, uses] of all.slice(from, from + size)) {
        const [first] = uses
        const problem = first === undefined || isPlainlyLinear(first) ? null : await problemOf(first)
        if (problem !== null) problems.push(`${written} in ${uses.map(({ file }) => file).join(', ')}: ${problem}`)
      }
      expect(problems).toEqual([])
    })
  }
})

test('patterns are built from text only where the text is ours or escaped', () => {
  expect(found.flatMap(({ made }) => made).toSorted()).toEqual(madeOfText.map(([file]) => file).toSorted())
})

/** Where a pattern is made while the program runs, and why that cannot stall it. */
const madeOfText = [
  ['src/ui/display/highlight.tsx', 'alternatives of escaped words'],
  ['src/modules/geo/address-lookup.ts', 'the names of the states; at most 300 characters are looked at'],
  [
    'src/modules/product-import/internal/feeds/mappings/mapping-rules.ts',
    'a mapping that the shop wrote for its import command',
  ],
  [
    'src/modules/product-import/internal/feeds/mappings/mapping-schema.ts',
    'the same, checked when the mapping is read',
  ],
  ['sandbox/http.ts', 'addresses of the sandbox, which never runs in production'],
  ['src/modules/search/understanding/typed-term.ts', 'a price in constants; at most 200 characters are looked at'],
  ['src/modules/search/understanding/typed-term.ts', 'a range of two such prices'],
  ['src/platform/http/route-templates.ts', 'templates of our own routes, their text escaped'],
] as const
