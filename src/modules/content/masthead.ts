import type { Html } from './content.ts'

/** The banner at the top of a page (decision content-03). No I/O. */

export const mastheadClasses = ['', 'no-masthead', 'large-masthead', 'virtual-tour-masthead'] as const
export type MastheadClass = (typeof mastheadClasses)[number]

export const mastheadButtonTypes = ['link', 'extLink', 'refine', 'search'] as const

export type MastheadButton = {
  readonly type: (typeof mastheadButtonTypes)[number]
  readonly txt: string
  /** The target of a 'link' or an 'extLink'. */
  readonly href: string | null
}

export type Masthead = {
  readonly class: MastheadClass
  readonly heading: string | null
  readonly intro: Html | null
  readonly subtitle: string | null
  readonly subTitles: readonly string[]
  readonly background: {
    readonly src: string
    readonly alt: string
    readonly mediaSet: readonly { readonly source: string; readonly media: string }[]
  } | null
  readonly video: readonly { readonly src: string; readonly format: string }[]
  readonly buttons: readonly MastheadButton[]
}

/** The placeholder of the heading (LAND-02). */
export const headingOnItsWay = 'Loading...'

/** The target of the virtual-tour variant's button (LAND-10). */
export const virtualTourPath = '/virtual-tour'

/** Least height on a desk, in px (LAND-16, decision content-03); null where the banner does not show. */
export function mastheadHeight(name: MastheadClass): number | null {
  return { '': 280, 'no-masthead': null, 'large-masthead': 730, 'virtual-tour-masthead': 788 }[name]
}

/** The element a 'refine' button goes to; without it the button does not show. */
export const refineId = 'refine'
