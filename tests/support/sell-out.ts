/** `node tests/support/sell-out.ts SKU`: takes the last piece of a product, on the data of a shop that is stopped. */
import { readConfig } from '../../src/platform/config/config.ts'
import { openPglite } from '../../src/platform/database/database.server.ts'

const database = await openPglite(readConfig(process.env).DATA_DIR)
const { id } = await database.db
  .selectFrom('product')
  .select('id')
  .where('sku', '=', process.argv[2] ?? '')
  .executeTakeFirstOrThrow()
await database.db
  .updateTable('stock')
  .set({ quantity: 0, incoming_quantity: 0, incoming_on: null })
  .where('product_id', '=', id)
  .execute()
await database.close()
