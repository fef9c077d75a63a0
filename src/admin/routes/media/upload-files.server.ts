import { problemText, type AdminProblem } from '../../../modules/admin/admin.ts'
import { fileNameOf } from '../../../modules/media/media.ts'
import { changeableList, recordPath, type SignedIn } from '../../access.server.ts'
import type { UploadResult } from '../../ui/media/upload-result.ts'
import { tileOf } from './library-view.server.ts'

/** Files that were sent, one after the other: what was stored before one was refused stays. */
export async function storeUploads(
  { member, services: { admin, library, readFile } }: SignedIn,
  files: readonly File[],
): Promise<UploadResult[]> {
  const results: UploadResult[] = []
  for (const file of files) {
    const name = fileNameOf(file.name) ?? 'File'
    const read = await readFile(Buffer.from(await file.arrayBuffer()), { name: file.name, declared: file.type })
    const added = read.ok ? await library.add(member, read.value, file.name) : read
    const resource = admin.resource('media')
    const stored = added.ok && resource !== null ? await admin.open(resource, added.value) : null
    results.push(
      stored === null
        ? { name, problem: added.ok ? 'It could not be stored.' : fileProblemText(added.problem), tile: null }
        : { name, problem: null, tile: tileOf(library, stored) },
    )
  }
  return results
}

/** The library, for members who may add to it. */
export const libraryToAddTo = (context: Parameters<typeof changeableList>[0]) =>
  changeableList(context, 'media', 'upload files')

/** A problem with a file, or with the change that it is part of. */
export const fileProblemText = (problem: string | AdminProblem): string =>
  typeof problem === 'string' ? problem : problemText(problem)

export const filePath = (key: string): string => recordPath('media', key)
