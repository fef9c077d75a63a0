import type { Cents } from '../../../platform/money.ts'
import type { FieldError } from '../../../platform/result.ts'
import type { PriceProblem } from '../../pricing/agreed-price.ts'

/** What is wrong with what a member typed, in the words that they read beside the field. */

export function textErrors(field: string, text: string, min: number, max: number, missing: string): FieldError[] {
  if (text.length < min) return [{ field, message: missing }]
  return text.length > max ? [{ field, message: `must have at most ${max} characters` }] : []
}

const dollars = (cents: Cents): string => `$${(cents / 100).toFixed(2)}`

export function priceText(problem: PriceProblem, limit: number): string {
  switch (problem.code) {
    case 'price_unknown':
      return 'This product has no price. Please get one first'
    case 'price_of_maker':
      return 'The manufacturer sets this price'
    case 'price_above_shop':
      return 'The price must not be above the shop’s price'
    case 'price_below_limit':
      return `You can discount at most ${limit} %: the minimum is ${dollars(problem.min)}`
  }
}
