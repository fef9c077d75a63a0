import { z } from 'zod'
import type { RequestContext } from '../../composition/request-context.ts'
import { maxPerLine, toCartResponse, type CartProblem } from '../../modules/cart/cart.ts'
import { depositPercentageOf } from '../../modules/checkout/deposit.ts'
import {
  maxNameLength,
  sharedWishlistPath,
  toWishlistResponse,
  wishlistProblemText,
  type Wishlist,
  type WishlistProblem,
} from '../../modules/wishlists/wishlists.ts'
import { minutes } from '../../platform/clock.ts'
import { ProblemError, httpProblem, type Problem } from '../../platform/http/problem.ts'
import type { Result } from '../../platform/result.ts'
import { moneySchema, perAddress, personalJson, shopEndpoint } from '../api.server.ts'
import { cartProblem, cartResponseSchema } from '../checkout/cart.server.ts'

/** The lists of the visitor: of the account with a token, otherwise of the browser, by its visitor cookie. All added. */

const tag = 'Wish lists'

const statusOf = {
  list_gone: [404, null],
  item_gone: [404, null],
  unknown_sku: [400, 'sku'],
  name_missing: [400, 'name'],
  name_too_long: [400, 'name'],
  name_taken: [400, 'name'],
  lists_full: [400, null],
  list_full: [400, 'sku'],
  mail_needs_account: [401, 'wantsMail'],
  mail_needs_confirmed_email: [403, 'wantsMail'],
} as const satisfies Record<WishlistProblem['code'], readonly [Problem['status'], string | null]>

const isOfList = (problem: WishlistProblem | CartProblem): problem is WishlistProblem => problem.code in statusOf

/** The value, or a throw of what is wrong. */
function valueOf<Value>(done: Result<Value, WishlistProblem | CartProblem>): Value {
  if (done.ok) return done.value
  const { problem } = done
  if (!isOfList(problem)) throw new ProblemError(cartProblem(problem))
  const [status, field] = statusOf[problem.code]
  throw new ProblemError(httpProblem(status, problem.code, wishlistProblemText(problem), field))
}

const itemSchema = z.object({
  sku: z.string(),
  title: z.string(),
  brand: z.string(),
  picture: z.string(),
  uri: z.string().nullable().meta({ description: 'null when the shop no longer sells it' }),
  quantity: z.int(),
  isBuyable: z.boolean(),
  unavailable: z.string().nullable().meta({ description: 'Why it cannot be bought' }),
  price: moneySchema.nullable(),
  was: moneySchema.nullable().meta({ description: 'Price when added, if higher than now' }),
})

const listSchema = z.object({
  id: z.string(),
  name: z.string(),
  isSavedForLater: z.boolean(),
  shareLink: z.string().nullable(),
  wantsMail: z.boolean(),
  items: z.array(itemSchema),
})

const edits = perAddress({ name: 'wish list edits', count: 120, windowMs: minutes(1) })
const creations = perAddress({ name: 'new wish lists', count: 30, windowMs: minutes(10) })

const id = z.string().min(1).max(60).toLowerCase().meta({ description: "'later' is what was saved for later" })
const sku = z.string().min(1).max(60)
const name = z.string().max(4 * maxNameLength)

const shown = ({ brand }: RequestContext, list: Wishlist) =>
  toWishlistResponse(list, (token) => new URL(sharedWishlistPath(token), brand.origin).href)

