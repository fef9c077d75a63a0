import type { DemoRecord } from '../design.ts'
import type { ModelKind } from '../model-words.ts'

/** `angle` is the main picture; `open` shows doors, lids and drawers open; `detail` is a close-up of controls, a handle or the material. */
export type RenderView = 'angle' | 'front' | 'open' | 'detail'

/** Everything visible about a product, and nothing else: products with the same model share their pictures. */
export type RenderModel = {
  readonly key: string
  /** Of the close-up, which models share that differ in nothing but their size. */
  readonly closeUpKey: string
  readonly kind: ModelKind
  readonly finish: string
  readonly accent: string | null
  /** The name on its badge; absent from what bears none. */
  readonly maker?: string
  readonly options: Readonly<Record<string, string>>
  readonly widthMm: number
  readonly heightMm: number
  readonly depthMm: number
  readonly views: readonly RenderView[]
  readonly skus: readonly string[]
}

export type Look = Omit<RenderModel, 'skus'>
export type PlannedProduct = Pick<DemoRecord, 'sku' | 'title' | 'brand' | 'widthMm' | 'heightMm' | 'depthMm' | 'model'>

/** The options that a model of each kind reads. Others, such as the number of seats at a table, change nothing visible. */
const visibleOptions: Partial<Record<ModelKind, readonly string[]>> = {
  'fridge-top-mount': ['handles'],
  'fridge-bottom-mount': ['handles'],
  'fridge-french-door': ['doors', 'handles', 'icemaker'],
  'fridge-side-by-side': ['handles', 'icemaker'],
  'fridge-bar': ['handles', 'shelves'],
  'freezer-upright': ['handles', 'drawers'],
  'wine-fridge': ['handles', 'shelves'],
  dishwasher: ['handles'],
  'dishwasher-drawer': ['drawers', 'handles'],
  oven: ['handles', 'shelves'],
  'oven-double': ['handles'],
  'oven-freestanding': ['handles', 'burners', 'zones'],
  'cooktop-gas': ['burners'],
  'cooktop-induction': ['zones'],
  'cooktop-ceramic': ['zones'],
  microwave: ['handles'],
  'microwave-builtin': ['handles'],
  kettle: ['spout'],
  toaster: ['slices'],
  'air-fryer': ['drawers'],
  'vacuum-robot': ['dock'],
  iron: ['station'],
  sofa: ['seats', 'arms', 'legs'],
  'sofa-chaise': ['seats', 'legs', 'side'],
  armchair: ['base'],
  bed: ['head'],
  'bedside-table': ['drawers'],
  'chest-of-drawers': ['drawers', 'columns'],
  wardrobe: ['doors', 'drawers', 'mirror'],
  'dining-table': ['shape', 'legs'],
  'coffee-table': ['shape', 'drawers'],
  'side-table': ['shape'],
  'dining-chair': ['arms', 'seat'],
  'bar-stool': ['back'],
  bench: ['seat'],
  desk: ['drawers', 'legs'],
  'office-chair': ['arms', 'headrest'],
  bookcase: ['shelves'],
  'tv-unit': ['doors', 'drawers'],
  sideboard: ['doors', 'drawers'],
  'floor-lamp': ['shape'],
  rug: ['pattern'],
  mirror: ['shape'],
  'outdoor-lounge': ['seats'],
  'outdoor-table': ['shape'],
  barbecue: ['burners', 'lid'],
  sink: ['bowls', 'drainer', 'doors'],
  tap: ['spout'],
  accessory: ['form'],
}

const opening: ReadonlySet<ModelKind> = new Set<ModelKind>([
  'fridge-top-mount',
  'fridge-bottom-mount',
  'fridge-french-door',
  'fridge-side-by-side',
  'fridge-bar',
  'freezer-upright',
  'freezer-chest',
  'wine-fridge',
  'washer-front',
  'washer-top',
  'washer-dryer',
  'dryer',
  'dishwasher',
  'dishwasher-drawer',
  'oven',
  'oven-double',
  'oven-freestanding',
  'microwave',
  'microwave-builtin',
  'wardrobe',
  'chest-of-drawers',
  'bedside-table',
  'sideboard',
  'tv-unit',
])

