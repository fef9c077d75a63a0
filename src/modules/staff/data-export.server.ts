import { sql } from 'kysely'
import type { PersonalRecords } from '../../platform/data-export.ts'

/**
 * What salespeople have noted of a customer with a project. The project is the shop's work and stays; the person is taken out of it. Its
 * name is chosen by the salesperson and often holds the customer's.
 */
export const personalProjects: PersonalRecords = {
  name: 'projects of our salespeople',
  async held(db, { email, isEmailConfirmed }) {
    if (!isEmailConfirmed) return []
    const { rows } =
      await sql`select app, name, customer_name as "customerName", customer_phone as "customerPhone", status,
        created_at as "createdAt" from staff_project where customer_email = ${email} order by created_at`.execute(db)
    return rows
  },
  async forget(tx, { email, isEmailConfirmed }) {
    if (!isEmailConfirmed) return
    await tx
      .updateTable('staff_project')
      .set({ name: 'Closed account', customer_name: '', customer_email: null, customer_phone: null })
      .where('customer_email', '=', email)
      .execute()
  },
}
