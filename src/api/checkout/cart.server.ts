import { z } from 'zod'
import {
  maxPerLine,
  noCartId,
  toCartResponse,
  toLineResponse,
  type Cart,
  type CartProblem,
} from '../../modules/cart/cart.ts'
import { cartProblemText, sharedCartGone } from '../../modules/cart/cart-texts.ts'
import { codesByAddress } from '../../modules/cart/code-limit.ts'
import { cartDelivery, noPlace, type CartDelivery } from '../../modules/checkout/cart-parcels.server.ts'
import { depositPercentageOf } from '../../modules/checkout/deposit.ts'
import { emptyCodeText } from '../../modules/cart/line-texts.ts'
import { taxNumberText } from '../../modules/account/invoice-document.ts'
import { quotePdf } from '../../modules/quotes/quote-pdf.ts'
import { quoteLink } from '../../modules/quotes/quotes.ts'
import { timeZoneOf } from '../../brands/apps.ts'
import { dayIn } from '../../platform/calendar.ts'
import { minutes } from '../../platform/clock.ts'
import type { Limit } from '../../platform/http/rate-limit.ts'
import { isLooseEmail, maxEmailLength } from '../../platform/text/email.ts'
import { ProblemError, httpProblem, type Problem } from '../../platform/http/problem.ts'
import { dollarsOf } from '../../platform/money.ts'
import { ribbonTypes } from '../../modules/catalogue/product/ribbon.ts'
import { upsellLists } from '../catalogue/product-schemas.server.ts'
import { personalJson, shopEndpoint, visitorAddress, moneySchema, type ApiContext, perAddress } from '../api.server.ts'

const statusOf = {
  line_gone: [400, null],
  cart_empty: [400, null],
  cart_changed: [400, 'cartId'],
  price_not_editable: [403, 'price'],
  sent_cart_gone: [400, null],
  not_available: [400, 'sku'],
  login_required: [403, null],
  checkout_in_progress: [409, null],
  code_unknown: [400, 'code'],
  code_minimum_spend: [400, 'code'],
  code_used: [400, 'code'],
  code_not_applied: [400, 'code'],
  gift_card_applied: [400, 'code'],
  gift_cards_full: [400, 'code'],
  quantity_over_stock: [400, 'quantity'],
  warranty_not_offered: [400, 'warrantyId'],
  install_not_offered: [400, 'installId'],
} as const satisfies Record<CartProblem['code'], readonly [Problem['status'], string | null]>

export function cartProblem(problem: CartProblem): Problem {
  const [status, field] = statusOf[problem.code]
  const code = problem.code.startsWith('code_') ? 'coupon_invalid' : problem.code
  return httpProblem(status, code, cartProblemText(problem), field)
}

const serviceSchema = z.object({ name: z.string(), price: moneySchema })

const lineResponseSchema = z.object({
  productCode: z.string(),
  productId: z.int(),
  sku: z.string(),
  unitId: z.null(),
  title: z.string(),
  uri: z.string(),
  image: z.string(),
  images: z.array(z.object({ path: z.string(), type: z.string() })),
  brand: z.string(),
  category: z.string(),
  categorization: z.object({ level1: z.string(), level2: z.string().nullable(), level3: z.string().nullable() }),
  price: moneySchema,
  rrp: moneySchema.nullable(),
  altPriceMsg: z.string().nullable(),
  isMemberPrice: z.boolean().meta({ description: 'Whether the price is a Deals Club price' }),
  priceNote: z.string().nullable().meta({ description: 'Why the price is so low: the Deals Club, or the quantity' }),
  quantity: z.int(),
  maxQuantity: z.int(),
  lineDiscount: moneySchema,
  available: z.boolean(),
  unavailableReason: z.enum(['SupersededNoStock', 'LocationBlock', 'NoStock']).nullable(),
  sortOrder: z.int(),
  isProforma: z.boolean(),
  ribbonType: z.enum(ribbonTypes).nullable(),
  conditionType: z.string(),
  missingParts: z.string().nullable(),
  promoId: z.int().nullable(),
  warrantyId: z.int().nullable(),
  selectedWarranty: serviceSchema.nullable(),
  installId: z.int().nullable(),
  selectedInstall: serviceSchema.nullable(),
  upsells: z.object(upsellLists),
  permissions: z.int(),
})

