import type { RecordValues } from '../../platform/database/records.ts'
import type { KnownFile } from '../../platform/files/file-kinds.server.ts'
import { pictureOfWidth, type PictureFacts } from '../../platform/files/picture-address.ts'
import { err, type Result } from '../../platform/result.ts'
import type { AdminResource } from '../admin/admin-resource.server.ts'
import { problemText, type AdminMember, type AdminProblem } from '../admin/admin.ts'
import type { AdminService } from '../admin/admin.server.ts'
import { versionOf } from '../admin/record-marks.server.ts'
import { fileNameOf } from './media.ts'
import type { MediaService } from './media.server.ts'

/** What staff do with files besides filling in a form. Each change is one of the back office, with its audit entry. */
export type MediaLibrary = ReturnType<typeof createLibrary>

/** A problem with the file itself, in words; or with the change. */
type FileProblem = string | AdminProblem

export const thumbnailWidth = 240

export function createLibrary({
  admin,
  media,
}: {
  readonly admin: Pick<AdminService, 'add' | 'open' | 'remove' | 'resource' | 'set'>
  readonly media: Pick<MediaService, 'addressOf' | 'prepareFile' | 'shown'>
}) {
  const library = (): AdminResource => {
    const resource = admin.resource('media')
    if (resource === null) throw new Error('the back office has no media library')
    return resource
  }
  const factsOf = ({ facts = null }: RecordValues): PictureFacts | null =>
    facts === null ? null : (JSON.parse(String(facts)) as PictureFacts)

  return {
    /** Where the picture of a file's record is served in a width; null for a document. */
    pictureOf(values: RecordValues, width: number): string | null {
      const facts = factsOf(values)
      return facts === null ? null : pictureOfWidth(media.addressOf(facts), width)
    },

    /** The same without its crop and focal point. */
    originalOf(values: RecordValues, width: number): string | null {
      const facts = factsOf(values)
      if (facts === null) return null
      const { crop: _crop, focus: _focus, ...whole } = facts
      const size = { width: Number(values['width']), height: Number(values['height']) }
      return pictureOfWidth(media.addressOf({ ...whole, ...size }), width)
    },

    /** Where a picture that a record names is shown small. */
    thumbnail: (address: string): string => pictureOfWidth(media.shown(address), thumbnailWidth),

    /** Stores an uploaded file. The same file again is the one that is there. */
    async add(member: AdminMember, file: KnownFile, name: string): Promise<Result<string, FileProblem>> {
      const prepared = await media.prepareFile(file, fileNameOf(name))
      return prepared.ok ? admin.add(member, library(), prepared.value) : prepared
    },

    /** Gives an address another file: every record that names it shows the new one. */
    async replace(
      member: AdminMember,
      key: string,
      { file, name, version }: { readonly file: KnownFile; readonly name: string; readonly version: string },
    ): Promise<Result<null, FileProblem>> {
      const open = await admin.open(library(), key)
      if (open === null) return err({ code: 'not_found' })
      const { kind } = open.values
      const isPicture = open.values['width'] !== null
      if (open.values['origin'] === 'demo')
        return err('This file belongs to the demonstration. Upload one of your own instead.')
      if (open.values['origin'] !== 'upload')
        return err('This picture comes from a feed. Replace it on its own host, and it is fetched again.')
      if (!isPicture && kind !== 'pdf')
        return err('A model or video is not replaced. Upload another one for its product.')
      if (isPicture !== (file.kind !== 'pdf'))
        return err(
          isPicture ? 'The new file must be a picture, like this one.' : 'The new file must be a PDF, like this one.',
        )
      const prepared = await media.prepareFile(file, fileNameOf(name))
      if (!prepared.ok) return prepared
      const none = { focusX: null, focusY: null, cropLeft: null, cropTop: null, cropWidth: null, cropHeight: null }
      let conflict: RecordValues | null = null
      const changed = await admin.set(member, library(), key, (before) => {
        if (versionOf(library(), before) === version) return { ...prepared.value, ...none }
        conflict = before
        return {}
      })
      return conflict === null ? changed : err({ code: 'changed_meanwhile', now: conflict, fields: [], by: null })
    },

    /** Deletes files that nothing uses; answers the names of the others, each with the reason. */
    async removeUnused(
      member: AdminMember,
      keys: readonly string[],
    ): Promise<{ readonly removed: number; readonly left: readonly string[] }> {
      let removed = 0
      const left: string[] = []
      for (const key of keys) {
        const open = await admin.open(library(), key)
        if (open === null) continue
        const result = await admin.remove(member, library(), key, open.version)
        if (result.ok) removed++
        else left.push(`${library().nameOf(open.values)}: ${problemText(result.problem)}`)
      }
      return { removed, left }
    },
  }
}
