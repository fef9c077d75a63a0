import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { australianStates } from '../../../../brands/australian-states.ts'
import { ImportRefusedError, openImportFile, type ImportFile } from '../import-file.server.ts'
import type { StreetRecord, StreetSource } from './import-streets.server.ts'
import { writtenName } from './street-name.ts'
import { tableRows, type BadRow, type Table, type TableRow } from './table-rows.server.ts'

/**
 * The streets of Australia as G-NAF publishes them (Geoscape, data.gov.au): tables separated by '|', one set for each state in the folder
 * 'Standard', and codes in the folder 'Authority Code'. Of the tables only those of streets and localities are read.
 */

export type GnafState = StreetSource & { readonly file: ImportFile }

type Files = {
  readonly streets: string
  readonly localities: string
  readonly states: string
  readonly streetTypes: string
  /** Absent in a folder with the tables that are needed only. */
  readonly suffixes: string | null
  readonly points: string | null
}

const streetTable = /^([a-z]+)_STREET_LOCALITY_psv\.psv(\.gz)?$/i

/** The states in a folder of G-NAF, at any depth, or the one of a file `STATE_STREET_LOCALITY_psv.psv` with its neighbours. */
export async function openGnaf(path: string): Promise<readonly GnafState[]> {
  const isFolder = (await stat(path)).isDirectory()
  const root = isFolder ? path : rootOf(path)
  const paths = (await readdir(root, { recursive: true })).map((one) => join(root, one)).toSorted()
  const tables = isFolder ? paths.filter((one) => streetTable.test(basename(one))) : [path]
  const found = tables.flatMap((file) => {
    const [, state = ''] = streetTable.exec(basename(file)) ?? []
    // The other territories (OT) are no states, and nothing is delivered there.
    return isState(state.toUpperCase()) ? [{ state: state.toUpperCase(), file }] : []
  })
  if (found.length === 0) {
    throw new ImportRefusedError(
      `${path}: there is no STATE_STREET_LOCALITY_psv.psv, such as NSW_STREET_LOCALITY_psv.psv. Name the folder of an unpacked G-NAF.`,
    )
  }
  return Promise.all(found.map(({ state, file }) => openState(state, filesOf(state, file, paths))))
}

const isState = (text: string): boolean => (australianStates as readonly string[]).includes(text)

/** The tables of a state are in 'Standard', beside 'Authority Code'. */
const rootOf = (file: string): string =>
  basename(dirname(file)).toLowerCase() === 'standard' ? dirname(dirname(file)) : dirname(file)

function filesOf(state: string, streets: string, paths: readonly string[]): Files {
  const find = (name: string): string | null => {
    const named = paths.filter((path) => basename(path).replace(/\.gz$/i, '').toLowerCase() === name.toLowerCase())
    if (named.length < 2) return named[0] ?? null
    throw new ImportRefusedError(`There are several files ${name}. Name the folder of one release: ${named.join(', ')}`)
  }
  const need = (name: string): string => {
    const path = find(name)
    if (path !== null) return path
    throw new ImportRefusedError(`${streets} needs ${name}, which is not in the same folder of G-NAF.`)
  }
  find(`${state}_STREET_LOCALITY_psv.psv`)
  return {
    streets,
    localities: need(`${state}_LOCALITY_psv.psv`),
    states: need(`${state}_STATE_psv.psv`),
    streetTypes: need('Authority_Code_STREET_TYPE_AUT_psv.psv'),
    suffixes: find('Authority_Code_STREET_SUFFIX_AUT_psv.psv'),
    points: find(`${state}_LOCALITY_POINT_psv.psv`),
  }
}

async function openState(state: string, files: Files): Promise<GnafState> {
  const file = await openImportFile(files.streets)
  return {
    name: basename(files.streets),
    scope: { country: 'AU', state },
    nameColumn: 'STREET_NAME',
    file,
    async *records(onBad) {
      const places = await placesOf(state, files, onBad)
      const types = await codesOf(files.streetTypes, onBad)
      const suffixes = files.suffixes === null ? new Map<string, string>() : await codesOf(files.suffixes, onBad)
      const table: Table = {
        ...psv(files.streets, streetColumns),
        lines: () => file.lines(),
      }
      for await (const row of tableRows(table, onBad)) {
        const record = streetOf(row, { places, types, suffixes })
        if ('reason' in record) onBad({ file: table.name, line: row.line, ...record })
        else yield record
      }
    },
  }
}

const streetColumns = ['DATE_RETIRED', 'STREET_NAME', 'STREET_TYPE_CODE', 'STREET_SUFFIX_CODE', 'LOCALITY_PID']

