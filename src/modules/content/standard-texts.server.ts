import type { AppCode } from '../../brands/apps.ts'
import { brandOf } from '../../brands/brands.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { htmlOf } from '../../platform/text/markup.ts'
import { insertEntries, type NewEntry } from './content-store.server.ts'
import { staticPages } from './static-pages.server.ts'

/** Writes the texts that every shop links to where an app has none of that name, as its own, and answers how many (decision content-02). */
export async function insertMissingTexts(database: Database, apps: readonly AppCode[], now: Date): Promise<number> {
  const known = await database.db
    .selectFrom('content_entry')
    .select(['app', 'slug'])
    .where('kind', '=', 'static')
    .execute()
  const missing = apps.flatMap((app) =>
    Object.entries(staticPages)
      .filter(([slug]) => !known.some((one) => one.app === app && one.slug === slug))
      .map(([slug, { heading, summary, body }]): NewEntry => {
        const brand = brandOf(app)
        const document = { heading, body: htmlOf(...body(brand)), metaDescription: summary(brand) }
        return { app, kind: 'static', slug, document, visibleFrom: now, isDemo: false }
      }),
  )
  if (missing.length > 0) await insertEntries(database.db, missing, now)
  return missing.length
}
