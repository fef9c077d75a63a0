import { brandOf, type Brand } from '../../../brands/brands.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { createSerialQueue } from '../../../platform/database/serial-queue.ts'
import type { Log } from '../../../platform/log.server.ts'
import type { AlertBanner } from '../alert-banner.ts'
import type { MediaService } from '../../media/media.server.ts'
import { publishedEntries, type StoredEntry } from '../content-store.server.ts'
import {
  isExternal,
  noFooter,
  postsAPage,
  type BlogPost,
  type BlogSummary,
  type Footer,
  type StaticContent,
} from '../content.ts'
import type { ContentDocument, ContentKind } from '../documents.server.ts'
import type { StoredPage } from '../page-document.ts'

type App = Pick<Brand, 'app'>

/** The published content of every app, in memory. */
export interface Content {
  /** Names are case-insensitive; null for an unknown one. */
  text(brand: App, name: string): StaticContent | null
  texts(brand: App): readonly StaticContent[]
  page(brand: App, slug: string): StoredPage | null
  post(brand: App, slug: string): BlogPost | null
  /** Posts of a topic or all, newest first; `page` counts from 1. */
  posts(
    brand: App,
    requested: { readonly page: number; readonly tag?: string | null; readonly size?: number },
  ): {
    readonly items: readonly BlogSummary[]
    readonly totalCount: number
  }
  /** The topics that posts have, by how many have them. */
  topics(brand: App): readonly string[]
  alert(brand: App): AlertBanner | null
  /** The same object until it is changed. */
  footer(brand: App): Footer
  /** Re-evaluates what is published; calls back when it differs, because of a change or the time. */
  refresh(): void
  subscribe(listener: () => void): void
  close(): Promise<void>
}

/** A trigger of the table notifies this channel, whoever changes it. */
const contentChannel = 'content_changed'

type PublishedDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly media: Pick<MediaService, 'shownIn' | 'subscribe'>
}

export async function openPublishedContent({ database, clock, log, media }: PublishedDeps): Promise<Content> {
  const listeners: (() => void)[] = []
  let stored: readonly StoredEntry[] = []
  let shown = new Map<string, StoredEntry>()
  const footers = new WeakMap<ContentDocument<'footer'>, Footer>()

  const read = async () => {
    const entries = await publishedEntries(database.db, (id, problem) =>
      log.error({ err: problem, area: 'content', id }, 'a piece of content cannot be read and is not shown'),
    )
    stored = entries.map(
      (entry) => ({ ...entry, document: media.shownIn(entry.document, brandOf(entry.app).locale) }) as StoredEntry,
    )
  }

  /** Whether something else is to be seen now than at the last look. */
  function look(): boolean {
    const found = visibleAt(stored, clock.now())
    const isSame = found.size === shown.size && [...found].every(([key, entry]) => shown.get(key) === entry)
    shown = found
    return !isSame
  }

  function refresh(): void {
    if (look()) for (const listener of listeners) listener()
  }

  const readAgain = createSerialQueue(
    async () => {
      await read()
      refresh()
    },
    (error) => log.error({ err: error, area: 'content' }, 'could not follow a change of the content'),
  )

  await read()
  look()
  const stop = await database.listen(contentChannel, readAgain, readAgain)
  media.subscribe(readAgain)

  function find<Kind extends ContentKind>(brand: App, kind: Kind, slug: string) {
    const entry = shown.get(keyOf(brand.app, kind, slug.toLowerCase()))
    return (entry ?? null) as Extract<StoredEntry, { kind: Kind }> | null
  }

  const all = <Kind extends ContentKind>(brand: App, kind: Kind) =>
    [...shown.values()].filter(
      (one): one is Extract<StoredEntry, { kind: Kind }> => one.app === brand.app && one.kind === kind,
    )

  const posts = (brand: App) =>
    all(brand, 'post')
      .map(({ slug, document }): BlogPost => ({ slug, ...document }))
      .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt) || a.slug.localeCompare(b.slug))

  return {
    text(brand, name) {
      const found = find(brand, 'static', name)
      return found === null ? null : textOf(found)
    },
    texts: (brand) => all(brand, 'static').map(textOf),
    page: (brand, slug) => find(brand, 'page', slug)?.document ?? null,
    post: (brand, slug) => posts(brand).find((one) => one.slug === slug.toLowerCase()) ?? null,
    posts(brand, { page, tag = null, size = postsAPage }) {
      const requested = posts(brand).filter((one) => tag === null || one.tags.includes(tag))
      return {
        items: requested.slice((page - 1) * size, page * size).map(({ body: _body, ...summary }) => summary),
        totalCount: requested.length,
      }
    },
    topics(brand) {
      const counts = new Map<string, number>()
      for (const { tags } of posts(brand)) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
      return [...counts].toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([tag]) => tag)
    },
    alert: (brand) => find(brand, 'alert', '')?.document ?? null,
    footer(brand) {
      const document = find(brand, 'footer', '')?.document
      if (document === undefined) return noFooter
      const known = footers.get(document)
      if (known !== undefined) return known
      const columns = document.columns.map(({ heading, links }) => ({
        heading,
        links: links.map((link) => ({ ...link, external: isExternal(link.uri) })),
      }))
      const footer = { ...document, columns }
      footers.set(document, footer)
      return footer
    },
    refresh,
    subscribe: (listener) => void listeners.push(listener),
    close: stop,
  }
}

const keyOf = (app: string, kind: ContentKind, slug: string): string => `${app} ${kind} ${slug}`

const textOf = ({ slug, document, updatedAt }: Extract<StoredEntry, { kind: 'static' }>): StaticContent => ({
  name: slug,
  ...document,
  updatedAt: updatedAt.toISOString(),
})

/** Published content at an instant: of several with one name, the one with the latest start. */
function visibleAt(stored: readonly StoredEntry[], now: Date): Map<string, StoredEntry> {
  const found = new Map<string, StoredEntry>()
  for (const entry of stored) {
    if (entry.visibleFrom > now || (entry.visibleUntil !== null && entry.visibleUntil <= now)) continue
    const key = keyOf(entry.app, entry.kind, entry.slug)
    const other = found.get(key)
    if (other === undefined || other.visibleFrom <= entry.visibleFrom) found.set(key, entry)
  }
  return found
}
