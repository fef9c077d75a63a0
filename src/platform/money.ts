/** An amount in integer cents. Dollars appear only on the wire (decision platform-01). */
export type Cents = number

export type Currency = 'AUD' | 'NZD'

/** Cents of a wire amount: dollars with at most two decimals. Throws a RangeError for anything finer or not finite. */
export function centsOf(dollars: number): Cents {
  const cents = Math.round(dollars * 100)
  if (!Number.isFinite(dollars) || Math.abs(dollars * 100 - cents) > 1e-6) {
    throw new RangeError(`not an amount of money with at most two decimals: ${dollars}`)
  }
  return cents
}

/** The wire amount of integer cents. */
export function dollarsOf(cents: Cents): number {
  return cents / 100
}

/** "1234.50": the decimal string that payment providers ask for, built without a float. */
export function decimalString(cents: Cents): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not integer cents: ${cents}`)
  const sign = cents < 0 ? '-' : ''
  const whole = Math.trunc(Math.abs(cents) / 100)
  return `${sign}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}

/** '-$1,234.50': always with cents, so that amounts below each other line up. */
export function columnMoney(cents: Cents): string {
  const [whole = '', rest = ''] = decimalString(Math.abs(cents)).split('.')
  return `${cents < 0 ? '-' : ''}$${withThousands(whole)}.${rest}`
}

/** '1,299': digits in groups of three. Plain code, because a locale's formatter costs more and may differ between server and browser. */
export function withThousands(digits: string): string {
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return groups.join(',')
}

/** Cents times a percentage, rounded half up to cents once. */
export function percentOf(cents: Cents, percent: number): Cents {
  return Math.floor((cents * percent) / 100 + 0.5)
}

/** Of so many cents the share that `part` has of `whole`, to the nearest cent. */
export const shareOf = (cents: Cents, part: Cents, whole: Cents): Cents =>
  whole === 0 ? 0 : Number((2n * BigInt(cents) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))

/**
 * So many cents, at most the sum of `parts`, split in proportion to them. The shares add up to the cent, because they are cut from one
 * running total, and none is more than its part.
 */
export function sharesOf(cents: Cents, parts: readonly Cents[]): Cents[] {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  let before = 0
  return parts.map((part) => {
    const share = shareOf(cents, before + part, whole) - shareOf(cents, before, whole)
    before += part
    return share
  })
}
