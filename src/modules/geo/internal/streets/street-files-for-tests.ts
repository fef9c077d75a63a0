import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files of streets as they are published, in a folder of the test. */

export const streetHeading =
  'STREET_LOCALITY_PID|DATE_CREATED|DATE_RETIRED|STREET_CLASS_CODE|STREET_NAME|STREET_TYPE_CODE|STREET_SUFFIX_CODE|LOCALITY_PID|GNAF_STREET_PID|GNAF_STREET_CONFIDENCE|GNAF_RELIABILITY_CODE'
const localityHeading =
  'LOCALITY_PID|DATE_CREATED|DATE_RETIRED|LOCALITY_NAME|PRIMARY_POSTCODE|LOCALITY_CLASS_CODE|STATE_PID|GNAF_LOCALITY_PID|GNAF_RELIABILITY_CODE'

/** A row of the table of streets. */
export const street = (name: string, type = 'STREET', { suffix = '', place = 'NSW1', retired = '' } = {}) =>
  `NSW2000001|2004-08-02|${retired}|C|${name}|${type}|${suffix}|${place}|1|2|4`

const localities = [
  'NSW1|2004-08-02||SYDNEY||G|1|250|5',
  'NSW2|2004-08-02||BROKEN HILL||G|1|251|5',
  'NSW3|2004-08-02|2012-01-01|OLDTOWN||G|1|252|5',
  'NSW4|2004-08-02||ATLANTIS||G|1|253|5',
]

const authority = {
  'Authority_Code_STREET_TYPE_AUT_psv.psv': 'CODE|NAME|DESCRIPTION\nSTREET|ST|ST\nAVENUE|AV|AV\nROAD|RD|RD\n',
  'Authority_Code_STREET_SUFFIX_AUT_psv.psv': 'CODE|NAME|DESCRIPTION\nN|NORTH|NORTH\nEX|EXTENSION|EXTENSION\n',
}

let folders = 0

/** The files of one state, laid out as published. `files` replaces some of them; null leaves one out. */
export function writeGnaf(
  folder: string,
  rows: readonly string[],
  files: Readonly<Record<string, string | Buffer | null>> = {},
): string {
  const root = join(folder, `gnaf-${folders++}`, 'G-NAF', 'G-NAF MAY 2026')
  const tables = {
    'NSW_STREET_LOCALITY_psv.psv': [streetHeading, ...rows, ''].join('\r\n'),
    'NSW_LOCALITY_psv.psv': [localityHeading, ...localities, ''].join('\r\n'),
    'NSW_STATE_psv.psv':
      'STATE_PID|DATE_CREATED|DATE_RETIRED|STATE_NAME|STATE_ABBREVIATION\r\n1|2004-08-02||NEW SOUTH WALES|NSW\r\n',
    ...authority,
    ...files,
  }
  for (const [name, content] of Object.entries(tables)) {
    const kind = join(root, name.startsWith('Authority') ? 'Authority Code' : 'Standard')
    mkdirSync(kind, { recursive: true })
    if (content !== null) writeFileSync(join(kind, name), content)
  }
  return root
}

const linzHeading =
  'WKT,address_id,full_address_number,full_road_name,full_address,territorial_authority,road_name,road_type_name,suburb_locality,town_city,address_class,address_lifecycle,gd2000_xcoord,gd2000_ycoord'

export function address(
  road: string,
  { suburb = 'Ponsonby', city = 'Auckland', state = 'Current', at = '174.74,-36.85' } = {},
) {
  return `POINT (174 -36),1,12,${road},"12 ${road.replaceAll('"', '')}, ${suburb}, ${city}",Auckland,x,Street,${suburb},${city},Thoroughfare,${state},${at}`
}

export function writeLinz(
  folder: string,
  rows: readonly string[],
  { heading = linzHeading, end = '\r\n' } = {},
): string {
  const path = join(folder, `nz-${folders++}.csv`)
  writeFileSync(path, [heading, ...rows].join('\r\n') + end)
  return path
}
