import type { AppCode } from '../../../brands/apps.ts'
import { categoryTrail, type ProductSummary } from '../catalogue.ts'

type Entry = Pick<ProductSummary, 'brand' | 'categoryUri' | 'offers'>

/**
 * The brands that an app sells, and their categories, for the brand list and the head of brand pages. Updated incrementally, because
 * scanning all products for each page would take longer than the page.
 */
export class BrandDirectory {
  /** By app and brand, then by category: how many products. */
  readonly #counts = new Map<string, Map<string, number>>()

  add(product: Entry): void {
    this.#change(product, 1)
  }

  /** Removes the same product that was added; its figures must not have changed in between. */
  remove(product: Entry): void {
    this.#change(product, -1)
  }

  clear(): void {
    this.#counts.clear()
  }

  isSold(app: AppCode, brandUri: string): boolean {
    return this.#counts.has(`${app} ${brandUri}`)
  }

  /** Categories with products of the brand, at every level, with how many; unordered. */
  categoriesOf(app: AppCode, brandUri: string): ReadonlyMap<string, number> {
    return this.#counts.get(`${app} ${brandUri}`) ?? new Map()
  }

  #change({ brand, categoryUri, offers }: Entry, by: number): void {
    const trail = categoryTrail(categoryUri)
    for (const app of Object.keys(offers)) {
      const key = `${app} ${brand.uri}`
      const counts = this.#counts.get(key) ?? new Map<string, number>()
      for (const uri of trail) {
        const count = (counts.get(uri) ?? 0) + by
        if (count > 0) counts.set(uri, count)
        else counts.delete(uri)
      }
      if (counts.size > 0) this.#counts.set(key, counts)
      else this.#counts.delete(key)
    }
  }
}

const maxTiles = 12

/** The categories to show of a brand as tiles: of the second level, or of the first where there is none below; most products first. */
export function brandCategories(counts: ReadonlyMap<string, number>): string[] {
  const all = [...counts.keys()]
  const tiles = all.filter((uri) => {
    const depth = uri.split('/').length
    return depth === 2 || (depth === 1 && !all.some((other) => other.startsWith(`${uri}/`)))
  })
  return tiles.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || a.localeCompare(b)).slice(0, maxTiles)
}
