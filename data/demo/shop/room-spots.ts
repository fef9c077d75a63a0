import type { AppCode } from '../../../src/brands/apps.ts'
import type { DemoRecord } from '../design.ts'
import type { ModelKind } from '../model-words.ts'

/**
 * What stands where in the pictures of rooms, and the products that look like it. Places are in percent of the picture, computed from the
 * scene's own coordinates and camera in `models/rooms/*.py`; change them together.
 */

type Piece = {
  readonly kind: ModelKind
  readonly finish: string
  /** Options by which a piece is told from others of its kind. */
  readonly options?: Readonly<Record<string, string>>
  readonly widthMm?: number
  readonly x: number
  readonly y: number
}

const pieces = {
  'living-room': [
    { kind: 'sofa', finish: 'forest', x: 40, y: 60 },
    { kind: 'armchair', finish: 'clay', x: 88, y: 68 },
    { kind: 'coffee-table', finish: 'oak', options: { shape: 'oval' }, x: 51, y: 75 },
    { kind: 'side-table', finish: 'black', options: { shape: 'round' }, x: 26, y: 66 },
    { kind: 'floor-lamp', finish: 'black', x: 74, y: 40 },
    { kind: 'rug', finish: 'cream', options: { pattern: 'border' }, x: 28, y: 91 },
  ],
  bedroom: [
    { kind: 'bed', finish: 'linen', options: { head: 'padded' }, x: 49, y: 60 },
    { kind: 'bedside-table', finish: 'oak', options: { drawers: '2' }, x: 65, y: 66 },
    { kind: 'wardrobe', finish: 'oak', options: { doors: '2' }, x: 81, y: 42 },
    { kind: 'bench', finish: 'clay', options: { seat: 'padded' }, x: 41, y: 80 },
  ],
  'dining-room': [
    { kind: 'dining-table', finish: 'walnut', options: { shape: 'rectangular' }, widthMm: 2_000, x: 40, y: 64 },
    { kind: 'dining-chair', finish: 'walnut', options: { arms: 'no', seat: 'timber' }, x: 54, y: 76 },
    { kind: 'pendant-lamp', finish: 'clay', x: 53, y: 28 },
    { kind: 'sideboard', finish: 'sage', options: { doors: '4' }, x: 64, y: 62 },
    { kind: 'mirror', finish: 'brass', options: { shape: 'round' }, x: 52, y: 41 },
  ],
  study: [
    { kind: 'desk', finish: 'walnut', x: 61, y: 61 },
    { kind: 'office-chair', finish: 'charcoal', options: { headrest: 'yes' }, x: 46, y: 64 },
    { kind: 'bookcase', finish: 'walnut', options: { shelves: '4' }, x: 76, y: 44 },
    { kind: 'armchair', finish: 'navy', options: { base: 'rocking' }, x: 15, y: 68 },
    { kind: 'rug', finish: 'forest', options: { pattern: 'border' }, x: 60, y: 90 },
  ],
  kitchen: [
    { kind: 'fridge-french-door', finish: 'stainless', options: { handles: 'bar' }, x: 86, y: 50 },
    { kind: 'dishwasher', finish: 'stainless', options: { handles: 'bar' }, widthMm: 600, x: 27, y: 67 },
    { kind: 'oven', finish: 'stainless', options: { handles: 'bar' }, widthMm: 600, x: 48, y: 69 },
    { kind: 'cooktop-induction', finish: 'glass-black', options: { zones: '4' }, widthMm: 600, x: 48, y: 56 },
    { kind: 'rangehood-canopy', finish: 'stainless', widthMm: 600, x: 48, y: 37 },
    { kind: 'tap', finish: 'chrome', options: { spout: 'gooseneck' }, x: 29, y: 48 },
  ],
  'kitchen-dark': [
    { kind: 'oven', finish: 'dark-stainless', options: { handles: 'bar' }, widthMm: 600, x: 48, y: 69 },
    { kind: 'cooktop-induction', finish: 'glass-black', options: { zones: '4' }, widthMm: 600, x: 48, y: 56 },
    { kind: 'rangehood-canopy', finish: 'dark-stainless', widthMm: 600, x: 48, y: 37 },
  ],
} as const satisfies Readonly<Record<string, readonly Piece[]>>

type FoundSpot = { readonly piece: ModelKind; readonly sku: string; readonly x: number; readonly y: number }

/** The products of an app that look most like the pieces of a room; pieces without one of their kind are left out. */
export function spotsIn(room: keyof typeof pieces, app: AppCode, products: readonly DemoRecord[]): FoundSpot[] {
  const taken = new Set<string>()
  return pieces[room].flatMap((piece: Piece) => {
    const { kind, x, y } = piece
    const alike = products
      .filter(
        ({ model, offers, sku }) => model?.kind === kind && offers.some((one) => one.app === app) && !taken.has(sku),
      )
      .toSorted((a, b) => difference(a, piece) - difference(b, piece) || a.sku.localeCompare(b.sku))[0]
    if (alike === undefined) return []
    taken.add(alike.sku)
    return [{ piece: kind, sku: alike.sku, x, y }]
  })
}

/** A colour is seen before a shape; what cannot be bought would be a poor answer. */
function difference(product: DemoRecord, { finish, options = {}, widthMm }: Piece): number {
  const { model, stock, condition = 'NewCondition' } = product
  const width = widthMm === undefined ? 0 : Math.abs((product.widthMm ?? 0) - widthMm) / 50
  const shapes = Object.entries(options).filter(([name, value]) => String(model?.options[name] ?? '') !== value).length
  const isInStock = Object.values(stock ?? {}).some((one) => (one?.quantity ?? 0) > 0)
  return (
    (model?.finish === finish ? 0 : 10) + shapes + width + (isInStock ? 0 : 20) + (condition === 'NewCondition' ? 0 : 5)
  )
}