/** Kinds that are compared, measured or hung by their front. Of a chair or a kettle it shows little more, so it is rendered last. */
export const facing: ReadonlySet<string> = new Set<ModelKind>([
  ...opening,
  'sofa',
  'sofa-chaise',
  'bed',
  'cooktop-gas',
  'cooktop-induction',
  'cooktop-ceramic',
  'rangehood-canopy',
  'television',
  'coffee-builtin',
  'bookcase',
  'mirror',
  'rug',
  'sink',
  'barbecue',
])

/** Kinds that bear the name of their maker. */
const badged: ReadonlySet<ModelKind> = new Set<ModelKind>([
  'fridge-top-mount',
  'fridge-bottom-mount',
  'fridge-french-door',
  'fridge-side-by-side',
  'fridge-bar',
  'freezer-upright',
  'freezer-chest',
  'wine-fridge',
  'washer-front',
  'washer-top',
  'washer-dryer',
  'dryer',
  'dishwasher',
  'dishwasher-drawer',
  'oven',
  'oven-double',
  'oven-freestanding',
  'cooktop-induction',
  'cooktop-ceramic',
  'rangehood-canopy',
  'rangehood-slideout',
  'microwave',
  'microwave-builtin',
  'coffee-machine',
  'coffee-builtin',
  'kettle',
  'toaster',
  'blender',
  'stand-mixer',
  'food-processor',
  'air-fryer',
  'vacuum-stick',
  'vacuum-barrel',
  'vacuum-robot',
  'television',
  'soundbar',
  'speaker',
  'air-conditioner-split',
  'air-conditioner-portable',
  'fan-pedestal',
  'fan-tower',
  'heater-panel',
  'air-purifier',
  'dehumidifier',
  'barbecue',
])

/** A maker that exists: its name is not put on an invented product. */
const realMaker = 'Miele'

/** Kinds of which a close-up shows a bare surface or a thin part before white. */
const plainCloseUp: ReadonlySet<ModelKind> = new Set<ModelKind>([
  'accessory',
  'bed',
  'fan-tower',
  'floor-lamp',
  'mirror',
  'office-chair',
  'pendant-lamp',
  'rug',
  'side-table',
  'table-lamp',
  'tap',
  'television',
  'vacuum-stick',
])

/** Accessories have one kind for all; what they are stands in their title. The first match counts. */
const accessoryForms: readonly (readonly [words: RegExp, form: string])[] = [
  [/Ducting|Vent Kit/, 'duct'],
  [/Hose/, 'hose'],
  [/Battery/, 'battery'],
  [/Bracket/, 'bracket'],
  [/Oven Rails/, 'rails'],
  [/Stacking Kit|Drip Tray/, 'tray'],
  [/Chopping Board/, 'board'],
  [/Mop Pads/, 'pads'],
  [/Side Brush/, 'brushes'],
  [/Trim Kit/, 'trim-kit'],
  [/Descaler/, 'bottle'],
  [/Stand/, 'stand'],
  [/Plumbing Kit/, 'plumbing-kit'],
]

function accessoryForm(title: string): string {
  return accessoryForms.find(([words]) => words.test(title))?.[1] ?? 'carton'
}

/**
 * The product fills its picture, so its size hardly shows but its proportions do. Sizes share a model within 16%, proportions within a
 * tenth of the longest side, or less for thin parts such as the height of a mattress.
 */
