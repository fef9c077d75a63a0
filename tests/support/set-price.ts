/** `node tests/support/set-price.ts APP SKU CENTS`: what an import would change, on the data of a shop that is stopped. */
import { readConfig } from '../../src/platform/config/config.ts'
import { openPglite } from '../../src/platform/database/database.server.ts'

const [app = '', sku = '', cents = ''] = process.argv.slice(2)
const database = await openPglite(readConfig(process.env).DATA_DIR)
const { numUpdatedRows } = await database.db
  .updateTable('offer')
  .set({ price_cents: Number(cents) })
  .where('app', '=', app)
  .where('product_id', '=', (eb) => eb.selectFrom('product').select('id').where('sku', '=', sku))
  .executeTakeFirstOrThrow()
await database.close()
if (numUpdatedRows !== 1n) throw new Error(`${app} does not sell ${sku}`)
