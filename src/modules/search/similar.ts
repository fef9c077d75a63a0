import type { AppCode } from '../../brands/apps.ts'
import type { ProductSummary } from '../catalogue/catalogue.ts'

/** How alike two products of a category are, for those who look for another one. No I/O. */

type Comparable = Pick<ProductSummary, 'facts' | 'condition' | 'offers'>

/** A quarter more or less in price weighs as much as one fact that differs by a quarter. */
const weights = { price: 1, fact: 1, condition: 0.5 } as const
/** Of a fact that has no number, or that the other product lacks. */
const otherFact = 0.5

/** The others by likeness, the most alike first; equals stay in the order they came in, which is that of popularity. */
export function bySimilarity<One extends Comparable>(product: Comparable, others: readonly One[], app: AppCode): One[] {
  return others
    .map((one) => ({ one, distance: distance(product, one, app) }))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ one }) => one)
}

function distance(product: Comparable, other: Comparable, app: AppCode): number {
  const facts = product.facts.map((fact, at) => factDistance(fact, other.facts[at] ?? ''))
  return (
    weights.price * priceDistance(product.offers[app]?.price ?? null, other.offers[app]?.price ?? null) +
    weights.fact * facts.reduce((sum, one) => sum + one, 0) +
    (product.condition === other.condition ? 0 : weights.condition)
  )
}

/** Zero for the same price, one for twice or half of it. */
const priceDistance = (price: number | null, other: number | null): number =>
  price === null || other === null || price <= 0 || other <= 0 ? 0 : Math.abs(Math.log2(other / price))

/** '605 L' and '545 L' differ by a tenth; '605 L' and 'Black' by `otherFact`. */
function factDistance(fact: string, other: string): number {
  if (fact === other) return 0
  const [value, unit] = measureIn(fact)
  const [otherValue, otherUnit] = measureIn(other)
  if (value === null || otherValue === null || unit !== otherUnit) return otherFact
  return Math.abs(value - otherValue) / Math.max(value, otherValue, 1)
}

function measureIn(fact: string): readonly [value: number | null, unit: string] {
  const [digits = '', ...unit] = fact.split(' ')
  const value = Number(digits.replaceAll(',', ''))
  return [digits === '' || Number.isNaN(value) ? null : value, unit.join(' ')]
}
