import type { RecordValue, RecordValues } from '../../platform/records.ts'
import { blocksOfText, blocksText } from './block-parts.ts'

/** What a piece of content says as single fields of a form, and the document of such fields. No I/O. */

type Document = Readonly<Record<string, unknown>>

const simple: Readonly<Record<string, readonly string[]>> = {
  static: ['heading', 'body', 'metaTitle', 'metaDescription'],
  page: ['pageType', 'title', 'metaTitle', 'metaDescription'],
  post: ['title', 'summary', 'author', 'publishedAt', 'tags', 'body'],
  alert: ['desktopContent', 'mobileContent', 'bannerURL', 'backgroundColor'],
}

export function documentValues(kind: string, document: Document): RecordValues {
  const values: Record<string, RecordValue> = {}
  for (const name of simple[kind] ?? []) values[name] = (document[name] ?? null) as RecordValue
  if (kind === 'page') {
    values['masthead'] = JSON.stringify(document['masthead'] ?? null, null, 2)
    values['blocks'] = blocksText((document['blocks'] ?? []) as readonly Document[])
  }
  if (kind === 'post') {
    const hero = (document['heroImage'] ?? {}) as Document
    values['heroSrc'] = (hero['src'] ?? null) as RecordValue
    values['heroAlt'] = (hero['alt'] ?? null) as RecordValue
  }
  return values
}

/** The names of fields that together are a document of a kind. */
export const documentFields = (kind: string): readonly string[] => [
  ...(simple[kind] ?? ['document']),
  ...(kind === 'page' ? ['masthead', 'blocks'] : kind === 'post' ? ['heroSrc', 'heroAlt'] : []),
]

export function documentOfValues(kind: string, values: RecordValues): unknown {
  if (simple[kind] === undefined) return JSON.parse(String(values['document'] ?? 'null'))
  const document: Record<string, unknown> = {}
  for (const name of simple[kind]) document[name] = values[name] ?? (needsText.has(name) ? '' : null)
  if (kind === 'page') {
    document['masthead'] = JSON.parse(String(values['masthead'] ?? 'null'))
    document['blocks'] = blocksOfText(String(values['blocks'] ?? '[]'))
  }
  if (kind === 'post') {
    document['tags'] = values['tags'] ?? []
    const src = String(values['heroSrc'] ?? '')
    document['heroImage'] = src === '' ? null : { src, alt: String(values['heroAlt'] ?? '') }
  }
  return document
}

/** Empty, they are texts all the same. */
const needsText = new Set(['body', 'desktopContent', 'mobileContent'])

/** What a new one of a kind says until somebody says more. */
export function firstValues(kind: string, title: string, now: Date): RecordValues {
  switch (kind) {
    case 'static':
      return { heading: title, body: '' }
    case 'page':
      return { title, pageType: 'pages', blocks: '[]', masthead: 'null' }
    case 'post':
      return { title, summary: title, author: 'The team', publishedAt: now.toISOString(), body: '' }
    case 'alert':
      return { desktopContent: `<p>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>` }
    default:
      return { document: JSON.stringify({ columns: [{ heading: title, links: [] }] }) }
  }
}
