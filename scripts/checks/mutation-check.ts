/**
 * `npm run test:mutants`: changes one place of the money rules at a time and runs the tests of the file. A change that no test notices is a
 * survivor: it needs a test, or a line in surviving-mutants.tsv that says why it changes nothing that counts. Ends with 1 when a survivor is
 * not listed, or when one that is listed is noticed by now. `npm run test:mutants -- src/platform/money.ts` tries one file.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { mutantsOf, type Mutant } from './mutants.ts'

const root = join(import.meta.dirname, '../..')
const survivorsFile = join(import.meta.dirname, 'surviving-mutants.tsv')
/** A mutant may loop forever. */
const givenUpAfterMs = 60_000

/** The rules by which money is counted, and the tests that say what they are. */
const tested: Readonly<Record<string, readonly string[]>> = {
  'src/platform/money.ts': ['src/platform/money.test.ts'],
  'src/modules/pricing/pricing.ts': ['src/modules/pricing/pricing.test.ts', 'src/modules/pricing/price-block.test.ts'],
  'src/modules/pricing/agreed-price.ts': ['src/modules/pricing/agreed-price.test.ts'],
  'src/modules/pricing/charged-price.ts': ['src/modules/pricing/charged-price.test.ts'],
  'src/modules/pricing/instalments.ts': ['src/modules/pricing/instalments.test.ts'],
  'src/modules/cart/gift-cards.ts': ['src/modules/cart/gift-cards.test.ts'],
  'src/modules/cart/cart.ts': [
    'src/modules/cart/cart.test.ts',
    'src/modules/cart/cart-response.test.ts',
    'src/modules/cart/merging.test.ts',
  ],
  'src/modules/checkout/deposit.ts': ['src/modules/checkout/deposit.test.ts'],
  'src/modules/checkout/tip.ts': ['src/modules/checkout/tip.test.ts'],
  'src/modules/checkout/delivery-plan.ts': ['src/modules/checkout/delivery-plan.test.ts'],
  'src/modules/delivery/services.ts': [
    'src/modules/delivery/services.test.ts',
    'src/modules/checkout/delivery-plan.test.ts',
  ],
  'src/modules/orders/refunds.ts': [
    'src/modules/orders/refund-parts.test.ts',
    'src/modules/orders/refunds.test.ts',
    'src/modules/orders/seller-parts.test.ts',
  ],
  'src/modules/orders/seller-parts.ts': ['src/modules/orders/seller-parts.test.ts'],
}

type Tried = Mutant & { readonly file: string }

/** Whether the tests of the file pass, with the mutant or without one. */
function passes(file: string, mutant: Mutant | null): Promise<boolean> {
  const change =
    mutant === null
      ? {}
      : {
          MUTANT_FILE: file,
          MUTANT_START: String(mutant.start),
          MUTANT_END: String(mutant.end),
          MUTANT_TEXT: mutant.replacement,
        }
  const args = ['run', '-c', 'vitest.mutants.config.ts', '--exclude=**/*.server.test.ts', ...(tested[file] ?? [])]
  return new Promise((done) => {
    const child = spawn(join(root, 'node_modules/.bin/vitest'), args, {
      cwd: root,
      env: { ...process.env, ...change },
      stdio: 'ignore',
      detached: true,
    })
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), givenUpAfterMs)
    child.on('close', (code) => {
      clearTimeout(timer)
      done(code === 0)
    })
  })
}

/** Tries all mutants, one per core at a time; returns those that no test notices. */
async function survivorsOf(mutants: readonly Tried[]): Promise<readonly Tried[]> {
  const survivors: Tried[] = []
  const waiting = [...mutants]
  let tried = 0
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (await passes(next.file, next)) survivors.push(next)
      if (++tried % 25 === 0) console.log(`${tried} of ${mutants.length} tried, ${survivors.length} survived`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return survivors
}

const keyOf = ({ file, line, change }: Pick<Tried, 'file' | 'line' | 'change'>): string =>
  [file, line, change].join('\t')

/** File, line, change and the reason, of each survivor that is known. */
function explained(): ReadonlyMap<string, string> {
  const [, ...rows] = readFileSync(survivorsFile, 'utf8').trimEnd().split('\n')
  return new Map(
    rows.map((row) => {
      const [file = '', line = '', change = '', reason = ''] = row.split('\t')
      return [keyOf({ file, line, change }), reason]
    }),
  )
}

const requested = process.argv.slice(2)
const files = Object.keys(tested).filter((file) => requested.length === 0 || requested.includes(file))
if (files.length === 0) throw new Error(`None of these is a file with money rules: ${requested.join(', ')}`)
for (const file of files)
  if (!(await passes(file, null))) throw new Error(`The tests of ${file} fail without a mutant.`)

const mutants = files.flatMap((file) =>
  mutantsOf(file, readFileSync(join(root, file), 'utf8')).map((mutant) => ({ ...mutant, file })),
)
const survivors = new Set((await survivorsOf(mutants)).map(keyOf))
const known = new Map([...explained()].filter(([key]) => files.some((file) => key.startsWith(`${file}\t`))))
const unexplained = [...survivors].filter((key) => (known.get(key) ?? '') === '')
const gone = [...known.keys()].filter((key) => !survivors.has(key))
console.log(`\n${mutants.length} mutants, ${survivors.size} survived, ${unexplained.length} of them unexplained`)
for (const key of unexplained) console.log(`survived: ${key}`)
for (const key of gone) console.log(`listed, but noticed by a test or gone: ${key}`)
process.exitCode = unexplained.length + gone.length > 0 ? 1 : 0
