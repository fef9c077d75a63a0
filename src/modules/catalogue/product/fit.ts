/**
 * Whether a product fits the shopper's space. The space is entered once for a kind of product and stored in the browser; cards, product
 * page and the list's filter use these rules.
 */

/** Millimetres. */
export type Space = {
  readonly widthMm: number
  readonly heightMm: number
  readonly depthMm: number
  /** The clearance on both sides, above and behind, for ventilation and installation. */
  readonly clearanceMm: number
}

export type Size = { readonly widthMm: number; readonly heightMm: number; readonly depthMm: number }

/** 'tight' fits, but with less clearance than required. */
export type Fit = 'fits' | 'tight' | 'no'

export type FitAnswer = {
  readonly fit: Fit
  /** Millimetres left beyond the clearance, by measure; below zero it is missing. */
  readonly spare: Size
}

/** The clearance that the manufacturer requires around a product, in millimetres. A tuple, because every card of a list can carry one. */
export type Air = readonly [sideMm: number, aboveMm: number, behindMm: number]

const noAir: Air = [0, 0, 0]

/** The larger of the shopper's air gap and the product's own clearance applies. */
export function fitOf(size: Size, space: Space, [sideMm, aboveMm, behindMm]: Air = noAir): FitAnswer {
  const { clearanceMm } = space
  const free = {
    widthMm: 2 * Math.max(clearanceMm, sideMm),
    heightMm: Math.max(clearanceMm, aboveMm),
    depthMm: Math.max(clearanceMm, behindMm),
  }
  const spare = {
    widthMm: space.widthMm - free.widthMm - size.widthMm,
    heightMm: space.heightMm - free.heightMm - size.heightMm,
    depthMm: space.depthMm - free.depthMm - size.depthMm,
  }
  const goesIn = tooMuch(size, space) === ''
  const isRoomy = Math.min(spare.widthMm, spare.heightMm, spare.depthMm) >= 0
  return { fit: isRoomy ? 'fits' : goesIn ? 'tight' : 'no', spare }
}

export const fitTexts: Readonly<Record<Fit, string>> = {
  fits: 'Fits your space',
  tight: 'Tight fit in your space',
  no: 'Does not fit your space',
}

const measures = { widthMm: 'wide', heightMm: 'high', depthMm: 'deep' } as const

/** '35 mm too wide, 10 mm too deep' for a product that does not fit; '' when it does. */
export function tooMuch(size: Size, space: Space): string {
  return (['widthMm', 'heightMm', 'depthMm'] as const)
    .filter((measure) => size[measure] > space[measure])
    .map((measure) => `${Math.ceil(size[measure] - space[measure])} mm too ${measures[measure]}`)
    .join(', ')
}

/** A space as the value of a filter: '900x1800x700x20' is width, height, depth and air gap. */
export function spaceText({ widthMm, heightMm, depthMm, clearanceMm }: Space): string {
  return [widthMm, heightMm, depthMm, clearanceMm].join('x')
}

/** The space in the value of a filter; null when it is none. */
export function spaceOfText(text: string): Space | null {
  const [widthMm, heightMm, depthMm, clearanceMm] = text.split('x', 4).map(readMeasure)
  return readSpace({ widthMm, heightMm, depthMm, clearanceMm })
}

/** The kind of product a space is for: the first two levels of its category, so that all fridges share one. */
export function spaceKind(categoryUri: string): string {
  return categoryUri.split('/').slice(0, 2).join('/')
}

const maxMm = 20_000

/** A measure as typed, in millimetres; null when it is none. */
export function readMeasure(text: string): number | null {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 && value <= maxMm ? Math.round(value) : null
}

/** The stored value, if it is a valid space: browser storage can be edited. */
export function readSpace(value: unknown): Space | null {
  if (typeof value !== 'object' || value === null) return null
  const { widthMm, heightMm, depthMm, clearanceMm } = value as Record<string, unknown>
  const all = [widthMm, heightMm, depthMm, clearanceMm]
  if (!all.every((one) => typeof one === 'number' && one >= 0 && one <= maxMm)) return null
  return { widthMm, heightMm, depthMm, clearanceMm } as Space
}