const rewardSchema = z.object({
  promoId: z.int(),
  title: z.string(),
  link: z.string(),
  thumbImg: z.string().nullable(),
  expiryDate: z.string().nullable(),
  redemption: z.boolean(),
  rewardLabel: z.string(),
})

export const cartResponseSchema = z.object({
  cartId: z.uuid(),
  version: z.int().meta({ description: 'Increases with every change; ignore responses with a lower version' }),
  products: z.array(lineResponseSchema),
  rewards: z.array(rewardSchema),
  productCount: z.int(),
  subTotal: moneySchema.meta({ description: 'Of the products as listed, before the discounts of bundles and codes' }),
  bundles: z
    .array(z.object({ title: z.string(), discount: moneySchema }))
    .meta({ description: 'The bundles that the products make up, and what each takes off' }),
  couponCode: z.string().nullable(),
  couponDiscount: moneySchema.meta({ description: 'Discount of the coupon and all gift cards' }),
  coupon: z.object({ code: z.string(), discount: moneySchema }).nullable(),
  giftCards: z.array(z.object({ code: z.string(), balance: moneySchema, amount: moneySchema })),
  savingTotal: moneySchema,
  totalRrp: moneySchema,
  orderTotal: moneySchema,
  delivery: moneySchema.nullable().meta({
    description: 'Cost of the first delivery date at the location; null if unknown. Not part of the totals',
  }),
  parcels: z
    .array(
      z.object({
        by: z.string().nullable().meta({ description: 'Supplier or manufacturer; null for our own crew' }),
        day: z.string().nullable(),
        text: z.string(),
        productCodes: z.array(z.string()),
      }),
    )
    .meta({ description: 'Lines that arrive together at the location, with their first date' }),
  depositPercentage: z.number(),
  cartDeposit: moneySchema,
  cartRemainingPayment: moneySchema,
  errors: z.array(z.object({ message: z.string() })),
  messages: z.array(z.object({ message: z.string() })),
})

const tag = 'Cart'
const looseEmailText = z.string().max(maxEmailLength).refine(isLooseEmail, 'must be an email address')
const edits = { name: 'cart edits', count: 60, windowMs: minutes(1) }
const codes = { name: 'coupon codes', count: 10, windowMs: minutes(1) }
/** Making a PDF is work. */
const pdfDownloads = { name: 'quotes on paper', count: 30, windowMs: minutes(10) }

/** The cart as calls return it, with the deposit that the app requires now (SUMM-20). */
function shownCart({ shop }: ApiContext, cart: Cart | null, more: Partial<CartDelivery> = {}) {
  const depositPercentage = depositPercentageOf((name) => shop.services.settings.text(shop.brand, name))
  return toCartResponse(cart, { ...more, depositPercentage })
}

/** Limited by the cart itself; the cookie can be made up, and then the address is limited. */
async function cartWait(context: ApiContext, which: Limit, byAddress?: Limit): Promise<number> {
  const { rateLimiter } = context.deps
  const address = visitorAddress(context)
  const cart = await context.shop.services.cart.visitor.owned(context.shop)
  const wait = cart === null ? rateLimiter.takeFrom(which, address) : rateLimiter.take(which, cart.id)
  return wait > 0 || byAddress === undefined ? wait : rateLimiter.takeFrom(byAddress, address)
}

/** The delivery to the place in the query; without a place there is no objection. */
async function deliveryOf(
  { shop, deps }: ApiContext,
  cart: Cart | null,
  {
    suburb,
    state,
    postcode,
  }: { suburb?: string | undefined; state?: string | undefined; postcode?: string | undefined },
): Promise<CartDelivery> {
  if (suburb === undefined || postcode === undefined) return noPlace
  const place = shop.services.geo.find(shop.brand.country, suburb, state ?? '-', postcode)
  return place === null ? { ...noPlace, isServed: false } : cartDelivery(deps.services, cart, place)
}

