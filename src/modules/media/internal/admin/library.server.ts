import type { Database } from '../../../../platform/database/database.server.ts'
import type { RecordValues } from '../../../../platform/database/records.ts'
import { ok, type FieldError } from '../../../../platform/result.ts'
import { done, optionsOf, wrong, type AdminResource } from '../../../admin/admin-resource.server.ts'
import type { Field } from '../../../admin/admin.ts'
import { cropErrors, kindNames, type CropValues } from '../../media.ts'
import type { MediaUses } from '../../media-uses.server.ts'
import type { MediaService } from '../../media.server.ts'
import { freeName } from '../media-store.server.ts'
import { uploadFolder } from '../uploads.server.ts'
import {
  insertFile,
  libraryRecords,
  namesOf,
  removeFile,
  replaceFile,
  storedFileOf,
  updateFile,
} from './library-records.server.ts'

/** The library: every file of the shop, what staff say about it, and where it is used. */

/** What belongs to the bytes: it changes when the file is replaced, and never by a form. */
const fileFields: readonly Field[] = [
  { name: 'address', label: 'Address in records', kind: 'text', group: 'File' },
  { name: 'fileName', label: 'File name', kind: 'text', group: 'File' },
  { name: 'kind', label: 'Kind', kind: 'choice', options: optionsOf(kindNames), group: 'File' },
  { name: 'bytes', label: 'Bytes', kind: 'whole', group: 'File' },
  { name: 'width', label: 'Width', kind: 'whole', group: 'File' },
  { name: 'height', label: 'Height', kind: 'whole', group: 'File' },
  { name: 'colour', label: 'Average colour', kind: 'text', group: 'File' },
  { name: 'hash', label: 'Checksum', kind: 'text', group: 'File' },
]

const focusHelp = 'In percent of what is shown. Leave both empty for the middle.'
const cropHelp = 'In pixels of the original. Leave all four empty to show all of it.'

// A table, one row a line.
// prettier-ignore
const pictureFields: readonly Field[] = [
  { name: 'alt', label: 'Alt text', kind: 'text', max: 200, initial: '', group: 'Alt text', help: 'Used wherever a page or product has none of its own.' },
  { name: 'altNz', label: 'Alt text in New Zealand', kind: 'text', max: 200, initial: '', group: 'Alt text', help: 'Leave empty to use the same.' },
  { name: 'focusX', label: 'From the left (%)', kind: 'whole', min: 0, max: 100, group: 'Focal point', help: focusHelp },
  { name: 'focusY', label: 'From the top (%)', kind: 'whole', min: 0, max: 100, group: 'Focal point' },
  { name: 'cropLeft', label: 'Left edge', kind: 'whole', min: 0, max: 12_000, group: 'Crop', help: cropHelp },
  { name: 'cropTop', label: 'Top edge', kind: 'whole', min: 0, max: 12_000, group: 'Crop' },
  { name: 'cropWidth', label: 'Width of the crop', kind: 'whole', min: 1, max: 12_000, group: 'Crop' },
  { name: 'cropHeight', label: 'Height of the crop', kind: 'whole', min: 1, max: 12_000, group: 'Crop' },
]

const usesShown = 20

