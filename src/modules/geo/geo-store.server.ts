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

export type VisitorRow = { readonly id: string; readonly localityId: string | null }

export async function visitorBySecret(db: Reader, secretHash: string, app: AppCode): Promise<VisitorRow | null> {
  const row = await db
    .selectFrom('visitor')
    .select(['id', 'locality_id'])
    .where('secret_hash', '=', secretHash)
    .where('app', '=', app)
    .executeTakeFirst()
  return row === undefined ? null : { id: row.id, localityId: row.locality_id }
}

export async function insertVisitor(
  db: Reader,
  visitor: { id: string; secretHash: string; app: AppCode; localityId: string; now: Date },
): Promise<void> {
  await db
    .insertInto('visitor')
    .values({
      id: visitor.id,
      secret_hash: visitor.secretHash,
      app: visitor.app,
      locality_id: visitor.localityId,
      created_at: visitor.now,
      seen_at: visitor.now,
    })
    .execute()
}

export async function setVisitorLocality(db: Reader, id: string, localityId: string, now: Date): Promise<void> {
  await db.updateTable('visitor').set({ locality_id: localityId, seen_at: now }).where('id', '=', id).execute()
}
