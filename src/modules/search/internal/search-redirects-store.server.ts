import type { AppCode } from '../../../brands/apps.ts'
import type { Reader } from '../../../platform/database/database.server.ts'

/** Where an app sends those who search exactly this term, in lower case; null when nobody has configured anything. */
export async function searchRedirect(db: Reader, app: AppCode, term: string): Promise<string | null> {
  const row = await db
    .selectFrom('search_redirects')
    .select('url')
    .where('app', '=', app)
    .where('term', '=', term)
    .executeTakeFirst()
  return row?.url ?? null
}
