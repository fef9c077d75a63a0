import type { PersonalRecords } from '../../platform/data-export.ts'

/** The delivery location of an account in each app, and in the browsers that have it from the account. */
export const personalPlaces: PersonalRecords = {
  name: 'delivery locations',
  held: (db, { accountId }) =>
    db
      .selectFrom('account_place')
      .innerJoin('locality', 'locality.id', 'account_place.locality_id')
      .select(['app', 'suburb', 'state', 'postcode', 'country'])
      .where('account_id', '=', accountId)
      .orderBy('app')
      .execute(),
  async forget(tx, { accountId }) {
    await tx
      .updateTable('visitor')
      .set({ locality_id: null, place_account_id: null })
      .where('place_account_id', '=', accountId)
      .execute()
    await tx.deleteFrom('account_place').where('account_id', '=', accountId).execute()
  },
}
