import { typed, typedLines, type Part, type FieldArray, type Texts } from '../../platform/forms/field-array.ts'
import type { mastheadButtonTypes } from './masthead.ts'
import { compositionOfTexts, compositionTypes, isComposition, textsOfComposition } from './composition-parts.ts'
import type { StoredBlock } from './page-document.ts'

/** Form fields of pages and footers: the parts of each item as texts, and items from such texts. No I/O. */

export type BlockType = StoredBlock['type']

const title: Part = { name: 'title', label: 'Heading', kind: 'text' }

export const blockTypes = {
  html: {
    title: 'Text',
    parts: [{ name: 'body', label: 'Text', kind: 'html', help: 'HTML. Anything not allowed on a page is removed.' }],
  },
  tiles: {
    title: 'Tiles',
    parts: [
      title,
      {
        name: 'tiles',
        label: 'Tiles',
        kind: 'lines',
        picks: 'at the cursor',
        help: 'One per line: title | address | text below | picture | alt text. Leave empty for one tile per top category.',
      },
    ],
  },
  products: {
    title: 'Products',
    parts: [
      title,
      {
        name: 'list',
        label: 'Which',
        kind: 'choice',
        options: { '': 'Listed below', savings: 'Below RRP', newest: 'Newest' },
      },
      { name: 'skus', label: 'Products', kind: 'lines', help: 'SKUs, one per line, at most 24.' },
      { name: 'moreTitle', label: 'Text of the ‘see all’ link', kind: 'text' },
      { name: 'moreUri', label: 'Link', kind: 'text' },
    ],
  },
  promotions: { title: 'Promotions', parts: [title, { name: 'count', label: 'How many', kind: 'whole' }] },
  saleSlot: {
    title: 'Sale banner',
    parts: [
      {
        name: 'slot',
        label: 'Place',
        kind: 'choice',
        options: { homePageBanner: 'Home page banner', tallBanner: 'Tall banner' },
      },
    ],
  },
  recentlyViewed: { title: 'Recently viewed', parts: [] },
  brands: { title: 'Brands', parts: [title] },
  ...compositionTypes,
} as const satisfies Record<BlockType, { readonly title: string; readonly parts: readonly Part[] }>

const isBlockType = (text: string): text is BlockType => Object.hasOwn(blockTypes, text)

/** The parts of a block as texts. A block with invalid input keeps its texts. */
function textsOfBlock(block: Readonly<Record<string, unknown>>): Texts {
  if (isComposition(block['type'])) return textsOfComposition(block)
  const { type, tiles, products, more, ...rest } = block
  const plain = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value ?? '')]))
  const rows = (Array.isArray(tiles) ? tiles : []) as readonly Readonly<Record<string, unknown>>[]
  const link = (more ?? {}) as Readonly<Record<string, unknown>>
  switch (type) {
    case 'tiles':
      return { ...plain, tiles: rows.map(lineOfTile).join('\n') }
    case 'products':
      return {
        ...plain,
        list: typeof products === 'string' ? products : '',
        skus: Array.isArray(products) ? products.join('\n') : '',
        moreTitle: String(link['title'] ?? ''),
        moreUri: String(link['uri'] ?? ''),
      }
    default:
      return plain
  }
}

function lineOfTile({ title: heading, uri, subtext, image }: Readonly<Record<string, unknown>>): string {
  const picture = (image ?? {}) as Readonly<Record<string, unknown>>
  const parts = [heading, uri, subtext, picture['src'], picture['alt']].map((part) => String(part ?? ''))
  const last = parts.findLastIndex((part) => part !== '')
  return parts.slice(0, last + 1).join(' | ')
}

function blockOfTexts(type: BlockType, texts: Texts): Readonly<Record<string, unknown>> {
  if (isComposition(type)) return compositionOfTexts(type, texts)
  const of = (name: string) => typed(texts, name)
  const lines = (name: string) => typedLines(texts, name)
  switch (type) {
    case 'html':
      return { type, body: of('body') }
    case 'tiles': {
      const tiles = lines('tiles').map((line) => {
        const [heading = '', uri = '', subtext = '', src = '', alt = ''] = line.split('|').map((part) => part.trim())
        return { title: heading, subtext: subtext || null, uri, image: src === '' ? null : { src, alt } }
      })
      return { type, title: of('title'), tiles: tiles.length === 0 ? 'categories' : tiles }
    }
    case 'products': {
      const hasLink = of('moreTitle') !== '' || of('moreUri') !== ''
      return {
        type,
        title: of('title'),
        products: of('list') === '' ? lines('skus') : of('list'),
        more: hasLink ? { title: of('moreTitle'), uri: of('moreUri') } : null,
      }
    }
    case 'promotions':
      return { type, title: of('title'), count: /^\d{1,3}$/.test(of('count')) ? Number(of('count')) : 4 }
    case 'saleSlot':
      return { type, slot: of('slot') || 'homePageBanner' }
    case 'recentlyViewed':
      return { type }
    case 'brands':
      return { type, title: of('title') }
  }
}

export const blockSet: FieldArray = {
  one: 'block',
  types: blockTypes,
  textsOf: textsOfBlock,
  itemOf: (type, texts) => blockOfTexts(isBlockType(type) ? type : 'html', texts),
}

const buttonNames: Readonly<Record<(typeof mastheadButtonTypes)[number], string>> = {
  link: 'Link',
  extLink: 'Link to another site',
  refine: 'Open the filters',
  search: 'Open the search',
}

/** The buttons of a masthead. */
export const buttonSet: FieldArray = {
  one: 'button',
  types: {
    button: {
      title: 'Button',
      parts: [
        { name: 'txt', label: 'Text', kind: 'text' },
        { name: 'does', label: 'What it does', kind: 'choice', options: buttonNames },
        { name: 'href', label: 'Link', kind: 'text', help: 'For links only.' },
      ],
    },
  },
  textsOf: ({ txt, does, href }) => ({
    txt: String(txt ?? ''),
    does: String(does ?? 'link'),
    href: String(href ?? ''),
  }),
  itemOf: (type, texts) => ({
    type,
    txt: typed(texts, 'txt'),
    does: typed(texts, 'does') || 'link',
    href: typed(texts, 'href') || null,
  }),
}

/** 'Title | address', a line each. */
const linkLine = ({ title: words, uri }: Readonly<Record<string, unknown>>): string =>
  `${String(words)} | ${String(uri)}`

/** The columns of a foot. */
export const columnSet: FieldArray = {
  one: 'column',
  types: {
    column: {
      title: 'Column',
      parts: [
        { name: 'heading', label: 'Heading', kind: 'text' },
        { name: 'links', label: 'Links', kind: 'lines', help: 'One per line: title | address.' },
      ],
    },
  },
  textsOf: ({ heading, links }) => ({
    heading: String(heading ?? ''),
    links: (Array.isArray(links) ? (links as Readonly<Record<string, unknown>>[]) : []).map(linkLine).join('\n'),
  }),
  itemOf: (type, texts) => ({
    type,
    heading: typed(texts, 'heading'),
    links: typedLines(texts, 'links').map((line) => {
      const at = line.lastIndexOf('|')
      return at === -1 ? { title: line, uri: '' } : { title: line.slice(0, at).trim(), uri: line.slice(at + 1).trim() }
    }),
  }),
}
