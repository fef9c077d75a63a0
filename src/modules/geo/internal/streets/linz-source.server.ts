import { basename } from 'node:path'
import { openImportFile, type ImportFile } from '../import-file.server.ts'
import type { StreetRecord, StreetSource } from './import-streets.server.ts'
import { tableRows, type TableRow } from './table-rows.server.ts'

/**
 * The streets of New Zealand from the addresses of LINZ, as CSV: 'NZ Addresses' (layer 105689), or the older 'NZ Street Address' (3353).
 * The files have a row for each house, and name no postcodes.
 */
export async function openLinz(path: string): Promise<StreetSource & { readonly file: ImportFile }> {
  const file = await openImportFile(path)
  const name = basename(path)
  return {
    name,
    scope: { country: 'NZ', state: null },
    nameColumn: 'full_road_name',
    file,
    async *records(onBad) {
      const needed = ['full_road_name', 'suburb_locality', 'town_city']
      for await (const row of tableRows({ name, separator: ',', needed, lines: () => file.lines() }, onBad))
        yield recordOf(row)
    },
  }
}

function recordOf(row: TableRow): StreetRecord {
  const lifecycle = row.value('address_lifecycle')
  if (lifecycle !== '' && lifecycle.toLowerCase() !== 'current') return { kind: 'retired' }
  const name = row.value('full_road_name')
  // Addresses on the water have none.
  if (name === '') return { kind: 'no-street' }
  const [city, suburb] = [row.value('town_city'), row.value('suburb_locality')]
  return {
    kind: 'street',
    line: row.line,
    name,
    place: { suburb: suburb === '' ? city : suburb, city, postcode: row.value('postcode'), position: positionOf(row) },
  }
}

/** In degrees: the columns of the addresses, or those of the export as CSV. */
function positionOf(row: TableRow): { lat: number; lng: number } | null {
  for (const [x, y] of [
    ['gd2000_xcoord', 'gd2000_ycoord'],
    ['shape_x', 'shape_y'],
  ] as const) {
    const [lng, lat] = [Number(row.value(x)), Number(row.value(y))]
    if (row.value(x) !== '' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return { lat, lng }
  }
  return null
}
