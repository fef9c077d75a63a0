import type { Masthead } from './masthead.ts'
import type { Html } from './content.ts'

/**
 * A page of blocks, as it is stored (decision content-01). Catalogue data of its blocks is read when the page is rendered: a block names
 * categories, products or promotions, never prices.
 */

export type Tile = {
  readonly title: string
  readonly subtext: string | null
  readonly uri: string
  readonly image: { readonly src: string; readonly alt: string } | null
}

export type StoredBlock =
  | { readonly type: 'html'; readonly body: Html }
  /** Tiles as given, or one for each top category the app sells. */
  | { readonly type: 'tiles'; readonly title: string; readonly tiles: readonly Tile[] | 'categories' }
  /** Products by SKU, or those of a list that fills itself. */
  | {
      readonly type: 'products'
      readonly title: string
      readonly products: readonly string[] | 'savings' | 'newest'
      /** Where all of them are; null without a link. */
      readonly more: { readonly title: string; readonly uri: string } | null
    }
  /** The promotions that run, featured ones first. */
  | { readonly type: 'promotions'; readonly title: string; readonly count: number }
  /** A sale's picture, while one is on. */
  | { readonly type: 'saleSlot'; readonly slot: 'homePageBanner' | 'tallBanner' }
  /** Products viewed in this browser. */
  | { readonly type: 'recentlyViewed' }
  /** Brands that the app sells, with a link to all of them. */
  | { readonly type: 'brands'; readonly title: string }

/**
 * Where a page is shown, by the type it reports: the home page and landing pages, articles, page-builder pages, and the banner above the
 * list of a category (its name is 'c/' and the category's address).
 */
export const storedPageTypes = ['generic', 'topic', 'pages', 'categoryPage'] as const
export type StoredPageType = (typeof storedPageTypes)[number]

export const homePageSlug = 'home'
/** The page at /landing (decision platform-16). */
export const defaultLandingSlug = 'default'
export const categoryPageSlug = (uri: string): string => `c/${uri}`

export type StoredPage = {
  readonly pageType: StoredPageType
  readonly title: string
  readonly metaTitle: string | null
  readonly metaDescription: string | null
  readonly masthead: Masthead | null
  readonly blocks: readonly StoredBlock[]
}
