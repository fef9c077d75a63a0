import { z } from 'zod'
import { mostOfOneLine, noCartId, wireCart, wireLine, type CartProblem } from '../modules/cart/cart.ts'
import { cartProblemText, sentCartGone } from '../modules/cart/cart-texts.ts'
import { taxNumberText } from '../modules/account/invoice-document.ts'
import { quotePaper } from '../modules/quotes/quote-paper.ts'
import { timeZoneOf } from '../brands/apps.ts'
import { dayIn } from '../platform/calendar.ts'
import { minutes } from '../platform/clock.ts'
import { looseEmail } from '../platform/email.ts'
import { countedAs } from '../platform/http/client-address.ts'
import { ProblemError, refusal, tooManyRequests, type Problem } from '../platform/http/problem.ts'
import { dollarsOf } from '../platform/money.ts'
import { ribbonTypes } from '../modules/catalogue/ribbon.ts'
import { upsellLists } from './product-schemas.server.ts'
import { personalJson, shopEndpoint, visitorAddress, wireMoney, type ApiContext } from './api.server.ts'

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
  quantity_over_stock: [400, 'quantity'],
  warranty_not_offered: [400, 'warrantyId'],
  install_not_offered: [400, 'installId'],
} as const satisfies Record<CartProblem['code'], readonly [Problem['status'], string | null]>

export function cartRefusal(problem: CartProblem): Problem {
  const [status, field] = statusOf[problem.code]
  const code = problem.code.startsWith('code_') ? 'coupon_invalid' : problem.code
  return refusal(status, code, cartProblemText(problem), field)
}

const serviceSchema = z.object({ name: z.string(), price: wireMoney })

