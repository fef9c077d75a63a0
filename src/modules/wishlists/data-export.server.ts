import { sql } from 'kysely'
import type { PersonalRecords } from '../../platform/data-export.ts'

/** The wish lists of an account in each app, and what it has saved for later. */
export const personalWishlists: PersonalRecords = {
  name: 'wish lists',
  async held(db, { accountId }) {
    const { rows } =
      await sql`select w.app, w.name, w.share_token is not null as "isShared", w.wants_mail as "wantsMail",
        coalesce((select jsonb_agg(jsonb_build_object('sku', p.sku, 'product', p.title, 'quantity', i.quantity,
            'addedAt', i.added_at) order by i.position)
          from wishlist_item i join product p on p.id = i.product_id where i.wishlist_id = w.id), '[]') as items
      from wishlist w where w.account_id = ${accountId} order by w.app, w.number`.execute(db)
    return rows
  },
  async forget(tx, { accountId }) {
    await tx.deleteFrom('wishlist').where('account_id', '=', accountId).execute()
    await tx.deleteFrom('wishlist_mail').where('account_id', '=', accountId).execute()
  },
}
