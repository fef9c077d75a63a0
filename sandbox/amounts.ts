/** Amounts as providers write them. Cents are integers everywhere inside. */

/** Parses "12.34" to cents; null for a third decimal, a sign, a comma or anything else. */
export function centsOfDecimal(text: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text)
  return match === null ? null : Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** Formats integer cents as "12.34", without floats. */
export function decimalOf(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
