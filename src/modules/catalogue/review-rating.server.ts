import type { Writer } from '../../platform/database/database.server.ts'
import { announce } from './catalogue.server.ts'

/** Updates a product's rating from its approved reviews, in every list and in every process. */

/**
 * Writes count and sum of stars of a product's approved reviews, and announces the change. `read` counts them; it runs while no other
 * transaction can count for the same product, so that two concurrent approvals are both counted.
 */
export async function writeReviewRating(
  tx: Writer,
  productId: number,
  read: () => Promise<{ readonly count: number; readonly stars: number }>,
): Promise<void> {
  await tx.selectFrom('product').select('id').where('id', '=', productId).forUpdate().execute()
  const { count, stars } = await read()
  await tx
    .updateTable('product')
    .set({ review_count: count, review_stars: stars })
    .where('id', '=', productId)
    .execute()
  await announce(tx, { products: [productId] })
}
