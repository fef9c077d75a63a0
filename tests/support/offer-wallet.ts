/** `node tests/support/offer-wallet.ts APP`: turns Google Pay, Apple Pay and their button on, as staff and the records do, on the data of a shop that is stopped. */
import { readConfig } from '../../src/platform/config/config.ts'
import { openPglite } from '../../src/platform/database/database.server.ts'

const [app = ''] = process.argv.slice(2)
const database = await openPglite(readConfig(process.env).DATA_DIR)
await database.db
  .insertInto('setting')
  .values({ app, name: 'IsGooglePayExpressEnabled', value: 'true' })
  .onConflict((on) => on.columns(['app', 'name']).doUpdateSet({ value: 'true' }))
  .execute()
await database.db
  .updateTable('payment_method')
  .set({ is_enabled: true })
  .where('name', 'in', ['googlepay', 'applepay'])
  .execute()
await database.close()