type Lookups = {
  readonly places: ReadonlyMap<string, GnafPlace>
  readonly types: ReadonlyMap<string, string>
  readonly suffixes: ReadonlyMap<string, string>
}

type GnafPlace =
  | { readonly kind: 'retired' }
  | {
      readonly kind: 'place'
      readonly name: string
      readonly postcode: string
      readonly position: { readonly lat: number; readonly lng: number } | null
    }

function streetOf(
  row: TableRow,
  { places, types, suffixes }: Lookups,
): StreetRecord | Pick<BadRow, 'column' | 'reason'> {
  if (row.value('DATE_RETIRED') !== '') return { kind: 'retired' }
  const pid = row.value('LOCALITY_PID')
  const place = places.get(pid)
  if (place === undefined) return { column: 'LOCALITY_PID', reason: `is in no row of the localities, is "${pid}"` }
  if (place.kind === 'retired') return place
  const typeCode = row.value('STREET_TYPE_CODE')
  const type = typeCode === '' ? '' : types.get(typeCode)
  if (type === undefined) return { column: 'STREET_TYPE_CODE', reason: `is no code of street types, is "${typeCode}"` }
  if (row.value('STREET_NAME') === '') return { column: 'STREET_NAME', reason: 'is empty' }
  const suffixCode = row.value('STREET_SUFFIX_CODE')
  const name = [row.value('STREET_NAME'), type, suffixes.get(suffixCode) ?? suffixCode]
  return {
    kind: 'street',
    line: row.line,
    name: name
      .filter((part) => part !== '')
      .map(writtenName)
      .join(' '),
    place: { suburb: place.name, city: '', postcode: place.postcode, position: place.position },
  }
}

/** The localities of a state by their key. */
async function placesOf(state: string, files: Files, onBad: (bad: BadRow) => void): Promise<Map<string, GnafPlace>> {
  const pids = new Set<string>()
  for await (const row of rowsOf(files.states, ['STATE_PID', 'STATE_ABBREVIATION'], onBad))
    if (row.value('STATE_ABBREVIATION').toUpperCase() === state) pids.add(row.value('STATE_PID'))
  const points = new Map<string, { lat: number; lng: number }>()
  if (files.points !== null) {
    for await (const row of rowsOf(files.points, ['DATE_RETIRED', 'LOCALITY_PID', 'LONGITUDE', 'LATITUDE'], onBad)) {
      const [lat, lng] = [Number(row.value('LATITUDE')), Number(row.value('LONGITUDE'))]
      if (row.value('DATE_RETIRED') === '' && lat !== 0 && Number.isFinite(lat + lng))
        points.set(row.value('LOCALITY_PID'), { lat, lng })
    }
  }
  const places = new Map<string, GnafPlace>()
  const needed = ['LOCALITY_PID', 'DATE_RETIRED', 'LOCALITY_NAME', 'PRIMARY_POSTCODE', 'STATE_PID']
  for await (const row of rowsOf(files.localities, needed, onBad)) {
    const pid = row.value('LOCALITY_PID')
    const statePid = row.value('STATE_PID')
    if (!pids.has(statePid)) {
      const reason = `is not ${state} in ${basename(files.states)}, is "${statePid}"`
      onBad({ file: basename(files.localities), line: row.line, column: 'STATE_PID', reason })
    } else if (row.value('DATE_RETIRED') !== '') places.set(pid, { kind: 'retired' })
    else {
      const postcode = row.value('PRIMARY_POSTCODE')
      places.set(pid, { kind: 'place', name: row.value('LOCALITY_NAME'), postcode, position: points.get(pid) ?? null })
    }
  }
  return places
}

/**
 * The word of each code. G-NAF's code of a type is the word and its name the abbreviation (AVENUE, AV), of a suffix it is the other way
 * round (N, NORTH): the longer one is the word.
 */
async function codesOf(path: string, onBad: (bad: BadRow) => void): Promise<Map<string, string>> {
  const codes = new Map<string, string>()
  for await (const row of rowsOf(path, ['CODE', 'NAME'], onBad)) {
    const [code, name] = [row.value('CODE'), row.value('NAME')]
    codes.set(code, name.length > code.length ? name : code)
  }
  return codes
}

async function* rowsOf(
  path: string,
  needed: readonly string[],
  onBad: (bad: BadRow) => void,
): AsyncGenerator<TableRow> {
  const file = await openImportFile(path)
  yield* tableRows({ ...psv(path, needed), lines: () => file.lines() }, onBad)
}

const psv = (path: string, needed: readonly string[]) => ({ name: basename(path), separator: '|' as const, needed })
