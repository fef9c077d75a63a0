/** What the `svg` tag accepts between its strings. */
export type Ink = string | number | false | null | undefined | readonly Ink[]

/** A coordinate as short as it can be: at most one decimal, no minus zero. */
export function coordinate(value: number): string {
  const tenths = Math.round(value * 10)
  return tenths === 0 ? '0' : String(tenths / 10)
}

function written(ink: Ink): string {
  if (typeof ink === 'number') return coordinate(ink)
  if (typeof ink === 'string') return ink
  if (Array.isArray(ink)) return ink.map(written).join('')
  return ''
}

/** Markup or path data: numbers are rounded, lists joined, `false` and `null` leave nothing. */
export function svg(strings: TemplateStringsArray, ...inks: Ink[]): string {
  let out = strings[0] ?? ''
  for (let i = 0; i < inks.length; i++) out += written(inks[i]) + (strings[i + 1] ?? '')
  return out
}

/** `count` values made one by one; for rows of drawers, knobs, slats. */
export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: Math.max(0, Math.round(count)) }, (_, index) => make(index))
}