/** In a body it must be the cart of the cookie (decision cart-02): another tab may have changed it since. */
const cartId = z.string().optional()

async function checkCartId({ shop }: ApiContext, id: string | undefined): Promise<void> {
  if (id === undefined) return
  const cart = await shop.services.cart.visitor.owned(shop, id)
  if (id !== (cart?.id ?? noCartId)) throw new ProblemError(cartProblem({ code: 'cart_changed' }))
}

/** A body without the fields that were left out. */
function given<Body extends object>(body: Body) {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Body]: Exclude<Body[Field], undefined>
  }
}

export const cartEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/cart/',
    tag,
    summary: "Returns the visitor's cart, or an empty one with an all-zero id.",
    query: z.object({
      suburb: z.string().optional(),
      postcode: z.string().optional(),
      state: z.string().optional(),
      winningDeliveryServiceOverride: z.string().optional(),
    }),
    answer: cartResponseSchema,
    async handle({ context, query }) {
      const cart = await context.shop.services.cart.visitor.current(context.shop)
      return personalJson(shownCart(context, cart, await deliveryOf(context, cart, query)))
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/cart/product/',
    tag,
    summary:
      'Adds a product, or sets the quantity of the line named by productCode. A warrantyId or installId applies to the whole line; null removes it, and omitting it keeps it.',
    body: z.object({
      sku: z.string().min(1).max(60),
      quantity: z
        .int('must be a whole number')
        .min(1, `must be from 1 to ${maxPerLine}`)
        .max(maxPerLine, `must be from 1 to ${maxPerLine}`),
      productCode: z.string().min(1).max(120).optional(),
      productId: z.int('must be the id of the product').optional(),
      unitId: z.string().max(120).nullable().optional(),
      cartId,
      price: moneySchema.optional(),
      competitorUrl: z.string().max(2_000).optional(),
      warrantyId: z.int('must be the id of a warranty, or null').nullable().optional(),
      installId: z.int('must be the id of an installation, or null').nullable().optional(),
    }),
    answer: cartResponseSchema,
    problems: [403, 409, 429],
    limit: (context) => cartWait(context, edits),
    async handle({ context, body }) {
      const { cartId: id, price, competitorUrl, ...item } = body
      await checkCartId(context, id)
      // Shoppers may change everything about a line except its price (decision cart-14).
      if (price !== undefined || competitorUrl !== undefined)
        throw new ProblemError(cartProblem({ code: 'price_not_editable' }))
      const done = await context.shop.services.cart.visitor.put(context.shop, given(item))
      if (!done.ok) throw new ProblemError(cartProblem(done.problem))
      return personalJson(shownCart(context, done.value))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/cart/product/:code',
    tag,
    summary: 'Returns one line of the cart.',
    params: z.object({ code: z.string().min(1).max(120) }),
    answer: lineResponseSchema,
    problems: [400],
    async handle({ context, params }) {
      const cart = await context.shop.services.cart.visitor.current(context.shop)
      const line = cart?.lines.find((one) => one.productCode === params.code)
      if (line === undefined) throw new ProblemError(cartProblem({ code: 'line_gone' }))
      return personalJson(toLineResponse(line))
    },
  }),
  shopEndpoint({
    method: 'DELETE',
    path: '/api/cart/product/:code',
    tag,
    summary: 'Removes one line.',
    params: z.object({ code: z.string().min(1).max(120) }),
    answer: cartResponseSchema,
    problems: [400, 409, 429],
    limit: (context) => cartWait(context, edits),
    async handle({ context, params }) {
      const done = await context.shop.services.cart.visitor.remove(context.shop, params.code)
      if (!done.ok) throw new ProblemError(cartProblem(done.problem))
      return personalJson(shownCart(context, done.value))
    },
  }),
  shopEndpoint({
    method: 'DELETE',
    path: '/api/cart/',
    tag,
    summary: 'Deletes the cart.',
    answer: cartResponseSchema,
    problems: [409, 429],
    limit: (context) => cartWait(context, edits),
    async handle({ context }) {
      const done = await context.shop.services.cart.visitor.clear(context.shop)
      if (!done.ok) throw new ProblemError(cartProblem(done.problem))
      return personalJson(shownCart(context, null))
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/cart/email',
    tag,
    summary: 'Stores an email address with the cart.',
    body: z.object({
      email: looseEmailText,
      cartId,
    }),
    answer: z.object({ success: z.literal(true) }),
    problems: [409, 429],
    limit: (context) => cartWait(context, edits),
    async handle({ context, body }) {
      await checkCartId(context, body.cartId)
      const done = await context.shop.services.cart.visitor.setEmail(context.shop, body.email)
      if (!done.ok) throw new ProblemError(cartProblem(done.problem))
      return personalJson({ success: true })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/cart/quote/:token/quote.pdf',
    tag,
    summary: 'Returns a quote as a PDF.',
    params: z.object({ token: z.string().min(1).max(60).toLowerCase() }),
    answer: null,
    problems: [404, 429],
    limit: perAddress(pdfDownloads),
    async handle({ context, params }) {
      const { brand, services, now } = context.shop
      const quote = await services.quotes.open(brand, params.token)
      if (quote === null) throw new ProblemError(httpProblem(404, 'not_found', sharedCartGone))
      const taxLine = taxNumberText(brand.country, services.settings.text(brand, 'taxNumber'))
      const today = dayIn(timeZoneOf[brand.country], now())
      const pdf = quotePdf(quote, { brand, link: quoteLink(brand, params.token), taxLine, today })
      const { renderPdf } = await import('../../platform/files/pdf-document.server.ts')
      const made = { at: now(), lang: brand.locale.replace('_', '-') }
      return new Response(new Uint8Array(await renderPdf(pdf, made)), {
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${quote.number}.pdf"`,
          'cache-control': 'private, no-store',
          'x-robots-tag': 'noindex',
        },
      })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/cart/coupon/',
    tag,
    summary: 'Applies a coupon, replacing the previous one, or adds a gift card, up to five.',
    body: z.object({
      code: z.string().trim().max(40, 'must have at most 40 characters'),
      userEmail: looseEmailText.nullable(),
      cartId,
    }),
    answer: cartResponseSchema,
    problems: [409, 429],
    limit: (context) => cartWait(context, codes, codesByAddress),
    async handle({ context, body }) {
      if (body.code === '') throw new ProblemError(httpProblem(400, 'coupon_empty', emptyCodeText, 'code'))
      await checkCartId(context, body.cartId)
      const done = await context.shop.services.cart.visitor.applyCode(context.shop, body.code, body.userEmail)
      if (!done.ok) throw new ProblemError(cartProblem(done.problem))
      return personalJson(shownCart(context, done.value))
    },
  }),
  shopEndpoint({
    method: 'DELETE',
    path: '/api/cart/coupon/:id',
    tag,
    summary: 'Removes a coupon or gift card from the cart. A gift card can be named by its last four characters.',
    params: z.object({ id: z.string().min(1).max(60) }),
    answer: cartResponseSchema,
    problems: [400, 409, 429],
    limit: (context) => cartWait(context, edits),
    async handle({ context, params }) {
      const done = await context.shop.services.cart.visitor.removeCode(context.shop, params.id)
      if (!done.ok) throw new ProblemError(cartProblem(done.problem))
      return personalJson(shownCart(context, done.value))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/giftcard/:code',
    tag,
    summary: "Returns a gift card's balance and expiry date. Unknown codes return 404.",
    params: z.object({ code: z.string().trim().min(1).max(40) }),
    answer: z.object({ code: z.string(), balance: moneySchema, expiry: z.string() }),
    problems: [404, 429],
    limit: (context) => cartWait(context, codes, codesByAddress),
    async handle({ context, params }) {
      const card = await context.shop.services.cart.giftCard(context.shop.brand, params.code)
      if (card === null) {
        throw new ProblemError(httpProblem(404, 'gift_card_unknown', cartProblemText({ code: 'code_unknown' }), 'code'))
      }
      return personalJson({ code: card.code, balance: dollarsOf(card.balance), expiry: card.expiresOn })
    },
  }),
]