function sharedSize(sides: readonly [width: number, height: number, depth: number]): [number, number, number] {
  const longest = Math.max(...sides)
  const size = 1.16 ** Math.round(Math.log(longest) / Math.log(1.16))
  const share = (mm: number) => {
    const exact = mm / longest
    const step = exact > 0.5 ? 0.1 : exact > 0.2 ? 0.05 : 0.02
    return Math.max(0.01, Math.round(exact / step) * step)
  }
  const [width, height, depth] = sides.map((mm) => Math.round(share(mm) * size)) as [number, number, number]
  return [width, height, depth]
}

function viewsOf(kind: ModelKind, options: Readonly<Record<string, string>>): RenderView[] {
  const opens = opening.has(kind) || (kind === 'barbecue' && options['lid'] !== 'no')
  return [
    'angle',
    'front',
    ...(opens ? (['open'] as const) : []),
    ...(plainCloseUp.has(kind) ? [] : (['detail'] as const)),
  ]
}

/** What the pictures of a product show, or null when the product has no model. */
export function lookOf(product: PlannedProduct): Look | null {
  const { model, widthMm, heightMm, depthMm } = product
  if (!model || !widthMm || !heightMm || !depthMm) return null
  const kind = model.kind as ModelKind
  const all: Record<string, string | number> =
    kind === 'accessory' ? { form: accessoryForm(product.title) } : (model.options ?? {})
  const options: Record<string, string> = {}
  for (const name of visibleOptions[kind] ?? []) {
    const value = all[name]
    if (value !== undefined) options[name] = String(value)
  }
  const shared = sharedSize([widthMm, heightMm, depthMm])
  const near = {
    kind,
    finish: model.finish,
    // A timber bed stands on its own posts and has no legs of another finish.
    accent: kind === 'bed' && options['head'] === 'timber' ? null : (model.accent ?? null),
    options,
  }
  const maker = badged.has(kind) && product.brand && product.brand !== realMaker ? { maker: product.brand } : {}
  const visible = { ...near, widthMm: shared[0], heightMm: shared[1], depthMm: shared[2], ...maker }
  const keyOf = (look: object) => `${kind}-${hash(JSON.stringify(look))}`
  return { key: keyOf(visible), closeUpKey: keyOf({ ...near, ...maker }), ...visible, views: viewsOf(kind, options) }
}

/** The models that have to be rendered, those of most products first. */
export function renderPlan(products: Iterable<PlannedProduct>): RenderModel[] {
  const models = new Map<string, { look: Look; skus: string[] }>()
  for (const product of products) {
    const look = lookOf(product)
    if (!look) continue
    const model = models.get(look.key) ?? { look, skus: [] }
    model.skus.push(product.sku)
    models.set(look.key, model)
  }
  return [...models.values()]
    .map(({ look, skus }) => ({ ...look, skus }))
    .toSorted((a, b) => b.skus.length - a.skus.length || (a.key < b.key ? -1 : 1))
}

/** The model of the same kind and finish that differs least: first in accent and options, then in proportions. Null when there is none. */
export function nearestLook(look: Look, models: readonly RenderModel[]): RenderModel | null {
  const proportions = ({ widthMm, heightMm, depthMm }: Look) => {
    const longest = Math.max(widthMm, heightMm, depthMm)
    return [widthMm / longest, heightMm / longest, depthMm / longest]
  }
  const own = proportions(look)
  const difference = (other: Look): number => {
    const names = new Set([...Object.keys(look.options), ...Object.keys(other.options)])
    const options = [...names].filter((name) => look.options[name] !== other.options[name]).length
    const shape = proportions(other).reduce((sum, share, at) => sum + Math.abs(share - (own[at] ?? 0)), 0)
    // A badge that is too small to be read matters less than a handle.
    return options + (look.accent === other.accent ? 0 : 1) + (look.maker === other.maker ? 0 : 0.2) + shape / 3
  }
  const alike = models.filter(({ kind, finish }) => kind === look.kind && finish === look.finish)
  return alike.toSorted((a, b) => difference(a) - difference(b))[0] ?? null
}

/** FNV-1a in base 36. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return (value >>> 0).toString(36).padStart(7, '0')
}
