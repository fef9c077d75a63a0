import { sql } from 'kysely'
import { appCodes } from '../../brands/apps.ts'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import { isOne, numberKey, recordSet } from '../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../platform/database/records.ts'
import { ok, err, type FieldError, type Result } from '../../platform/result.ts'
import {
  documentFields,
  documentOfValues,
  documentValues,
  fieldAt,
  firstValues,
  isMastheadLost,
} from './document-values.ts'
import { documents, type ContentKind } from './documents.server.ts'
import { redirectError, redirectKey } from './redirects.ts'

/** Content for the back office. Triggers notify every process of each change. */

export const contentKinds = ['static', 'page', 'post', 'alert', 'footer'] as const satisfies readonly ContentKind[]

export const contentRecords = recordSet({
  from: sql`content_entry e`,
  locked: 'e',
  key: sql`e.id::text`,
  byKey: (key) => (numberKey(key) === null ? null : sql<boolean>`e.id = ${Number(key)}`),
  columns: {
    slug: { sql: sql`e.slug`, sorts: 'text' },
    app: { sql: sql`e.app`, sorts: 'text' },
    kind: { sql: sql`e.kind`, sorts: 'text' },
    title: { sql: sql`coalesce(e.document ->> 'title', e.document ->> 'heading', '')` },
    isDraft: { sql: sql`e.is_draft` },
    visibleFrom: { sql: sql`e.visible_from`, sorts: 'timestamptz' },
    visibleUntil: { sql: sql`e.visible_until` },
    updatedAt: { sql: sql`e.updated_at`, sorts: 'timestamptz' },
    document: { sql: sql`e.document`, isLong: true },
  },
  search: [sql`e.slug`, sql`coalesce(e.document ->> 'title', e.document ->> 'heading', '')`],
  filters: {
    app: isOne(sql`e.app`, appCodes),
    kind: isOne(sql`e.kind`, contentKinds),
    state: (word) =>
      word === 'draft'
        ? sql<boolean>`e.is_draft`
        : word === 'shown'
          ? sql<boolean>`not e.is_draft and e.visible_from <= now() and (e.visible_until is null or e.visible_until > now())`
          : word === 'coming'
            ? sql<boolean>`not e.is_draft and e.visible_from > now()`
            : word === 'over'
              ? sql<boolean>`e.visible_until <= now()`
              : null,
  },
  // Its parts are fields of their own.
  shaped({ document, ...row }) {
    if (document === undefined) return row
    return { ...row, document, ...documentValues(String(row['kind']), document as Readonly<Record<string, unknown>>) }
  },
})

/** A document from a form's fields, cleaned; otherwise its errors, by field. */
export function documentOf(kind: string, values: RecordValues): Result<object, readonly FieldError[]> {
  const schema = (documents as Readonly<Record<string, (typeof documents)[ContentKind]>>)[kind]
  if (schema === undefined) return err([{ field: 'kind', message: 'Unknown content type.' }])
  if (isMastheadLost(values))
    return err([{ field: 'mastheadClass', message: 'Please choose a masthead style, or clear its fields.' }])
  const read = schema.safeParse(documentOfValues(kind, values))
  if (read.success) return ok(read.data)
  return err(
    read.error.issues.map(({ path, message }) => {
      const names = path.map((part) => (typeof part === 'number' ? String(part + 1) : String(part)))
      const place = names[0] === 'blocks' ? [`Block ${names[1]}`, ...names.slice(2)] : names
      return { field: fieldAt(kind, path.map(String)), message: `${place.join(' › ') || 'It'}: ${message}` }
    }),
  )
}

