import type { Category, ProductSummary } from '../catalogue.ts'
import { noPicture } from '../../media/no-picture.ts'
import type { ProductIndex } from './product-index.ts'

/** Pictures of categories: the one that staff have set, or else that of the product with the most reviews in the category or below it. */
export function createCategoryPictures({
  index,
  shown,
}: {
  readonly index: Pick<ProductIndex, 'all' | 'byId'>
  /** The address of an upload as pages have it. */
  readonly shown: (address: string) => string
}) {
  /** The product that stands for each category, by category. Null: to be chosen anew. */
  let standIns: ReadonlyMap<string, number> | null = null
  /** Whether a category was asked for in which no product has a picture. */
  let isMissed = false

  const standsFor = (uri: string, product: ProductSummary | null): product is ProductSummary =>
    product !== null && product.picture !== noPicture && `${product.categoryUri}/`.startsWith(`${uri}/`)

  function standIn(uri: string): ProductSummary | null {
    standIns ??= chosen(index.all())
    const id = standIns.get(uri)
    if (id === undefined) {
      isMissed = true
      return null
    }
    const product = index.byId(id)
    if (standsFor(uri, product)) return product
    // It has moved or lost its picture. One pass chooses for all categories.
    standIns = chosen(index.all())
    return index.byId(standIns.get(uri))
  }

  return {
    of: ({ uri, picture }: Pick<Category, 'uri' | 'picture'>): string =>
      picture === null ? (standIn(uri)?.picture ?? noPicture) : shown(picture),

    /** Products have changed: a category that had none may have one. */
    productsChanged(): void {
      if (isMissed) standIns = null
      isMissed = false
    },
  }
}

function chosen(products: Iterable<ProductSummary>): ReadonlyMap<string, number> {
  const best = new Map<string, ProductSummary>()
  for (const product of products) {
    if (product.picture === noPicture) continue
    for (const uri of withParents(product.categoryUri)) {
      const before = best.get(uri)
      if (before === undefined || reviews(product) > reviews(before)) best.set(uri, product)
    }
  }
  return new Map([...best].map(([uri, { id }]) => [uri, id]))
}

const reviews = ({ rating }: ProductSummary): number => rating?.count ?? 0

/** `a/b/c`, `a/b` and `a`. */
function withParents(uri: string): string[] {
  const names = uri.split('/')
  return names.map((_, at) => names.slice(0, names.length - at).join('/'))
}
