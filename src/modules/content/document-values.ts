import type { RecordValue, RecordValues } from '../../platform/database/records.ts'
import { itemsOfText, textOfItems } from '../../platform/forms/field-array.ts'
import { blockSet, buttonSet, columnSet } from './block-parts.ts'
import { htmlOf, paragraph } from '../../platform/text/markup.ts'

/** Converts content documents to form fields and back. No I/O. */

type Document = Readonly<Record<string, unknown>>

const simple: Readonly<Record<string, readonly string[]>> = {
  static: ['heading', 'body', 'metaTitle', 'metaDescription'],
  page: ['pageType', 'title', 'metaTitle', 'metaDescription'],
  footer: ['columns', 'social', 'paymentLogos', 'legal'],
  post: ['title', 'summary', 'author', 'publishedAt', 'tags', 'body'],
  alert: ['desktopContent', 'mobileContent', 'bannerURL', 'backgroundColor'],
}

export function documentValues(kind: string, document: Document): RecordValues {
  const values: Record<string, RecordValue> = {}
  for (const name of kind === 'footer' ? [] : (simple[kind] ?? []))
    values[name] = (document[name] ?? null) as RecordValue
  if (kind === 'page') {
    Object.assign(values, mastheadValues(document['masthead'] as Document | null | undefined))
    values['blocks'] = textOfItems(blockSet, listOf(document['blocks']))
  }
  if (kind === 'post') {
    const hero = (document['heroImage'] ?? {}) as Document
    values['heroSrc'] = (hero['src'] ?? null) as RecordValue
    values['heroAlt'] = (hero['alt'] ?? null) as RecordValue
  }
  if (kind === 'footer') {
    values['columns'] = textOfItems(
      columnSet,
      listOf(document['columns']).map((one) => ({ type: 'column', ...one })),
    )
    values['social'] = linesOf(document['social'], ['name', 'url'])
    values['paymentLogos'] = linesOf(document['paymentLogos'], ['src', 'alt'])
    values['legal'] = (document['legal'] ?? '') as RecordValue
  }
  return values
}

const listOf = (value: unknown): readonly Document[] => (Array.isArray(value) ? (value as readonly Document[]) : [])

/** A list of things as 'a | b' each, and the things of such lines. */
const linesOf = (value: unknown, names: readonly string[]): readonly string[] =>
  listOf(value).map((one) => names.map((name) => String(one[name] ?? '')).join(' | '))
const thingsOf = (value: RecordValue | undefined, [first, second]: readonly [string, string]): readonly Document[] =>
  (Array.isArray(value) ? value : []).map((line) => {
    const [start = '', ...rest] = String(line).split('|')
    return { [first]: start.trim(), [second]: rest.join('|').trim() }
  })

/** A page without a masthead; an empty text is the standard style. */
export const noMasthead = 'none'

const mastheadFields = [
  'mastheadClass',
  'mastheadHeading',
  'mastheadIntro',
  'mastheadSubtitle',
  'mastheadSubTitles',
  'mastheadSrc',
  'mastheadAlt',
  'mastheadMediaSet',
  'mastheadVideo',
  'mastheadButtons',
] as const

function mastheadValues(masthead: Document | null | undefined): RecordValues {
  const { class: look, heading, intro, subtitle, subTitles, background, video, buttons } = masthead ?? {}
  const picture = (background ?? {}) as Document
  return {
    mastheadClass: masthead == null ? noMasthead : String(look ?? ''),
    mastheadHeading: (heading ?? null) as RecordValue,
    mastheadIntro: (intro ?? '') as RecordValue,
    mastheadSubtitle: (subtitle ?? null) as RecordValue,
    mastheadSubTitles: (subTitles ?? []) as RecordValue,
    mastheadSrc: (picture['src'] ?? null) as RecordValue,
    mastheadAlt: (picture['alt'] ?? null) as RecordValue,
    mastheadMediaSet: linesOf(picture['mediaSet'], ['source', 'media']),
    mastheadVideo: linesOf(video, ['src', 'format']),
    mastheadButtons: textOfItems(
      buttonSet,
      listOf(buttons).map(({ type, ...one }) => ({ type: 'button', does: type, ...one })),
    ),
  }
}

/** Whether something is typed of a masthead that the page is not to have. */
export const isMastheadLost = (values: RecordValues): boolean =>
  values['mastheadClass'] === noMasthead && mastheadFields.slice(1).some((name) => !isNothing(values[name]))

const isNothing = (value: RecordValue | undefined): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === '[]' ||
  (Array.isArray(value) && value.length === 0)

function mastheadOf(values: RecordValues): Document | null {
  if ((values['mastheadClass'] ?? noMasthead) === noMasthead) return null
  const text = (name: string) => String(values[name] ?? '') || null
  const src = text('mastheadSrc')
  const alt = String(values['mastheadAlt'] ?? '')
  return {
    class: values['mastheadClass'],
    heading: text('mastheadHeading'),
    intro: text('mastheadIntro'),
    subtitle: text('mastheadSubtitle'),
    subTitles: values['mastheadSubTitles'] ?? [],
    background: src === null ? null : { src, alt, mediaSet: thingsOf(values['mastheadMediaSet'], ['source', 'media']) },
    video: thingsOf(values['mastheadVideo'], ['src', 'format']),
    buttons: itemsOfText(String(values['mastheadButtons'] ?? '[]')).map(({ does, txt, href }) => ({
      type: does,
      txt,
      href,
    })),
  }
}

/** The field of a form that a place in a document is typed in. */
export function fieldAt(kind: string, [first = '', second = '']: readonly string[]): string {
  if (first === 'heroImage') return 'heroSrc'
  if (first !== 'masthead') return first
  const field =
    second === 'background' ? 'mastheadSrc' : `masthead${second.slice(0, 1).toUpperCase()}${second.slice(1)}`
  return documentFields(kind).includes(field) ? field : 'mastheadClass'
}

/** The names of fields that together are a document of a kind. */
export const documentFields = (kind: string): readonly string[] => [
  ...(simple[kind] ?? []),
  ...(kind === 'page' ? [...mastheadFields, 'blocks'] : kind === 'post' ? ['heroSrc', 'heroAlt'] : []),
]

export function documentOfValues(kind: string, values: RecordValues): unknown {
  if (kind === 'footer')
    return {
      columns: itemsOfText(String(values['columns'] ?? '[]')).map(({ heading, links }) => ({ heading, links })),
      social: thingsOf(values['social'], ['name', 'url']),
      paymentLogos: thingsOf(values['paymentLogos'], ['src', 'alt']),
      legal: values['legal'] ?? '',
    }
  const document: Record<string, unknown> = {}
  for (const name of simple[kind] ?? []) document[name] = values[name] ?? (needsText.has(name) ? '' : null)
  if (kind === 'page') {
    document['masthead'] = mastheadOf(values)
    document['blocks'] = itemsOfText(String(values['blocks'] ?? '[]'))
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

/** The initial document of each kind. */
export function firstValues(kind: string, title: string, now: Date): RecordValues {
  switch (kind) {
    case 'static':
      return { heading: title, body: '' }
    case 'page':
      return { title, pageType: 'pages', blocks: '[]', mastheadClass: noMasthead }
    case 'post':
      return { title, summary: title, author: 'The team', publishedAt: now.toISOString(), body: '' }
    case 'alert':
      return { desktopContent: htmlOf(paragraph(title)) }
    default:
      return { columns: textOfItems(columnSet, [{ type: 'column', heading: title, links: [] }]), legal: '' }
  }
}
