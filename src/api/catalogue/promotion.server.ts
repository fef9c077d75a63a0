import { z } from 'zod'
import { listedPromotions } from '../../modules/promotions/promotions.ts'
import { saleSlots } from '../../modules/promotions/sale.ts'
import { notFound } from '../../platform/http/common-problems.ts'
import { ProblemError } from '../../platform/http/problem.ts'
import { storedJson, shopEndpoint } from '../api.server.ts'
import { promotionSchema } from './promotion-schema.server.ts'

const tag = 'Promotions'

/** As many as one page of the list has. */
const pageSize = 24

const saleImage = z.object({
  src: z.string(),
  srcMobile: z.string().nullable(),
  attributes: z.object({ href: z.string(), title: z.string(), subtext: z.string(), clipPath: z.string() }),
})

const images = z.object(
  Object.fromEntries(saleSlots.map((slot) => [slot, saleImage.nullable()])) as Record<
    (typeof saleSlots)[number],
    z.ZodNullable<typeof saleImage>
  >,
)

export const promotionEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/promotion/sale/',
    tag,
    forEveryone: true,
    summary: 'Returns the current sale with its pictures by slot; isSaleOn is false without one.',
    query: z.object({
      dateOverride: z.string().max(40).optional().meta({ description: 'For staff; ignored for others.' }),
    }),
    answer: z.object({
      isSaleOn: z.boolean(),
      name: z.string(),
      baseImagePath: z.string(),
      url: z.string(),
      colour: z.string(),
      time: z.string().nullable().meta({ description: 'End time, UTC' }),
      images,
    }),
    handle: ({ context: { shop } }) => storedJson(['promotions'], shop.services.promotions.sale(shop.brand)),
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/promotion',
    tag,
    forEveryone: true,
    summary: 'Lists the promotions of today, featured ones first, then by end date.',
    query: z.object({
      brand: z.string().max(80).optional(),
      category: z.string().max(120).optional(),
      page: z.coerce.number().int('must be a whole number').min(0, 'must be 0 or more').max(1_000).default(0),
    }),
    answer: z.object({ items: z.array(promotionSchema), totalCount: z.int() }),
    handle({ context: { shop }, query }) {
      const { brand = null, category = null, page } = query
      const today = shop.services.catalogue.today(shop.brand.country)
      const all = listedPromotions(shop.services.promotions.of(shop.brand), { brand, category }, today)
      return storedJson(['promotions'], {
        items: all.slice(page * pageSize, (page + 1) * pageSize),
        totalCount: all.length,
      })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/promotion/:path',
    tag,
    forEveryone: true,
    summary: 'Returns a promotion with the content of its page.',
    params: z.object({ path: z.string().max(120) }),
    answer: promotionSchema.extend({
      content: z.string().meta({ description: 'Sanitised HTML' }),
      terms: z.string().meta({ description: 'Sanitised HTML' }),
      masthead: z.null().meta({ description: 'Reserved; part of the editable content' }),
    }),
    problems: [404],
    handle({ context: { shop }, params }) {
      const page = shop.services.promotions.page(shop.brand, params.path.toLowerCase())
      if (page === null) throw new ProblemError(notFound)
      return storedJson(['promotions'], { ...page, masthead: null })
    },
  }),
]
