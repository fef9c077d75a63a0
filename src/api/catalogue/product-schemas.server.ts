import { z } from 'zod'
import { unavailableReasons } from '../../modules/catalogue/catalogue.ts'
import { conditionTypes } from '../../modules/catalogue/product/product-record.ts'
import { attributeValueTypes } from '../../modules/catalogue/product/product-responses.ts'
import { formatPrice } from '../../modules/pricing/pricing.ts'
import { rangeText } from '../../modules/search/listing-query.ts'
import type { FacetView } from '../../modules/search/listing-views.ts'
import { ribbonSizes, ribbonTypes } from '../../modules/catalogue/product/ribbon.ts'
import { moneySchema } from '../api.server.ts'
import { promotionSchema } from './promotion-schema.server.ts'

/** The shapes of decision catalogue-01, as the calls answer them. */

const named = z.object({ name: z.string(), uri: z.string() })

export const imageSchema = z.object({ src: z.string(), alt: z.string() })

export const breadcrumbSchema = z.object({
  title: z.string(),
  uri: z.string().meta({ description: "'' for the current page" }),
  params: z.record(z.string(), z.string()),
})

export const ribbonSchema = z.object({ type: z.enum(ribbonTypes), text: z.string(), size: z.enum(ribbonSizes) })
const rating = z.object({ average: z.number(), count: z.int() })

const stockStatus = z
  .union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
  .meta({ description: 'noStock 0, supersededAndNoStock 1, inStock 2, backOrder 3, indeterminate 4' })

const prices = {
  price: moneySchema.nullable(),
  rrp: moneySchema.nullable(),
  discountOffRrp: moneySchema.nullable(),
  percentageDiscountOffRrp: z.number().nullable(),
  altPriceMsg: z.string().nullable(),
  priceHidden: z.boolean(),
}

const state = {
  ribbon: ribbonSchema.nullable(),
  stockStatus,
  available: z.boolean(),
  unavailableReason: z.enum(unavailableReasons).nullable(),
  conditionType: z.enum(conditionTypes).nullable(),
  missingParts: z.string().nullable(),
  rating: rating.nullable(),
}

const productFields = {
  productId: z.int(),
  sku: z.string(),
  uri: z.string(),
  title: z.string(),
  brand: named,
  manufacturer: named.extend({ thumbnail: z.string().nullable() }),
  category: z.object({ title: z.string(), uri: z.string() }),
  categorization: z.object({ level1: z.string(), level2: z.string().nullable(), level3: z.string().nullable() }),
  ...prices,
  lineDiscount: moneySchema,
  quantity: z.int(),
  priceType: z.union([z.literal(0), z.literal(1)]).meta({ description: 'winning 0, manufacturer 1' }),
  images: z.array(z.object({ url: z.string(), thumbUrl: z.string(), alt: z.string() })),
  isProforma: z.boolean(),
  ...state,
}

export const productSchema = z.object(productFields)

const valueType = z.enum(attributeValueTypes)

export const featureSchema = z.object({
  title: z.string(),
  description: z.string(),
  imageUrl: z.string().nullable(),
  valueType,
  sortOrder: z.int(),
})

export const specificationGroupSchema = z.object({
  title: z.string(),
  attributes: z.array(
    z.object({
      name: z.string(),
      unit: z.string().nullable(),
      valueType,
      value: z.union([z.string(), z.boolean(), z.number(), z.array(z.object({ title: z.string(), url: z.string() }))]),
    }),
  ),
})

export const extendedProductSchema = z.object({
  ...productFields,
  shortDescription: z.string(),
  description: z.string().meta({ description: 'Sanitised HTML' }),
  features: z.array(featureSchema),
  specifications: z.array(specificationGroupSchema),
  downloads: z.array(z.object({ title: z.string(), url: z.string(), sizeKb: z.int() })),
  promotions: z.array(promotionSchema),
  breadcrumbs: z.array(breadcrumbSchema),
  relatedSkus: z.array(z.string()),
  supersededBy: z.string().nullable(),
  videos: z.array(
    z.object({
      provider: z.string().meta({ description: 'file, youtube or vimeo' }),
      id: z.string().meta({ description: 'Of a file its address, otherwise the id of the provider' }),
    }),
  ),
  model3d: z.string().nullable().meta({ description: 'Address of a GLB file' }),
  pageNavigation: z.array(z.object({ title: z.string(), uri: z.string(), display: z.boolean() })),
})

export const tileSchema = z.object({
  productId: z.int(),
  sku: z.string(),
  uri: z.string(),
  image: z.string(),
  title: z.string(),
  brand: z.string(),
  ...prices,
  ...state,
})

export const facetSchema = z.object({
  id: z.string(),
  title: z.string(),
  type: z.enum(['list', 'range']),
  options: z.array(z.object({ value: z.string(), label: z.string(), count: z.int(), selected: z.boolean() })),
})

/** A range is the option from its least to its greatest value, and the chosen part of it when there is one. */
export function facetResponseSchema(view: FacetView, total: number): z.infer<typeof facetSchema> {
  const { code: id, title } = view
  if (view.kind === 'list') {
    const options = view.options.map(({ value, label = value, count, selected = false }) => {
      return { value, label, count, selected }
    })
    return { id, title, type: 'list', options }
  }
  const said = (end: number) => {
    if (id === 'price') return formatPrice(end, { zeroText: null })
    return view.unit === null ? String(end) : `${end} ${view.unit}`
  }
  const option = (min: number | null, max: number | null, selected: boolean) => {
    const value = rangeText(id, { min: min ?? undefined, max: max ?? undefined })
    const label =
      min === null ? `up to ${said(max ?? 0)}` : max === null ? `from ${said(min)}` : `${said(min)} to ${said(max)}`
    return { value, label, count: total, selected }
  }
  const whole = option(view.min, view.max, false)
  const isChosen = view.selectedMin !== null || view.selectedMax !== null
  const chosen = isChosen ? [option(view.selectedMin, view.selectedMax, true)] : []
  return { id, title, type: 'range', options: [whole, ...chosen] }
}

const upsellOption = { name: z.string(), price: moneySchema, blurb: z.string() }

/** Options that can be added to a product, as in its own call and in the cart. */
export const upsellLists = {
  warranties: z.array(z.object({ warrantyId: z.int(), ...upsellOption, termMonths: z.int() })),
  installs: z.array(z.object({ installId: z.int(), ...upsellOption })),
}
