import type { RouterContextProvider } from 'react-router'
import { zoneOf } from '../../../modules/admin/record-marks.server.ts'
import { timeText } from '../../../modules/admin/shown-values.ts'
import { kindNames, weightText } from '../../../modules/media/media.ts'
import { listFor } from '../../access.server.ts'
import { refused } from '../../admin-context.server.ts'
import type { FileView } from '../../ui/media/file-page.tsx'
import { filePath } from './upload-files.server.ts'

const sources: Readonly<Record<string, string>> = {
  upload: 'Uploaded',
  feed: 'Fetched from a feed',
  demo: 'Part of the demonstration',
}

/** A file with its picture, for its own page. */
export async function fileView(context: Readonly<RouterContextProvider>, key: string): Promise<FileView> {
  const { member, services, resource } = await listFor(context, 'media')
  const record = await services.admin.open(resource, key)
  if (record === null) throw refused(404, `This ${resource.one} does not exist.`)
  const { values } = record
  const [shown, original] = [services.library.pictureOf(values, 640), services.library.originalOf(values, 1_200)]
  const [width, height] = [Number(values['width']), Number(values['height'])]
  const address = String(values['address'])
  const fileName = values['fileName'] ?? null
  return {
    path: filePath(key),
    version: record.version,
    picture: shown === null || original === null ? null : { shown, original, width, height },
    canBeReplaced: values['origin'] === 'upload' && (shown !== null || values['kind'] === 'pdf'),
    address,
    facts: [
      ['File name', fileName === null ? 'Not known' : String(fileName)],
      ['Kind', kindNames[values['kind'] as keyof typeof kindNames]],
      ...(shown === null ? [] : [['Size', `${String(width)} × ${String(height)} pixels`] as const]),
      ['Weight', weightText(Number(values['bytes']))],
      ['Added', timeText(String(values['createdAt']), zoneOf(resource, member, values))],
      ['Source', sources[String(values['origin'])] ?? '–'],
      ['Address in records', address],
    ],
  }
}
