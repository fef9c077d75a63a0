import { z } from 'zod'
import { cleanDocument } from '../../platform/text/clean-html.server.ts'
import { mastheadButtonTypes, mastheadClasses } from './masthead.ts'
import { featureSides, pointLooks, storedPageTypes } from './page-document.ts'

/**
 * The stored schema of each kind of content. Every write passes through here and is sanitised: no style, script or frame ever reaches the
 * table (decision platform-27).
 */

const html = z.string().max(200_000).transform(cleanDocument)
const words = (max: number) => z.string().trim().min(1).max(max)
/** An internal or external page, never a script. */
const address = z
  .string()
  .max(2_000)
  .regex(/^(\/(?!\/)|https?:\/\/|mailto:|tel:|#)/, 'must begin with "/", "https://", "mailto:", "tel:" or "#"')
const picture = z.object({ src: address, alt: z.string().max(200) })

const masthead = z.object({
  class: z.enum(mastheadClasses).default(''),
  heading: words(120).nullable().default(null),
  intro: html.nullable().default(null),
  subtitle: words(120).nullable().default(null),
  subTitles: z.array(words(120)).max(12).default([]),
  background: picture
    .extend({ mediaSet: z.array(z.object({ source: address, media: words(120) })).default([]) })
    .nullable()
    .default(null),
  video: z.array(z.object({ src: address, format: words(40) })).default([]),
  buttons: z
    .array(
      z
        .object({ type: z.enum(mastheadButtonTypes), txt: words(60), href: address.nullable().default(null) })
        .refine(({ type, href }) => href !== null || type === 'refine' || type === 'search', 'needs an address'),
    )
    .max(4)
    .default([]),
})

const percent = z.number('must be a number from 0 to 100').min(0, 'must be 0 or more').max(100, 'must be 100 or less')
const links = (max: number) => z.array(z.object({ title: words(80), uri: address })).max(max)
const opening = {
  title: words(120),
  text: words(400).nullable().default(null),
  picture: picture.nullable().default(null),
}

const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('html'), body: html }),
  z.object({
    type: z.literal('tiles'),
    title: words(120),
    tiles: z.union([
      z.literal('categories'),
      z
        .array(
          z.object({
            title: words(80),
            subtext: words(160).nullable().default(null),
            uri: address,
            image: picture.nullable().default(null),
          }),
        )
        .min(1),
    ]),
  }),
  z.object({
    type: z.literal('products'),
    title: words(120),
    products: z.union([z.enum(['savings', 'newest']), z.array(words(60)).min(1).max(24)]),
    more: z
      .object({ title: words(80), uri: address })
      .nullable()
      .default(null),
  }),
  z.object({ type: z.literal('promotions'), title: words(120), count: z.int().min(1).max(24).default(4) }),
  z.object({ type: z.literal('saleSlot'), slot: z.enum(['homePageBanner', 'tallBanner']) }),
  z.object({ type: z.literal('recentlyViewed') }),
  z.object({ type: z.literal('brands'), title: words(120) }),
  z.object({
    type: z.literal('feature'),
    title: words(120),
    body: html,
    picture,
    side: z.enum(featureSides).default('left'),
    links: links(4).default([]),
  }),
  z.object({
    type: z.literal('room'),
    title: words(120),
    text: words(400).nullable().default(null),
    picture,
    spots: z
      .array(z.object({ sku: words(60), x: percent, y: percent }))
      .min(1, 'must name at least one product')
      .max(12),
    isPackage: z.boolean().default(false),
  }),
  z.object({ type: z.literal('delivery'), ...opening }),
  z.object({ type: z.literal('deals'), title: words(120), count: z.int().min(1).max(24).default(4) }),
  z.object({
    type: z.literal('points'),
    look: z.enum(pointLooks).default('promises'),
    ...opening,
    points: z
      .array(
        z.object({
          title: words(80),
          text: words(240).nullable().default(null),
          uri: address.nullable().default(null),
        }),
      )
      .min(1, 'must have at least one line')
      .max(8),
  }),
  z.object({ type: z.literal('conditions'), ...opening }),
  z.object({ type: z.literal('justIn'), title: words(120) }),
  z.object({
    type: z.literal('fit'),
    ...opening,
    kinds: z
      .array(
        z.object({ title: words(80), uri: address.regex(/^\/c\/[a-z0-9/-]+$/, 'must be the address of a category') }),
      )
      .min(1, 'must name at least one category')
      .max(6),
  }),
  z.object({
    type: z.literal('showrooms'),
    title: words(120),
    text: words(400).nullable().default(null),
    count: z.int().min(1).max(24).default(6),
  }),
])

export const documents = {
  static: z.object({
    heading: words(120),
    body: html,
    metaTitle: words(120).nullable().default(null),
    metaDescription: words(320).nullable().default(null),
  }),
  page: z.object({
    pageType: z.enum(storedPageTypes),
    title: words(120),
    metaTitle: words(120).nullable().default(null),
    metaDescription: words(320).nullable().default(null),
    masthead: masthead.nullable().default(null),
    blocks: z.array(block).max(40).default([]),
  }),
  post: z.object({
    title: words(160),
    summary: words(320),
    author: words(80),
    publishedAt: z.iso.datetime(),
    heroImage: picture.nullable().default(null),
    tags: z.array(words(40)).max(12).default([]),
    body: html,
  }),
  alert: z.object({
    desktopContent: html.refine((text) => text !== '', 'must not be empty'),
    mobileContent: html.default(''),
    bannerURL: address.nullable().default(null),
    backgroundColor: z
      .string()
      .regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #c4102b')
      .nullable()
      .default(null),
  }),
  footer: z.object({
    columns: z
      .array(
        z.object({
          heading: words(60),
          links: z.array(z.object({ title: words(80), uri: address })).max(16),
        }),
      )
      .max(5),
    social: z.array(z.object({ name: words(40), url: z.url({ protocol: /^https$/ }) })).default([]),
    paymentLogos: z.array(picture).default([]),
    legal: html.default(''),
  }),
} as const

export type ContentKind = keyof typeof documents
export type ContentDocument<Kind extends ContentKind> = z.output<(typeof documents)[Kind]>
/** As written, without defaults. */
export type NewDocument<Kind extends ContentKind> = z.input<(typeof documents)[Kind]>
