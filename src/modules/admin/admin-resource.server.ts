import type { Writer } from '../../platform/database/database.server.ts'
import type { RecordSet } from '../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../platform/database/records.ts'
import type { KnownFile } from '../../platform/files/file-kinds.server.ts'
import { ok, err, type FieldError, type Result } from '../../platform/result.ts'
import type { Permission } from '../identity/policy.ts'
import type { AdminMember, AdminResourceView, Field, Option } from './admin.ts'

/**
 * A list of the back office with its operations. Each module has its own in `<module>.admin.server.ts`; admin.server.ts runs them all in
 * the same way.
 */

/** The context of a change: its transaction, the member, and the time. */
export type Change = {
  readonly tx: Writer
  readonly now: Date
  readonly member: AdminMember
}

/** Validation errors by field; '' is the form as a whole. */
export type Problem = readonly FieldError[]
export type Made<Value> = Promise<Result<Value, Problem>>

export const wrong = (field: string, message: string): Result<never, Problem> => err([{ field, message }])
export const done = ok(null)

/** A related table beside a record, such as payments or history. */
export type Related = {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | { readonly text: string; readonly href: string })[])[]
  readonly empty: string
}

/** Something that is done with a record besides changing its fields. */
export type RecordAction = {
  readonly name: string
  /** On its button. */
  readonly label: string
  readonly about?: string
  readonly permission: Permission
  /** Whether it may refund money: the second factor is required again, as for a refund. */
  readonly isRefund?: true
  readonly isDangerous?: true
  fields?(values: RecordValues): readonly Field[]
  /** Whether the action is available for the record in its current state. */
  isOffered(values: RecordValues): boolean
  /** Runs outside of the admin transaction where a service has its own; the result is audited. */
  run(input: {
    readonly member: AdminMember
    readonly key: string
    readonly values: RecordValues
    readonly typed: RecordValues
    readonly form: URLSearchParams
    readonly now: Date
  }): Made<{ readonly said: string; readonly before?: object; readonly after?: object }>
}

export type AdminResource = AdminResourceView & {
  readonly records: RecordSet
  /** The fields of a record; null for a new one. */
  fields(values: RecordValues | null): readonly Field[]
  nameOf(values: RecordValues): string
  /** Rules beyond single fields; before anything is written. `key` is null for a new one. */
  check?(change: Change, values: RecordValues, key: string | null): Promise<Problem>
  /** Writes the values and announces the change. */
  save?(change: Change, key: string, values: RecordValues, before: RecordValues): Promise<void>
  create?(change: Change, values: RecordValues): Made<string>
  /** The label of the link to a new one. */
  readonly createLabel?: string
  remove?(change: Change, key: string, before: RecordValues): Made<null>
  /** Whether there is anything to remove of this record; left out where there always is. */
  readonly isRemovable?: (values: RecordValues) => boolean
  /** The label of the delete button. */
  readonly removeLabel?: string
  readonly actions?: readonly RecordAction[]
  /** Handles an upload: returns the fields with the file's address and alt text added; null when such a file cannot be used. */
  files?(
    before: RecordValues,
    address: string,
    sent: { readonly file: KnownFile; readonly title: string; readonly place: string },
  ): RecordValues
  /** Whether an upload can also be a 3D model, a video or captions. */
  readonly takesProductFiles?: true
  /** The places where a file can be used, if there are several; without any, uploads are not offered. */
  filePlaces?(values: RecordValues): readonly Option[]
  related?(key: string, values: RecordValues): Promise<readonly Related[]>
  /** Tables above the list, such as the state of what the records depend on. */
  overview?(): readonly Related[]
  /** Where the shop shows it; paths of the member's app. */
  shopPath?(values: RecordValues): string | null
  /** The time zone of its times. */
  timeZone?(values: RecordValues): string
  /** The permission to export the list, where that is narrower than seeing it; every export is audited. */
  readonly csv?: Permission
  /** Further links from the list: imports, bulk changes. */
  readonly links?: readonly { readonly label: string; readonly href: string; readonly permission: Permission }[]
}

/** The common case: the module writes, and there is nothing left to validate. */
export const creating =
  (insert: (tx: Writer, values: RecordValues) => Promise<string>): NonNullable<AdminResource['create']> =>
  async ({ tx }, values) =>
    ok(await insert(tx, values))
export const removing =
  (remove: (tx: Writer, key: string) => Promise<void>): NonNullable<AdminResource['remove']> =>
  async ({ tx }, key) => {
    await remove(tx, key)
    return done
  }

/** Fields that are looked at and never typed. */
export const shownOnly = (fields: readonly Field[]): readonly Field[] =>
  fields.map((field) => ({ ...field, isFixed: 'always' }))

export const optionsOf = (words: Readonly<Record<string, string>>): readonly Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** Rules of a form's lines 'a | b', which several resources have. */
export const barred = (line: string): readonly string[] => line.split('|').map((part) => part.trim())