export function libraryResource({
  database,
  media,
  uses,
}: {
  readonly database: Database
  readonly media: Pick<MediaService, 'hasOriginal'>
  readonly uses: MediaUses
}): AdminResource {
  const records = libraryRecords(uses)
  return {
    name: 'media',
    title: 'Media library',
    one: 'file',
    many: 'files',
    section: 'Content',
    about: 'Pictures and documents that were uploaded, and pictures that were fetched from product feeds.',
    see: 'use the back office',
    change: 'manage content',
    records,
    sort: { column: 'createdAt', isDescending: true },
    searchHint: 'File name, alt text, SKU or product',
    columns: [
      { name: 'name', label: 'Name', sorts: true },
      { name: 'kind', label: 'Kind', words: kindNames },
      { name: 'bytes', label: 'Bytes', kind: 'number', sorts: true },
      { name: 'width', label: 'Width', kind: 'number' },
      { name: 'height', label: 'Height', kind: 'number' },
      { name: 'alt', label: 'Alt text' },
      { name: 'createdAt', label: 'Added', kind: 'instant', sorts: true },
      { name: 'address', label: 'Address' },
    ],
    links: [
      { label: 'Assign by file name', href: '/office/media/assign', permission: 'manage the catalogue' },
      { label: 'Broken and missing', href: '/office/media/problems', permission: 'use the back office' },
    ],
    filters: [
      {
        name: 'type',
        label: 'Type',
        options: optionsOf({ picture: 'Pictures', document: 'Documents', other: 'Models and videos' }),
      },
      {
        name: 'origin',
        label: 'Source',
        options: optionsOf({ upload: 'Uploaded', feed: 'From a feed', demo: 'Demo' }),
      },
      { name: 'use', label: 'Use', options: optionsOf({ used: 'Used', unused: 'Unused' }) },
      { name: 'altText', label: 'Alt text', options: optionsOf({ missing: 'Without alt text' }) },
    ],
    fields: (values) => [
      ...(values?.['width'] === null ? [] : pictureFields),
      ...fileFields.map((field) => ({ ...field, isFixed: 'always' as const })),
    ],
    nameOf: (values) => String(values['name'] ?? values['fileName'] ?? ''),
    check: async (_change, values) => [...focusErrors(values), ...cropErrors(cropValuesOf(values), values)],
    async save({ tx, now }, key, values, before) {
      // Another file, or the former one again.
      await (values['hash'] === undefined
        ? updateFile(tx, key, values)
        : replaceFile(tx, key, { ...before, ...values }, now))
      await uses.changed(tx, String(before['address']))
    },
    createLabel: 'Upload files',
    /** A new upload, or a deleted file whose bytes are still there. */
    async create({ tx, now }, values) {
      if (!(await media.hasOriginal(String(values['hash']))))
        return wrong('', 'The file itself has been removed since. Please upload it again.')
      const address = values['address'] ?? `${uploadFolder}${await freeName(tx, uploadFolder, storedFileOf(values))}`
      const key = await insertFile(tx, String(address), values, now)
      await uses.changed(tx, String(address))
      return ok(key)
    },
    async remove({ tx }, key, before) {
      if (before['origin'] === 'demo') return wrong('', demoText)
      const found = await uses.of(tx, await namesOf(tx, before), 1)
      const [first] = found
      if (first !== undefined)
        return wrong('', `It is used by ${first.what.toLowerCase()} “${first.name}”. Remove it there first.`)
      await removeFile(tx, key, String(before['address']))
      return done
    },
    async related(_key, values) {
      const found = await uses.of(database.db, await namesOf(database.db, values), usesShown)
      return [
        {
          title: 'Where it is used',
          columns: ['What', 'Name'],
          empty: 'Nothing uses this file.',
          rows: found.map(({ what, name, href }) => [what, href === null ? name : { text: name, href }]),
        },
      ]
    },
  }
}

/** A start outside production writes them anew. */
const demoText = 'This file belongs to the demonstration. It goes with npm run demo:remove.'

function focusErrors({ focusX = null, focusY = null }: RecordValues): FieldError[] {
  if ((focusX === null) === (focusY === null)) return []
  const [field, label] = focusX === null ? ['focusX', 'From the left (%)'] : ['focusY', 'From the top (%)']
  return [{ field, message: `${label} is missing: the focal point needs both numbers, or neither.` }]
}

const cropValuesOf = (values: RecordValues): CropValues => ({
  left: (values['cropLeft'] ?? null) as number | null,
  top: (values['cropTop'] ?? null) as number | null,
  width: (values['cropWidth'] ?? null) as number | null,
  height: (values['cropHeight'] ?? null) as number | null,
})
