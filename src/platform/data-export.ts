import type { Reader, Writer } from './database/database.server.ts'

/** What each module holds about a person, for whoever asks for a copy of it, and for whoever wants to be forgotten. */

export type Person = {
  readonly accountId: string
  /** Lower case. */
  readonly email: string
  /** What others left under an address is theirs: only its owner is shown it. */
  readonly isEmailConfirmed: boolean
}

export interface PersonalRecords {
  /** What it is called in the copy. */
  readonly name: string
  /** As JSON. Nothing of other people, no secret and no digest of one. */
  held(db: Reader, person: Person): Promise<unknown>
  /** Deletes it, or takes the person out of what has to stay. */
  forget(tx: Writer, person: Person): Promise<void>
}
