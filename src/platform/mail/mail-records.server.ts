import { sql } from 'kysely'
import type { Reader } from '../database/database.server.ts'
import type { PersonalRecords } from '../data-export.ts'

/** Mails that were made for a person. */
export const personalMails: PersonalRecords = {
  name: 'mails',
  async held(db, { email, isEmailConfirmed }) {
    if (!isEmailConfirmed) return []
    const { rows } = await sql`select subject, created_at as "createdAt" from mail
      where lower(recipient) = ${email} order by created_at`.execute(db)
    return rows
  },
  async forget(tx, { email }) {
    await sql`delete from mail where lower(recipient) = ${email}`.execute(tx)
  },
}

/** Mails whose id has this prefix, for example those about one order, oldest first. */
export async function mailsAbout(
  db: Reader,
  prefix: string,
): Promise<
  readonly {
    readonly subject: string
    readonly recipient: string
    readonly createdAt: Date
    readonly sentAt: Date | null
  }[]
> {
  const { rows } = await sql<{ subject: string; recipient: string; createdAt: Date; sentAt: Date | null }>`
    select subject, recipient, created_at as "createdAt", sent_at as "sentAt" from mail
    where starts_with(id, ${prefix}) order by created_at`.execute(db)
  return rows
}
