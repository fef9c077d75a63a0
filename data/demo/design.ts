import type { AttributeValue, ProductRecordInput } from '../../src/modules/catalogue/product/product-record.ts'
import type { Brand, BrandLine } from './brands.ts'
import { type ModelKind, type Finish, finishes } from './model-words.ts'
import type { Random } from './random.ts'

export type Facts = Record<string, AttributeValue>
export type Feature = { readonly title: string; readonly description: string }
export type ModelOptions = Record<string, string | number>

/** Which apps a product suits; see offers.ts. */
export type Range = 'kitchen' | 'appliance' | 'screen' | 'furniture' | 'outdoor' | 'plumbing' | 'accessory'

/** One of the versions a design is sold in. A design with one version is no variant group. */
export type Version = {
  readonly finish: Finish
  /** What differs, for example { Colour: 'Sand' }. */
  readonly axes: Readonly<Record<string, string>>
  /** Told apart in the model number by this; by the finish's own code when left out. */
  readonly code?: string
  /** These stand in place of the design's. */
  readonly name?: string
  readonly facts?: Facts
  readonly size?: Size
  readonly weightKg?: number
  readonly options?: ModelOptions
  /** Multiplies the design's price. */
  readonly priceFactor?: number
}

export type Size = { readonly widthMm: number; readonly heightMm: number; readonly depthMm: number }

/** A model as its maker designed it, before it has a number, a price and stock. */
export type Design = {
  /** Between brand and finish in the title: '605L French Door Fridge'. */
  readonly name: string
  /** A furniture collection, in the title before the name. Appliances show their model number instead. */
  readonly collection?: string
  readonly range: Range
  /** For the model number. */
  readonly typeCode: string
  readonly sizeCode: string
  readonly size: Size
  readonly weightKg: number
  /** Australian dollars a maker of the middle segment asks. */
  readonly price: number
  /** How far the segment moves the price: 1 all the way, 0 not at all. */
  readonly segmentWeight?: number
  readonly facts: Facts
  readonly kind: ModelKind
  readonly options?: ModelOptions
  readonly accent?: string
  readonly versions: readonly [Version, ...Version[]]
  readonly summary: string
  readonly paragraphs: readonly string[]
  readonly notes: readonly string[]
  readonly features: readonly Feature[]
  /** Null when nothing but the carton explains it. */
  readonly document: 'User manual' | 'Assembly instructions' | 'Care guide' | 'Installation guide' | null
  /** False when the finish is said by the name already or means nothing to a buyer. */
  readonly finishInTitle?: boolean
}

export type Template = {
  /** A leaf of the category tree. */
  readonly category: string
  readonly line: BrandLine
  /** Makers of the line that do not make this. */
  readonly without?: (maker: Brand) => boolean
  /** How many products the shop has of it in the default catalogue. */
  readonly quota: number
  readonly design: (draw: Random, maker: Brand) => Design
}

/** A record for the import, and what its model looks like: null for a product without pictures. */
export type DemoRecord = ProductRecordInput & {
  readonly model: {
    readonly kind: ModelKind
    readonly finish: Finish
    readonly accent: string | null
    readonly options: ModelOptions
  } | null
}

export type StockAndPrice = Pick<ProductRecordInput, 'offers' | 'stock'>

/** Leaves out what a condition ruled out: `kept(hasIce && feature(…))`. */
export function stored<T>(...members: readonly (T | false | null | undefined)[]): T[] {
  return members.filter((member): member is T => Boolean(member))
}

export function feature(title: string, description: string): Feature {
  return { title, description }
}

/** A version for each finish; the axis is left out when there is one only. */
export function inFinishes(
  list: readonly Finish[],
  more: (finish: Finish) => Partial<Version> = () => ({}),
): readonly [Version, ...Version[]] {
  const versions = list.map((finish) => ({
    finish,
    axes: list.length > 1 ? { Colour: finishes[finish].label } : {},
    ...more(finish),
  }))
  return atLeastOne(versions)
}

export function atLeastOne<T>(list: readonly T[]): readonly [T, ...T[]] {
  const [first, ...rest] = list
  if (first === undefined) throw new Error('a design needs a version')
  return [first, ...rest]
}

/** -1, 0 or 1 for value, mid and premium: many figures lean with it. */
export function tierOf(maker: Brand): -1 | 0 | 1 {
  return maker.segment === 'premium' ? 1 : maker.segment === 'mid' ? 0 : -1
}

export function toStep(value: number, step: number): number {
  const rounded = Math.round(value / step) * step
  return step < 1 ? Math.round(rounded * 100) / 100 : rounded
}

export function size(widthMm: number, heightMm: number, depthMm: number): Size {
  return { widthMm, heightMm, depthMm }
}

/** Piecewise straight line through the points, flat beyond both ends. Points ascend. */
export function along(points: readonly (readonly [number, number])[], at: number): number {
  let before = points[0]
  if (!before) throw new Error('no points')
  for (const point of points) {
    if (at <= point[0]) {
      const span = point[0] - before[0]
      return span === 0 ? point[1] : before[1] + ((at - before[0]) / span) * (point[1] - before[1])
    }
    before = point
  }
  return before[1]
}

/** A star rating in halves, and the yearly energy use that earns it: each star takes the same share off a base figure. */
export function energyLabel(
  draw: Random,
  aim: number,
  baseKwh: number,
  sharePerStar: number,
  bestStars: number,
): { energy_stars: number; energy_kwh: number } {
  const index = Math.min(bestStars + 0.45, Math.max(1, draw.near(aim, 0.14)))
  return {
    energy_stars: Math.floor(index * 2) / 2,
    energy_kwh: Math.max(1, Math.round(baseKwh * (1 - sharePerStar) ** (index - 1))),
  }
}

/** A count in words, for texts: 'two doors'. */
export function inWords(count: number): string {
  return ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'][count] ?? String(count)
}

export function plural(count: number, word: string): string {
  return `${inWords(count)} ${word}${count === 1 ? '' : 's'}`
}

/** 'a, b and c' */
export function listed(members: readonly string[]): string {
  if (members.length < 2) return members.join('')
  return `${members.slice(0, -1).join(', ')} and ${members.at(-1)}`
}

// Collections are two syllables put together: enough for a benchmark, and none of them a word that would promise something.
const starts =
  'Al Bar Bel Bren Cal Cor Dal Dor El Fen Gal Har Hol Jor Kel Lan Lor Mar Mer Nor Or Pel Quin Ran Ros Sel Tal Tor Var Wil Yar Zan Ash Bir Cam Des Ev Fir Gren Hest Kir Lind Mos Nes Ol Prin Rud Sav Tam Ven Wen Ard Bes Cul Dun Fal'.split(
    ' ',
  )
const ends =
  'beck bourne combe dale den ella enna fold ford gate hythe ina isle ley low mere mont mora nel ova rick sea shaw sley stow tarn thorpe ula ury vale wath wick wyn yard'.split(
    ' ',
  )

// Family names, towns too well known, and names another maker uses for furniture.
const avoided = new Set([
  'Marlow',
  'Dunford',
  'Rosella',
  'Ashford',
  'Marina',
  'Selina',
  'Venula',
  'Ashley',
  'Fennel',
  'Norford',
  'Wilford',
  'Camden',
  'Selford',
  'Holden',
  'Harlow',
  'Walden',
  'Norden',
])

export function collectionName(draw: Random): string {
  for (;;) {
    const name = draw.pick(starts) + draw.pick(ends)
    if (!avoided.has(name)) return name
  }
}

/** 'Flat weave' to 'Flat Weave', as titles are written. */
export function titled(words: string): string {
  return words.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
