import { cardNumberText, isCardNumberIn } from '../../platform/text/card-numbers.ts'
import { clockTextIn, dayOf, instantIn } from '../../platform/calendar.ts'
import { itemsOfText, itemsSent, textOfItems, type FieldArray, type Picks } from '../../platform/forms/field-array.ts'
import type { FieldError } from '../../platform/result.ts'
import type { Brand } from '../../brands/brands.ts'
import type { Staff } from '../identity/identity.ts'
import type { Permission } from '../identity/policy.ts'
import type { ListQuery, RecordValue, RecordValues } from '../../platform/database/records.ts'

/** The back office as data: resources, which are lists with forms. Types and rules; no I/O. */

/** A member of staff in the back office, and their shop. */
export type AdminMember = {
  readonly principal: Staff
  readonly brand: Brand
  /** When they last authenticated; null for background work without a session. */
  readonly authenticatedAt: Date | null
}

export const sections = [
  'Orders',
  'Catalogue',
  'Promotions',
  'Content',
  'Delivery',
  'Questions',
  'Shop',
  'Organisation',
] as const
export type Section = (typeof sections)[number]

export type Option = { readonly value: string; readonly label: string }

type FieldType =
  | { readonly kind: 'text'; readonly max?: number; readonly pattern?: RegExp; readonly patternHint?: string }
  | { readonly kind: 'long'; readonly max?: number }
  /** Stored as its module cleans it. */
  | { readonly kind: 'html'; readonly max?: number }
  | { readonly kind: 'money'; readonly min?: number }
  | { readonly kind: 'whole'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'number'; readonly min?: number; readonly max?: number; readonly unit?: string }
  | { readonly kind: 'day' }
  /** Typed in the clock of the place that the page names. */
  | { readonly kind: 'instant' }
  | { readonly kind: 'time' }
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  | { readonly kind: 'choices'; readonly options: readonly Option[] }
  /** One per line. */
  | { readonly kind: 'lines'; readonly max?: number; readonly pattern?: RegExp; readonly patternHint?: string }
  | { readonly kind: 'json' }
  /** Things with parts of their own, as `textOfItems` has them. */
  | { readonly kind: 'items'; readonly set: FieldArray }

export type FieldKind = FieldType['kind']

export type Field = FieldType & {
  readonly name: string
  readonly label: string
  readonly help?: string
  readonly isRequired?: true
  /** Read-only: always, or once the record is created. */
  readonly isFixed?: 'always' | 'once made'
  readonly group?: string
  /** How it takes a file of the media library; every field of HTML takes pictures. */
  readonly picks?: Picks
  /** Personal data: the audit log records that it changed, not its value. */
  readonly isPersonal?: true
  /** The initial value of a new record. */
  readonly initial?: RecordValue
}

export type ListColumn = {
  readonly name: string
  readonly label: string
  readonly kind?: 'text' | 'money' | 'number' | 'day' | 'instant' | 'switch' | 'tag'
  /** The display name of a value. */
  readonly words?: Readonly<Record<string, string>>
  readonly sorts?: true
}

export type ListFilter = { readonly name: string; readonly label: string; readonly options: readonly Option[] }

/** The definition of a list in the back office, without its operations. */
export type AdminResourceView = {
  /** Its place in addresses: /office/{name}. */
  readonly name: string
  readonly title: string
  /** One of them, as a sentence has it: 'redirect'. */
  readonly one: string
  /** Several of them, where the title does not say that: 'audit log entries'. */
  readonly many?: string
  readonly section: Section
  readonly about: string
  readonly see: Permission
  readonly change: Permission
  readonly columns: readonly ListColumn[]
  readonly filters?: readonly ListFilter[]
  /** The placeholder of the search field; left out where the list has no search. */
  readonly searchHint?: string
  readonly sort: { readonly column: string; readonly isDescending: boolean }
}

/** Several records of a list, as a sentence has them. */
export const namedMany = ({ title, many = title.toLowerCase() }: Pick<AdminResourceView, 'title' | 'many'>): string =>
  many

export const pageSize = 50

export type AdminProblem =
  | { readonly code: 'not_allowed' | 'not_found' | 'stale' }
  | { readonly code: 'validation'; readonly errors: readonly FieldError[] }
  /** Another member has changed it since it was loaded. */
  | {
      readonly code: 'changed_meanwhile'
      readonly now: RecordValues
      readonly fields: readonly string[]
      readonly by: string | null
    }

/** A problem in words, beside the name of what it is about. */
export function problemText(problem: AdminProblem): string {
  switch (problem.code) {
    case 'validation':
      return problem.errors.map(({ message }) => message).join(' ')
    case 'not_allowed':
      return 'You do not have permission to change it.'
    case 'not_found':
      return 'It no longer exists.'
    case 'stale':
      return 'Please log in again.'
    case 'changed_meanwhile':
      return 'It was changed by somebody else meanwhile. Please look at it again first.'
  }
}

export type OpenRecord = {
  readonly key: string
  readonly values: RecordValues
  /** The version that was loaded: sent back with its form. */
  readonly version: string
}

