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
  readonly image: Picture | null
}

export type Picture = { readonly src: string; readonly alt: string }

/** A product in a picture: where its middle is, in percent of the picture's width and height. */
export type Spot = { readonly sku: string; readonly x: number; readonly y: number }

/** A short statement, with the page that says more. */
export type Point = { readonly title: string; readonly text: string | null; readonly uri: string | null }

export const featureSides = ['left', 'right', 'full'] as const
export const pointLooks = ['promises', 'ways'] as const

/** Blocks that can open a page without a masthead have a picture for it. */
type Opening = { readonly title: string; readonly text: string | null; readonly picture: Picture | null }

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
  /** A picture beside words, or behind them over the whole width. */
  | {
      readonly type: 'feature'
      readonly title: string
      readonly body: Html
      readonly picture: Picture
      /** Where the picture is. */
      readonly side: (typeof featureSides)[number]
      readonly links: readonly { readonly title: string; readonly uri: string }[]
    }
  /** A room to shop by picture: each product is a link at its place, and in a list below. */
  | {
      readonly type: 'room'
      readonly title: string
      readonly text: string | null
      readonly picture: Picture
      readonly spots: readonly Spot[]
      /** Whether the products are a package, whose parts are added up. */
      readonly isPackage: boolean
    }
  /** Asks for a suburb and answers with the next delivery days of a product that is in stock. */
  | ({ readonly type: 'delivery' } & Opening)
  /** Products below their recommended price, under the sale's name and end where there is one. */
  | { readonly type: 'deals'; readonly title: string; readonly count: number }
  /** Service promises, or ways into the shop. */
  | ({
      readonly type: 'points'
      readonly look: (typeof pointLooks)[number]
      readonly points: readonly Point[]
    } & Opening)
  /** What each condition means, how many products are in it and how much they are reduced. */
  | ({ readonly type: 'conditions' } & Opening)
  /** How many products came lately, by category. */
  | { readonly type: 'justIn'; readonly title: string }
  /** Measurements of a space, which lead to the list of a category with what fits. */
  | ({
      readonly type: 'fit'
      readonly kinds: readonly { readonly title: string; readonly uri: string }[]
    } & Opening)
  /** Showrooms to visit, and cooking demos there with free seats. */
  | { readonly type: 'showrooms'; readonly title: string; readonly text: string | null; readonly count: number }

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
