/**
 * `npm test`: format, lint, types, the ledger, unit and API tests, the build with its budgets, a few kills while people buy, and the journeys
 * in a browser. Stops at the first step that fails. `npm test -- unit` or `npm test -- journeys` runs one part alone.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { buildWhenStale } from './build.ts'
import { ensureChromium } from './chromium.ts'

type Step = { readonly name: string; readonly run: () => boolean }

const reports = '.cache/reports'

function command(name: string, args: string[]): boolean {
  const done = spawnSync(`node_modules/.bin/${name}`, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  return done.status === 0
}

function script(file: string, args: string[] = []): boolean {
  return (
    spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], { stdio: 'inherit' })
      .status === 0
  )
}

function vitest(part: string, args: string[]): boolean {
  return command('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reports}/${part}.json`,
    ...args,
  ])
}

const build = (): boolean => {
  buildWhenStale((text) => console.log(text))
  return true
}

const steps: Step[] = [
  { name: 'format', run: () => command('prettier', ['--check', '--log-level=warn', '.']) },
  { name: 'lint', run: () => command('oxlint', ['--quiet']) },
  { name: 'types', run: () => command('react-router', ['typegen']) && command('tsc', ['--noEmit']) },
  { name: 'database types', run: () => script('scripts/database-types.ts', ['--verify']) },
  { name: 'ledger', run: () => script('scripts/ledger.ts') },
  { name: 'build', run: build },
  { name: 'unit', run: () => vitest('unit', []) },
  // A few kills and cut lines; says that it was skipped where no PostgreSQL answers.
  { name: 'rig', run: () => script('rig/rig.ts', ['--smoke']) },
  {
    name: 'journeys',
    run() {
      ensureChromium((text) => console.log(text))
      return vitest('journeys', ['-c', 'vitest.journeys.config.ts'])
    },
  },
]

/** What the runners counted, added up: a run that executed nothing must not look like one that passed. */
function counts(): { passed: number; failed: number; skipped: number } {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const part of ['unit', 'journeys']) {
    const file = `${reports}/${part}.json`
    if (!existsSync(file)) continue
    const report = JSON.parse(readFileSync(file, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
      numPendingTests: number
    }
    total.passed += report.numPassedTests
    total.failed += report.numFailedTests
    total.skipped += report.numPendingTests
  }
  return total
}

const wanted = process.argv.slice(2)
const chosen = steps.filter(
  (step) =>
    wanted.length === 0 ||
    wanted.includes(step.name) ||
    (step.name === 'build' && (wanted.includes('journeys') || wanted.includes('rig'))),
)
const failed = chosen.find((step) => {
  const started = performance.now()
  console.log(`\n== ${step.name}`)
  const isGood = step.run()
  console.log(
    `== ${step.name}: ${isGood ? 'good' : 'FAILED'} in ${((performance.now() - started) / 1_000).toFixed(1)} s`,
  )
  return !isGood
})
const { passed, failed: failures, skipped } = counts()
console.log(
  `\n${passed} passed, ${failures + (failed !== undefined && failures === 0 ? 1 : 0)} failed, ${skipped} skipped`,
)
process.exitCode = failed === undefined && passed > 0 ? 0 : 1
