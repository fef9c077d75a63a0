import { isAppCode } from '../../../brands/apps.ts'
import { can } from '../../../modules/identity/policy.ts'
import type { Field, OpenRecord } from '../../../modules/admin/admin.ts'
import { zoneOf } from '../../../modules/admin/record-marks.server.ts'
import type { RecordAction, AdminResource } from '../../../modules/admin/admin-resource.server.ts'
import { timeText } from '../../../modules/admin/shown-values.ts'
import type { StoredEntry } from '../../../modules/admin/audit.server.ts'
import type { RecordValues } from '../../../platform/database/records.ts'
import { recordPath, type SignedIn } from '../../access.server.ts'
import { refused } from '../../admin-context.server.ts'
import type { ActionView, RecordView } from '../../ui/records/record-page.tsx'
import { fieldGroups, fieldView, initialValues, type RejectedForm } from './field-view.server.ts'

/** A record, or a new one, as its page shows it. */
export async function recordView(
  { member, services: { admin, library, shopAddress } }: SignedIn,
  resource: AdminResource,
  key: string,
  { form, done }: { readonly form: RejectedForm | null; readonly done: string | null },
): Promise<RecordView> {
  const record = await admin.open(resource, key)
  if (record === null) throw refused(404, `This ${resource.one} does not exist.`)
  const { values } = record
  const history = await admin.history(resource, key)
  const text = doneText(done, resource)
  const [last] = history
  const isMine = last?.accountId === member.principal.userId && last.outcome === 'done'
  const canUndo = isMine && done === 'save' && last.before !== null && last.after !== null
  const canChange = can(member.principal, resource.change)
  const timeZone = zoneOf(resource, member, values)
  const actions = (resource.actions ?? []).filter(
    (action) => can(member.principal, action.permission) && action.isOffered(values),
  )
  const places = resource.filePlaces?.(values) ?? null
  const thumbnailOf = library.thumbnail
  const canSave = canChange && resource.save !== undefined
  return {
    ...listOf(resource),
    title: resource.nameOf(values) || resource.one,
    path: recordPath(resource.name, key),
    version: record.version,
    shopHref: shopHref(resource, record, (app) => shopAddress(isAppCode(app) ? app : member.brand.app)),
    notice: text === null ? null : { text, undo: canUndo ? last.id : null },
    canSave,
    isUnsaved: form?.action === null,
    ...mainForm(resource, { record, form, timeZone, canSave, thumbnailOf }),
    upload:
      canSave && resource.files !== undefined && places?.length !== 0
        ? {
            places,
            takesProductFiles: resource.takesProductFiles === true,
            errors: form?.action === 'upload' ? form.errors.map(({ message }) => message) : [],
          }
        : null,
    related: (await resource.related?.(key, values)) ?? [],
    actions: actions.map((action) => actionView(action, { record, form, timeZone, thumbnailOf })),
    removeLabel:
      canChange && resource.remove !== undefined && (resource.isRemovable?.(values) ?? true)
        ? (resource.removeLabel ?? `Delete this ${resource.one}`)
        : null,
    history: history.map((entry) => historyRow(entry, timeZone)),
  }
}

/** The page of a record that is not there yet. */
export function newRecordView(
  { member, services }: SignedIn,
  resource: AdminResource,
  form: RejectedForm | null,
  /** What the link to the form fills in, by field. */
  given: URLSearchParams = new URLSearchParams(),
): RecordView {
  const timeZone = zoneOf(resource, member, form === null ? {} : Object.fromEntries(form.form))
  return {
    ...listOf(resource),
    title: `New ${resource.one}`,
    path: `/office/${resource.name}/new`,
    version: null,
    shopHref: null,
    notice: null,
    canSave: true,
    isUnsaved: form !== null,
    ...mainForm(resource, {
      record: null,
      form,
      timeZone,
      canSave: true,
      thumbnailOf: services.library.thumbnail,
      given,
    }),
    upload: null,
    related: [],
    actions: [],
    removeLabel: null,
    history: null,
  }
}

