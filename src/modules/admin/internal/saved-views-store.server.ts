import type { Reader } from '../../../platform/database/database.server.ts'

/** The SQL of saved views. */

export type View = { readonly id: string; readonly name: string; readonly query: string }

export async function viewsOf(db: Reader, accountId: string, resource: string): Promise<readonly View[]> {
  return db
    .selectFrom('office_view')
    .select(['id', 'name', 'query'])
    .where('account_id', '=', accountId)
    .where('resource', '=', resource)
    .orderBy('name')
    .execute()
}

/** Saves a view, replacing one of the same name. */
export async function saveView(
  db: Reader,
  view: View & { readonly accountId: string; readonly resource: string; readonly now: Date },
): Promise<void> {
  const { id, accountId, resource, name, query, now } = view
  await db
    .insertInto('office_view')
    .values({ id, account_id: accountId, resource, name, query, created_at: now })
    .onConflict((on) => on.columns(['account_id', 'resource', 'name']).doUpdateSet({ query }))
    .execute()
}

export async function forgetView(db: Reader, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('office_view').where('account_id', '=', accountId).where('id', '=', id).execute()
}
