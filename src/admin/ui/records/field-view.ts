import type { FieldKind } from '../../../modules/admin/admin.ts'
import type { Option } from '../controls/select-field.tsx'

/** What the pages of records are given of a field. */

export type FieldGroup = { readonly title: string; readonly fields: readonly FieldView[] }

/** A field of a record with all that is said of it. */
export type FieldView = {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly kind: FieldKind
  readonly isWide: boolean
  readonly isRequired: boolean
  /** It is read and not changed. */
  readonly isFixed: boolean
  readonly options: readonly Option[]
  readonly maxLength: number | null
  /** As its control has it; of a fixed one, as it is read. */
  readonly value: string
  readonly help: string | null
  /** Tells whether what is stored has been changed since, and whether it was typed over; null for a new record. */
  readonly mark: string | null
  readonly error: string | null
  /** What somebody else stored meanwhile, where it differs from what was typed. */
  readonly storedNow: string | null
  readonly items: ItemsView | null
}

export type ItemsView = {
  /** One of them, as a sentence has it. */
  readonly one: string
  readonly isOrdered: boolean
  /** Which one was just moved. */
  readonly at: number | null
  readonly items: readonly {
    readonly type: string
    readonly title: string
    readonly parts: readonly ItemPart[]
  }[]
  readonly canAdd: readonly { readonly type: string; readonly title: string }[]
}

export type ItemPart = {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'html' | 'lines' | 'whole' | 'choice'
  readonly help: string | null
  readonly options: Readonly<Record<string, string>>
  readonly value: string
}
