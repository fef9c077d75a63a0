import { z } from 'zod'
import { captchaText } from '../../modules/identity/captcha.ts'
import { contactLimits, contactThanks, contactTopics, readContact } from '../../modules/content/forms/contact.ts'
import { newsletterLimit } from '../../modules/content/forms/newsletter.server.ts'
import { contactLimit } from '../../modules/content/forms/contact.server.ts'
import { mastheadButtonTypes, mastheadClasses } from '../../modules/content/masthead.ts'
import { storedPageTypes } from '../../modules/content/page-document.ts'
import type { ProductSummary } from '../../modules/catalogue/catalogue.ts'
import { toTileResponse } from '../../modules/catalogue/product/product-responses.ts'
import type { ShownBlock } from '../../modules/navigation/page-blocks.ts'
import { sitemapSections, type SitemapEntry } from '../../modules/navigation/sitemap.server.ts'
import { notFound } from '../../platform/http/common-problems.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import type { Promotion } from '../../modules/promotions/promotions.ts'
import type { RequestContext } from '../../composition/request-context.ts'
import { storedJson, perAddress, personalJson, shopEndpoint } from '../api.server.ts'
import { tileSchema, breadcrumbSchema, imageSchema } from '../catalogue/product-schemas.server.ts'
import { promotionSchema } from '../catalogue/promotion-schema.server.ts'

const tag = 'Content'

const html = z.string().meta({ description: 'Sanitised HTML' })
const link = z.object({ title: z.string(), uri: z.string() })

const alertFields = {
  desktopContent: html,
  mobileContent: html,
  bannerURL: z.string().nullable(),
  backgroundColor: z.string().nullable(),
}

const masthead = z.object({
  class: z.enum(mastheadClasses),
  heading: z.string().nullable(),
  intro: html.nullable(),
  subtitle: z.string().nullable(),
  subTitles: z.array(z.string()),
  background: imageSchema.extend({ mediaSet: z.array(z.object({ source: z.string(), media: z.string() })) }).nullable(),
  video: z.array(z.object({ src: z.string(), format: z.string() })),
  buttons: z.array(z.object({ type: z.enum(mastheadButtonTypes), txt: z.string(), href: z.string().nullable() })),
})

const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('html'), body: html }),
  z.object({
    type: z.literal('tiles'),
    title: z.string(),
    tiles: z.array(link.extend({ subtext: z.string().nullable(), image: imageSchema.nullable() })),
  }),
  z.object({ type: z.literal('products'), title: z.string(), products: z.array(tileSchema) }),
  z.object({ type: z.literal('promotions'), title: z.string(), promotions: z.array(promotionSchema) }),
  z.object({ type: z.literal('saleSlot'), slot: z.enum(['homePageBanner', 'tallBanner']) }),
])

const summary = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  author: z.string(),
  publishedAt: z.iso.datetime(),
  heroImage: imageSchema.nullable(),
  tags: z.array(z.string()),
})

