import { isFixed, sentText, typedText, type Field } from '../../../modules/admin/admin.ts'
import { markOf } from '../../../modules/admin/record-marks.server.ts'
import { moneyText, zoneText } from '../../../modules/admin/shown-values.ts'
import type { RecordValues } from '../../../platform/database/records.ts'
import { shownItems, type FieldArray, type Picks } from '../../../platform/forms/field-array.ts'
import type { FieldError } from '../../../platform/result.ts'
import type { FieldGroup, FieldView, ItemsView } from '../../ui/records/field-view.ts'

/** A rejected form as it was sent: nothing that was typed is lost. */
export type RejectedForm = {
  readonly form: URLSearchParams
  /** Null for the form of the record itself. */
  readonly action: string | null
  readonly errors: readonly FieldError[]
  readonly conflict: { readonly fields: readonly string[]; readonly by: string | null } | null
}

export type ShownFields = {
  readonly values: RecordValues
  readonly isNew: boolean
  readonly form: RejectedForm | null
  readonly timeZone: string
  readonly canSave: boolean
  readonly prefix: string
  /** Where a picture that a record names is shown small. */
  readonly thumbnailOf: (address: string) => string
}

export const initialValues = (fields: readonly Field[]): RecordValues =>
  Object.fromEntries(fields.map(({ name, initial = null }) => [name, initial]))

export const fieldGroups = (fields: readonly Field[], shown: ShownFields): readonly FieldGroup[] =>
  Array.from(
    Map.groupBy(fields, ({ group = '' }) => group),
    ([title, members]) => ({ title, fields: members.map((field) => fieldView(field, shown)) }),
  )

/** A field for display: its stored value, the submitted value, and the error. */
export function fieldView(field: Field, shown: ShownFields): FieldView {
  const { values, isNew, form, timeZone, canSave, prefix, thumbnailOf } = shown
  const stored = typedText(field, values[field.name], timeZone)
  const common = {
    id: `${prefix}${field.name}`,
    name: field.name,
    label: field.label,
    kind: field.kind,
    isWide: isWide(field),
    isRequired: field.isRequired === true,
    options: 'options' in field ? field.options : [],
    maxLength: field.kind === 'text' ? (field.max ?? 200) : null,
    picks: field.picks ?? (field.kind === 'html' ? ('html' as const) : null),
  }
  if (!canSave || isFixed(field, isNew))
    return {
      ...common,
      isFixed: true,
      value: readText(field, stored),
      help: field.help ?? null,
      ...untouched,
      pictures: picturesIn(field, stored, thumbnailOf),
    }
  const sent = form === null ? null : sentText(field, form.form)
  // Of concurrent changes, only fields that were also edited here conflict.
  const isTouched = sent !== null && form?.form.get(`was:${field.name}`) !== markOf(sent)
  const value = sent === null || (form?.conflict !== null && !isTouched) ? stored : sent
  const isConflict = form?.conflict?.fields.includes(field.name) === true
  const at = form?.form.get(`${field.name}.at`) ?? null
  return {
    ...common,
    isFixed: false,
    value,
    help: field.kind === 'instant' ? `${field.help ?? ''} ${zoneText(timeZone)}.`.trim() : (field.help ?? null),
    mark: isNew ? null : markOf(stored),
    error: form?.errors.find((one) => one.field === field.name)?.message ?? null,
    storedNow: isConflict && isTouched && sent !== stored ? readText(field, stored) : null,
    thumbnail: thumbnailIn(field, value, thumbnailOf),
    pictures: [],
    items:
      field.kind === 'items' ? itemsView(field.set, value, { at: at === null ? null : Number(at), thumbnailOf }) : null,
  }
}

const untouched = { mark: null, error: null, storedNow: null, thumbnail: null, items: null } as const

/** The picture of a field that holds one address. */
const thumbnailIn = (
  { picks }: { readonly picks?: Picks | undefined },
  value: string,
  thumbnailOf: ShownFields['thumbnailOf'],
): string | null => (picks === 'address' && /^(\/(?!\/)|https:\/\/)/.test(value) ? thumbnailOf(value) : null)

const picturesIn = (field: Field, value: string, thumbnailOf: ShownFields['thumbnailOf']): readonly string[] =>
  field.kind === 'lines' && field.picks === 'address' && value !== '' ? value.split('\n').map(thumbnailOf) : []

const isWide = ({ kind }: Field): boolean =>
  kind === 'long' || kind === 'html' || kind === 'lines' || kind === 'json' || kind === 'choices' || kind === 'items'

/** A field's text for reading. */
function readText(field: Field, text: string): string {
  if (field.kind === 'switch') return text === 'true' ? 'Yes' : 'No'
  if (field.kind === 'money') return text === '' ? '–' : moneyText(Math.round(Number(text) * 100))
  if (field.kind === 'instant') return text === '' ? '–' : text.replace('T', ' ')
  if (field.kind === 'choice' || field.kind === 'choices') {
    const names = text.split('\n').map((one) => field.options.find(({ value }) => value === one)?.label ?? one)
    return names.filter(Boolean).join(', ') || '–'
  }
  return text === '' ? '–' : text
}

/** Things with fields of their own. `at` is the one that was just moved. */
function itemsView(
  set: FieldArray,
  text: string,
  { at, thumbnailOf }: { readonly at: number | null } & Pick<ShownFields, 'thumbnailOf'>,
): ItemsView {
  const items = shownItems(set, text)
  const canAdd = ([type]: readonly [string, unknown]) =>
    set.isOnce !== true || !items.some((item) => item.type === type)
  return {
    one: set.one,
    // Where each value has a position of its own, their order has no meaning.
    isOrdered: set.isOnce !== true,
    at,
    items: items.map(({ type, texts }) => ({
      type,
      title: set.types[type]?.title ?? '',
      parts: (set.types[type]?.parts ?? []).map(({ name, label, kind, help = null, options = {}, picks }) => ({
        name,
        label,
        kind,
        help,
        options,
        value: texts[name] ?? '',
        picks: picks ?? (kind === 'html' ? ('html' as const) : null),
        thumbnail: thumbnailIn({ picks }, texts[name] ?? '', thumbnailOf),
      })),
    })),
    canAdd: Object.entries(set.types)
      .filter(canAdd)
      .map(([type, { title }]) => ({ type, title })),
    canPick: set.picked !== undefined,
  }
}
