import { energyFiguresOf } from './energy-label.ts'
import type { Brand } from '../../../brands/brands.ts'
import type { Day } from '../../../platform/calendar.ts'
import type { PageNavigationItem } from '../../../ui/navigation/page-tabs.tsx'
import {
  attributeText,
  categoryPath,
  categoryTrail,
  pictureAlt,
  productPath,
  stockStatusOf,
  type ProductDetail,
  type ProductSummary,
  type StockStatus,
} from '../catalogue.ts'
import { cardOf, type Card } from './card.ts'
import { galleryOf, shownPictures, type GalleryItem } from './gallery.ts'
import type { AttributeDefinition, AttributeValue } from './product-record.ts'

/** Everything a product's own page shows, ready to render. */
export type ProductView = Card & {
  readonly mpn: string | null
  readonly gtin: string | null
  readonly brandUri: string
  readonly categoryUri: string
  readonly shortDescription: string
  /** Sanitised HTML. */
  readonly description: string
  readonly features: readonly { readonly title: string; readonly description: string }[]
  readonly specifications: readonly {
    readonly title: string
    readonly rows: readonly { readonly name: string; readonly value: string }[]
  }[]
  readonly gallery: readonly GalleryItem[]
  /** The address of its 3D model; null without one. */
  readonly model: string | null
  readonly dimensions: string | null
  /** The address of its energy label, as drawn from its figures. */
  readonly energyLabel: string | null
  readonly documents: ProductDetail['documents']
  readonly variants: readonly {
    readonly label: string
    readonly uri: string
    readonly isThis: boolean
    readonly status: StockStatus
    /** Null where its siblings look the same. */
    readonly picture: string | null
  }[]
  readonly variantAxis: string | null
  readonly trail: readonly { readonly title: string; readonly href: string | null }[]
}

export function productView(parts: {
  readonly product: ProductSummary
  readonly detail: ProductDetail
  readonly brand: Brand
  readonly attributes: readonly AttributeDefinition[]
  readonly variants: readonly { readonly product: ProductSummary; readonly axes: Readonly<Record<string, string>> }[]
  readonly categoryTitle: (uri: string) => string
  readonly hasDimensions: boolean
  readonly today: Day
}): ProductView | null {
  const { product, detail, brand } = parts
  const card = cardOf(product, brand, parts.today)
  if (card === null) return null
  const sold = parts.variants.filter((one) => one.product.offers[brand.app] !== undefined)
  const isSeen = new Set(sold.map((one) => one.product.picture)).size === sold.length
  const dimensions = parts.hasDimensions ? `/media/dimensions/${encodeURIComponent(product.sku)}.svg` : null
  const photos = shownPictures(
    detail.images.map((image) => ({ url: image.url, alt: pictureAlt(image, product, brand) })),
    product.title,
  )
  return {
    ...card,
    mpn: product.mpn,
    gtin: detail.gtin,
    brandUri: product.brand.uri,
    categoryUri: product.categoryUri,
    shortDescription: detail.shortDescription,
    description: detail.description,
    features: detail.features,
    specifications: specificationsOf(detail, parts.attributes),
    gallery: galleryOf({
      title: product.title,
      pictures: photos.length > 0 ? photos : [{ url: product.picture, alt: product.title }],
      videos: detail.videos,
      dimensions,
    }),
    model: detail.model,
    dimensions,
    energyLabel:
      energyFiguresOf(product.energy) === null ? null : `/media/energy-label/${encodeURIComponent(product.sku)}.svg`,
    documents: detail.documents,
    variants:
      sold.length < 2
        ? []
        : sold.map((one) => ({
            label: Object.values(one.axes).join(', '),
            uri: productPath(one.product.uri),
            isThis: one.product.id === product.id,
            status: stockStatusOf(one.product, brand.country),
            picture: isSeen ? one.product.picture : null,
          })),
    variantAxis: detail.variant === null ? null : Object.keys(detail.variant.axes).join(', '),
    trail: [
      ...categoryTrail(product.categoryUri).map((uri) => ({
        title: parts.categoryTitle(uri),
        href: categoryPath(uri),
      })),
      { title: product.title, href: null },
    ],
  }
}

/** By the detail they are of, which is a new one after every change. */
const madeSpecifications = new WeakMap<ProductDetail, ProductView['specifications']>()

function specificationsOf(
  detail: ProductDetail,
  definitions: readonly AttributeDefinition[],
): ProductView['specifications'] {
  const made = madeSpecifications.get(detail)
  if (made !== undefined) return made
  const specifications = groupedAttributes(detail, definitions).map(({ title, attributes }) => ({
    title,
    rows: attributes.map(({ definition, value }) => ({
      name: definition.title,
      value: attributeText(definition, value),
    })),
  }))
  madeSpecifications.set(detail, specifications)
  return specifications
}

/** Attributes in the groups and the order of their definitions; undefined codes are left out. */
export function groupedAttributes(detail: ProductDetail, definitions: readonly AttributeDefinition[]) {
  const groups = new Map<string, { definition: AttributeDefinition; value: AttributeValue }[]>()
  for (const definition of definitions) {
    const value = detail.attributes[definition.code]
    if (value === undefined) continue
    const attributes = groups.get(definition.group) ?? []
    attributes.push({ definition, value })
    groups.set(definition.group, attributes)
  }
  return [...groups].map(([title, attributes]) => ({ title, attributes }))
}

/** The sections of a product's page in their order; one without content is not displayed. */
export function pageNavigationOf(has: {
  readonly description: string
  readonly features: readonly unknown[]
  readonly specifications: readonly unknown[]
  readonly documents: readonly unknown[]
  readonly hasDimensions: boolean
  readonly hasRunningCosts: boolean
  readonly hasPriceHistory: boolean
  readonly hasStock: boolean
}): PageNavigationItem[] {
  return [
    { title: 'Stock', uri: 'stock', display: has.hasStock },
    { title: 'Description', uri: 'description', display: has.description !== '' },
    { title: 'Features', uri: 'features', display: has.features.length > 0 },
    { title: 'Dimensions', uri: 'dimensions', display: has.hasDimensions },
    { title: 'Running costs', uri: 'energy', display: has.hasRunningCosts },
    { title: 'Specifications', uri: 'specifications', display: has.specifications.length > 0 },
    { title: 'Price history', uri: 'price-history', display: has.hasPriceHistory },
    { title: 'Downloads', uri: 'downloads', display: has.documents.length > 0 },
    { title: 'Questions', uri: 'questions', display: true },
    { title: 'Reviews', uri: 'reviews', display: true },
  ]
}
