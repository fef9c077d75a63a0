import type { Reader, Writer } from './database/database.server.ts'

/** Contract for personal data of a module: exporting a copy of it, and erasing it. */

export type Person = {
  readonly accountId: string
  /** Lower case. */
  readonly email: string
  /** What others left under an address is theirs: only its owner is shown it. */
  readonly isEmailConfirmed: boolean
}

export interface PersonalRecords {
  /** Its key in the export. */
  readonly name: string
  /** As JSON. Nothing of other people, no secret and no digest of one. */
  held(db: Reader, person: Person): Promise<unknown>
  /** Deletes it, or takes the person out of what has to stay. */
  forget(tx: Writer, person: Person): Promise<void>
}
