import { z } from 'zod'
import { appCodes } from '../../../brands/apps.ts'
import { modelAddress, productVideos, webAddress } from './product-media.ts'
import { givenRibbons } from './ribbon.ts'

/**
 * A product as an import hands it over, whatever feed it came from: every mapping ends in this shape, and the catalogue store takes
 * nothing else. Lengths in millimetres, weights in kilograms, money in integer cents of the app's currency.
 */

const text = (max: number) => z.string().trim().min(1).max(max)
const cents = z.int().positive().max(100_000_000)
const millimetres = z.number().positive().max(20_000)

export const attributeValue = z.union([z.number(), z.boolean(), text(500), z.array(text(200)).min(1).max(40)])
export type AttributeValue = z.infer<typeof attributeValue>

export const stockPerWarehouse = z.record(
  /** The warehouse's location code, for example '2000' (decision delivery-16). */
  z.string().regex(/^\d{4}$/),
  z.object({
    quantity: z.int().min(0),
    /** When more is expected at this warehouse; null when nothing is on order. */
    incoming: z.object({ quantity: z.int().positive(), arrivesOn: z.iso.date() }).nullable().default(null),
  }),
)

export const conditionTypes = [
  'BrandNew',
  'NewCondition',
  'BrandNewRunout',
  'CosmeticImperfection',
  'Unavailable',
] as const

export const productRecord = z.object({
  sku: text(60).regex(/^[^\s~]+$/, 'must not contain spaces or ~'),
  /** Global Trade Item Number, 8, 12, 13 or 14 digits. */
  gtin: z
    .string()
    .regex(/^(\d{8}|\d{12,14})$/, 'must be 8, 12, 13 or 14 digits')
    .nullable()
    .default(null),
  /** Manufacturer part number: the model a shopper reads on the appliance. */
  mpn: text(70).nullable().default(null),
  title: text(150),
  brand: text(70),
  /** Slugs from the root down, for example 'kitchen/fridges/french-door-fridges'. */
  categoryUri: text(200).regex(/^[a-z0-9-]+(\/[a-z0-9-]+){0,3}$/, 'must be slugs joined by /'),
  shortDescription: z.string().trim().max(300).default(''),
  /** HTML from people or feeds; the store sanitises it. */
  description: z.string().trim().max(20_000).default(''),
  features: z
    .array(z.object({ title: text(120), description: text(600) }))
    .max(20)
    .default([]),
  condition: z.enum(conditionTypes).default('NewCondition'),
  missingParts: text(200).nullable().default(null),
  widthMm: millimetres.nullable().default(null),
  heightMm: millimetres.nullable().default(null),
  depthMm: millimetres.nullable().default(null),
  weightKg: z.number().positive().max(5_000).nullable().default(null),
  /** Attribute code to value; codes are those of AttributeDefinition. */
  attributes: z.record(z.string().regex(/^[a-z0-9_]{1,60}$/), attributeValue).default({}),
  images: z
    .array(z.object({ url: webAddress, alt: z.string().trim().max(200).default('') }))
    .max(30)
    .default([]),
  documents: z
    .array(z.object({ title: text(120), url: webAddress, sizeKb: z.int().min(0) }))
    .max(20)
    .default([]),
  videos: productVideos.default([]),
  /** A GLB file at true size: one unit is a metre. */
  model3d: modelAddress.nullable().default(null),
  /** Related products, by SKU. */
  relatedSkus: z.array(text(60)).max(24).default([]),
  /** Products with one group code are variants of each other; `axes` are the attributes that differ, for example { Colour: 'Sand' }. */
  variant: z
    .object({ group: text(60), axes: z.record(text(40), text(80)) })
    .nullable()
    .default(null),
  offers: z
    .array(
      z.object({
        app: z.enum(appCodes),
        /** Null for a call-for-price product, which cannot be added to a cart. */
        price: cents.nullable(),
        rrp: cents.nullable().default(null),
        /** Off a whole line, however many units it has. */
        lineDiscount: z.int().min(0).max(100_000_000).default(0),
        /** Explicit ribbons take precedence over those derived from RRP and price (decision pricing-02). */
        discountOffRrp: z.int().min(0).max(100_000_000).nullable().default(null),
        percentageDiscountOffRrp: z.number().min(0).max(100).nullable().default(null),
        altPriceMsg: text(60).nullable().default(null),
        /** 'manufacturer' when the manufacturer sets the price, which cannot be discounted. */
        priceType: z.enum(['winning', 'manufacturer']).default('winning'),
        ribbons: z.array(z.enum(givenRibbons)).default([]),
      }),
    )
    .min(1, 'must have at least one price'),
  stock: stockPerWarehouse.default({}),
  /** False when the maker has replaced it and no more will come. */
  superseded: z.boolean().default(false),
  /** The SKU of the replacement. */
  supersededBy: text(60).nullable().default(null),
  /** Delivered by its supplier rather than by our own trucks; the supplier's key, for example 'fisher-paykel'. */
  supplierDirect: text(60).nullable().default(null),
  rating: z
    .object({
      average: z.number().min(0).max(5),
      count: z.int().min(1),
      /** How many ratings give one star, two … five. */
      byStars: z.array(z.int().min(0)).length(5).optional(),
    })
    .refine(({ count, byStars }) => byStars === undefined || byStars.reduce((sum, one) => sum + one, 0) === count, {
      path: ['byStars'],
      error: 'must add up to count',
    })
    .nullable()
    .default(null),
  releasedOn: z.iso.date().nullable().default(null),
  /** Demo and benchmark data is marked, and every page that shows it says so too. */
  isDemo: z.boolean().default(false),
})

export type ProductRecord = z.infer<typeof productRecord>
/** The input of a source; defaults may be left out. */
export type ProductRecordInput = z.input<typeof productRecord>

export type AttributeDefinition = {
  /** Stable key, for example 'capacity_l'. */
  readonly code: string
  readonly title: string
  /** Heading in the specification table, for example 'Capacity'. */
  readonly group: string
  readonly valueType: 'number' | 'text' | 'boolean' | 'list' | 'stars'
  readonly unit: string | null
  /** 'range' needs numbers; null keeps it out of filters. */
  readonly facet: 'list' | 'range' | null
  /** Of two numbers side by side the better one; null or left out where that is a matter of need or taste. */
  readonly better?: 'more' | 'less' | null
}

export type CategoryDefinition = {
  /** Slugs from the root down. */
  readonly uri: string
  readonly title: string
  /** One or two plain sentences under the title of the listing. */
  readonly intro: string
  /** Attribute codes offered as filters, most deciding first. 'brand' and 'price' need not be listed. */
  readonly facets: readonly string[]
  /** The two to four of them shown above the list. */
  readonly promotedFacets: readonly string[]
  /** The three most important facts of the category, shown on its cards. */
  readonly cardFacts: readonly string[]
  /** Codes that its products have besides. */
  readonly furtherAttributes?: readonly string[]
  /** The address of its picture; null for that of one of its products. */
  readonly picture: string | null
}