const wireLineSchema = z.object({
  productCode: z.string(),
  productId: z.int(),
  sku: z.string(),
  unitId: z.null(),
  title: z.string(),
  uri: z.string(),
  image: z.string().nullable(),
  images: z.array(z.object({ path: z.string(), type: z.string() })),
  brand: z.string(),
  category: z.string(),
  categorization: z.object({ level1: z.string(), level2: z.string().nullable(), level3: z.string().nullable() }),
  price: wireMoney,
  rrp: wireMoney.nullable(),
  altPriceMsg: z.string().nullable(),
  isMemberPrice: z.boolean().meta({ description: 'The price is that of members of the Deals Club' }),
  quantity: z.int(),
  maxQuantity: z.int(),
  lineDiscount: wireMoney,
  available: z.boolean(),
  unavailableReason: z.enum(['SupersededNoStock', 'LocationBlock', 'NoStock']).nullable(),
  sortOrder: z.int(),
  isProforma: z.boolean(),
  ribbonType: z.enum(ribbonTypes).nullable(),
  conditionType: z.string().nullable(),
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

const wireCartSchema = z.object({
  cartId: z.uuid(),
  version: z.int().meta({ description: 'Grows with every change of the cart: an answer with a lower one is late' }),
  products: z.array(wireLineSchema),
  rewards: z.array(rewardSchema),
  productCount: z.int(),
  subTotal: wireMoney,
  couponCode: z.string().nullable(),
  couponDiscount: wireMoney,
  savingTotal: wireMoney,
  totalRrp: wireMoney,
  orderTotal: wireMoney,
  depositPercentage: z.number(),
  cartDeposit: wireMoney,
  cartRemainingPayment: wireMoney,
  errors: z.array(z.object({ message: z.string() })),
  messages: z.array(z.object({ message: z.string() })),
})

const tag = 'Cart'
const looseEmailText = z.string().max(254).regex(looseEmail, 'must be an e-mail address')
const edits = { name: 'cart edits', count: 60, windowMs: minutes(1) }
const codes = { name: 'coupon codes', count: 10, windowMs: minutes(1) }
/** Making a PDF is work. */
const papers = { name: 'quotes on paper', count: 30, windowMs: minutes(10) }
/** Guessing codes from ever new carts does not get further than from one. */
const codesByAddress = { name: 'coupon codes by address', count: 30, windowMs: minutes(60) }

/** Counted by the cart itself: what the cookie says can be made up, and then the address counts. */
async function limit(context: ApiContext, which: typeof edits, byAddress?: typeof edits): Promise<void> {
  const { rateLimiter } = context.parts
  const address = countedAs(visitorAddress(context))
  const cart = await context.shop.cart.owned()
  const wait =
    rateLimiter.take(which, cart?.id ?? address) || (byAddress === undefined ? 0 : rateLimiter.take(byAddress, address))
  if (wait > 0) throw new ProblemError(tooManyRequests(wait))
}

/** Whether the place that the query names gets deliveries; without a place nothing speaks against it. */
async function isServed(
  { shop, parts }: ApiContext,
  {
    suburb,
    state,
    postcode,
  }: { suburb?: string | undefined; state?: string | undefined; postcode?: string | undefined },
): Promise<boolean> {
  if (suburb === undefined || postcode === undefined) return true
  const place = shop.geography.find(shop.brand.country, suburb, state ?? '-', postcode)
  return place !== null && (await parts.services.delivery.zoneOf(place)) !== null
}

/** In a body it must be the cart of the cookie (decision cart-02): another tab may have another one by now. */
const cartId = z.string().optional()

async function checkCartId({ shop }: ApiContext, id: string | undefined): Promise<void> {
  if (id === undefined) return
  const cart = await shop.cart.owned()
  if (id !== (cart?.id ?? noCartId)) throw new ProblemError(cartRefusal({ code: 'cart_changed' }))
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
    summary: "The visitor's cart; an empty one with an all-zero id when there is none.",
    query: z.object({
      suburb: z.string().optional(),
      postcode: z.string().optional(),
      state: z.string().optional(),
      winningDeliveryServiceOverride: z.string().optional(),
    }),
    answer: wireCartSchema,
    async handle({ context, query }) {
      const cart = await context.shop.cart.current()
      return personalJson(wireCart(cart, { isServed: await isServed(context, query) }))
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/cart/product/',
    tag,
    summary:
      'Adds a product, or sets the quantity of the line that productCode names. A warrantyId or installId is chosen for the whole line; null takes it off, and one left out stays.',
    body: z.object({
      sku: z.string().min(1).max(60),
      quantity: z
        .int('must be a whole number')
        .min(1, `must be from 1 to ${mostOfOneLine}`)
        .max(mostOfOneLine, `must be from 1 to ${mostOfOneLine}`),
      productCode: z.string().min(1).max(120).optional(),
      productId: z.int('must be the id of the product').optional(),
      unitId: z.string().max(120).nullable().optional(),
      cartId,
      price: wireMoney.optional(),
      competitorUrl: z.string().max(2_000).optional(),
      warrantyId: z.int('must be the id of a warranty, or null').nullable().optional(),
      installId: z.int('must be the id of an installation, or null').nullable().optional(),
    }),
    answer: wireCartSchema,
    refusals: [403, 409, 429],
    async handle({ context, body }) {
      await limit(context, edits)
      const { cartId: id, price, competitorUrl, ...item } = body
      await checkCartId(context, id)
      // Shoppers may change everything of a line but its price (decision cart-14).
      if (price !== undefined || competitorUrl !== undefined)
        throw new ProblemError(cartRefusal({ code: 'price_not_editable' }))
      const done = await context.shop.cart.put(given(item))
      if (!done.ok) throw new ProblemError(cartRefusal(done.problem))
      return personalJson(wireCart(done.value))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/cart/product/:code',
    tag,
    summary: 'One line of the cart.',
    params: z.object({ code: z.string().min(1).max(120) }),
    answer: wireLineSchema,
    refusals: [400],
    async handle({ context, params }) {
      const cart = await context.shop.cart.current()
      const line = cart?.lines.find((one) => one.productCode === params.code)
      if (line === undefined) throw new ProblemError(cartRefusal({ code: 'line_gone' }))
      return personalJson(wireLine(line))
    },
  }),
  shopEndpoint({
    method: 'DELETE',
    path: '/api/cart/product/:code',
    tag,
    summary: 'Removes one line.',
    params: z.object({ code: z.string().min(1).max(120) }),
    answer: wireCartSchema,
    refusals: [400, 409, 429],
    async handle({ context, params }) {
      await limit(context, edits)
      const done = await context.shop.cart.remove(params.code)
      if (!done.ok) throw new ProblemError(cartRefusal(done.problem))
      return personalJson(wireCart(done.value))
    },
  }),
  shopEndpoint({
    method: 'DELETE',
    path: '/api/cart/',
    tag,
    summary: 'Empties the cart and forgets it.',
    answer: wireCartSchema,
    refusals: [409, 429],
    async handle({ context }) {
      await limit(context, edits)
      const done = await context.shop.cart.clear()
      if (!done.ok) throw new ProblemError(cartRefusal(done.problem))
      return personalJson(wireCart(null))
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/cart/email',
    tag,
    summary: 'Keeps an e-mail address with the cart.',
    body: z.object({
      email: looseEmailText,
      cartId,
    }),
    answer: z.object({ success: z.literal(true) }),
    refusals: [409, 429],
    async handle({ context, body }) {
      await limit(context, edits)
      await checkCartId(context, body.cartId)
      const done = await context.shop.cart.setEmail(body.email)
      if (!done.ok) throw new ProblemError(cartRefusal(done.problem))
      return personalJson({ success: true })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/cart/quote/:token/quote.pdf',
    tag,
    summary: 'A quote that a shopper had made, as it stands today, on paper. (added)',
    params: z.object({ token: z.string().min(1).max(60).toLowerCase() }),
    answer: null,
    refusals: [404, 429],
    async handle({ context, params }) {
      const { brand, quotes, settings, now, waitFor } = context.shop
      const wait = waitFor(papers)
      if (wait > 0) throw new ProblemError(tooManyRequests(wait))
      const quote = await quotes.open(params.token)
      if (quote === null) throw new ProblemError(refusal(404, 'not_found', sentCartGone))
      const taxLine = taxNumberText(brand.country, settings.text(brand, 'taxNumber'))
      const today = dayIn(timeZoneOf[brand.country], now())
      const paper = quotePaper(quote, { brand, link: quotes.link(params.token), taxLine, today })
      const { paperPdf } = await import('../platform/paper-pdf.server.ts')
      const made = { at: now(), lang: brand.locale.replace('_', '-') }
      return new Response(new Uint8Array(await paperPdf(paper, made)), {
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
    summary: 'Applies a coupon or a gift card to the cart; one code at a time.',
    body: z.object({
      code: z.string().trim().min(1, 'Coupon value cannot be empty').max(40, 'must have at most 40 characters'),
      userEmail: looseEmailText.nullable(),
      cartId,
    }),
    answer: wireCartSchema,
    refusals: [409, 429],
    async handle({ context, body }) {
      await limit(context, codes, codesByAddress)
      await checkCartId(context, body.cartId)
      const done = await context.shop.cart.applyCode(body.code, body.userEmail)
      if (!done.ok) throw new ProblemError(cartRefusal(done.problem))
      return personalJson(wireCart(done.value))
    },
  }),
  shopEndpoint({
    method: 'DELETE',
    path: '/api/cart/coupon/:id',
    tag,
    summary: 'Takes the code off the cart.',
    params: z.object({ id: z.string().min(1).max(60) }),
    answer: wireCartSchema,
    refusals: [400, 409, 429],
    async handle({ context, params }) {
      await limit(context, edits)
      const done = await context.shop.cart.removeCode(params.id)
      if (!done.ok) throw new ProblemError(cartRefusal(done.problem))
      return personalJson(wireCart(done.value))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/giftcard/:code',
    tag,
    summary: 'What is left on a gift card, and until which day. A code that is no gift card here answers 404.',
    params: z.object({ code: z.string().trim().min(1).max(40) }),
    answer: z.object({ code: z.string(), balance: wireMoney, expiry: z.string() }),
    refusals: [404, 429],
    async handle({ context, params }) {
      await limit(context, codes, codesByAddress)
      const card = await context.shop.cart.giftCard(params.code)
      if (card === null) {
        throw new ProblemError(refusal(404, 'gift_card_unknown', cartProblemText({ code: 'code_unknown' }), 'code'))
      }
      return personalJson({ code: card.code, balance: dollarsOf(card.balance), expiry: card.expiresOn })
    },
  }),
]
