import type { KeptBlock } from './page-document.ts'

/** The blocks of a page as a form has them: the parts of each as texts, and blocks of such texts. No I/O. */

export type BlockType = KeptBlock['type']

export type BlockPart = {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'html' | 'lines' | 'whole' | 'choice'
  readonly options?: Readonly<Record<string, string>>
  readonly help?: string
}

const title: BlockPart = { name: 'title', label: 'Heading', kind: 'text' }

export const blockTypes = {
  html: { title: 'Text', parts: [{ name: 'body', label: 'Text', kind: 'html', help: 'HTML; what a page must not hold is taken out.' }] },
  tiles: { title: 'Tiles', parts: [title, { name: 'tiles', label: 'Tiles', kind: 'lines', help: 'One a line: title | address | words below | picture | what it shows. Empty: a tile for each top category.' }] },
  products: {
    title: 'Products',
    parts: [
      title,
      { name: 'list', label: 'Which', kind: 'choice', options: { '': 'Those named below', savings: 'Below their RRP', newest: 'The newest' } },
      { name: 'skus', label: 'Products', kind: 'lines', help: 'SKUs, one a line, at most 24.' },
      { name: 'moreTitle', label: 'Words of the link to all', kind: 'text' },
      { name: 'moreUri', label: 'Where it leads', kind: 'text' },
    ],
  },
  promotions: { title: 'Promotions', parts: [title, { name: 'count', label: 'How many', kind: 'whole' }] },
  saleSlot: { title: 'Picture of a sale', parts: [{ name: 'slot', label: 'Place', kind: 'choice', options: { homePageBanner: 'Banner of the home page', tallBanner: 'Tall banner' } }] },
  recentlyViewed: { title: 'Recently viewed', parts: [] },
  brands: { title: 'Brands', parts: [title] },
} as const satisfies Record<BlockType, { readonly title: string; readonly parts: readonly BlockPart[] }> // prettier-ignore

export const isBlockType = (text: string): text is BlockType => Object.hasOwn(blockTypes, text)
export const partsOf = (type: BlockType): readonly BlockPart[] => blockTypes[type].parts

type Texts = Readonly<Record<string, string>>

/** The parts of a block as they are typed. A block that was typed wrong keeps its texts. */
export function textsOfBlock(block: Readonly<Record<string, unknown>>): Texts {
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
  return parts.join(' | ').replace(/( \| )+$/, '')
}

/** A block of what was typed, in one order of its parts, whatever is wrong with them. */
export function blockOfTexts(type: BlockType, texts: Texts): Readonly<Record<string, unknown>> {
  const of = (name: string) => (texts[name] ?? '').replaceAll('\r\n', '\n').trim()
  const lines = (name: string) => of(name).split('\n').map((line) => line.trim()).filter(Boolean) // prettier-ignore
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

/** Blocks in the one way in which they are compared. */
export const blocksText = (blocks: readonly Readonly<Record<string, unknown>>[]): string =>
  JSON.stringify(
    blocks.flatMap((block) => {
      const type = String(block['type'])
      return isBlockType(type) ? [blockOfTexts(type, textsOfBlock(block))] : []
    }),
  )

export function blocksOfText(text: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const blocks: unknown = JSON.parse(text)
    return Array.isArray(blocks) ? (blocks as readonly Readonly<Record<string, unknown>>[]) : []
  } catch {
    return []
  }
}

/** What a form sent of a field of blocks: 'blocks.0.type', 'blocks.0.title' and so on; or all of it at once. */
export function blocksSent(name: string, form: URLSearchParams): string {
  if (!form.has(`${name}.count`)) return form.get(name) ?? ''
  const count = Math.min(60, Number(form.get(`${name}.count`)) || 0)
  const blocks = Array.from({ length: count }, (_, at) => {
    const type = form.get(`${name}.${at}.type`) ?? ''
    if (!isBlockType(type)) return []
    const texts = Object.fromEntries(partsOf(type).map((part) => [part.name, form.get(`${name}.${at}.${part.name}`) ?? ''])) // prettier-ignore
    return [blockOfTexts(type, texts)]
  })
  return JSON.stringify(blocks.flat())
}

/**
 * A form in which somebody pressed 'Move up', 'Move down', 'Take out' or 'Add': the same with its blocks so; null when nobody did. `at`
 * of the field says which block was meant.
 */
export function formAfterMove(form: URLSearchParams): URLSearchParams | null {
  const pressed = [...form.keys()].find((name) => name.endsWith('.do'))
  if (pressed === undefined) return null
  const name = pressed.slice(0, -3)
  const [what = '', which = ''] = (form.get(pressed) ?? '').split(':')
  const [blocks, at] = movedBlocks(blocksOfText(blocksSent(name, form)), what, which)
  const after = new URLSearchParams([...form].filter(([key]) => !key.startsWith(`${name}.`)))
  after.set(name, JSON.stringify(blocks))
  after.set(`${name}.at`, String(at))
  return after
}

function movedBlocks<Block>(
  blocks: readonly Block[],
  what: string,
  which: string,
): readonly [readonly (Block | object)[], number] {
  if (what === 'add') {
    const type = isBlockType(which) ? which : 'html'
    return [[...blocks, blockOfTexts(type, {})], blocks.length]
  }
  const at = Number(which)
  const block = blocks[at]
  if (block === undefined) return [blocks, 0]
  const without = blocks.toSpliced(at, 1)
  if (what === 'remove') return [without, Math.min(at, without.length - 1)]
  const to = Math.max(0, Math.min(without.length, what === 'up' ? at - 1 : at + 1))
  return [without.toSpliced(to, 0, block), to]
}