export const wishlistEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/wishlists/',
    tag,
    summary: "Returns the visitor's wish lists, and what was saved for later from the cart as the last one.",
    answer: z.object({ lists: z.array(listSchema) }),
    async handle({ context: { shop } }) {
      const lists = await shop.services.wishlists.of(shop)
      return personalJson({ lists: lists.map((list) => shown(shop, list)) })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/wishlists/',
    tag,
    summary: 'Creates a wish list, with a product on it when a sku is given.',
    body: z.object({ name, sku: sku.optional() }),
    answer: listSchema,
    success: 201,
    problems: [400, 429],
    limit: creations,
    async handle({ context: { shop }, body }) {
      return personalJson(shown(shop, valueOf(await shop.services.wishlists.create(shop, body.name, body.sku))), 201)
    },
  }),
  shopEndpoint({
    method: 'PATCH',
    path: '/api/wishlists/:id',
    tag,
    summary: 'Renames a wish list, shares it, or turns its emails on or off. A new link ends the previous one.',
    params: z.object({ id }),
    body: z
      .object({
        name: name.optional(),
        link: z.enum(['on', 'off', 'new']).optional(),
        wantsMail: z.boolean().optional(),
      })
      .refine((body) => Object.values(body).some((value) => value !== undefined), 'must have name, link or wantsMail'),
    answer: listSchema,
    problems: [400, 401, 403, 404, 429],
    limit: edits,
    async handle({ context: { shop }, params, body }) {
      const { wishlists } = shop.services
      // Emails first: only they can be refused for who asks.
      let list: Wishlist | null = null
      if (body.wantsMail !== undefined) list = valueOf(await wishlists.setMail(shop, params.id, body.wantsMail))
      if (body.name !== undefined) list = valueOf(await wishlists.rename(shop, params.id, body.name))
      if (body.link !== undefined) list = valueOf(await wishlists.share(shop, params.id, body.link))
      if (list === null) throw new Error('a body with nothing in it passed its schema')
      return personalJson(shown(shop, list))
    },
  }),
  shopEndpoint({
    method: 'DELETE',
    path: '/api/wishlists/:id',
    tag,
    summary: 'Deletes a wish list with everything on it, if it exists.',
    params: z.object({ id }),
    answer: z.object({ success: z.literal(true) }),
    problems: [429],
    limit: edits,
    async handle({ context: { shop }, params }) {
      await shop.services.wishlists.remove(shop, params.id)
      return personalJson({ success: true })
    },
  }),
  shopEndpoint({
    method: 'PUT',
    path: '/api/wishlists/:id/products/:sku',
    tag,
    summary:
      'Adds a product to a wish list once, or sets its quantity. Without a quantity, one that is there stays as it is.',
    params: z.object({ id, sku }),
    body: z.object({
      quantity: z
        .int('must be a whole number')
        .min(1, `must be from 1 to ${maxPerLine}`)
        .max(maxPerLine, `must be from 1 to ${maxPerLine}`)
        .optional(),
    }),
    answer: listSchema,
    problems: [400, 404, 429],
    limit: edits,
    async handle({ context: { shop }, params, body: { quantity } }) {
      const item = { sku: params.sku, ...(quantity === undefined ? {} : { quantity }) }
      return personalJson(shown(shop, valueOf(await shop.services.wishlists.put(shop, params.id, item))))
    },
  }),
  shopEndpoint({
    method: 'DELETE',
    path: '/api/wishlists/:id/products/:sku',
    tag,
    summary: 'Removes a product from a wish list, if present.',
    params: z.object({ id, sku }),
    answer: listSchema,
    problems: [404, 429],
    limit: edits,
    async handle({ context: { shop }, params }) {
      return personalJson(shown(shop, valueOf(await shop.services.wishlists.take(shop, params.id, params.sku))))
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/wishlists/:id/products/:sku/cart',
    tag,
    summary: 'Moves a product with its quantity from a wish list to the cart. Returns the cart.',
    params: z.object({ id, sku }),
    answer: cartResponseSchema,
    problems: [400, 403, 404, 409, 429],
    limit: edits,
    async handle({ context: { shop }, params }) {
      const cart = valueOf(await shop.services.wishlists.moveToCart(shop, params.id, params.sku))
      return personalJson(toCartResponse(cart, { depositPercentage: depositOf(shop) }))
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/cart/product/:code/later',
    tag,
    summary: 'Moves a line with its options out of the cart, to what is saved for later. Returns the cart.',
    params: z.object({ code: z.string().min(1).max(120) }),
    answer: cartResponseSchema,
    problems: [400, 409, 429],
    limit: edits,
    async handle({ context: { shop }, params }) {
      const cart = valueOf(await shop.services.wishlists.saveForLater(shop, params.code))
      return personalJson(toCartResponse(cart, { depositPercentage: depositOf(shop) }))
    },
  }),
]

const depositOf = (shop: RequestContext): number =>
  depositPercentageOf((setting) => shop.services.settings.text(shop.brand, setting))
