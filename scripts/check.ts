/**
 * `npm test`: format, lint, types, the ledger, the build with its budgets, unit and API tests, a few kills while people buy, and the journeys
 * in a browser. Quick steps run in parallel. Stops at the first row that fails. `npm test -- unit` or `npm test -- journeys` runs
 * one part alone; `npm run test:quick` is lint, types and the tests of rules and components. Prints the slowest tests and the whole time.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { ensureChromium } from './chromium.ts'

/** Runs a program; true if it exits with 0. */
type Run = (file: string, args: string[]) => Promise<boolean>
type Step = {
  readonly name: string
  readonly run: (run: Run) => Promise<boolean>
  /** Part of another step: runs only when named. */
  readonly isExtra?: boolean
}

/** Parts whose tests are counted, and the file of their report. */
const counted = ['rules', 'unit', 'journeys']
const reportOf = (part: string) => `.cache/reports/${part}.json`

/** Output is passed through, or collected in `written` so that parallel steps do not interleave. */
const runner =
  (written: string[] | null): Run =>
  (file, args) =>
    new Promise((done) => {
      const child = spawn(file, args, {
        stdio: written === null ? 'inherit' : ['ignore', 'pipe', 'pipe'],
        shell: process.platform === 'win32',
      })
      child.stdout?.on('data', (chunk: Buffer) => void written?.push(String(chunk)))
      child.stderr?.on('data', (chunk: Buffer) => void written?.push(String(chunk)))
      child.on('error', (error) => {
        console.error(error.message)
        done(false)
      })
      child.on('close', (code) => done(code === 0))
    })

const bin = (name: string) => `node_modules/.bin/${name}`
const script = (run: Run, file: string, args: string[] = []): Promise<boolean> =>
  run(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args])
const vitest = (run: Run, part: string, args: string[]): Promise<boolean> =>
  run(bin('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(part)}`, ...args])

/** The steps of a row run in parallel, the rows one after the other. */
const rows: readonly (readonly Step[])[] = [
  [
    { name: 'format', run: (run) => run(bin('oxfmt'), ['--check', '.']) },
    { name: 'lint', run: (run) => run(bin('oxlint'), ['--quiet']) },
    {
      name: 'types',
      // One checker: each has its own copy of all types, and the cores have other work.
      run: async (run) =>
        (await run(bin('react-router'), ['typegen'])) && run(bin('tsc'), ['--noEmit', '--checkers', '1']),
    },
    { name: 'database types', run: (run) => script(run, 'scripts/checks/database-types.ts', ['--verify']) },
    { name: 'ledger', run: (run) => script(run, 'scripts/checks/ledger.ts', ['--summary']) },
    { name: 'build', run: (run) => script(run, 'scripts/bundle/build.ts') },
  ],
  [
    // Rules and components, without the tests that work with a whole shop.
    { name: 'rules', isExtra: true, run: (run) => vitest(run, 'rules', ['--mode', 'rules']) },
    { name: 'unit', run: (run) => vitest(run, 'unit', []) },
    // A few kills and dropped connections, mostly waiting for processes. Skipped, with a message, where no PostgreSQL server responds.
    { name: 'faults', run: (run) => script(run, 'fault-injection/fault-injection.ts', ['--smoke']) },
  ],
  [
    {
      name: 'journeys',
      run(run) {
        ensureChromium((text) => console.log(text))
        return vitest(run, 'journeys', ['-c', 'vitest.journeys.config.ts'])
      },
    },
  ],
]

type Report = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly title: string; readonly duration?: number | null }[]
  }[]
}

const reports = (): Report[] =>
  counted
    .map(reportOf)
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Report)

/** The totals of all runners: a run that executed nothing must not look like one that passed. */
function counts(): { passed: number; failed: number; skipped: number } {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const report of reports()) {
    total.passed += report.numPassedTests
    total.failed += report.numFailedTests
    total.skipped += report.numPendingTests
  }
  return total
}

const shownSlowest = 10

function printSlowest(): void {
  const tests = reports().flatMap(({ testResults }) =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ title, duration }) => ({ file: relative('.', name), title, ms: duration ?? 0 })),
    ),
  )
  if (tests.length === 0) return
  console.log('\nThe slowest tests:')
  for (const { file, title, ms } of tests.toSorted((a, b) => b.ms - a.ms).slice(0, shownSlowest))
    console.log(`${(ms / 1_000).toFixed(1).padStart(6)} s  ${file}: ${title}`)
}

const requested = process.argv.slice(2)
const isChosen = ({ name, isExtra = false }: Step) =>
  (requested.length === 0 && !isExtra) ||
  requested.includes(name) ||
  (name === 'build' && (requested.includes('journeys') || requested.includes('faults')))

async function isGood(step: Step, isAlone: boolean): Promise<boolean> {
  const started = performance.now()
  const written: string[] = []
  if (isAlone) console.log(`\n== ${step.name}`)
  const good = await step.run(runner(isAlone ? null : written))
  if (!isAlone) console.log(`\n== ${step.name}\n${written.join('').trimEnd()}`)
  console.log(`== ${step.name}: ${good ? 'good' : 'FAILED'} in ${((performance.now() - started) / 1_000).toFixed(1)} s`)
  return good
}

// Counts of an earlier run must not be added.
for (const part of counted) rmSync(reportOf(part), { force: true })
const begun = performance.now()
let hasFailed = false
for (const row of rows) {
  if (hasFailed) break
  const chosen = row.filter(isChosen)
  const done = await Promise.all(chosen.map((step) => isGood(step, chosen.length === 1)))
  hasFailed = done.includes(false)
}
printSlowest()
const { passed, failed: failures, skipped } = counts()
const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
console.log(`\n${minutes} minutes`)
console.log(`${passed} passed, ${failures + (hasFailed && failures === 0 ? 1 : 0)} failed, ${skipped} skipped`)
const hasTests = rows.flat().some((step) => counted.includes(step.name) && isChosen(step))
process.exitCode = !hasFailed && (passed > 0 || !hasTests) ? 0 : 1
