import { z } from 'zod'
import { minutes } from '../../platform/clock.ts'
import { notFound } from '../../platform/http/common-problems.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import { siteOrigin } from '../../platform/http/site-origin.ts'
import { toAvailabilityResponse } from '../../modules/checkout/availability.ts'
import { hasInstall, pickupTexts, toPickupStoreResponse } from '../../modules/checkout/pickup.ts'
import { methodOfOption } from '../../modules/payments/payments.ts'
import {
  type ApiContext,
  dateTripleSchema,
  moneySchema,
  perAddress,
  personalJson,
  shopEndpoint,
  visitorAddress,
} from '../api.server.ts'
import {
  checkoutRequest,
  confirmation,
  customerAddress,
  datesSchema,
  paymentResult,
  resultSchema,
  savedCardSchema,
} from './checkout-schemas.server.ts'
import { centsSchema, checkoutProblem, notGranted, withOtherCard } from './checkout-problems.server.ts'
import { deliveryInputOf, instrumentOf } from './checkout-input.server.ts'

const tag = 'Checkout'

/** A checkout loads dates again whenever the address changes. */
const availabilities = { name: 'delivery availability', count: 120, windowMs: minutes(1) }
const submits = { name: 'checkout submits', count: 6, windowMs: minutes(1) }
const pickups = { name: 'pickup stores', count: 120, windowMs: minutes(1) }
/** A repeated submit returns its order and does not count as new; repeats are limited too. */
const repeats = { name: 'checkout submits and repeats by address', count: 200, windowMs: minutes(10) }
const submitsByAddress = { name: 'checkout submits by address', count: 20, windowMs: minutes(60) }

