import type { MediaLibrary } from '../../../modules/media/library.server.ts'
import { kindNames, weightText } from '../../../modules/media/media.ts'
import { thumbnailWidth } from '../../../modules/media/library.server.ts'
import type { ListedRecord } from '../../../platform/database/records.ts'
import { recordPath } from '../../access.server.ts'
import type { FileTile } from '../../ui/media/file-tile.tsx'
import type { ListView } from '../../ui/records/list-page.tsx'

const orders = [
  { value: 'createdAt', label: 'Oldest first' },
  { value: 'name', label: 'Name' },
  { value: '-bytes', label: 'Largest first' },
] as const

/** A grid has no columns to sort by: its order is one of the filters. */
export const libraryFilters = ({ filters }: Pick<ListView, 'filters'>, query: URLSearchParams): ListView['filters'] => [
  ...filters,
  { name: 'sort', label: 'Order', options: orders, value: query.get('sort') ?? '', empty: 'Newest first' },
]

/** A file as grids show it. */
export function tileOf(library: Pick<MediaLibrary, 'pictureOf'>, { key, values }: ListedRecord): FileTile {
  const isPicture = values['width'] !== null
  const kind = kindNames[values['kind'] as keyof typeof kindNames]
  return {
    key,
    href: recordPath('media', key),
    address: String(values['address']),
    name: String(values['name']),
    thumbnail: library.pictureOf(values, thumbnailWidth),
    alt: String(values['alt']),
    kind,
    facts: [
      kind,
      ...(isPicture ? [`${String(values['width'])} × ${String(values['height'])}`] : []),
      weightText(Number(values['bytes'])),
    ].join(' · '),
    kilobytes: Math.ceil(Number(values['bytes']) / 1_024),
    isWithoutAlt: isPicture && values['alt'] === '',
  }
}
