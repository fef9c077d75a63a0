import { demoProducts, demoTaxonomy } from '../data/demo/catalogue.ts'
import { importRecords, seedTaxonomy } from './modules/catalogue/import-records.server.ts'
import { productRecord } from './modules/catalogue/product-record.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database.server.ts'

/** Fills an empty catalogue with the demo one, so that there is something to buy after the first start. */
export async function seedDemoCatalogue(database: Database, clock: Clock, say: (text: string) => void): Promise<void> {
  const any = await database.db.selectFrom('product').select('id').limit(1).executeTakeFirst()
  if (any !== undefined) return
  say('Importing the demo catalogue …')
  const today = clock.now().toISOString().slice(0, 10)
  await seedTaxonomy(database, demoTaxonomy, { isDemo: true })
  async function* records() {
    let line = 0
    for (const record of demoProducts({ today })) yield { line: ++line, record: productRecord.parse(record) }
  }
  const done = await importRecords(database, records(), { source: 'demo', now: clock.now() })
  say(`Imported ${done.added} demo products.`)
}
