import type { AppCode } from '../../../brands/apps.ts'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'
import { fullAddressOf, type Locality } from '../geo.ts'

/** The SQL of places and of visitors' choices. */

export async function allLocalities(db: Reader): Promise<Locality[]> {
  const rows = await db.selectFrom('locality').selectAll().orderBy('postcode').orderBy('suburb').execute()
  return rows.map((row) => {
    const place = {
      suburb: row.suburb,
      state: row.state,
      postcode: row.postcode,
      country: row.country as Locality['country'],
    }
    return { _id: row.id, ...place, city: row.city, fullAddress: fullAddressOf(place), lat: row.lat, lng: row.lng }
  })
}

/** One choice of a visitor: a delivery place, or a store. */
export type VisitorChoice = { readonly localityId: string } | { readonly storeId: number }

export type VisitorRow = {
  readonly id: string
  readonly localityId: string | null
  /** The account that the place is also stored with; null when a guest chose it. */
  readonly placeAccountId: string | null
  readonly storeId: number | null
}

export async function visitorBySecret(db: Reader, secretHash: string, app: AppCode): Promise<VisitorRow | null> {
  const row = await db
    .selectFrom('visitor')
    .select(['id', 'locality_id', 'place_account_id', 'store_id'])
    .where('secret_hash', '=', secretHash)
    .where('app', '=', app)
    .executeTakeFirst()
  if (row === undefined) return null
  return { id: row.id, localityId: row.locality_id, placeAccountId: row.place_account_id, storeId: row.store_id }
}

export async function insertVisitor(
  db: Reader,
  visitor: {
    id: string
    secretHash: string
    app: AppCode
    choice: VisitorChoice | null
    accountId: string | null
    now: Date
  },
): Promise<void> {
  await db
    .insertInto('visitor')
    .values({
      id: visitor.id,
      secret_hash: visitor.secretHash,
      app: visitor.app,
      ...(visitor.choice === null ? {} : columnsOf(visitor.choice, visitor.accountId)),
      created_at: visitor.now,
      seen_at: visitor.now,
    })
    .execute()
}

/** `accountId` is of the customer who makes the choice; null for a guest. */
export async function setVisitorChoice(
  db: Reader,
  id: string,
  { choice, accountId, now }: { choice: VisitorChoice; accountId: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable('visitor')
    .set({ ...columnsOf(choice, accountId), seen_at: now })
    .where('id', '=', id)
    .execute()
}

const columnsOf = (choice: VisitorChoice, accountId: string | null) =>
  'storeId' in choice ? { store_id: choice.storeId } : { locality_id: choice.localityId, place_account_id: accountId }

/** The locality stored with an account in an app. */
export async function accountPlace(db: Reader, accountId: string, app: AppCode): Promise<string | null> {
  const row = await db
    .selectFrom('account_place')
    .select('locality_id')
    .where('account_id', '=', accountId)
    .where('app', '=', app)
    .executeTakeFirst()
  return row?.locality_id ?? null
}

export async function setAccountPlace(tx: Writer, accountId: string, app: AppCode, localityId: string): Promise<void> {
  await tx
    .insertInto('account_place')
    .values({ account_id: accountId, app, locality_id: localityId })
    .onConflict((on) => on.columns(['account_id', 'app']).doUpdateSet({ locality_id: localityId }))
    .execute()
}
