import type { AppCode } from '../../brands/apps.ts'
import { cleanHtml } from '../../platform/text/clean-html.server.ts'
import type { Reader } from '../../platform/database/database.server.ts'
import type { Promotion } from './promotions.ts'
import type { StoredSale } from './sale.ts'

/** The SQL of promotions and sales. */

/** A promotion with what only its own page shows. */
export type StoredPromotion = Omit<Promotion, 'childHasActiveRedemption'> & {
  readonly id: number
  readonly apps: readonly string[]
  readonly parentId: number | null
  /** What the attributes of its products have to be: 'water_dispenser = Plumbed'. */
  readonly conditions: readonly string[]
  /** Sanitised HTML. */
  readonly content: string
  readonly terms: string
}

export type NewPromotion = Omit<StoredPromotion, 'id' | 'apps' | 'parentId' | 'conditions'> & {
  readonly apps: readonly AppCode[]
  readonly conditions?: readonly string[]
  readonly isDemo: boolean
}

export async function allPromotions(db: Reader): Promise<StoredPromotion[]> {
  const rows = await db.selectFrom('promotion').selectAll().orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    apps: row.apps,
    path: row.path,
    title: row.title,
    startDate: row.start_date,
    endDate: row.end_date,
    brand: row.brand_uri,
    thumbnailImg: row.thumbnail_url,
    ribbon: row.ribbon as Promotion['ribbon'],
    featured: row.is_featured,
    categories: row.category_uris,
    products: row.skus,
    conditions: row.conditions,
    redemption: row.has_redemption,
    redemptionEndDate: row.redemption_end_date,
    rewardLabel: row.reward_label,
    content: row.content,
    terms: row.terms,
    parentId: row.parent_id,
  }))
}

export async function allSales(db: Reader): Promise<StoredSale[]> {
  const rows = await db.selectFrom('sale').selectAll().execute()
  return rows.map((row) => ({
    app: row.app,
    name: row.name,
    url: row.url,
    colour: row.colour,
    baseImagePath: row.base_image_path,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    images: row.images as StoredSale['images'],
  }))
}

export async function insertPromotions(db: Reader, promotions: readonly NewPromotion[]): Promise<void> {
  await db
    .insertInto('promotion')
    .values(
      promotions.map((one) => ({
        path: one.path,
        apps: [...one.apps],
        title: one.title,
        start_date: one.startDate,
        end_date: one.endDate,
        brand_uri: one.brand,
        category_uris: [...one.categories],
        skus: [...one.products],
        conditions: [...(one.conditions ?? [])],
        thumbnail_url: one.thumbnailImg,
        ribbon: one.ribbon,
        is_featured: one.featured,
        has_redemption: one.redemption,
        redemption_end_date: one.redemptionEndDate,
        reward_label: one.rewardLabel,
        content: cleanHtml(one.content),
        terms: cleanHtml(one.terms),
        is_demo: one.isDemo,
      })),
    )
    .execute()
}

export async function insertSales(
  db: Reader,
  sales: readonly (StoredSale & { readonly isDemo: boolean })[],
): Promise<void> {
  await db
    .insertInto('sale')
    .values(
      sales.map((one) => ({
        app: one.app,
        name: one.name,
        url: one.url,
        colour: one.colour,
        base_image_path: one.baseImagePath,
        starts_at: one.startsAt,
        ends_at: one.endsAt,
        images: JSON.stringify(one.images),
        is_demo: one.isDemo,
      })),
    )
    .execute()
}
