import { sql } from 'kysely'
import type { Country } from '../../brands/apps.ts'
import type { Reader } from '../../platform/database/database.server.ts'
import { streetKey } from './internal/streets/street-key.ts'

/** A street as it is shown: "O'Connell Street North". */
export type NewStreet = {
  readonly localityId: string
  readonly country: Country
  readonly name: string
  readonly isDemo: boolean
}

/** Those of places that the shop does not have are left out, and so are streets that it knows already. */
export async function insertStreets(db: Reader, streets: readonly NewStreet[]): Promise<void> {
  const rows = streets.map((street) => ({ ...street, search: streetKey(street.name) }))
  await sql`insert into street (locality_id, country, name, search, is_demo)
    select s."localityId", s.country, s.name, s.search, s."isDemo"
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as s ("localityId" text, country text, name text, search text, "isDemo" boolean)
      join locality on locality.id = s."localityId"
    on conflict do nothing`.execute(db)
}
