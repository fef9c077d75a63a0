import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandOf } from '../../brands/brands.ts'
import { fixedClock, minutes } from '../../platform/clock.ts'
import { databaseEngines } from '../../testing/database.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { createLog } from '../../platform/log.server.ts'
import { insertEntries, type NewEntry } from './content-store.server.ts'
import { openPublishedContent, type Content } from './internal/published-content.server.ts'

const start = new Date('2026-11-24T00:00:00Z')
const aol = brandOf('aol')

const text = (heading: string, more: Partial<NewEntry> = {}): NewEntry =>
  ({
    app: 'aol',
    kind: 'static',
    slug: 'returns',
    document: { heading, body: '<p>How to send it back.</p>' },
    visibleFrom: start,
    isDemo: false,
    ...more,
  }) as NewEntry

describe.each(await databaseEngines())('on $name', (engine) => {
  let database: Database
  let content: Content
  const clock = fixedClock(start)
  const logged: string[] = []
  let changes = 0

  beforeAll(async () => {
    database = await engine.open()
    content = await openPublishedContent({
      database,
      clock,
      log: createLog('debug', { write: (line) => void logged.push(line) }),
      // No uploads here.
      media: { shownIn: (value) => value, subscribe: () => {} },
    })
    content.subscribe(() => changes++)
  })
  afterAll(async () => {
    await content.close()
    await database.close()
  })

  const until = async (isSo: () => boolean) => expect.poll(isSo).toBe(true)
  const write = (...entries: NewEntry[]) => insertEntries(database.db, entries, clock.now())

  test('published content shows at once, in any letter case, on its own app only [CAT-21]', async () => {
    await write(text('Returns'))
    await until(() => content.text(aol, 'Returns') !== null)
    expect(content.text(aol, 'RETURNS')).toEqual({
      name: 'returns',
      heading: 'Returns',
      body: '<p>How to send it back.</p>',
      metaTitle: null,
      metaDescription: null,
      updatedAt: '2026-11-24T00:00:00.000Z',
    })
    expect(content.text(brandOf('wa'), 'returns')).toBe(null)
    expect(changes).toBe(1)
  })

  test('scheduled content replaces the current one on time, and is withdrawn at its end', async () => {
    const later = { visibleFrom: new Date(start.getTime() + minutes(10)) }
    await write(text('Returns over Christmas', { ...later, visibleUntil: new Date(start.getTime() + minutes(20)) }))
    await write(text('A draft', { slug: 'draft', ...later }))
    const before = changes
    const headingAt = (at: number) => {
      clock.moveTo(new Date(start.getTime() + minutes(at)))
      content.refresh()
      return content.text(aol, 'returns')?.heading
    }
    await until(() => headingAt(10) === 'Returns over Christmas')
    expect([9, 10, 19, 20].map(headingAt)).toEqual([
      'Returns',
      'Returns over Christmas',
      'Returns over Christmas',
      'Returns',
    ])
    expect(changes).toBeGreaterThan(before)
    const settled = changes
    content.refresh()
    expect(changes).toBe(settled)
  })

  test('a draft is stored but not shown', async () => {
    await write(text('Hidden', { slug: 'hidden' }), text('Seen', { slug: 'seen' }))
    await until(() => content.text(aol, 'seen') !== null)
    await database.db.updateTable('content_entry').set({ is_draft: true }).where('slug', '=', 'hidden').execute()
    await until(() => content.text(aol, 'hidden') === null)
  })

  test('HTML is sanitised before it is stored, and script URLs are rejected', async () => {
    const body = '<p onclick="alert(1)">Hello<script>alert(2)</script><a href="javascript:alert(3)">there</a></p>'
    await write(text('Clean', { slug: 'clean', document: { heading: 'Clean', body } } as Partial<NewEntry>))
    const { document } = await database.db
      .selectFrom('content_entry')
      .select('document')
      .where('slug', '=', 'clean')
      .executeTakeFirstOrThrow()
    expect(document).toMatchObject({ body: '<p>Hello<a>there</a></p>' })
    for (const bannerURL of ['javascript:alert(1)', '//elsewhere.example', 'data:text/html,x', 'sale'])
      await expect(
        write({
          app: 'aol',
          kind: 'alert',
          slug: '',
          document: { desktopContent: '<p>x</p>', bannerURL },
          visibleFrom: start,
          isDemo: false,
        }),
      ).rejects.toThrow('bannerURL')
  })

  test('an unreadable document is skipped and logged; the others stay', async () => {
    await database.db
      .insertInto('content_entry')
      .values({ app: 'aol', kind: 'static', slug: 'broken', document: '{}', visible_from: start, updated_at: start })
      .execute()
    await until(() => logged.some((line) => line.includes('cannot be read and is not shown')))
    expect(content.text(aol, 'broken')).toBe(null)
    expect(content.text(aol, 'seen')?.heading).toBe('Seen')
  })

  test('posts are paged by twelve, newest first, and filtered by topic [content-05]', async () => {
    const posts = Array.from({ length: 14 }, (_, at): NewEntry => ({
      app: 'aol',
      kind: 'post',
      slug: `post-${at}`,
      document: {
        title: `Post ${at}`,
        summary: 'Short.',
        author: 'The team',
        publishedAt: new Date(start.getTime() - minutes(at)).toISOString(),
        tags: at % 2 === 0 ? ['Even'] : [],
        body: '<p>Long.</p>',
      },
      visibleFrom: start,
      isDemo: false,
    }))
    await write(...posts)
    await until(() => content.posts(aol, { page: 1 }).totalCount === 14)
    const slugs = (page: number, tag: string | null = null) =>
      content.posts(aol, { page, tag }).items.map(({ slug }) => slug)
    expect(slugs(1)).toEqual(Array.from({ length: 12 }, (_, at) => `post-${at}`))
    expect(slugs(2)).toEqual(['post-12', 'post-13'])
    expect(slugs(1, 'Even')).toHaveLength(7)
    expect(content.topics(aol)).toEqual(['Even'])
  })
})
