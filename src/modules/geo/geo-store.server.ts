import type { AppCode } from '../../brands/apps.ts'
import type { Reader } from '../../platform/database.server.ts'
import { fullAddressOf, type Locality } from './geo.ts'

/** The SQL of places and of what visitors chose. */

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

/** What a visitor chooses at a time: where to deliver to, or which store to visit. */
export type VisitorChoice = { readonly localityId: string } | { readonly storeId: number }

export type VisitorRow = { readonly id: string; readonly localityId: string | null; readonly storeId: number | null }

export async function visitorBySecret(db: Reader, secretHash: string, app: AppCode): Promise<VisitorRow | null> {
  const row = await db
    .selectFrom('visitor')
    .select(['id', 'locality_id', 'store_id'])
    .where('secret_hash', '=', secretHash)
    .where('app', '=', app)
    .executeTakeFirst()
  return row === undefined ? null : { id: row.id, localityId: row.locality_id, storeId: row.store_id }
}

export async function insertVisitor(
  db: Reader,
  visitor: { id: string; secretHash: string; app: AppCode; choice: VisitorChoice | null; now: Date },
): Promise<void> {
  await db
    .insertInto('visitor')
    .values({
      id: visitor.id,
      secret_hash: visitor.secretHash,
      app: visitor.app,
      ...(visitor.choice === null ? {} : columnOf(visitor.choice)),
      created_at: visitor.now,
      seen_at: visitor.now,
    })
    .execute()
}

export async function setVisitorChoice(db: Reader, id: string, choice: VisitorChoice, now: Date): Promise<void> {
  await db
    .updateTable('visitor')
    .set({ ...columnOf(choice), seen_at: now })
    .where('id', '=', id)
    .execute()
}

const columnOf = (choice: VisitorChoice) =>
  'storeId' in choice ? { store_id: choice.storeId } : { locality_id: choice.localityId }
