import { minutes } from '../../platform/clock.ts'
import type { Html } from './content.ts'

/** The notice above the navigation (decision content-04). No I/O. */

export type AlertBanner = {
  readonly desktopContent: Html
  /** On phones; '' is the same as on a desk. */
  readonly mobileContent: Html
  readonly bannerURL: string | null
  readonly backgroundColor: string | null
}

/** How long it is believed (ALRT-09). */
export const alertHolds = minutes(10)

/** Identifies an alert: a closed one stays closed until its content changes. FNV-1a, which is synchronous on both sides. */
export function alertKey(banner: AlertBanner): string {
  let hash = 0x811c_9dc5
  for (const letter of JSON.stringify(banner)) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x0100_0193)
  return (hash >>> 0).toString(16)
}

/** Black or white, whichever is easier to read on a colour such as '#c4102b' (WCAG 2.2, relative luminance). */
export function readableOn(colour: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000'
}
