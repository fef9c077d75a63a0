import type { Picks } from '../../../platform/forms/field-array.ts'
import type { FieldKind } from '../../../modules/admin/admin.ts'
import type { Option } from '../controls/select-field.tsx'

/** Props of a field on record pages. */

export type FieldGroup = { readonly title: string; readonly fields: readonly FieldView[] }

/** A field of a record with its label, help, value and error. */
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
  /** How it takes a file of the media library; null where it takes none. */
  readonly picks: Picks | null
  /** The picture that its value names, small. */
  readonly thumbnail: string | null
  /** The pictures that the lines of a fixed one name, small; shown instead of its value. */
  readonly pictures: readonly string[]
  /** As its control has it; of a fixed one, as it is read. */
  readonly value: string
  readonly help: string | null
  /** Detects whether the stored value has changed since, and whether it was edited; null for a new record. */
  readonly mark: string | null
  readonly error: string | null
  /** The value that another member has saved, where it differs from what was typed. */
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
  /** Whether pictures of the media library become items. */
  readonly canPick: boolean
}

export type ItemPart = {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'html' | 'lines' | 'whole' | 'choice'
  readonly help: string | null
  readonly options: Readonly<Record<string, string>>
  readonly value: string
  readonly picks: Picks | null
  readonly thumbnail: string | null
}
