import { dollarsOf, type Currency } from '../../platform/money.ts'
import { effectivePrice } from '../pricing/pricing.ts'
import { breadcrumbsJsonLd } from './breadcrumbs-json-ld.ts'
import type { StockStatus } from './catalogue.ts'
import type { ProductView } from './product-page.ts'

const availability: Readonly<Record<StockStatus, string>> = {
  inStock: 'https://schema.org/InStock',
  backOrder: 'https://schema.org/BackOrder',
  noStock: 'https://schema.org/OutOfStock',
  supersededAndNoStock: 'https://schema.org/Discontinued',
  indeterminate: 'https://schema.org/LimitedAvailability',
}

/** The product and its way home for search engines (schema.org Product and BreadcrumbList). */
export function productJsonLd(
  view: ProductView,
  site: { canonical: string; origin: string; currency: Currency; seller: string },
) {
  const absolute = (url: string) => (url.startsWith('/') ? `${site.origin}${url}` : url)
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Product',
        name: view.title,
        sku: view.sku,
        ...(view.mpn === null ? {} : { mpn: view.mpn }),
        ...(view.gtin === null ? {} : { gtin: view.gtin }),
        brand: { '@type': 'Brand', name: view.brand },
        description: view.shortDescription,
        image: view.pictures.map((picture) => absolute(picture.url)),
        ...(view.rating === undefined
          ? {}
          : {
              aggregateRating: {
                '@type': 'AggregateRating',
                ratingValue: view.rating.average,
                reviewCount: view.rating.count,
              },
            }),
        ...(view.price === null
          ? {}
          : {
              offers: {
                '@type': 'Offer',
                url: site.canonical,
                price: dollarsOf(effectivePrice(view)).toFixed(2),
                priceCurrency: site.currency,
                availability: availability[view.status],
                itemCondition: 'https://schema.org/NewCondition',
                seller: { '@type': 'Organization', name: site.seller },
              },
            }),
      },
      breadcrumbsJsonLd(view.trail, site.origin),
    ],
  }
}