function rowOf(values: RecordValues): Record<string, unknown> {
  const { slug, app, isDraft, visibleFrom, visibleUntil } = values
  const columns = { slug, app, is_draft: isDraft, visible_from: visibleFrom, visible_until: visibleUntil }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

function storedDocument(kind: string, values: RecordValues): string {
  const read = documentOf(kind, values)
  if (!read.ok) throw new Error('a document that was not looked at')
  return JSON.stringify(read.value)
}

/** Writes the given values of an entry; `before` are all earlier ones. */
export async function updateEntry(
  tx: Writer,
  key: string,
  values: RecordValues,
  before: RecordValues,
  now: Date,
): Promise<void> {
  const kind = String(before['kind'])
  const row = rowOf(values)
  if (documentFields(kind).some((name) => values[name] !== undefined))
    row['document'] = storedDocument(kind, { ...before, ...values })
  await tx
    .updateTable('content_entry')
    .set({ ...row, updated_at: now })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', Number(key))
    .execute()
}

/** The values of a new entry: the given ones, with defaults for the rest. */
export const newEntry = (values: RecordValues, now: Date): RecordValues => {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  return { ...firstValues(String(values['kind']), String(values['title'] ?? ''), now), ...given }
}

export async function insertEntry(tx: Writer, values: RecordValues, now: Date): Promise<string> {
  const kind = String(values['kind'])
  const row = { ...rowOf({ ...values, slug: values['slug'] ?? '' }), kind, updated_at: now }
  const visible = values['visibleFrom'] === null || values['visibleFrom'] === undefined ? { visible_from: now } : {}
  const { id } = await tx
    .insertInto('content_entry')
    .values({ ...row, ...visible, document: storedDocument(kind, newEntry(values, now)) } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

export async function removeEntry(tx: Writer, key: string): Promise<void> {
  await tx.deleteFrom('content_entry').where('id', '=', Number(key)).execute()
}

/** Its key is the app and the address: 'aol /old'. */
export const redirectRecords = recordSet({
  from: sql`redirect r`,
  locked: 'r',
  key: sql`(r.app || ' ' || r.source)`,
  byKey(key) {
    const [app = '', ...source] = key.split(' ')
    return sql<boolean>`r.app = ${app} and r.source = ${source.join(' ')}`
  },
  columns: {
    source: { sql: sql`r.source`, sorts: 'text' },
    destination: { sql: sql`r.destination`, sorts: 'text' },
    app: { sql: sql`r.app`, sorts: 'text' },
  },
  search: [sql`r.source`, sql`r.destination`],
  filters: { app: isOne(sql`r.app`, appCodes) },
})

/** The error of a redirect among all others of its app; null when it is valid. */
export async function redirectErrorOf(
  tx: Reader | Writer,
  { app, source, destination }: { readonly app: string; readonly source: string; readonly destination: string },
  hosts: ReadonlySet<string>,
): Promise<ReturnType<typeof redirectError>> {
  const rows = await tx.selectFrom('redirect').select(['source', 'destination']).where('app', '=', app).execute()
  return redirectError({ source, destination }, new Map(rows.map((row) => [row.source, row.destination])), hosts)
}

/** Stores a validated redirect; returns its key. */
export async function writeRedirect(
  tx: Writer,
  { app, source, destination }: { readonly app: string; readonly source: string; readonly destination: string },
): Promise<string> {
  await tx
    .insertInto('redirect')
    .values({ app, source: redirectKey(source), destination })
    .onConflict((on) => on.columns(['app', 'source']).doUpdateSet({ destination }))
    .execute()
  return `${app} ${redirectKey(source)}`
}

export async function removeRedirect(tx: Writer, key: string): Promise<void> {
  const [app = '', ...source] = key.split(' ')
  await tx.deleteFrom('redirect').where('app', '=', app).where('source', '=', source.join(' ')).execute()
}

export const contactRecords = recordSet({
  from: sql`contact_request c`,
  locked: 'c',
  key: sql`c.reference`,
  byKey: (key) => sql<boolean>`c.reference = ${key}`,
  columns: {
    reference: { sql: sql`c.reference`, sorts: 'text' },
    createdAt: { sql: sql`c.created_at`, sorts: 'timestamptz' },
    app: { sql: sql`c.app`, sorts: 'text' },
    topic: { sql: sql`c.topic`, sorts: 'text' },
    name: { sql: sql`c.name` },
    orderNumber: { sql: sql`c.order_number` },
    answeredAt: { sql: sql`c.answered_at` },
    email: { sql: sql`c.email`, isLong: true },
    phone: { sql: sql`c.phone`, isLong: true },
    postcode: { sql: sql`c.postcode`, isLong: true },
    message: { sql: sql`c.message`, isLong: true },
  },
  search: [sql`c.reference`, sql`c.name`, sql`c.email`, sql`coalesce(c.order_number, '')`],
  filters: {
    app: isOne(sql`c.app`, appCodes),
    topic: isOne(sql`c.topic`, ['Sales', 'Delivery', 'Order', 'Other']),
    state: (word) =>
      word === 'waiting'
        ? sql<boolean>`c.answered_at is null`
        : word === 'answered'
          ? sql<boolean>`c.answered_at is not null`
          : null,
  },
})

/** Marks it as answered or not. */
export async function markAnswered(db: Reader, reference: string, at: Date | null): Promise<void> {
  await db.updateTable('contact_request').set({ answered_at: at }).where('reference', '=', reference).execute()
}

/** Newsletter subscribers: subscribed, unconfirmed or unsubscribed. */
export const subscriberRecords = recordSet({
  from: sql`newsletter_subscriber n`,
  locked: 'n',
  key: sql`n.id::text`,
  byKey: (key) => (numberKey(key) === null ? null : sql<boolean>`n.id = ${Number(key)}`),
  columns: {
    email: { sql: sql`n.email`, sorts: 'text' },
    app: { sql: sql`n.app`, sorts: 'text' },
    state: {
      sql: sql`case when n.confirmed_at is not null then 'gets' when n.ended_at is not null then 'ended' else 'requested' end`,
      sorts: 'text',
    },
    requestedAt: { sql: sql`n.asked_at`, sorts: 'timestamptz' },
    confirmedAt: { sql: sql`n.confirmed_at` },
    endedAt: { sql: sql`n.ended_at` },
  },
  search: [sql`n.email`],
  filters: {
    app: isOne(sql`n.app`, appCodes),
    state: (word) =>
      word === 'gets'
        ? sql<boolean>`n.confirmed_at is not null`
        : word === 'requested'
          ? sql<boolean>`n.confirmed_at is null and n.ended_at is null`
          : word === 'ended'
            ? sql<boolean>`n.confirmed_at is null and n.ended_at is not null`
            : null,
  },
})

/** False when they get none. */
export async function endSubscription(db: Reader, key: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletter_subscriber')
    .set({ confirmed_at: null, ended_at: now })
    .where('id', '=', Number(key))
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
