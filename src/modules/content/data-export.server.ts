import type { PersonalRecords } from '../../platform/data-export.ts'

/** A person's contact requests, which are erased with the account. */
export const personalQuestions: PersonalRecords = {
  name: 'messages to our experts',
  async held(db, { email, isEmailConfirmed }) {
    if (!isEmailConfirmed) return []
    return db
      .selectFrom('contact_request')
      .select(['reference', 'topic', 'name', 'phone', 'postcode', 'order_number as orderNumber', 'message'])
      .select(['created_at as writtenAt', 'answered_at as answeredAt'])
      .where('email', '=', email)
      .orderBy('created_at')
      .execute()
  },
  async forget(tx, { email, isEmailConfirmed }) {
    if (isEmailConfirmed) await tx.deleteFrom('contact_request').where('email', '=', email).execute()
  },
}
