import { breadcrumbsJsonLd } from '../../../modules/catalogue/breadcrumbs-json-ld.ts'
import { productPath } from '../../../modules/catalogue/catalogue.ts'
import { deserialize, type Serialized } from '../../../platform/serialized.ts'
import type { ListingData } from './listing-data.server.ts'
import type { PageType } from '../../../platform/page-types.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

/**
 * Title, canonical address and whether a list may be indexed (`search/indexing.ts`). An indexable list includes its products and
 * breadcrumbs as structured data (schema.org ItemList and BreadcrumbList).
 */
export function listingMeta(
  loaderData: Serialized<ListingData> | undefined,
  pageType: PageType,
  { isIndexed = true }: { readonly isIndexed?: boolean } = {},
) {
  if (loaderData === undefined) return [{ title: 'Page not found' }]
  const { title, description, canonical, noIndex, listing, trail } = deserialize(loaderData)
  const { origin } = new URL(canonical)
  return [
    { title },
    ...(description === '' ? [] : [{ name: 'description', content: description }]),
    { tagName: 'link', rel: 'canonical', href: canonical },
    pageTypeMeta(pageType),
    ...(noIndex || !isIndexed
      ? [{ name: 'robots', content: 'noindex,follow' }]
      : [
          {
            'script:ld+json': {
              '@context': 'https://schema.org',
              '@graph': [
                {
                  '@type': 'ItemList',
                  numberOfItems: listing.total,
                  itemListElement: listing.cards.map((card, at) => ({
                    '@type': 'ListItem',
                    position: at + 1,
                    url: origin + productPath(card.uri),
                  })),
                },
                breadcrumbsJsonLd(trail, origin),
              ],
            },
          },
        ]),
  ]
}
