import { attributeText, categoryTrail, type ProductDetail } from '../catalogue/catalogue.ts'
import { canBeBought, offerOfCard, type Card } from '../catalogue/product/card.ts'
import type { groupedAttributes } from '../catalogue/product/product-page.ts'
import { effectivePrice } from '../pricing/pricing.ts'

/** The rows of the comparison, and which value is better. */

type Definitions = Parameters<typeof groupedAttributes>[1]
type Detail = Pick<ProductDetail, 'attributes'>
type Value = ProductDetail['attributes'][string]

/** One row: a text for each product in their order, null where unknown. */
export type ComparedAttribute = {
  readonly group: string
  readonly name: string
  readonly values: readonly (string | null)[]
  readonly isDifferent: boolean
  /** Which values are better than another one; false for all of them without a rule. */
  readonly better: readonly boolean[]
}

/**
 * The better ones of some figures: all that share the best one, when another known one is worse. Null is unknown and neither better nor
 * worse.
 */
export function betterOf(figures: readonly (number | null)[], want: 'more' | 'less'): boolean[] {
  const known = figures.filter((figure) => figure !== null)
  const best = want === 'more' ? Math.max(...known) : Math.min(...known)
  const differ = known.some((figure) => figure !== best)
  return figures.map((figure) => differ && figure === best)
}

/**
 * Whether products are of one kind, for example 'kitchen/fridges'. Stars, noise and price of a fridge are not better than those of a lamp.
 */
export function areAlike(products: readonly { readonly categoryUri: string }[]): boolean {
  const kinds = products.map(({ categoryUri }) => categoryTrail(categoryUri).slice(0, 2).at(-1))
  return new Set(kinds).size <= 1
}

/** The category that all of some products are in, the narrowest one; null when there is none. */
export function sharedCategory(products: readonly { readonly categoryUri: string }[]): string | null {
  const [first, ...rest] = products.map(({ categoryUri }) => categoryTrail(categoryUri))
  return first?.findLast((uri) => rest.every((trail) => trail.includes(uri))) ?? null
}

/** Every attribute that any of the products has, in the groups and the order of their definitions. */
export function comparedAttributes(
  products: readonly Detail[],
  definitions: Definitions,
  { marksBetter }: { readonly marksBetter: boolean },
): ComparedAttribute[] {
  return definitions.flatMap((definition) => {
    const raw = products.map((product) => product.attributes[definition.code] ?? null)
    if (raw.every((value) => value === null)) return []
    const values = raw.map((value) => (value === null ? null : attributeText(definition, value)))
    const want = marksBetter ? (definition.better ?? null) : null
    return {
      group: definition.group,
      name: definition.title,
      values,
      isDifferent: new Set(values).size > 1,
      better: want === null ? raw.map(() => false) : betterOf(raw.map(figureOf), want),
    }
  })
}

const figureOf = (value: Value | null): number | null => (typeof value === 'number' ? value : null)

export type AttributeGroup = { readonly title: string; readonly rows: readonly ComparedAttribute[] }

/** The rows under the headings of their groups. */
export function inGroups(rows: readonly ComparedAttribute[]): AttributeGroup[] {
  const groups = new Map<string, ComparedAttribute[]>()
  for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row])
  return [...groups].map(([title, of]) => ({ title, rows: of }))
}

/** The title of a comparison's page: 'Compare A, B and C'. */
export function comparisonTitle(titles: readonly string[]): string {
  const last = titles.at(-1)
  if (last === undefined || titles.length === 1) return 'Compare products'
  return `Compare ${titles.slice(0, -1).join(', ')} and ${last}`
}

/** Cents that a product is sold for, line discount included; null when it has no price, or cannot be bought. */
export function priceToCompare(card: Card): number | null {
  return canBeBought(card) ? effectivePrice(offerOfCard(card)) : null
}
