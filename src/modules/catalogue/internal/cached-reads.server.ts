import { countryOfApp, timeZoneOf, type AppCode } from '../../../brands/apps.ts'
import type { Database, Reader, Writer } from '../../../platform/database/database.server.ts'
import type { MediaService } from '../../media/media.server.ts'
import type { PriceChange } from '../../pricing/price-history.ts'
import { priceChanges, productDetail, variantIds } from '../catalogue-store.server.ts'
import type { ProductDetail, ProductSummary } from '../catalogue.ts'
import type { UpsellOptions } from '../product/upsell.ts'
import { keep, keepByApp } from './bounded-map.ts'
import { readUpsells } from './upsells-reading.server.ts'

export type CachedReads = ReturnType<typeof createCachedReads>

/** What only a product's own page and the cart need is read from the database when it is asked for, and cached until it changes. */
export function createCachedReads(
  database: Database,
  media: Pick<MediaService, 'addressOf' | 'shownIn' | 'subscribe'>,
) {
  const details = new Map<number, ProductDetail>()
  const pastPrices = new Map<number, Map<AppCode, readonly PriceChange[]>>()
  const storedUpsells = new Map<number, Map<AppCode, UpsellOptions>>()
  const variantGroups = new Map<string, Awaited<ReturnType<typeof variantIds>>>()
  // Grows with every change: what was being read when it came may be of before it, and is not kept.
  let generation = 0

  // Descriptions name pictures too.
  media.subscribe(() => {
    generation++
    details.clear()
  })

  const upsellsNow = (requested: readonly ProductSummary[], app: AppCode, db: Reader | Writer = database.db) =>
    readUpsells(db, requested, app)

  return {
    async detail(id: number): Promise<ProductDetail | null> {
      const stored = details.get(id)
      if (stored !== undefined) return stored
      const begun = generation
      const row = await productDetail(database.db, id, media.addressOf)
      if (row === null) return null
      const read = { ...row, description: media.shownIn(row.description) }
      if (begun === generation) keep(details, id, read)
      return read
    },
    async variants(group: string): Promise<Awaited<ReturnType<typeof variantIds>>> {
      const stored = variantGroups.get(group)
      if (stored !== undefined) return stored
      const begun = generation
      const found = await variantIds(database.db, group)
      if (begun === generation) keep(variantGroups, group, found)
      return found
    },
    async upsells(
      requested: readonly ProductSummary[],
      app: AppCode,
      db?: Reader | Writer,
    ): ReturnType<typeof upsellsNow> {
      const missing = requested.filter((product) => storedUpsells.get(product.id)?.get(app) === undefined)
      const begun = generation
      const read = missing.length === 0 ? null : await upsellsNow(missing, app, db)
      const found = new Map(
        requested.map((product) => [product.id, storedUpsells.get(product.id)?.get(app) ?? read?.(product)] as const),
      )
      if (read !== null && begun === generation)
        for (const product of missing) keepByApp(storedUpsells, product.id, app, read(product))
      return ({ id }) => found.get(id) ?? { warranties: [], installs: [] }
    },
    upsellsNow,
    async priceChanges(productId: number, app: AppCode): Promise<readonly PriceChange[]> {
      const known = pastPrices.get(productId)?.get(app)
      if (known !== undefined) return known
      const begun = generation
      const read = await priceChanges(database.db, productId, app, timeZoneOf[countryOfApp[app]])
      if (begun === generation) keepByApp(pastPrices, productId, app, read)
      return read
    },
    /** What is being read at this moment is not cached. */
    outdate: () => void generation++,
    forgetVariants: () => variantGroups.clear(),
    forgetProduct(id: number): void {
      details.delete(id)
      pastPrices.delete(id)
    },
    forgetUpsellsOf: (id: number) => void storedUpsells.delete(id),
    forgetUpsells: () => storedUpsells.clear(),
    forgetAll(): void {
      details.clear()
      pastPrices.clear()
      storedUpsells.clear()
      variantGroups.clear()
    },
  }
}
