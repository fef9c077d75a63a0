/**
 * `npm run ledger [-- --module NAME]`: which requirements test titles claim, by module. Fails on an id nobody knows, on a title that
 * claims more than six, and on a merged id. With --module it lists the rows of that module that no title claims.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Row = { readonly id: string; readonly module: string; readonly requirement: string }

const mostClaims = 6

function readRows(): Map<string, Row> {
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
      if (ids.length > mostClaims)
        faults.push(`${file}: "${text}" claims ${ids.length} rows; ${mostClaims} is the most one test can prove`)
      for (const id of ids) {
        if (merged.has(id)) faults.push(`${file}: ${id} was merged into another row`)
        else if (!rows.has(id)) faults.push(`${file}: there is no row ${id}`)
        else claims.set(id, [...(claims.get(id) ?? []), file])
      }
    }
  }
  return { claims, faults }
}

if (import.meta.main) {
  const rows = readRows()
  const { claims, faults } = readClaims(['src', 'sandbox', 'data', 'scripts', 'tests'])
  const wanted = process.argv.indexOf('--module') === -1 ? null : process.argv[process.argv.indexOf('--module') + 1]
  const modules = [...new Set([...rows.values()].map((row) => row.module))]
  for (const module of modules) {
    const own = [...rows.values()].filter((row) => row.module === module)
    const claimed = own.filter((row) => claims.has(row.id))
    console.log(`${module.padEnd(12)} ${String(claimed.length).padStart(4)} of ${own.length}`)
    if (module === wanted)
      for (const row of own) if (!claims.has(row.id)) console.log(`    ${row.id}  ${row.requirement}`)
  }
  console.log(`${'all'.padEnd(12)} ${String(claims.size).padStart(4)} of ${rows.size}`)
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
