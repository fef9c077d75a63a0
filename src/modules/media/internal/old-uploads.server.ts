import { days, type Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { kindOf } from '../../../platform/files/file-kinds.server.ts'
import type { Log } from '../../../platform/log.server.ts'
import { err } from '../../../platform/result.ts'
import { forgetMoved, noteMoved, oldUpload } from './media-store.server.ts'
import { uploadFolder, type Uploads } from './uploads.server.ts'

/**
 * Moves uploads of earlier versions out of the database, one after the other; returns how many. It can be broken off at any time and goes
 * on where it was. The bytes in the database are deleted a day later, for processes of the version before.
 */
export async function moveOldUploads({
  database: { db },
  clock,
  log,
  store,
}: {
  readonly database: Pick<Database, 'db'>
  readonly clock: Clock
  readonly log: Log
  readonly store: Uploads['store']
}): Promise<number> {
  let moved = 0
  for (let upload = await oldUpload(db); upload !== null; upload = await oldUpload(db)) {
    const kind = kindOf(upload.content)
    const result =
      kind === null ? err('unknown kind') : await store({ kind, bytes: upload.content }, null, upload.createdAt)
    const isSame = result.ok && result.value === `${uploadFolder}${upload.name}`
    if (isSame) moved++
    else log.warn({ name: upload.name, result }, 'an upload stays in the database')
    const problem = result.ok ? 'its content has another name' : result.problem
    await noteMoved(db, upload.name, isSame ? clock.now() : { problem })
  }
  await forgetMoved(db, new Date(clock.now().getTime() - days(1)))
  return moved
}