export const contentEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/alertBanner/',
    tag,
    forEveryone: true,
    summary: 'Returns the notice above the navigation, or {} if there is none.',
    answer: z.union([z.object(alertFields), z.object({})]),
    handle: ({ context: { shop } }) => storedJson(['content'], shop.services.content.alert(shop.brand) ?? {}),
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/Static/:name',
    tag,
    forEveryone: true,
    summary: 'Returns a text with its heading, by name in any letter case.',
    params: z.object({ name: z.string().max(120) }),
    answer: z.object({
      name: z.string(),
      heading: z.string(),
      body: html,
      metaTitle: z.string().nullable(),
      metaDescription: z.string().nullable(),
      updatedAt: z.iso.datetime(),
    }),
    problems: [404],
    handle({ context: { shop }, params }) {
      const content = shop.services.content.text(shop.brand, params.name)
      if (content === null) throw new ProblemError(notFound)
      return storedJson(['content'], content)
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/page/:slug',
    tag,
    forEveryone: true,
    summary: 'Returns a page built from blocks: home, landing, article or page-builder page.',
    params: z.object({ slug: z.string().max(120) }),
    answer: z.object({
      slug: z.string(),
      title: z.string(),
      metaTitle: z.string().nullable(),
      metaDescription: z.string().nullable(),
      pageType: z.enum(storedPageTypes),
      breadcrumbs: z.array(breadcrumbSchema),
      masthead: masthead.nullable(),
      blocks: z.array(block),
    }),
    problems: [404],
    handle({ context: { shop }, params }) {
      const page = shop.services.content.page(shop.brand, params.slug)
      if (page === null) throw new ProblemError(notFound)
      const blocks = shop.services.navigation
        .blocks(shop.brand, page)
        .flatMap((one) => toBlockResponse(shop, one) ?? [])
      const breadcrumbs = [{ title: page.title, uri: '', params: {} }]
      return storedJson(['content', 'listings', 'promotions'], { slug: params.slug, ...page, breadcrumbs, blocks })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/footer',
    tag,
    forEveryone: true,
    summary: 'Returns the footer.',
    answer: z.object({
      columns: z.array(z.object({ heading: z.string(), links: z.array(link.extend({ external: z.boolean() })) })),
      social: z.array(z.object({ name: z.string(), url: z.string() })),
      paymentLogos: z.array(imageSchema),
      legal: html,
    }),
    handle: ({ context: { shop } }) => storedJson(['content'], shop.services.content.footer(shop.brand)),
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/blog',
    tag,
    forEveryone: true,
    summary: 'Lists blog posts, twelve a page, newest first.',
    query: z.object({
      page: z.coerce.number().int('must be a whole number').min(0, 'must be 0 or more').max(1_000).default(0),
    }),
    answer: z.object({ items: z.array(summary), totalCount: z.int() }),
    handle: ({ context: { shop }, query }) =>
      storedJson(['content'], shop.services.content.posts(shop.brand, { page: query.page + 1 })),
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/blog/:slug',
    tag,
    forEveryone: true,
    summary: 'Returns a blog post.',
    params: z.object({ slug: z.string().max(120) }),
    answer: summary.extend({ body: html }),
    problems: [404],
    handle({ context: { shop }, params }) {
      const post = shop.services.content.post(shop.brand, params.slug)
      if (post === null) throw new ProblemError(notFound)
      return storedJson(['content'], post)
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/sitemap',
    tag,
    forEveryone: true,
    summary: 'Returns the site map: categories, brands, stores, texts and posts.',
    answer: z.object({ sections: z.array(z.object({ title: z.string(), links: z.array(link) })) }),
    handle({ context: { shop } }) {
      const flat = ({ title, uri, below }: SitemapEntry): z.infer<typeof link>[] => [
        { title, uri },
        ...below.flatMap(flat),
      ]
      const sections = sitemapSections(shop.brand, shop.services).map(({ title, entries }) => ({
        title,
        links: entries.flatMap(flat),
      }))
      return storedJson(['content', 'listings', 'stores'], { sections })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/contact',
    tag,
    summary: `Sends a message to our experts. ${contactThanks}`,
    body: z.object({
      name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      postcode: z.string().nullable(),
      topic: z.string().meta({ description: contactTopics.join(', ') }),
      orderNumber: z.string().nullable(),
      message: z.string().meta({ description: `At most ${contactLimits.message} characters` }),
      captchaToken: z.string().max(4_096).default('').meta({ description: 'Required where the app uses a captcha.' }),
    }),
    answer: z.object({ reference: z.string() }),
    success: 201,
    problems: [400, 429],
    limit: perAddress(contactLimit),
    async handle({ context: { shop }, body }) {
      const read = readContact(body)
      if (!read.ok) {
        const errors = Object.entries(read.problem).map(([field, message]) => ({ field, message, code: 'validation' }))
        throw new ProblemError({ status: 400, type: 'validation', errors })
      }
      if (!(await shop.visitor.isPerson('contact', body.captchaToken)))
        throw new ProblemError(httpProblem(400, 'captcha', captchaText, 'captchaToken'))
      return personalJson({ reference: await shop.services.content.contact.send(shop.brand.app, read.value) }, 201)
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/newsletter',
    tag,
    summary: 'Emails a confirmation link for the newsletter.',
    body: z.object({ email: z.string() }),
    answer: z.object({ success: z.literal(true) }),
    success: 201,
    problems: [400, 429],
    limit: perAddress(newsletterLimit),
    async handle({ context: { shop }, body }) {
      const problem = await shop.services.content.newsletter.askFor(shop, body.email)
      if (problem !== null) throw new ProblemError(httpProblem(400, 'validation', problem, 'email'))
      return personalJson({ success: true as const }, 201)
    },
  }),
]

/** A block in the response; fields that only the shop's own pages use are left out. */
function toBlockResponse(
  { brand, services: { catalogue } }: RequestContext,
  shown: ShownBlock<ProductSummary, Promotion>,
): z.input<typeof block> | null {
  switch (shown.type) {
    case 'html':
      return shown
    case 'tiles': {
      const tiles = shown.tiles.map(({ title, subtext, uri, image }) => ({ title, subtext, uri, image }))
      return { type: shown.type, title: shown.title, tiles }
    }
    case 'products': {
      const today = catalogue.today(brand.country)
      const products = shown.products.map((product) => toTileResponse(product, { brand, today }))
      return { type: shown.type, title: shown.title, products }
    }
    case 'promotions':
      return {
        type: shown.type,
        title: shown.title,
        promotions: shown.promotions.map((one) => ({
          ...one,
          categories: [...one.categories],
          products: [...one.products],
        })),
      }
    case 'saleSlot':
      return { type: shown.type, slot: shown.slot }
    default:
      // How a page is composed concerns only the page.
      return null
  }
}
