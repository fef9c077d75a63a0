import { sql } from 'kysely'
import type { PersonalRecords } from '../../platform/data-export.ts'

/** The compare list of an account in each app. */
export const personalCompareLists: PersonalRecords = {
  name: 'compare lists',
  async held(db, { accountId }) {
    const { rows } = await sql`select app, array(
        select p.sku from unnest(product_ids) with ordinality as one (id, place) join product p on p.id = one.id
        order by place) as skus
      from account_compare_list where account_id = ${accountId} order by app`.execute(db)
    return rows
  },
  async forget(tx, { accountId }) {
    await tx.deleteFrom('account_compare_list').where('account_id', '=', accountId).execute()
  },
}
