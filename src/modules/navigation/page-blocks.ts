import type { SaleBanner } from '../promotions/sale.ts'
import type { Tile } from '../content/page-document.ts'

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
