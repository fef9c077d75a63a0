/** How wide the screen is, in the words of the specification (NAV-31). */

export const breakpoints = [
  { size: 'xl', from: 1200 },
  { size: 'lg', from: 975 },
  { size: 'md', from: 768 },
  { size: 'sm', from: 520 },
  { size: 'xs', from: 0 },
] as const

export type ScreenSize = (typeof breakpoints)[number]['size']

/** The size of a screen so many pixels wide. */
export const screenSize = (width: number): ScreenSize => breakpoints.find(({ from }) => width >= from)?.size ?? 'xs'

export const isSmall = (size: ScreenSize): boolean => size === 'xs' || size === 'sm'
