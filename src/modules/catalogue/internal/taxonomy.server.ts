import type { Database } from '../../../platform/database/database.server.ts'
import { allAttributes, allBrands, allCategories, type BrandRow } from '../catalogue-store.server.ts'
import type { Category } from '../catalogue.ts'
import type { AttributeDefinition } from '../product/product-record.ts'

/** Categories, brands and attributes, as they were read together. */
export type Taxonomy = {
  readonly categories: readonly Category[]
  readonly categoryOf: ReadonlyMap<string, Category>
  readonly brands: readonly BrandRow[]
  readonly attributes: readonly AttributeDefinition[]
  readonly attributeOf: ReadonlyMap<string, AttributeDefinition>
}

export async function readTaxonomy(database: Database): Promise<Taxonomy> {
  const categories = await allCategories(database.db)
  const attributes = await allAttributes(database.db)
  return {
    categories,
    categoryOf: new Map(categories.map((category) => [category.uri, category])),
    brands: await allBrands(database.db),
    attributes,
    attributeOf: new Map(attributes.map((attribute) => [attribute.code, attribute])),
  }
}

/** Whether lists have other names or filters than before. New or removed categories have no products. */
export function movesProducts(before: Taxonomy, after: Taxonomy): boolean {
  const named = ({ categories, brands }: Taxonomy) =>
    new Map([...categories, ...brands].map((one) => [`${'children' in one} ${one.id}`, `${one.uri} ${one.title}`]))
  const filters = ({ attributes }: Taxonomy) =>
    attributes
      .flatMap(({ code, facet }) => (facet === null ? [] : [code]))
      .toSorted()
      .join()
  const names = named(before)
  return filters(before) !== filters(after) || [...named(after)].some(([id, name]) => (names.get(id) ?? name) !== name)
}

/** The inputs of the facts on a category's cards. */
export const factsOf = (uri: string, { categoryOf, attributeOf }: Taxonomy): string =>
  JSON.stringify(categoryOf.get(uri)?.cardFacts.map((code) => attributeOf.get(code) ?? null) ?? null)
