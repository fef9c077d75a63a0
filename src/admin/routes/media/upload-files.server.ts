import type { AdminProblem } from '../../../modules/admin/admin.ts'
import { can } from '../../../modules/identity/policy.ts'
import { fileNameOf } from '../../../modules/media/media.ts'
import { listFor, recordPath, type SignedIn } from '../../access.server.ts'
import { refused } from '../../admin-context.server.ts'
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
export async function libraryToAddTo(context: Parameters<typeof listFor>[0]) {
  const listed = await listFor(context, 'media')
  const { member, services, resource } = listed
  if (!can(member.principal, resource.change)) {
    await services.admin.refuse(member, 'upload files', resource.name)
    throw refused(403, 'You do not have permission to upload files.')
  }
  return listed
}

/** A problem with a file, or with the change that it is part of. */
export function fileProblemText(problem: string | AdminProblem): string {
  if (typeof problem === 'string') return problem
  switch (problem.code) {
    case 'validation':
      return problem.errors.map(({ message }) => message).join(' ')
    case 'not_allowed':
      return 'You do not have permission to upload files.'
    case 'changed_meanwhile':
      return 'It was changed by somebody else meanwhile. Please look at it again before you replace it.'
    case 'not_found':
      return 'It no longer exists.'
    case 'stale':
      return 'Please log in again.'
  }
}

export const filePath = (key: string): string => recordPath('media', key)