export const checkoutEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/checkout',
    tag,
    summary: 'Returns the initial data of the checkout page.',
    query: z.object({ subdivision: z.string().max(20).optional() }),
    answer: z.object({
      cartId: z.uuid(),
      customer: z.object({
        email: z.string().nullable(),
        phone: z.string().nullable(),
        locked: z.boolean(),
        shippingAddress: customerAddress.nullable(),
        billingAddress: customerAddress.nullable(),
        firstName: z.string().optional().meta({ description: 'From the account, like the next two' }),
        lastName: z.string().optional(),
        newsletter: z.boolean().optional(),
      }),
      stores: z.array(z.object({ subdivision: z.string(), name: z.string(), selected: z.boolean() })),
      salesPeople: z.array(
        z.object({ code: z.string(), name: z.string(), subdivision: z.string(), selected: z.boolean() }),
      ),
      store: z
        .object({
          name: z.string(),
          phone: z.string(),
          address: z.string(),
          suburb: z.string(),
          postcode: z.string(),
          state: z.string(),
        })
        .nullable(),
      opts: z.int(),
      partialPaymentPercentage: z.number(),
      x509EncryptionKeys: z.record(z.string(), z.string()),
      extendedStorage: z.object({ freeDays: z.int(), feeCapPerDay: moneySchema, minimumPrice: moneySchema }),
      swaps: z
        .array(
          z.object({
            productCode: z.string(),
            sku: z.string(),
            title: z.string(),
            uri: z.string(),
            image: z.string(),
            price: moneySchema,
          }),
        )
        .meta({ description: 'Alternatives for lines that can no longer be bought.' }),
      savesSession: z.boolean().meta({ description: 'Whether the browser may store form input.' }),
      savedCards: z
        .array(savedCardSchema)
        .nullable()
        .meta({ description: 'Saved cards of a signed-in customer; null for everyone else.' }),
    }),
    async handle({ context: { shop, deps }, query }) {
      const [principal, cart] = [await shop.visitor.principal(), await shop.services.cart.visitor.current(shop)]
      return personalJson(await deps.services.checkout.view(shop.brand, principal, cart, query.subdivision ?? null))
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/checkout/avail',
    tag,
    summary: 'Returns delivery dates and prices of the cart for an address.',
    body: z.object({
      cartId: z.uuid(),
      deliveryAddress: z.object({
        suburb: z.string().trim().min(1, 'must be given').max(100),
        state: z.string().max(20).default(''),
        postcode: z.string().regex(/^\d{4}$/, 'must be 4 digits'),
      }),
      uniqueDeliveryRequirements: z.boolean().default(false),
      winningDeliveryServiceOverride: z.boolean().default(false),
    }),
    answer: z.object({
      cartId: z.uuid(),
      today: dateTripleSchema,
      availability: z
        .object({
          unavailable: z.boolean(),
          dates: datesSchema,
        })
        .nullable(),
      deliveryWindows: z
        .array(z.string())
        .meta({ description: 'Parts of a day, for example 07:00-12:00; not for today' }),
      supplierAvailability: z.record(z.string(), z.object({ dates: datesSchema })),
      supplierErrors: z.array(z.object({ supplier: z.string(), message: z.string() })),
      deliveryServices: z.array(
        z.object({
          sku: z.string(),
          title: z.string(),
          blurb: z.string().meta({ description: 'Sanitised HTML' }),
          price: moneySchema,
          selected: z.boolean(),
          hidden: z.boolean(),
        }),
      ),
      winningDeliveryServiceOverride: z.boolean(),
      showNotifyIfAvailableSooner: z.boolean(),
      showInstallationContact: z.boolean(),
      showUniqueDeliveryRequirements: z.boolean(),
    }),
    problems: [400, 429, 503],
    limit: perAddress(availabilities),
    async handle({ context: { shop, deps }, body }) {
      const cart = await shop.services.cart.visitor.current(shop)
      if (cart === null || cart.id !== body.cartId)
        throw new ProblemError(checkoutProblem({ code: 'cart_changed' }, shop))
      const found = await deps.services.checkout.availability(shop.brand, cart, body.deliveryAddress, {
        hasUniqueRequirements: body.uniqueDeliveryRequirements,
        override:
          body.winningDeliveryServiceOverride &&
          (await deps.services.checkout.canOverride(shop.brand, await shop.visitor.principal(), cart)),
      })
      if (found === null) {
        throw new ProblemError(
          httpProblem(
            400,
            'not_served',
            'Delivery services unavailable for the provided address',
            'deliveryAddress.suburb',
          ),
        )
      }
      return personalJson(toAvailabilityResponse(found, cart.id))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/checkout/pickup',
    tag,
    summary: 'Lists the stores where the cart can be picked up, the nearest to a place first, with the stock of each.',
    query: z.object({
      suburb: z.string().trim().max(100).default(''),
      state: z.string().max(20).default(''),
      postcode: z
        .string()
        .regex(/^(\d{4})?$/, 'must be 4 digits')
        .default(''),
    }),
    answer: z.object({
      stores: z.array(
        z.object({
          storeId: z.int(),
          name: z.string(),
          address: z.string(),
          distance: z.string().nullable().meta({ description: 'As the crow flies; null where no place is given' }),
          hours: z.string().meta({ description: "For example 'Open today 9:00 AM – 5:30 PM'" }),
          stock: z.string().meta({ description: "For example 'All 2 items in stock, ready today from 2:00 PM'" }),
          isAvailable: z.boolean(),
          isNear: z.boolean().meta({ description: 'Within 50 km of the place' }),
          readyOn: dateTripleSchema.nullable().meta({ description: 'Send it back with the order' }),
        }),
      ),
      problem: z.string().nullable().meta({ description: 'Why nothing of the cart can be picked up anywhere' }),
    }),
    problems: [400, 429],
    limit: perAddress(pickups),
    async handle({ context: { shop, deps }, query }) {
      const cart = await shop.services.cart.visitor.current(shop)
      if (cart === null) return personalJson({ stores: [], problem: null })
      const place = query.postcode === '' ? null : query
      const options = await deps.services.checkout.pickupOptions(shop.brand, cart, place)
      const now = shop.now()
      return personalJson({
        stores: options.map((option) => toPickupStoreResponse(option, now)),
        problem: hasInstall(cart) ? pickupTexts.install : null,
      })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/checkout',
    tag,
    summary:
      'Places the order, or returns what the shopper has to do next. Send an Idempotency-Key: a repeat gets the same response.',
    body: checkoutRequest,
    bodyLimit: 64_000,
    answer: paymentResult,
    problems: [403, 409, 422, 429, 500, 503],
    limit: perAddress(repeats),
    async handle({ context, body, request }) {
      const { shop, deps } = context
      const cart = await shop.services.cart.visitor.owned(shop, body.cartId)
      if (cart === null) throw new ProblemError(checkoutProblem({ code: 'empty_cart' }, shop))
      const method = methodOfOption(body.selectedPaymentOption)
      if (method === null) throw new ProblemError(notGranted('selectedPaymentOption'))
      const key = request.headers.get('idempotency-key')
      if (key !== null && (key.length < 16 || key.length > 255)) {
        throw new ProblemError(
          httpProblem(400, 'invalid_key', 'Idempotency-Key: must have 16 to 255 characters', 'Idempotency-Key'),
        )
      }
      const done = await deps.services.checkout.submit(
        shop.brand,
        await shop.visitor.principal(),
        cart,
        {
          cartId: body.cartId,
          form: {
            email: body.email,
            phoneNumber: body.phoneNumber,
            poNumber: body.poNumber,
            deliveryAddress: body.deliveryAddress,
            billingAddress: body.billingAddress,
            mieleWarning: body.brandsWarnings.mieleWarning,
          },
          newsletter: body.newsletter,
          delivery: deliveryInputOf(body),
          items: body.cart.items ?? null,
          cartTotal: centsSchema(body.cart.orderTotal, 'cart.orderTotal'),
          expectedTotal: body.expectedTotal === undefined ? null : centsSchema(body.expectedTotal, 'expectedTotal'),
          staff: {
            subdivision: body.subdivision,
            salespersonCode: body.salespersonCode,
            cashAndCarry: body.cashAndCarry,
            winningDeliveryServiceOverride: body.winningDeliveryServiceOverride,
          },
          method,
          deposit: centsSchema(body.partialPayment, 'partialPayment'),
          tip: centsSchema(body.tip, 'tip'),
          instrument: await instrumentOf(context, body, request),
          origin: siteOrigin(context.incoming.headers.host, deps.config.publicUrl, deps.config.SITES),
        },
        {
          key,
          async admit() {
            const waitSeconds =
              deps.rateLimiter.take(submits, cart.id) ||
              deps.rateLimiter.takeFrom(submitsByAddress, visitorAddress(context))
            if (waitSeconds > 0) return { code: 'too_many_submits', waitSeconds }
            return (await shop.visitor.isPerson('checkout', body.captchaToken)) ? null : { code: 'captcha_failed' }
          },
        },
      )
      if (!done.ok) {
        const problem = checkoutProblem(done.problem, shop)
        throw new ProblemError(body.savedCardId === null ? problem : withOtherCard(problem))
      }
      await saveNewsletterConsent(shop, body.newsletter)
      return personalJson(resultSchema(done.value))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/checkout/confirmation',
    tag,
    summary:
      "Returns the order of a cart. For 24 hours the cart's id is enough, without personal data unless the cart or order is the visitor's; after that only for its owner.",
    query: z.object({ id: z.uuid() }),
    answer: confirmation,
    problems: [404],
    async handle({ context: { shop }, query }) {
      const found = await shop.services.orders.visitor.confirmation(shop, query.id)
      if (found === null) throw new ProblemError(notFound)
      return personalJson(found.shown)
    },
  }),
]

/** A signed-in customer's tick here sets their marketing preference. */
async function saveNewsletterConsent(shop: ApiContext['shop'], newsletter: boolean): Promise<void> {
  const who = await shop.visitor.principal()
  if (who.kind !== 'member' && who.kind !== 'trade') return
  const { newsletter: before = newsletter } = who.profile
  if (before === newsletter) return
  const accountId = await shop.visitor.accountId()
  await shop.services.account.personalData.choose(shop.brand.app, accountId, { newsletter })
}