/** A list's state in the address. Invalid values count as missing. */
export function listQueryOf(
  query: URLSearchParams,
  view: Pick<AdminResourceView, 'columns' | 'filters' | 'sort'>,
): ListQuery {
  const [, sign = '', requested = ''] = /^(-?)(\w+)$/.exec(query.get('sort') ?? '') ?? []
  const canSort = view.columns.some(({ name, sorts }) => sorts === true && name === requested)
  const filters = (view.filters ?? []).flatMap(({ name, options }): [string, string][] => {
    const required = query.get(name) ?? ''
    return options.some(({ value }) => value === required) && required !== '' ? [[name, required]] : []
  })
  const [cursorName, cursorText] = query.has('before')
    ? (['before', query.get('before') ?? ''] as const)
    : (['after', query.get('after') ?? ''] as const)
  const [key = '', ...value] = cursorText.split('~')
  return {
    search: (query.get('q') ?? '').slice(0, 100),
    filters: Object.fromEntries(filters),
    sort: canSort ? { column: requested, isDescending: sign === '-' } : view.sort,
    cursor: cursorText === '' ? null : { key, value: value.join('~') },
    isBackwards: cursorName === 'before' && cursorText !== '',
    limit: pageSize,
  }
}

/** The query of a list without its cursor: the key of a saved view. */
export function viewQuery(
  query: URLSearchParams,
  view: Pick<AdminResourceView, 'columns' | 'filters' | 'sort'>,
): string {
  const { search, filters, sort } = listQueryOf(query, view)
  const stored = new URLSearchParams()
  if (search.trim() !== '') stored.set('q', search.trim())
  for (const [name, value] of Object.entries(filters)) stored.set(name, value)
  if (sort.column !== view.sort.column || sort.isDescending !== view.sort.isDescending)
    stored.set('sort', `${sort.isDescending ? '-' : ''}${sort.column}`)
  return stored.toString()
}

/** A field's value as its form has it. */
export function typedText(field: Field, value: RecordValue | undefined, timeZone: string): string {
  if (value === null || value === undefined) return ''
  if (field.kind === 'money') return (Number(value) / 100).toFixed(2)
  if (field.kind === 'instant') return clockTextIn(timeZone, new Date(String(value)))
  if (field.kind === 'time') return String(value).slice(0, 5)
  if (field.kind === 'number') return String(Math.round(Number(value) * 10_000) / 10_000)
  if (Array.isArray(value)) return value.join('\n')
  return String(value)
}

/** A field's form values, as `typedText` would have written them. */
export function sentText(field: Field, form: URLSearchParams): string {
  if (field.kind === 'switch') return String(form.getAll(field.name).includes('true'))
  if (field.kind === 'choices') return form.getAll(field.name).join('\n')
  if (field.kind === 'items') return itemsSent(field.set, field.name, form)
  return (form.get(field.name) ?? '').replaceAll('\r\n', '\n')
}

/** The submitted values by field: the value, or its error. Fields that were not sent are left out. */
export function readTyped(
  fields: readonly Field[],
  form: URLSearchParams,
  { timeZone, isNew }: { readonly timeZone: string; readonly isNew: boolean },
): { readonly values: RecordValues; readonly errors: readonly FieldError[] } {
  const values: Record<string, RecordValue> = {}
  const errors: FieldError[] = []
  for (const field of fields) {
    if (isFixed(field, isNew)) continue
    // An unticked checkbox sends nothing; `has` says that its field was on the form.
    if (!form.has(field.name) && !form.has(`has:${field.name}`)) {
      if (isNew && field.isRequired) errors.push({ field: field.name, message: `${field.label} is required.` })
      continue
    }
    const sent = field.kind === 'items' ? [itemsSent(field.set, field.name, form)] : form.getAll(field.name)
    const read = valueOf(field, sent, timeZone)
    if (sent.some((text) => isCardNumberIn(field.name, text)))
      errors.push({ field: field.name, message: cardNumberText })
    else if ('message' in read) errors.push({ field: field.name, message: read.message })
    else if (field.isRequired === true && isEmpty(read.value))
      errors.push({ field: field.name, message: `${field.label} is required.` })
    else values[field.name] = read.value
  }
  return { values, errors }
}

export const isFixed = ({ isFixed: fixed }: Field, isNew: boolean): boolean =>
  fixed === 'always' || (fixed === 'once made' && !isNew)

