/**
 * A number below 10^21 as Australians write it, with at most two decimals: '1234.5', or with `groups` '1,234.5'. Without `Intl`: the first
 * `NumberFormat` of a page costs its browser tens of milliseconds before anything can be pressed.
 */
export function numberText(value: number, groups: boolean): string {
  const text = String(Number(value.toFixed(2)))
  return groups ? grouped(text) : text
}

function grouped(text: string): string {
  const next = text.replace(/^(-?\d+)(\d{3})/, '$1,$2')
  return next === text ? text : grouped(next)
}
