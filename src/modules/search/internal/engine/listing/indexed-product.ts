import type { AppCode, Country } from '../../../../../brands/apps.ts'
import type { Card } from '../../../../catalogue/product/card.ts'

/** What one app asks for a product, in integer cents of its currency, tax included; 0 where the price has to be asked for. */
export type IndexedOffer = { readonly price: number; readonly rrp: number | null }

/** Whether a product has the attribute, how much of it, or which values. */
export type IndexedAttribute = number | string | boolean | readonly string[]

/** Width, height and depth in millimetres, and the clearance that the manufacturer requires. */
export type IndexedFit = Pick<Card, 'size' | 'air'>

/** A product as the index takes it: what can be searched, filtered, counted or sorted by, and nothing that is only shown. */
export type IndexedProduct = {
  readonly productId: number
  readonly sku: string
  /** Manufacturer part number: the model. */
  readonly mpn: string | null
  readonly gtin: string | null
  readonly title: string
  /** The last part of /p/{uri}. */
  readonly uri: string
  readonly brand: string
  readonly brandUri: string
  /** The leaf, slugs from the root joined by '/'; the ancestors follow from it. */
  readonly categoryUri: string
  /** One title for each slug of categoryUri, from the root. */
  readonly categoryTitles: readonly string[]
  readonly attributes: Readonly<Record<string, IndexedAttribute>>
  /** What decides whether it fits a space; left out where a measure is not known. */
  readonly fit?: IndexedFit
  /** New, imperfect and so on, as `conditionTypes` has it; '' or left out where that is not known. */
  readonly condition?: string
  /** An app that is absent does not sell the product. */
  readonly offers: Readonly<Partial<Record<AppCode, IndexedOffer>>>
  /** Whether it can be bought, by the country whose warehouses would send it. */
  readonly available: Readonly<Record<Country, boolean>>
  /** When it could come, by country: equal texts can come on equal days, '' cannot come (`supplyOf` of delivery). */
  readonly supply: Readonly<Record<Country, string>>
  /** 0 to 5, compared to hundredths. */
  readonly ratingAverage: number | null
  readonly ratingCount: number
  /** 'YYYY-MM-DD'. */
  readonly releasedOn: string | null
  /** Greater is more popular; breaks every tie. */
  readonly popularity: number
  /** Further words it is found by: a short description first. One that begins with a name, as 'Bar table, 70 cm', says what it is. */
  readonly keywords: string
  /** Shown only to staff and trade visitors (decision search-09). */
  readonly staffOnly?: boolean
}
