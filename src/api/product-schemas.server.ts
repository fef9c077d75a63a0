import { z } from 'zod'
import { unavailableReasons } from '../modules/catalogue/catalogue.ts'
import { conditionTypes } from '../modules/catalogue/product-record.ts'
import { attributeValueTypes } from '../modules/catalogue/product-shapes.ts'
import { ribbonSizes, ribbonTypes } from '../modules/catalogue/ribbon.ts'
import { wireMoney } from './api.server.ts'

/** The shapes of decision catalogue-01, as the calls answer them. */

const named = z.object({ name: z.string(), uri: z.string() })

export const wireImage = z.object({ src: z.string(), alt: z.string() })

export const wireBreadcrumb = z.object({
  title: z.string(),
  uri: z.string().meta({ description: "'' for the page itself" }),
  params: z.record(z.string(), z.string()),
})

const ribbon = z.object({ type: z.enum(ribbonTypes), text: z.string(), size: z.enum(ribbonSizes) })
const rating = z.object({ average: z.number(), count: z.int() })

const stockStatus = z
  .union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
  .meta({ description: 'noStock 0, supersededAndNoStock 1, inStock 2, backOrder 3, indeterminate 4' })

const prices = {
  price: wireMoney.nullable(),
  rrp: wireMoney.nullable(),
  discountOffRrp: wireMoney.nullable(),
  percentageDiscountOffRrp: z.number().nullable(),
  altPriceMsg: z.string().nullable(),
  priceHidden: z.boolean(),
}

const state = {
  ribbon: ribbon.nullable(),
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
  lineDiscount: wireMoney,
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
  promotions: z.array(z.unknown()),
  breadcrumbs: z.array(wireBreadcrumb),
  relatedSkus: z.array(z.string()),
  supersededBy: z.string().nullable(),
  videos: z.array(z.object({ provider: z.string(), id: z.string() })),
  pageNavigation: z.array(z.object({ title: z.string(), uri: z.string(), display: z.boolean() })),
})

export const tileSchema = z.object({
  productId: z.int(),
  sku: z.string(),
  uri: z.string(),
  image: z.string().nullable(),
  title: z.string(),
  brand: z.string(),
  ...prices,
  ...state,
})
