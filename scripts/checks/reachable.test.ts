import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readReach, readRows, servedOtherwise } from './ledger.ts'
import { createReach, entryPoints } from './reachable.ts'

/** `npm run ledger` says of each row whether the shop runs its code. */

const folder = mkdtempSync(join(tmpdir(), 'reach-'))
const file = (name: string) => join(folder, name)
const sources = {
  'main.ts': `
    import { used, type Kind } from './rules.ts'
    import * as all from './whole.ts'
    import { passed } from './door.ts'
    export const start = () => [used(1), all, passed]
    if (start.length > 0) void import('./later.ts')
    new Worker(new URL('./thread.ts', import.meta.url))`,
  'rules.ts': `
    import { inner } from './inner.ts'
    export type Kind = string
    export const used = (n: number) => helper(n) + inner
    const helper = (n: number) => n
    export const unused = (n: number) => onlyUnused(n)
    const onlyUnused = (n: number) => n
    export function tested() { return deep() }
    function deep() { return 1 }`,
  'inner.ts': 'export const inner = 1; export const aside = 2',
  'whole.ts': 'export const one = 1; export default function two() {}',
  'door.ts': "export { passed } from './behind.ts'; export * from './star.ts'",
  'behind.ts': 'export const passed = 1; export const kept = 2',
  'star.ts': 'export const starred = 1',
  'later.ts': 'export const eventually = 1',
  'thread.ts': "import './effect.ts'",
  'effect.ts': 'export const loose = 1; run(); function run() { return ran() } function ran() {}',
  'orphan.ts': 'export const alone = 1',
} as const

beforeAll(() => {
  for (const [name, text] of Object.entries(sources)) writeFileSync(file(name), text)
})

test('follows imports from an entry point, declaration by declaration', () => {
  const reach = createReach()
  reach.enter(file('main.ts'))
  const has = (place: string) => {
    const [name = '', binding = ''] = place.split('#')
    return reach.has({ file: file(name), name: binding })
  }
  const reached = [
    'main.ts#start',
    'rules.ts#used',
    'inner.ts#inner',
    'whole.ts#one',
    'whole.ts#default',
    'door.ts#passed',
    'behind.ts#passed',
    'later.ts#eventually',
    'effect.ts#*',
  ]
  const notReached = [
    'rules.ts#unused',
    'rules.ts#tested',
    'inner.ts#aside',
    'behind.ts#kept',
    'star.ts#starred',
    'effect.ts#loose',
    'orphan.ts#alone',
  ]
  expect(reached.filter((place) => !has(place))).toEqual([])
  expect(notReached.filter(has)).toEqual([])
})

test('the component gallery is not part of the shop, its pages and calls are', () => {
  const reach = createReach()
  for (const entry of entryPoints()) reach.enter(entry)
  expect(reach.has({ file: 'src/ui/gallery/gallery.tsx', name: 'Gallery' })).toBe(false)
  expect(reach.has({ file: 'src/app/routes/cart/cart.tsx', name: 'loader' })).toBe(true)
  expect(reach.has({ file: 'src/api/checkout/cart.server.ts', name: 'cartEndpoints' })).toBe(true)
})

// It reads the whole program, which takes a quarter of the time on an idle machine.
test(
  'the shop reaches the code of every ledger row with a test; dropped rows have a decision record and no test',
  { timeout: 60_000 },
  () => {
    const reached = readReach(['src', 'sandbox', 'data', 'scripts', 'tests'])
    // Every row of the ledger but those: one that no test claims any more is missed at once.
    expect(reached.size).toBe(readRows().size - servedOtherwise().size)
    expect([...reached].filter(([, found]) => found === null).map(([id]) => id)).toEqual([])
    expect([...servedOtherwise().keys()].toSorted()).toEqual(['FMT-11', 'PHONE-04', 'SHELL-04'])
    expect([...servedOtherwise().keys()].filter((id) => reached.has(id))).toEqual([])
  },
)
