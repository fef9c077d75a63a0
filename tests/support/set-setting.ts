/** `node tests/support/set-setting.ts APP NAME VALUE`: what staff will change on a page of theirs, on the data of a shop that is stopped. */
import { readConfig } from '../../src/platform/config/config.ts'
import { openPglite } from '../../src/platform/database/database.server.ts'

const [app = '', name = '', value = ''] = process.argv.slice(2)
const database = await openPglite(readConfig(process.env).DATA_DIR)
await database.db
  .insertInto('setting')
  .values({ app, name, value })
  .onConflict((on) => on.columns(['app', 'name']).doUpdateSet({ value }))
  .execute()
await database.close()
