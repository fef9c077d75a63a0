import { z } from 'zod'
import { toBreadcrumbsResponse, toTileResponse } from '../../modules/catalogue/product/product-responses.ts'
import { ownPageOf } from '../../modules/search/indexing.ts'
import { readListingChoice, type ListingChoice } from '../../modules/search/listing-query.ts'
import { minimumTermLength, sortIds, type ListingScope, type SortId } from '../../modules/search/search.ts'
import { offeredSorts, sortTitles } from '../../modules/search/sort-orders.ts'
import { typedTermOf } from '../../modules/search/understanding/typed-term.ts'
import { paragraphOf } from '../../platform/text/clean-html.server.ts'
import { notFound } from '../../platform/http/common-problems.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import { isRunning } from '../../modules/promotions/promotions.ts'
import type { RequestContext } from '../../composition/request-context.ts'
import { storedJson, shopEndpoint } from '../api.server.ts'
import {
  facetSchema,
  tileSchema,
  breadcrumbSchema,
  facetResponseSchema,
  imageSchema,
} from './product-schemas.server.ts'

const types = ['category', 'brand', 'promotion', 'sale', 'search', 'all'] as const
const largestPage = 48

/** A product list before filters: its scope, and the head of its page. */
type Subject = {
  readonly scope: ListingScope
  readonly title: string
  readonly uri: string
  readonly intro: string
  readonly categoryUri: string | null
}

function subjectOf(shop: RequestContext, query: { type: (typeof types)[number]; uri: string; term: string }): Subject {
  const unknown = () => new ProblemError(notFound)
  const {
    services: { catalogue },
  } = shop
  switch (query.type) {
    case 'category': {
      const category = catalogue.category(query.uri)
      if (category === null) throw unknown()
      const { title, uri, intro } = category
      return { scope: { categoryUri: uri }, title, uri, intro, categoryUri: uri }
    }
    case 'brand': {
      const brand = catalogue.brandByUri(query.uri)
      if (brand === null) throw unknown()
      const { title, uri, blurb } = brand
      return { scope: { brandUri: uri }, title, uri, intro: blurb, categoryUri: null }
    }
    case 'promotion': {
      const promotion = shop.services.promotions.page(shop.brand, query.uri)
      if (promotion === null || !isRunning(promotion, catalogue.today(shop.brand.country))) throw unknown()
      const { title, path } = promotion
      return {
        scope: { productIds: shop.services.promotions.productIds(shop.brand, promotion) },
        title,
        uri: path,
        intro: '',
        categoryUri: null,
      }
    }
    case 'sale':
      return { scope: { belowRrp: true }, title: 'Sale', uri: 'sale', intro: '', categoryUri: null }
    case 'search': {
      const term = typedTermOf(query.term)
      if (term === '') {
        const message = `term: must have at least ${minimumTermLength} characters`
        throw new ProblemError(httpProblem(400, 'term_too_short', message, 'term'))
      }
      return { scope: { term }, title: `Results for ${term}`, uri: term, intro: '', categoryUri: null }
    }
    case 'all':
      return { scope: { all: true }, title: 'All products', uri: 'products', intro: '', categoryUri: null }
  }
}

function choiceOf(
  shop: RequestContext,
  query: { page: number; sort?: SortId | undefined; filter: string[] },
  allowedSorts: readonly SortId[],
): ListingChoice {
  const address = new URLSearchParams(query.filter.map((filter) => ['filter', filter]))
  address.set('page', String(query.page + 1))
  if (query.sort !== undefined && allowedSorts.includes(query.sort)) address.set('sort', query.sort)
  return readListingChoice(address, shop.services.search.listings.isRange)
}

export const listingEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/listing',
    tag: 'Products',
    forEveryone: true,
    summary: 'Lists products of a category, brand, promotion, sale or search, or all products, paged and filtered.',
    query: z.object({
      type: z.enum(types, `must be one of ${types.join(', ')}`),
      uri: z.string().max(300).default(''),
      term: z.string().max(400).default(''),
      page: z.coerce.number('must be a whole number from 0').int().min(0).max(9_999).default(0),
      pageSize: z.coerce
        .number('must be a whole number from 1')
        .int()
        .min(1)
        .default(24)
        .transform((size) => Math.min(size, largestPage)),
      sort: z.enum(sortIds, `must be one of ${sortIds.join(', ')}`).optional(),
      filter: z.array(z.string().max(300)).max(60),
    }),
    answer: z.object({
      title: z.string(),
      uri: z.string(),
      intro: z.string().nullable().meta({ description: 'Sanitised HTML' }),
      masthead: z.null(),
      breadcrumbs: z.array(breadcrumbSchema),
      subCategories: z.array(z.object({ title: z.string(), uri: z.string(), image: imageSchema.nullable() })),
      products: z.array(tileSchema),
      totalItems: z.int(),
      itemsPerPage: z.int(),
      filters: z.array(facetSchema),
      sortOptions: z.array(z.object({ id: z.enum(sortIds), label: z.string(), selected: z.boolean() })),
      noIndex: z.boolean(),
    }),
    problems: [404],
    async handle({ context: { shop }, query }) {
      const {
        brand,
        services: {
          catalogue,
          search: { listings },
        },
      } = shop
      const subject = subjectOf(shop, query)
      // Sorting by price would reveal prices to visitors who may not see them.
      const hidesPrices = brand.hidesPricesWhenAnonymous
      const chosen = choiceOf(
        shop,
        query,
        sortIds.filter((id) => !(hidesPrices && id.startsWith('price'))),
      )
      const { scope, choice } =
        'term' in subject.scope
          ? listings.understood(brand, subject.scope, chosen)
          : { scope: subject.scope, choice: chosen }
      const { cards, facets, total } = listings.list(brand, scope, choice, subject.categoryUri, {
        ...(await shop.services.search.deliveryFilters.at(shop.brand, choice)),
        size: query.pageSize,
      })
      const today = catalogue.today(brand.country)
      const categoryTitle = (uri: string) => catalogue.category(uri)?.title ?? uri
      const children = subject.categoryUri === null ? [] : (catalogue.category(subject.categoryUri)?.children ?? [])
      return storedJson(['listings'], {
        title: subject.title,
        uri: subject.uri,
        intro: subject.intro === '' ? null : paragraphOf(subject.intro),
        masthead: null,
        breadcrumbs:
          subject.categoryUri === null
            ? [{ title: subject.title, uri: '', params: {} }]
            : toBreadcrumbsResponse(subject.categoryUri, categoryTitle, null),
        subCategories: children.flatMap((uri) => {
          const child = catalogue.category(uri)
          if (child === null || listings.count(brand, uri) === 0) return []
          return [{ title: child.title, uri, image: { src: catalogue.pictureOf(child), alt: '' } }]
        }),
        products: cards.flatMap((card) => {
          const product = catalogue.productBySku(card.sku)
          return product === null ? [] : [toTileResponse(product, { brand, today })]
        }),
        totalItems: total,
        itemsPerPage: query.pageSize,
        filters: facets.map((one) => facetResponseSchema(one, total)),
        sortOptions: offeredSorts({ hidesPrices, facets, sort: choice.sort }).map((id) => ({
          id,
          label: sortTitles[id],
          selected: id === choice.sort,
        })),
        noIndex:
          query.type === 'search' ||
          ownPageOf(choice, {
            total,
            categoryUri: subject.categoryUri,
            promoted: catalogue.category(subject.categoryUri ?? '')?.promotedFacets ?? [],
          }) === null,
      })
    },
  }),
]
