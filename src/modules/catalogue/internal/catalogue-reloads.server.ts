import type { Database } from '../../../platform/database/database.server.ts'
import type { MediaService } from '../../media/media.server.ts'
import { allProducts, productsById, type ProductRow } from '../catalogue-store.server.ts'
import type { CatalogueChange, CatalogueListener, ProductChange } from '../catalogue-changes.ts'
import type { ProductSummary } from '../catalogue.ts'
import type { CachedReads } from './cached-reads.server.ts'
import { ProductIndex } from './product-index.ts'
import { summaryOf } from './product-summary.server.ts'
import { factsOf, movesProducts, readTaxonomy } from './taxonomy.server.ts'

const batchSize = 1_000

/** Reads products and taxonomy into memory, and again what has changed; tells the listeners of each change. */
export async function readCatalogue(
  { database, media }: { readonly database: Database; readonly media: Pick<MediaService, 'addressOf'> },
  reads: CachedReads,
  listeners: readonly CatalogueListener[],
) {
  const index = new ProductIndex()
  let taxonomy = await readTaxonomy(database)
  let firstRows: ProductRow[] | null = []

  function put(row: ProductRow): ProductSummary {
    const product = summaryOf(row, taxonomy, media.addressOf)
    index.put(product)
    return product
  }

  for await (const rows of allProducts(database.db)) {
    for (const row of rows) put(row)
    firstRows.push(...rows)
  }

  async function reload(ids: readonly number[]): Promise<void> {
    const rows = new Map((await productsById(database.db, ids)).map((row) => [row.id, row]))
    reads.outdate()
    reads.forgetVariants()
    const changes = ids.map((id): ProductChange => {
      const before = index.byId(id)
      index.drop(id)
      reads.forgetProduct(id)
      const row = rows.get(id)
      const product = row?.isLive ? put(row) : null
      // Every order changes the stock of its products; what is offered beside them stays.
      if (product === null || before === null || !hasSameUpsells(before, product)) reads.forgetUpsellsOf(id)
      return row === undefined || product === null ? { id, row: null, product: null } : { id, row, product }
    })
    for (const listener of listeners) listener.changed(changes)
  }

  async function reloadAll(): Promise<void> {
    taxonomy = await readTaxonomy(database)
    const fresh: ProductRow[] = []
    for await (const rows of allProducts(database.db)) fresh.push(...rows)
    index.clear()
    reads.forgetAll()
    reads.outdate()
    const changes = fresh.map((row): ProductChange => ({ id: row.id, row, product: put(row) }))
    for (const listener of listeners) {
      listener.reset?.()
      listener.changed(changes)
    }
  }

  /** Reads categories, brands and attributes, and no more products than say something else by them. */
  async function reloadTaxonomy(): Promise<void> {
    const before = taxonomy
    const after = await readTaxonomy(database)
    if (movesProducts(before, after)) return reloadAll()
    taxonomy = after
    const others = new Set(
      after.categories.filter(({ uri }) => factsOf(uri, before) !== factsOf(uri, after)).map(({ uri }) => uri),
    )
    const ids = [...index.all()].filter(({ categoryUri }) => others.has(categoryUri)).map(({ id }) => id)
    for (let at = 0; at < ids.length; at += batchSize) await reload(ids.slice(at, at + batchSize))
    reads.outdate()
    for (const listener of listeners) {
      listener.changed([])
      listener.taxonomyChanged?.()
    }
  }

  return {
    index,
    get taxonomy() {
      return taxonomy
    },
    /** Every product as it was read first, once: rows hold every attribute of every product, and would only fill memory from then on. */
    takeFirstRows(): readonly ProductChange[] {
      if (firstRows === null) throw new Error('the rows of the first reading are gone')
      const changes = firstRows.map((row) => ({ id: row.id, row, product: index.byId(row.id) }))
      firstRows = null
      return changes
    },
    follow: (change: CatalogueChange): Promise<void> =>
      change === 'all' ? reloadAll() : change === 'taxonomy' ? reloadTaxonomy() : reload(change.products),
  }
}

/** Whether the same warranties and installs are offered: they go by category and price. */
const hasSameUpsells = (a: ProductSummary, b: ProductSummary): boolean =>
  a.categoryUri === b.categoryUri &&
  JSON.stringify(a.offers) === JSON.stringify(b.offers) &&
  JSON.stringify(a.traits) === JSON.stringify(b.traits)
