import type { AppCode, Country } from '../../../../../brands/apps.ts'
import { brandOf } from '../../../../../brands/brands.ts'
import type {
  AttributeDefinition,
  CategoryDefinition,
  ProductRecordInput,
} from '../../../../catalogue/product/product-record.ts'
import type { Fields } from '../feed.ts'

/** Turns a row of some feed into a product record. */
export interface Mapping {
  readonly name: string
  map(fields: Fields): Mapped
  /** What the feed calls a field of the record, so that a refusal names what the retailer can find. */
  columnOf(recordField: string): string
  /** Grow while rows are mapped: a feed brings names of its own. */
  readonly attributes: Iterable<AttributeDefinition>
  readonly categories: Iterable<Pick<CategoryDefinition, 'uri' | 'title'>>
}

export type Mapped =
  /** Checked against the record's schema afterwards; a mapping need not promise that it holds. */
  | { readonly kind: 'record'; readonly input: Draft }
  /** Left out on purpose. */
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'refused'; readonly sku: string | null; readonly field: string; readonly reason: string }

/** A record before it is checked. */
export type Draft = { readonly [Field in keyof ProductRecordInput]?: unknown }

/** What a mapping may know of the shop it maps for. */
export type MappingContext = {
  /** The apps the products are for; null leaves it to the feed's currency and the mapping. */
  readonly apps: readonly AppCode[] | null
  readonly warehouses: readonly { readonly code: string; readonly country: Country }[]
  /** The attributes the shop has, so that a feed's 'Capacity' finds the shop's. */
  readonly attributes: readonly AttributeDefinition[]
  readonly now: Date
  /** A column that holds the price in dollars, in place of the mapping's own rule. */
  readonly priceColumn: string | null
}

export const currencyOf = (app: AppCode): 'AUD' | 'NZD' => brandOf(app).currency

type Held = { quantity: number; incoming: { quantity: number; arrivesOn: string } | null }

/** The same stock at every warehouse of the countries the apps sell in: feeds say whether, not where. */
export function stockEverywhere(
  warehouses: MappingContext['warehouses'],
  apps: readonly AppCode[],
  held: Held,
): Record<string, Held> {
  const countries = new Set(apps.map((app) => brandOf(app).country))
  return Object.fromEntries(warehouses.filter(({ country }) => countries.has(country)).map(({ code }) => [code, held]))
}

/** Filters read sizes as attributes, tables and deliveries as fields: a mapping states them once. */
export function withSizes(
  attributes: Readonly<Record<string, unknown>>,
  sizes: { widthMm: number | null; heightMm: number | null; depthMm: number | null; weightKg: number | null },
): Record<string, unknown> {
  const { widthMm: width_mm, heightMm: height_mm, depthMm: depth_mm, weightKg: weight_kg } = sizes
  const known = Object.entries({ width_mm, height_mm, depth_mm, weight_kg }).filter(([, value]) => value !== null)
  return { ...Object.fromEntries(known), ...attributes }
}
