/** `node tests/support/set-redirect.ts APP SOURCE DESTINATION`: what staff will change on a page of theirs, on the data of a shop that is stopped. */
import { readConfig } from '../../src/platform/config/config.ts'
import { openPglite } from '../../src/platform/database/database.server.ts'

const [app = '', source = '', destination = ''] = process.argv.slice(2)
const database = await openPglite(readConfig(process.env).DATA_DIR)
await database.db.insertInto('redirect').values({ app, source, destination }).execute()
await database.close()
