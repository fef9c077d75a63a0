import type { Category, ProductSummary } from '../catalogue.ts'
import { noPicture } from '../../media/no-picture.ts'
import type { ProductIndex } from './product-index.ts'

/** Pictures of categories: the one that staff have set, or else that of a product in the category or below it. */
export function createCategoryPictures({
  index,
  shown,
}: {
  readonly index: Pick<ProductIndex, 'all' | 'byId'>
  /** The address of an upload as pages have it. */
  readonly shown: (address: string) => string
}) {
  /** The product that stands for a category; null when none has a picture. */
  const standIns = new Map<string, number | null>()

  const standsFor = (uri: string, product: ProductSummary | null): product is ProductSummary =>
    product !== null && product.picture !== noPicture && `${product.categoryUri}/`.startsWith(`${uri}/`)

  function standIn(uri: string): ProductSummary | null {
    const known = standIns.get(uri)
    if (known === null) return null
    const product = index.byId(known)
    if (standsFor(uri, product)) return product
    const found = firstOf(uri)
    standIns.set(uri, found?.id ?? null)
    return found
  }

  function firstOf(uri: string): ProductSummary | null {
    for (const product of index.all()) if (standsFor(uri, product)) return product
    return null
  }

  return {
    of: ({ uri, picture }: Pick<Category, 'uri' | 'picture'>): string =>
      picture === null ? (standIn(uri)?.picture ?? noPicture) : shown(picture),

    /** Products have changed: a category that had none may have one. */
    productsChanged(): void {
      for (const [uri, id] of standIns) if (id === null) standIns.delete(uri)
    },
  }
}
