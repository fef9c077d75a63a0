import type { Country } from '../../brands/apps.ts'
import type { Day } from '../../platform/calendar.ts'
import { pictureOfWidth } from '../../platform/files/picture-address.ts'
import { dollarsOf, type Cents, type Currency } from '../../platform/money.ts'
import { effectivePrice } from '../pricing/pricing.ts'
import { breadcrumbsJsonLd } from './breadcrumbs-json-ld.ts'
import type { StockStatus } from './catalogue.ts'
import { photosOf } from './product/gallery.ts'
import type { ProductView } from './product/product-page.ts'
import type { ProductRecord } from './product/product-record.ts'

const schema = 'https://schema.org'

const availability: Readonly<Record<StockStatus, string>> = {
  inStock: `${schema}/InStock`,
  backOrder: `${schema}/BackOrder`,
  noStock: `${schema}/OutOfStock`,
  supersededAndNoStock: `${schema}/Discontinued`,
  indeterminate: `${schema}/LimitedAvailability`,
}

/** A scratch or a dent counts as damage, however well it works; goods that have not been inspected get no condition. */
const itemCondition: Readonly<Record<ProductRecord['condition'], string | null>> = {
  NewCondition: `${schema}/NewCondition`,
  BrandNew: `${schema}/NewCondition`,
  BrandNewRunout: `${schema}/NewCondition`,
  CosmeticImperfection: `${schema}/DamagedCondition`,
  Unavailable: null,
}

/** The page itself has them all; these are a sample. */
const maxReviews = 5

type DayRange = { readonly min: number; readonly max: number }

/** How an order of this product travels within the country. */
export type ShippingFacts = {
  readonly rate: { readonly min: Cents; readonly max: Cents }
  /** Until the next one can be dispatched; null when none is available. */
  readonly handlingDays: DayRange | null
  readonly transitDays: DayRange
  readonly notServed: readonly { readonly from: string; readonly to: string }[]
}

export type ReviewFacts = {
  /** How many of the product's ratings came with a review. */
  readonly count: number
  readonly items: readonly {
    readonly rating: number
    readonly title: string
    readonly text: string
    readonly author: string
    readonly writtenOn: Day
  }[]
}

/** Data for search engines beyond what the page's props have. */
export type StructuredFacts = {
  readonly site: {
    readonly canonical: string
    readonly currency: Currency
    readonly seller: string
    readonly country: Country
    readonly changeOfMindDays: number | null
  }
  readonly condition: ProductRecord['condition']
  /** Null where the shop's own terms do not apply. */
  readonly shipping: ShippingFacts | null
  /** Null where ratings are not shown: structured data must match the page. */
  readonly reviews: ReviewFacts | null
}

/** The product and its breadcrumbs for search engines (schema.org Product and BreadcrumbList). Unknown facts are left out. */
export function productJsonLd(view: ProductView, facts: StructuredFacts) {
  const { site, reviews } = facts
  const { origin } = new URL(site.canonical)
  const absolute = (url: string) => (url.startsWith('/') ? `${origin}${url}` : url)
  const energy = energyProperties(view)
  return {
    '@context': schema,
    '@graph': [
      {
        '@type': 'Product',
        name: view.title,
        sku: view.sku,
        ...(view.mpn === null ? {} : { mpn: view.mpn }),
        ...(view.gtin === null ? {} : { gtin: view.gtin }),
        brand: { '@type': 'Brand', name: view.brand },
        description: view.shortDescription,
        image: photosOf(view.gallery).map((picture) => absolute(pictureOfWidth(picture.url, 1_200, 'jpg'))),
        ...(energy.length === 0 ? {} : { additionalProperty: energy }),
        ...(view.rating === undefined || reviews === null
          ? {}
          : {
              aggregateRating: {
                '@type': 'AggregateRating',
                ratingValue: view.rating.average,
                bestRating: 5,
                worstRating: 1,
                ratingCount: view.rating.count,
                ...(reviews.count === 0 ? {} : { reviewCount: reviews.count }),
              },
            }),
        ...(reviews === null || reviews.items.length === 0
          ? {}
          : { review: reviews.items.slice(0, maxReviews).map(reviewOf) }),
        ...(view.price === null ? {} : { offers: offerOf(view, facts) }),
      },
      breadcrumbsJsonLd(view.trail, origin),
    ],
  }
}

/**
 * The energy label of Australia and New Zealand. schema.org's hasEnergyConsumptionDetails has the classes of the EU and the American Energy
 * Star, neither of which these products have, so stars and consumption are named properties.
 */
function energyProperties({ stars, kwh }: Pick<ProductView, 'stars' | 'kwh'>) {
  return [
    ...(stars === undefined ? [] : [{ name: 'Energy rating', value: stars, unitText: 'stars' }]),
    ...(kwh === undefined ? [] : [{ name: 'Energy consumption', value: kwh, unitText: 'kWh a year' }]),
  ].map((property) => ({ '@type': 'PropertyValue', ...property }))
}

function reviewOf({ rating, title, text, author, writtenOn }: ReviewFacts['items'][number]) {
  return {
    '@type': 'Review',
    name: title,
    reviewBody: text,
    author: { '@type': 'Person', name: author },
    datePublished: writtenOn,
    reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
  }
}

function offerOf(view: ProductView, { site, condition, shipping }: StructuredFacts) {
  return {
    '@type': 'Offer',
    url: site.canonical,
    price: dollarsOf(effectivePrice(view)).toFixed(2),
    priceCurrency: site.currency,
    availability: availability[view.status],
    ...(itemCondition[condition] === null ? {} : { itemCondition: itemCondition[condition] }),
    seller: { '@type': 'Organization', name: site.seller },
    ...(shipping === null ? {} : { shippingDetails: shippingDetails(shipping, site) }),
    hasMerchantReturnPolicy: returnPolicy(site),
  }
}

const days = ({ min, max }: DayRange) => ({
  '@type': 'QuantitativeValue',
  minValue: min,
  maxValue: max,
  unitCode: 'DAY',
})

function shippingDetails(
  { rate, handlingDays, transitDays, notServed }: ShippingFacts,
  { country, currency }: StructuredFacts['site'],
) {
  const region = { '@type': 'DefinedRegion', addressCountry: country }
  return [
    {
      '@type': 'OfferShippingDetails',
      // It depends on the postcode, and these are the ends.
      shippingRate: {
        '@type': 'MonetaryAmount',
        minValue: dollarsOf(rate.min),
        maxValue: dollarsOf(rate.max),
        currency,
      },
      shippingDestination: region,
      deliveryTime: {
        '@type': 'ShippingDeliveryTime',
        ...(handlingDays === null ? {} : { handlingTime: days(handlingDays) }),
        transitTime: days(transitDays),
      },
    },
    ...(notServed.length === 0
      ? []
      : [
          {
            '@type': 'OfferShippingDetails',
            doesNotShip: true,
            shippingDestination: {
              ...region,
              postalCodeRange: notServed.map(({ from, to }) => ({
                '@type': 'PostalCodeRangeSpecification',
                postalCodeBegin: from,
                postalCodeEnd: to,
              })),
            },
          },
        ]),
  ]
}

function returnPolicy({ country, changeOfMindDays }: StructuredFacts['site']) {
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: country,
    ...(changeOfMindDays === null
      ? { returnPolicyCategory: `${schema}/MerchantReturnNotPermitted` }
      : {
          returnPolicyCategory: `${schema}/MerchantReturnFiniteReturnWindow`,
          merchantReturnDays: changeOfMindDays,
          returnFees: `${schema}/ReturnFeesCustomerResponsibility`,
        }),
  }
}
