import { sql } from 'kysely'
import type { PersonalRecords } from '../../platform/data-export.ts'

/** A person's back-in-stock requests. */
export const personalNotifications: PersonalRecords = {
  name: 'products you want to hear about',
  async held(db, { email, isEmailConfirmed }) {
    if (!isEmailConfirmed) return []
    const { rows } = await sql`select n.app, p.title as product, n.phone
      from notify_request n join product p on p.id = n.product_id where lower(n.email) = ${email}`.execute(db)
    return rows
  },
  async forget(tx, { email, isEmailConfirmed }) {
    if (isEmailConfirmed) await sql`delete from notify_request where lower(email) = ${email}`.execute(tx)
  },
}
