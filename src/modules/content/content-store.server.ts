import type { AppCode } from '../../brands/apps.ts'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import type { ContactDraft, ContactRequest, ContactTopic } from './forms/contact.ts'
import { documents, type ContentDocument, type ContentKind, type NewDocument } from './documents.server.ts'

/** The SQL of content. */

export type StoredEntry = {
  [Kind in ContentKind]: {
    readonly app: AppCode
    readonly kind: Kind
    readonly slug: string
    readonly document: ContentDocument<Kind>
    readonly visibleFrom: Date
    readonly visibleUntil: Date | null
    readonly updatedAt: Date
  }
}[ContentKind]

export type NewEntry = {
  [Kind in ContentKind]: {
    readonly app: AppCode
    readonly kind: Kind
    readonly slug: string
    readonly document: NewDocument<Kind>
    readonly visibleFrom: Date
    readonly visibleUntil?: Date
    readonly isDemo: boolean
  }
}[ContentKind]

/** All content that is or will be shown; unreadable entries are left out and reported. */
export async function publishedEntries(
  db: Reader,
  onUnreadable: (id: number, problem: unknown) => void,
): Promise<StoredEntry[]> {
  const rows = await db.selectFrom('content_entry').selectAll().where('is_draft', '=', false).orderBy('id').execute()
  return rows.flatMap((row) => {
    const kind = row.kind as ContentKind
    const read = documents[kind].safeParse(row.document)
    if (!read.success) {
      onUnreadable(row.id, read.error)
      return []
    }
    return [
      {
        app: row.app as AppCode,
        kind,
        slug: row.slug,
        document: read.data,
        visibleFrom: row.visible_from,
        visibleUntil: row.visible_until,
        updatedAt: row.updated_at,
      } as StoredEntry,
    ]
  })
}

/** Throws a ZodError that names the invalid field of a document. */
export async function insertEntries(db: Reader, entries: readonly NewEntry[], now: Date): Promise<void> {
  await db
    .insertInto('content_entry')
    .values(
      entries.map(({ app, kind, slug, document, visibleFrom, visibleUntil, isDemo }) => ({
        app,
        kind,
        slug,
        document: JSON.stringify(documents[kind].parse(document)),
        visible_from: visibleFrom,
        visible_until: visibleUntil ?? null,
        updated_at: now,
        is_demo: isDemo,
      })),
    )
    .execute()
}

/** False when the reference is taken. */
export async function insertContactRequest(
  tx: Writer,
  request: ContactDraft & { readonly app: AppCode; readonly reference: string; readonly now: Date },
): Promise<boolean> {
  const { app, reference, now, name, email, phone, postcode, topic, orderNumber, message } = request
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('contact_request')
    .values({
      reference,
      app,
      name,
      email,
      phone,
      postcode,
      topic,
      order_number: orderNumber,
      message,
      created_at: now,
    })
    .onConflict((on) => on.column('reference').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function contactRequest(db: Reader, reference: string): Promise<ContactRequest | null> {
  const row = await db.selectFrom('contact_request').selectAll().where('reference', '=', reference).executeTakeFirst()
  if (row === undefined) return null
  const { app, name, email, phone, postcode, topic, order_number, message, created_at } = row
  return {
    app: app as AppCode,
    reference,
    name,
    email,
    phone,
    postcode,
    topic: topic as ContactTopic,
    orderNumber: order_number,
    message,
    createdAt: created_at,
  }
}
