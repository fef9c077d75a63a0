import { typed, typedLines, type Part, type Texts } from '../../platform/forms/field-array.ts'
import type { StoredBlock } from './page-document.ts'

/** Form fields of the blocks that compose a home page: rooms, delivery check, deals and so on. No I/O. */

type Values = Readonly<Record<string, unknown>>

const title: Part = { name: 'title', label: 'Heading', kind: 'text' }
const text: Part = { name: 'text', label: 'Text', kind: 'text' }
const pictureSrc: Part = { name: 'src', label: 'Picture', kind: 'text', picks: 'address' }
const pictureAlt: Part = { name: 'alt', label: 'Alt text', kind: 'text', help: 'Leave empty where it only decorates.' }
const firstOnly = 'Shown where the page has no masthead and this block is the first.'
const opening: readonly Part[] = [title, text, { ...pictureSrc, help: firstOnly }, pictureAlt]

export const compositionTypes = {
  feature: {
    title: 'Picture and text',
    parts: [
      title,
      { name: 'body', label: 'Text', kind: 'html', help: 'HTML. Anything not allowed on a page is removed.' },
      pictureSrc,
      pictureAlt,
      {
        name: 'side',
        label: 'Picture is',
        kind: 'choice',
        options: { left: 'On the left', right: 'On the right', full: 'Behind the text, full width' },
      },
      { name: 'links', label: 'Links', kind: 'lines', help: 'One per line, at most 4: title | address.' },
    ],
  },
  room: {
    title: 'Room to shop',
    parts: [
      title,
      text,
      pictureSrc,
      pictureAlt,
      {
        name: 'spots',
        label: 'Products in the picture',
        kind: 'lines',
        help: 'One per line, at most 12: SKU | % from the left | % from the top.',
      },
      {
        name: 'isPackage',
        label: 'Products are',
        kind: 'choice',
        options: { no: 'Sold one by one', yes: 'A package with a total' },
      },
    ],
  },
  delivery: { title: 'Delivery check', parts: opening },
  deals: { title: 'Deals', parts: [title, { name: 'count', label: 'How many', kind: 'whole' }] },
  points: {
    title: 'Promises and ways in',
    parts: [
      ...opening,
      {
        name: 'look',
        label: 'Look',
        kind: 'choice',
        options: { promises: 'Promises in columns', ways: 'Ways in, as large links' },
      },
      { name: 'points', label: 'Lines', kind: 'lines', help: 'One per line, at most 8: title | text | address.' },
    ],
  },
  conditions: { title: 'Conditions and savings', parts: opening },
  justIn: { title: 'Just in, by category', parts: [title] },
  fit: {
    title: 'Fit check',
    parts: [
      ...opening,
      { name: 'kinds', label: 'Categories', kind: 'lines', help: 'One per line, at most 6: title | /c/address.' },
    ],
  },
  showrooms: {
    title: 'Showrooms and cooking demos',
    parts: [title, text, { name: 'count', label: 'How many showrooms', kind: 'whole' }],
  },
} as const satisfies Partial<Record<StoredBlock['type'], { readonly title: string; readonly parts: readonly Part[] }>>

export type CompositionType = keyof typeof compositionTypes

export const isComposition = (type: unknown): type is CompositionType =>
  typeof type === 'string' && Object.hasOwn(compositionTypes, type)

const textOf = (value: unknown): string => String(value ?? '')

/** The things of a list as 'a | b | c' each, without what is empty at the end. */
function linesOf(value: unknown, names: readonly string[]): string {
  const rows = Array.isArray(value) ? (value as readonly Values[]) : []
  return rows
    .map((row) => {
      const cells = names.map((name) => textOf(row[name]))
      return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).join(' | ')
    })
    .join('\n')
}

const rowsOf = (texts: Texts, name: string): string[][] =>
  typedLines(texts, name).map((line) => line.split('|').map((cell) => cell.trim()))

/** A number as typed; what is no number stays as it is, for the schema to name it. */
const numberOf = (cell: string): number | string =>
  /^\d{1,3}([.,]\d{1,2})?$/.test(cell) ? Number(cell.replace(',', '.')) : cell

export function textsOfComposition(block: Values): Texts {
  const { type, picture, spots, points, kinds, links, ...rest } = block
  const { src, alt } = (picture ?? {}) as Values
  const plain = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, textOf(value)]))
  const pictured = { ...plain, src: textOf(src), alt: textOf(alt) }
  switch (type as CompositionType) {
    case 'feature':
      return { ...pictured, links: linesOf(links, ['title', 'uri']) }
    case 'room':
      return {
        ...pictured,
        spots: linesOf(spots, ['sku', 'x', 'y']),
        isPackage: rest['isPackage'] === true ? 'yes' : 'no',
      }
    case 'points':
      return { ...pictured, points: linesOf(points, ['title', 'text', 'uri']) }
    case 'fit':
      return { ...pictured, kinds: linesOf(kinds, ['title', 'uri']) }
    case 'delivery':
    case 'conditions':
      return pictured
    case 'deals':
    case 'justIn':
    case 'showrooms':
      return plain
  }
}

export function compositionOfTexts(type: CompositionType, texts: Texts): Values {
  const of = (name: string) => typed(texts, name)
  const titled = { type, title: of('title') }
  const text = of('text') || null
  const picture = { src: of('src'), alt: of('alt') }
  const opened = { ...titled, text, picture: picture.src === '' ? null : picture }
  const count = (fallback: number) => (/^\d{1,3}$/.test(of('count')) ? Number(of('count')) : fallback)
  const linked = (name: string) => rowsOf(texts, name).map(([heading = '', uri = '']) => ({ title: heading, uri }))
  switch (type) {
    case 'feature':
      return { ...titled, body: of('body'), picture, side: of('side') || 'left', links: linked('links') }
    case 'room': {
      const spots = rowsOf(texts, 'spots').map(([sku = '', x = '', y = '']) => ({
        sku,
        x: numberOf(x),
        y: numberOf(y),
      }))
      return { ...titled, text, picture, spots, isPackage: of('isPackage') === 'yes' }
    }
    case 'points': {
      const points = rowsOf(texts, 'points').map(([heading = '', words = '', uri = '']) => ({
        title: heading,
        text: words || null,
        uri: uri || null,
      }))
      return { ...opened, look: of('look') || 'promises', points }
    }
    case 'fit':
      return { ...opened, kinds: linked('kinds') }
    case 'delivery':
    case 'conditions':
      return opened
    case 'deals':
      return { ...titled, count: count(4) }
    case 'justIn':
      return titled
    case 'showrooms':
      return { ...titled, text, count: count(6) }
  }
}
