/**
 * Whether a product goes into the space a shopper has measured. The space is entered once for a kind of product and kept in the
 * browser; cards, product page and the list's filter ask here.
 */

/** Millimetres. */
export type Space = {
  readonly widthMm: number
  readonly heightMm: number
  readonly depthMm: number
  /** What should stay free on both sides, above and behind, for air and to get it in. */
  readonly clearanceMm: number
}

export type Size = { readonly widthMm: number; readonly heightMm: number; readonly depthMm: number }

/** 'tight' goes in, but with less air around it than wanted. */
export type Fit = 'fits' | 'tight' | 'no'

export type FitAnswer = {
  readonly fit: Fit
  /** Millimetres left beyond the clearance, by measure; below zero it is missing. */
  readonly spare: Size
}

export function fitOf(size: Size, space: Space): FitAnswer {
  const { clearanceMm: free } = space
  const spare = {
    widthMm: space.widthMm - 2 * free - size.widthMm,
    heightMm: space.heightMm - free - size.heightMm,
    depthMm: space.depthMm - free - size.depthMm,
  }
  const goesIn = spare.widthMm >= -2 * free && spare.heightMm >= -free && spare.depthMm >= -free
  const isRoomy = Math.min(spare.widthMm, spare.heightMm, spare.depthMm) >= 0
  return { fit: isRoomy ? 'fits' : goesIn ? 'tight' : 'no', spare }
}

export const fitTexts: Readonly<Record<Fit, string>> = {
  fits: 'Fits your space',
  tight: 'Tight fit in your space',
  no: 'Does not fit your space',
}

const measures = { widthMm: 'wide', heightMm: 'high', depthMm: 'deep' } as const

/** '35 mm too wide, 10 mm too deep' of what does not go in at all; '' when it does. */
export function tooMuch(size: Size, space: Space): string {
  return (['widthMm', 'heightMm', 'depthMm'] as const)
    .filter((measure) => size[measure] > space[measure])
    .map((measure) => `${Math.ceil(size[measure] - space[measure])} mm too ${measures[measure]}`)
    .join(', ')
}

/** The greatest measures that fit with the clearance, as ranges of a list; null when the clearance takes all the space. */
export function fittingRanges(
  space: Space,
): Readonly<Record<'width_mm' | 'height_mm' | 'depth_mm', { readonly max: number }>> | null {
  const most = {
    width_mm: { max: space.widthMm - 2 * space.clearanceMm },
    height_mm: { max: space.heightMm - space.clearanceMm },
    depth_mm: { max: space.depthMm - space.clearanceMm },
  }
  return Object.values(most).every(({ max }) => max > 0) ? most : null
}

/** The kind of product a space is for: the first two levels of its category, so that all fridges share one. */
export function spaceKind(categoryUri: string): string {
  return categoryUri.split('/').slice(0, 2).join('/')
}

const mostMm = 20_000

/** A measure as typed, in millimetres; null when it is none. */
export function readMeasure(text: string): number | null {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 && value <= mostMm ? Math.round(value) : null
}

/** What was kept, if it still is a space: anybody can write to a browser's storage. */
export function readSpace(value: unknown): Space | null {
  if (typeof value !== 'object' || value === null) return null
  const { widthMm, heightMm, depthMm, clearanceMm } = value as Record<string, unknown>
  const all = [widthMm, heightMm, depthMm, clearanceMm]
  if (!all.every((one) => typeof one === 'number' && one >= 0 && one <= mostMm)) return null
  return { widthMm, heightMm, depthMm, clearanceMm } as Space
}
