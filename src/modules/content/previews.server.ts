import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { AppCode } from '../../brands/apps.ts'
import { brandOf } from '../../brands/brands.ts'
import { hours, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { MediaService } from '../media/media.server.ts'
import { documents, type ContentDocument, type ContentKind } from './documents.server.ts'

/** Previews of content by signed links, which only the back office creates and which expire after an hour. */

export type Previewed = {
  [Kind in ContentKind]: { readonly kind: Kind; readonly slug: string; readonly document: ContentDocument<Kind> }
}[ContentKind]

export interface Previews {
  /** The path of the preview of an entry. */
  pathFor(entryId: number): string
  /** Null for an invalid or expired link, or one of another app. */
  open(app: AppCode, token: string): Promise<Previewed | null>
}

const goodFor = hours(1)

export function createPreviews({
  database,
  clock,
  secretKey,
  media,
}: {
  database: Database
  clock: Clock
  secretKey: string
  media: Pick<MediaService, 'shownIn'>
}): Previews {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'links to previews of content', 32))
  const signed = (text: string) => createHmac('sha256', key).update(text).digest('base64url')

  function entryOf(token: string): number | null {
    const [id = '', until = '', given = '', ...more] = token.split('.')
    const [right, said] = [Buffer.from(signed(`${id}.${until}`)), Buffer.from(given)]
    const isOurs = more.length === 0 && right.length === said.length && timingSafeEqual(right, said)
    return isOurs && clock.now().getTime() < Number(until) ? Number(id) : null
  }

  return {
    pathFor(entryId) {
      const named = `${entryId}.${clock.now().getTime() + goodFor}`
      return `/preview/${named}.${signed(named)}`
    },
    async open(app, token) {
      const id = entryOf(token)
      const row =
        id === null
          ? undefined
          : await database.db
              .selectFrom('content_entry')
              .select(['kind', 'slug', 'document'])
              .where('id', '=', id)
              .where('app', '=', app)
              .executeTakeFirst()
      if (row === undefined) return null
      const kind = row.kind as ContentKind
      const read = documents[kind].safeParse(row.document)
      if (!read.success) return null
      return { kind, slug: row.slug, document: media.shownIn(read.data, brandOf(app).locale) } as Previewed
    },
  }
}
