import { BrandDirectory } from '../brands/brand-directory.ts'
import type { ProductSummary } from '../catalogue.ts'

/** The live products by id, address and sku, and which categories brands have products in. */
export class ProductIndex {
  readonly directory = new BrandDirectory()
  #byId = new Map<number, ProductSummary>()
  readonly #byUri = new Map<string, number>()
  readonly #bySku = new Map<string, number>()

  get size(): number {
    return this.#byId.size
  }

  all(): Iterable<ProductSummary> {
    return this.#byId.values()
  }

  byId(id: number | undefined): ProductSummary | null {
    return id === undefined ? null : (this.#byId.get(id) ?? null)
  }

  byUri(uri: string): ProductSummary | null {
    return this.byId(this.#byUri.get(uri))
  }

  bySku(sku: string): ProductSummary | null {
    return this.byId(this.#bySku.get(sku.toLowerCase()))
  }

  put(product: ProductSummary): void {
    this.#byId.set(product.id, product)
    this.directory.add(product)
    this.#byUri.set(product.uri, product.id)
    this.#bySku.set(product.sku.toLowerCase(), product.id)
  }

  drop(id: number): void {
    const old = this.#byId.get(id)
    if (old === undefined) return
    this.#byId.delete(id)
    this.directory.remove(old)
    if (this.#byUri.get(old.uri) === id) this.#byUri.delete(old.uri)
    if (this.#bySku.get(old.sku.toLowerCase()) === id) this.#bySku.delete(old.sku.toLowerCase())
  }

  clear(): void {
    // Whoever goes through all products at this moment goes on through those that there were.
    this.#byId = new Map()
    this.directory.clear()
    this.#byUri.clear()
    this.#bySku.clear()
  }
}