const isEmpty = (value: RecordValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

type Read = { readonly value: RecordValue } | { readonly message: string }

function valueOf(field: Field, sent: readonly string[], timeZone: string): Read {
  const text = (sent[0] ?? '').replaceAll('\r\n', '\n').trim()
  switch (field.kind) {
    case 'switch':
      return { value: sent.includes('true') }
    case 'choices': {
      const known = new Set(field.options.map(({ value }) => value))
      return sent.every((one) => known.has(one))
        ? { value: [...sent] }
        : { message: `${field.label} has an unknown choice.` }
    }
    case 'choice': {
      const isKnown = field.options.some(({ value }) => value === text)
      if (text === '') return { value: isKnown && field.isRequired !== true ? '' : null }
      return isKnown ? { value: text } : { message: `${field.label}: please choose from the list.` }
    }
    case 'lines':
      return linesOf(field, text)
    case 'money': {
      const bare = text.replaceAll(/[\s$,]/g, '')
      if (bare === '') return { value: null }
      const cents = /^\d{1,7}(\.\d{1,2})?$/.test(bare) ? Math.round(Number(bare) * 100) : Number.NaN
      if (Number.isNaN(cents)) return { message: `${field.label}: please enter an amount such as 1299.00.` }
      return cents < (field.min ?? 0)
        ? { message: `${field.label} must be at least $${((field.min ?? 0) / 100).toFixed(2)}.` }
        : { value: cents }
    }
    case 'whole':
    case 'number': {
      if (text === '') return { value: null }
      const number = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
      if (Number.isNaN(number) || (field.kind === 'whole' && !Number.isInteger(number)))
        return { message: `${field.label}: please enter ${field.kind === 'whole' ? 'a whole number' : 'a number'}.` }
      if (number < (field.min ?? -2_147_483_648))
        return { message: `${field.label} must be at least ${field.min ?? 0}.` }
      if (number > (field.max ?? 2_147_483_647))
        return { message: `${field.label} must be at most ${field.max ?? 2_147_483_647}.` }
      return { value: number }
    }
    case 'day': {
      if (text === '') return { value: null }
      const [year = 0, month = 0, day = 0] = /^\d{4}-\d{2}-\d{2}$/.test(text) ? text.split('-').map(Number) : []
      return dayOf([year, month, day]) === text
        ? { value: text }
        : { message: `${field.label}: this day does not exist.` }
    }
    case 'instant': {
      if (text === '') return { value: null }
      const at = instantIn(timeZone, text)
      return Number.isNaN(at.getTime())
        ? { message: `${field.label}: this time does not exist.` }
        : { value: at.toISOString() }
    }
    case 'time':
      if (text === '') return { value: null }
      return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
        ? { value: text }
        : { message: `${field.label}: please enter a time such as 14:00.` }
    case 'json':
      try {
        return { value: JSON.stringify(JSON.parse(text === '' ? 'null' : text), null, 2) }
      } catch (error) {
        return { message: `${field.label} has an invalid value: ${(error as Error).message}` }
      }
    case 'items':
      return { value: textOfItems(field.set, itemsOfText(text)) }
    case 'text':
    case 'long':
    case 'html':
      return plainText(field, text)
  }
}

const defaultMax = { text: 200, long: 5_000, html: 100_000 } as const

function plainText(field: Extract<Field, { kind: 'text' | 'long' | 'html' }>, text: string): Read {
  const max = field.max ?? defaultMax[field.kind]
  if (text.length > max)
    return { message: `${field.label} must have at most ${max} characters; it has ${text.length}.` }
  if (text === '') return { value: field.kind === 'text' && field.initial === undefined ? null : '' }
  if (field.kind === 'text' && field.pattern?.test(text) === false)
    return { message: `${field.label} ${field.patternHint ?? 'has an invalid value'}.` }
  return { value: text }
}

function linesOf(field: Extract<Field, { kind: 'lines' }>, text: string): Read {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  if (lines.length > (field.max ?? 500))
    return { message: `${field.label} must have at most ${field.max ?? 500} lines.` }
  const wrong = field.pattern === undefined ? -1 : lines.findIndex((line) => field.pattern?.test(line) === false)
  return wrong === -1
    ? { value: lines }
    : {
        message: `${field.label}, line ${wrong + 1} (“${(lines[wrong] ?? '').slice(0, 60)}”) ${field.patternHint ?? 'has an invalid value'}.`,
      }
}

/** The fields in which two states of a record differ. */
export function changedFields(before: RecordValues, after: RecordValues): readonly string[] {
  return Object.keys(after).filter((name) => !isSame(before[name] ?? null, after[name] ?? null))
}

function isSame(a: RecordValue, b: RecordValue): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a === b || isSameTime(a, b)
  if (typeof a === 'number' && typeof b === 'number') return a === b || isSameMeasure(a, b)
  // An empty text and a missing one are the same for a form.
  if ((a === null && b === '') || (a === '' && b === null)) return true
  return JSON.stringify(a) === JSON.stringify(b)
}

/** A fraction may lose its last digits on the way to a database and back. Cents and counts lose nothing. */
const isSameMeasure = (a: number, b: number): boolean =>
  !(Number.isInteger(a) && Number.isInteger(b)) && Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(a))

/** '14:00:00' of a database is the '14:00' of a form. */
const isSameTime = (a: string, b: string): boolean =>
  /^\d{2}:\d{2}(:\d{2})?$/.test(a) && /^\d{2}:\d{2}(:\d{2})?$/.test(b) && a.slice(0, 5) === b.slice(0, 5)