const listOf = ({ name, title, one }: AdminResource) => ({ list: { href: `/office/${name}`, title, one } })

type Shown = {
  readonly record: OpenRecord | null
  readonly form: RejectedForm | null
  readonly timeZone: string
  readonly thumbnailOf: (address: string) => string
}

function mainForm(
  resource: AdminResource,
  {
    record,
    form,
    timeZone,
    canSave,
    thumbnailOf,
    given,
  }: Shown & { readonly canSave: boolean; readonly given?: URLSearchParams },
): Pick<RecordView, 'groups' | 'hasItems' | 'problem'> {
  const fields = resource.fields(record?.values ?? null)
  const values = record?.values ?? { ...initialValues(fields), ...givenValues(fields, given) }
  const own = form?.action === null ? form : null
  const known = new Set(fields.map(({ name }) => name))
  const hasProblem = form !== null && (form.errors.length > 0 || form.conflict !== null)
  return {
    groups: fieldGroups(fields, {
      values,
      isNew: record === null,
      form: own,
      timeZone,
      canSave,
      thumbnailOf,
      prefix: 'field-',
    }),
    hasItems: canSave && fields.some(({ kind }) => kind === 'items'),
    problem: hasProblem
      ? {
          conflict: form.conflict === null ? null : { by: form.conflict.by },
          errors: form.errors.map(({ field, message }) => ({
            message,
            href: known.has(field) ? `#field-${field}` : null,
          })),
        }
      : null,
  }
}

/** Texts and choices that a link fills in; anything else is typed. */
function givenValues(fields: readonly Field[], given: URLSearchParams | undefined): RecordValues {
  return Object.fromEntries(
    fields.flatMap(({ name, kind }): [string, string | string[]][] => {
      const text = given?.get(name)?.slice(0, maxGivenLength) ?? ''
      if (text === '') return []
      return kind === 'lines' ? [[name, [text]]] : kind === 'text' || kind === 'choice' ? [[name, text]] : []
    }),
  )
}

const maxGivenLength = 300

function actionView(
  action: RecordAction,
  { record, form, timeZone, thumbnailOf }: Shown & { readonly record: OpenRecord },
): ActionView {
  const fields = action.fields?.(record.values) ?? []
  const own = form?.action === action.name ? form : null
  const shown = {
    values: initialValues(fields),
    isNew: true,
    form: own,
    timeZone,
    canSave: true,
    thumbnailOf,
    prefix: `${action.name}-`,
  }
  return {
    name: action.name,
    label: action.label,
    about: action.about ?? null,
    isDangerous: action.isDangerous === true,
    errors: own?.errors.map(({ message }) => message) ?? [],
    fields: fields.map((field) => fieldView(field, shown)),
  }
}

function doneText(done: string | null, { one, actions = [] }: AdminResource): string | null {
  if (done === 'save') return 'Saved. The change is now in the shop.'
  if (done === 'create') return `The ${one} was created.`
  if (done === 'undo') return 'Undone. It is as it was before.'
  const action = actions.find(({ name }) => name === done)
  return action === undefined ? null : `Done: ${action.label.toLowerCase()}.`
}

function shopHref(resource: AdminResource, { values }: OpenRecord, addressOf: (app: string) => string): string | null {
  const path = resource.shopPath?.(values) ?? null
  return path === null ? null : new URL(path, addressOf(String(values['app'] ?? ''))).href
}

const historyRow = (entry: StoredEntry, timeZone: string): readonly string[] => [
  timeText(new Date(entry.at).toISOString(), timeZone),
  entry.winningUserId ?? '–',
  entry.outcome === 'done' ? entry.act : `${entry.act}: ${entry.outcome}`,
  entry.before === null ? '–' : factsText(entry.before),
  entry.after === null ? '–' : factsText(entry.after),
]

const factsText = (facts: object): string =>
  Object.entries(facts as RecordValues)
    .map(([name, value]) => `${name}: ${String(value ?? '–').slice(0, 200)}`)
    .join('\n')
