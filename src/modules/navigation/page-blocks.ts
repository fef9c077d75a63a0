import type { ProductRecord } from '../catalogue/product/product-record.ts'
import type { SaleBanner } from '../promotions/sale.ts'
import type { Store } from '../stores/stores.ts'
import type { StoredBlock, Tile } from '../content/page-document.ts'

type Stored<Type extends StoredBlock['type']> = Extract<StoredBlock, { readonly type: Type }>

/** Products of one condition. */
export type ConditionGroup<Product> = {
  readonly condition: ProductRecord['condition']
  readonly count: number
  /** Of the product that is reduced most, in percent of its RRP; null when none is below it. */
  readonly upToPercent: number | null
  /** Those that are reduced most. */
  readonly best: readonly Product[]
}

/** The product whose delivery days a check shows. */
export type CheckedProduct = { readonly sku: string; readonly title: string; readonly uri: string }

/** So many new products of a top category. */
export type NewIn = { readonly title: string; readonly uri: string; readonly count: number; readonly picture: string }

/** Blocks with their data, for a page (products as cards) or a call (products as tiles). */
export type ShownBlock<Product, Offer> =
  | { readonly type: 'html'; readonly body: string }
  | {
      readonly type: 'tiles'
      readonly title: string
      readonly tiles: readonly (Tile & {
        /** The sale's mark, where something is below its recommended price. */
        readonly badge: SaleBanner | null
      })[]
      /** The sale's own tile, before the others. */
      readonly offers: SaleBanner | null
    }
  | {
      readonly type: 'products'
      readonly title: string
      readonly products: readonly Product[]
      readonly more: { readonly title: string; readonly uri: string } | null
    }
  | { readonly type: 'promotions'; readonly title: string; readonly promotions: readonly Offer[] }
  | { readonly type: 'saleSlot'; readonly slot: 'homePageBanner' | 'tallBanner'; readonly banner: SaleBanner }
  | { readonly type: 'recentlyViewed' }
  | {
      readonly type: 'brands'
      readonly title: string
      readonly brands: readonly { readonly title: string; readonly uri: string }[]
    }
  | Stored<'feature'>
  | Stored<'points'>
  | Stored<'fit'>
  | (Omit<Stored<'room'>, 'spots'> & {
      readonly spots: readonly { readonly product: Product; readonly x: number; readonly y: number }[]
    })
  | (Stored<'delivery'> & {
      /** What the dates are asked for: a product in stock. */
      readonly product: Product
    })
  | {
      readonly type: 'deals'
      readonly title: string
      readonly products: readonly Product[]
      /** The running sale; its end is null where none is set. */
      readonly sale: { readonly name: string; readonly uri: string; readonly endsAt: string | null } | null
      /** By SKU, the offer that ends first of those with an end. */
      readonly offers: Readonly<Record<string, Offer>>
    }
  | (Stored<'conditions'> & { readonly groups: readonly ConditionGroup<Product>[] })
  | (Stored<'justIn'> & { readonly total: number; readonly categories: readonly NewIn[] })
  | (Omit<Stored<'showrooms'>, 'count'> & { readonly stores: readonly Store[] })
