/**
 * `npm run ledger [-- --module NAME] [-- --summary]`: which requirements test titles claim, by module, and whether the shop runs the code that
 * those tests are about (`reachable.ts` says how that is found out). Fails on an id nobody knows, on a title that claims more than six, on a
 * merged id, on a row whose code the shop does not reach, and on one that no test claims and no decision record gives up. It lists every row
 * and how it is reached; with --summary the counts alone, and with --module the rows of that module that no title claims.
 */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createReach, entryPoints, isReached, testedCode } from './reachable.ts'

type Row = { readonly id: string; readonly module: string; readonly requirement: string }

const maxClaims = 6

export function readRows(): Map<string, Row> {
  const lines = readFileSync('docs/spec/ledger.tsv', 'utf8').split('\n').slice(1)
  const rows = lines
    .filter((line) => line !== '')
    .map((line): Row => {
      const [id = '', module = '', , requirement = ''] = line.split('\t')
      return { id, module, requirement }
    })
  return new Map(rows.map((row) => [row.id, row]))
}

function testFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testFiles(path)
    return /\.(test|journey)\.tsx?$/.test(entry.name) ? [path] : []
  })
}

/** Titles of tests: the first string of a call of test, it or their variants, whichever way it is quoted. */
const title =
  /\b(?:test|it)(?:\.\w+(?:\((?:[^()]|\([^()]*\))*\))?)*\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g
const claim = /\[([A-Z][A-Z0-9]*-\d+)\]/g

export function readClaims(folders: readonly string[]): { claims: Map<string, string[]>; faults: string[] } {
  const rows = readRows()
  const merged = new Set(
    readFileSync('docs/spec/merged.tsv', 'utf8')
      .split('\n')
      .map((line) => line.split('\t')[0] ?? ''),
  )
  const claims = new Map<string, string[]>()
  const faults: string[] = []
  for (const file of folders.flatMap(testFiles)) {
    for (const match of readFileSync(file, 'utf8').matchAll(title)) {
      const text = match[1] ?? match[2] ?? match[3] ?? ''
      const ids = [...text.matchAll(claim)].map(([, id = '']) => id)
      if (ids.length > maxClaims)
        faults.push(`${file}: "${text}" claims ${ids.length} rows; ${maxClaims} is the most one test can prove`)
      for (const id of ids) {
        if (merged.has(id)) faults.push(`${file}: ${id} was merged into another row`)
        else if (!rows.has(id)) faults.push(`${file}: there is no row ${id}`)
        else claims.set(id, [...(claims.get(id) ?? []), file])
      }
    }
  }
  return { claims, faults }
}

/** Rows that decision records give up, with what serves instead (docs/decisions/0044-rows-without-a-page.md). */
export function servedOtherwise(): Map<string, string> {
  const rows = globSync('docs/decisions/*.md').flatMap((file) => {
    const [, table = ''] = /\n\| Row +\| What serves instead +\|\n(.*?)\n\n/s.exec(readFileSync(file, 'utf8')) ?? []
    return [...table.matchAll(/^\| ([A-Z][A-Z0-9]*-\d+) +\| (.*?) +\|$/gm)].map(
      ([, id = '', text = '']): [string, string] => [id, text],
    )
  })
  return new Map(rows)
}

/** For each claimed row the test that shows its code in the shop; null where the code of no claiming test is reached. */
export function readReach(folders: readonly string[]): Map<string, string | null> {
  const reach = createReach()
  for (const file of entryPoints()) reach.enter(file)
  const rows = new Map<string, string | null>()
  for (const file of folders.flatMap(testFiles))
    for (const tested of testedCode(file.replaceAll('\\', '/')))
      for (const [, id = ''] of tested.title.matchAll(claim))
        rows.set(id, rows.get(id) ?? (isReached(tested, reach) ? file : null))
  return rows
}

if (import.meta.main) {
  const rows = readRows()
  const folders = ['src', 'sandbox', 'data', 'scripts', 'tests']
  const { claims, faults } = readClaims(folders)
  const reached = readReach(folders)
  const instead = servedOtherwise()
  const requested = process.argv.indexOf('--module') === -1 ? null : process.argv[process.argv.indexOf('--module') + 1]
  const showsRows = !process.argv.includes('--summary')
  const count = (own: readonly Row[]) =>
    `${String(own.filter((row) => claims.has(row.id)).length).padStart(4)} claimed, ` +
    `${String(own.filter((row) => reached.get(row.id) != null).length).padStart(4)} reached from the shop, of ${own.length}`
  const modules = [...new Set([...rows.values()].map((row) => row.module))]
  for (const module of modules) {
    const own = [...rows.values()].filter((row) => row.module === module)
    console.log(`${module.padEnd(12)} ${count(own)}`)
    for (const row of own) {
      const served = instead.get(row.id)
      if (showsRows)
        console.log(
          `    ${row.id}  ${reached.get(row.id) ?? (served === undefined ? 'not reached from the shop' : `given up: ${served}`)}`,
        )
      else if (module === requested && !claims.has(row.id)) console.log(`    ${row.id}  ${row.requirement}`)
    }
  }
  console.log(`${'all'.padEnd(12)} ${count([...rows.values()])}`)
  for (const [id, text] of instead) console.log(`${id} is given up: ${text}`)
  for (const [id, file] of reached)
    if (file === null) faults.push(`${id}: the shop runs none of the code that ${claims.get(id)?.join(', ')} tests`)
  for (const id of rows.keys())
    if (!claims.has(id) && !instead.has(id)) faults.push(`${id}: no test claims it and no decision record gives it up`)
  for (const id of instead.keys())
    if (claims.has(id)) faults.push(`${id}: is given up by a decision record and claimed by a test`)
  for (const error of faults) console.error(error)
  process.exitCode = faults.length > 0 ? 1 : 0
}
