import { z } from 'zod'
import { minutes } from '../../platform/clock.ts'
import { dollarsOf } from '../../platform/money.ts'
import { notFound } from '../../platform/http/common-problems.ts'
import { errorBodySchema } from '../../platform/http/problem-schema.ts'
import { ProblemError, httpProblem, tooManyRequests } from '../../platform/http/problem.ts'
import { readText } from '../../platform/http/endpoint.ts'
import { siteOrigin } from '../../platform/http/site-origin.ts'
import { paymentStates, redirectProviders } from '../../modules/payments/payments.ts'
import {
  configuredMethods,
  lastOfferDay,
  type ConfiguredMethod,
  type MethodTerms,
} from '../../modules/payments/payments.server.ts'
import { chargeText } from '../../modules/payments/decline-texts.ts'
import { checkoutProblem, paymentProblem } from './checkout-problems.server.ts'
import { endedPayment, paymentResult, cartReturnQueries, endSchema, resultSchema } from './checkout-schemas.server.ts'
import { personalJson, publicJson, shopEndpoint, moneySchema, type ApiContext, perAddress } from '../api.server.ts'

const tag = 'Payment'

const option = z.object({
  isEnabled: z.boolean(),
  minimumAmount: moneySchema,
  maximumAmount: moneySchema,
  repaymentPeriodMonths: z.int().nullable(),
  offerExpiry: z.iso.date().nullable(),
  offerExpiryInclusion: z.iso.date().nullable(),
})

const details = z.object({
  minimumAmount: moneySchema,
  maximumAmount: moneySchema,
  repaymentPeriodMonths: z.int().nullable().optional(),
  offerExpiry: z.iso.date().nullable().optional(),
  offerExpiryInclusion: z.iso.date().nullable().optional(),
})

const rangeOf = ({ minimum, maximum }: MethodTerms) => ({
  minimumAmount: dollarsOf(minimum),
  maximumAmount: dollarsOf(maximum),
})

/** Over how long Zip spreads a price, and until when without interest (PAYO-04). */
const spreadOf = (terms: MethodTerms) => ({
  repaymentPeriodMonths: terms.repaymentMonths,
  offerExpiry: terms.offerExpiry,
  offerExpiryInclusion: lastOfferDay(terms.offerExpiry),
})

function optionOf(terms: MethodTerms | null): z.output<typeof option> {
  if (terms !== null) return { isEnabled: true, ...rangeOf(terms), ...spreadOf(terms) }
  const nothing = { repaymentPeriodMonths: null, offerExpiry: null, offerExpiryInclusion: null }
  return { isEnabled: false, minimumAmount: 0, maximumAmount: 0, ...nothing }
}

function detailsOf(name: ConfiguredMethod, terms: MethodTerms | null) {
  if (terms === null) return { isEnabled: false, details: null }
  return { isEnabled: true, details: { ...rangeOf(terms), ...(name === 'zipmoney' ? spreadOf(terms) : {}) } }
}

const namesOf = { afterpay: 'Afterpay', paypal: 'PayPal', zip: 'Zip' } as const

const polls = { name: 'payment polls', count: 60, windowMs: minutes(1) }
/** A store has several people at tills behind one address. */
const pollsByAddress = { ...polls, name: 'payment polls by address', count: 10 * polls.count }
const sheets = { name: 'wallet sheets', count: 20, windowMs: minutes(1) }
const cancels = { name: 'payment cancels', count: 10, windowMs: minutes(1) }
const cancelsByAddress = { ...cancels, name: 'payment cancels by address', count: 10 * cancels.count }

/** The cart a call names, when it is the caller's own; 400 when it is not. */
async function ownCart({ shop }: ApiContext, cartId: string): Promise<string> {
  const cart = await shop.services.cart.visitor.owned(shop, cartId)
  if (cart === null || cart.id !== cartId) throw new ProblemError(checkoutProblem({ code: 'cart_changed' }, shop))
  return cart.id
}

export const paymentEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/checkout/paymentconfiguration',
    tag,
    summary: 'Lists the enabled instalment methods and their amounts.',
    answer: z.object({ paymentOptions: z.record(z.string(), option) }),
    handle({ context: { shop, deps } }) {
      const { country } = shop.brand
      const of = (name: ConfiguredMethod) => optionOf(deps.services.payments.offered(name, shop.brand))
      return publicJson({
        paymentOptions: {
          Klarna: of('klarna'),
          AfterPay: of('afterpay'),
          PayPal: of('paypalbnpl'),
          Humm: of('humm'),
          Zip: of(country === 'AU' ? 'zipmoney' : 'zipnz'),
        },
      })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/checkout/v2/paymentconfiguration',
    tag,
    summary: 'Returns the payment methods by name, with the keys for encrypting cards.',
    answer: z.object({
      paymentConfigurations: z.record(
        z.string(),
        z.object({
          isEnabled: z.boolean(),
          details: details.nullable(),
        }),
      ),
      x509EncryptionKeys: z.record(z.string(), z.string()),
    }),
    async handle({ context: { shop, deps } }) {
      const { payments: paymentConfiguration } = deps.services
      return publicJson({
        paymentConfigurations: Object.fromEntries(
          configuredMethods.map((name) => [name, detailsOf(name, paymentConfiguration.offered(name, shop.brand))]),
        ),
        x509EncryptionKeys: await paymentConfiguration.encryptionKeys(shop.brand, null),
      })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/payment/status',
    tag,
    summary: "Returns the status of a payment of the visitor's cart.",
    query: z.object({
      cartId: z.uuid(),
      paymentReference: z.string().max(40),
      selectedPaymentOption: z.string().max(10).optional(),
    }),
    answer: z.object({
      paymentStatus: z.enum(paymentStates),
      message: z.string().nullable(),
      nothingCharged: z.boolean().meta({ description: 'Whether the payment ended without a charge.' }),
    }),
    problems: [429],
    limit: perAddress(pollsByAddress),
    async handle({ context, query }) {
      const wait = context.deps.rateLimiter.take(polls, query.cartId)
      if (wait > 0) throw new ProblemError(tooManyRequests(wait))
      const cartId = await ownCart(context, query.cartId)
      const { checkout } = context.deps.services
      const known = await checkout.attempt(query.paymentReference)
      if (known === null || known.cartId !== cartId) {
        throw new ProblemError(
          httpProblem(400, 'unknown_reference', 'Something has gone wrong, Please try again.', 'paymentReference'),
        )
      }
      const attempt = await checkout.watched(known)
      const charge = await checkout.charge(attempt)
      const reported = charge === 'open' ? null : chargeText(charge, context.shop.brand.supportNumber)
      return personalJson({
        paymentStatus: attempt.state,
        message: reported ?? attempt.refusal?.shownReason ?? null,
        nothingCharged: charge === 'none',
      })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/checkout/void',
    tag,
    summary: 'Cancels an abandoned payment; reports if it was approved first.',
    body: z.object({ cartId: z.uuid(), selectedPaymentOption: z.int().optional() }),
    answer: endedPayment,
    problems: [429],
    limit: perAddress(cancelsByAddress),
    async handle({ context, body }) {
      const wait = context.deps.rateLimiter.take(cancels, body.cartId)
      if (wait > 0) throw new ProblemError(tooManyRequests(wait))
      const ended = await context.deps.services.checkout.cancel(await ownCart(context, body.cartId))
      return personalJson(endSchema(ended, context.shop))
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/checkout/applepaysession',
    tag,
    summary: "Returns the Apple Pay merchant session for this shop's domain.",
    answer: z.object({ session: z.record(z.string(), z.unknown()) }),
    problems: [404, 429, 503],
    limit: perAddress(sheets),
    async handle({ context }) {
      const { deps, shop, incoming } = context
      const { payments: paymentConfiguration } = deps.services
      const { applePay } = deps.services.payments
      if (!applePay.isReady || paymentConfiguration.offered('applepay', shop.brand) === null)
        throw new ProblemError(notFound)
      const { hostname } = new URL(siteOrigin(incoming.headers.host, deps.config.publicUrl, deps.config.SITES))
      const session = await applePay.session({ domain: hostname, name: shop.brand.companyName })
      if (session === null)
        throw new ProblemError(
          httpProblem(503, 'unavailable', 'Apple Pay is not available right now. Please pay another way.'),
        )
      return personalJson({ session })
    },
  }),
  ...redirectProviders.map((provider) =>
    shopEndpoint({
      method: 'POST',
      path: `/api/checkout/${provider}confirmation`,
      tag,
      summary: `Completes a payment after the return from ${namesOf[provider]}. The return parameters are the query; there is no body.`,
      query: cartReturnQueries[provider],
      answer: paymentResult,
      problems: [500, 503],
      async handle({ context, query: { cartId, ...returned } }) {
        const given = Object.entries(returned).filter((one): one is [string, string] => typeof one[1] === 'string')
        const { checkout } = context.deps.services
        const done = await checkout.confirm(await ownCart(context, cartId), provider, Object.fromEntries(given))
        if (!done.ok) throw new ProblemError(checkoutProblem(done.problem, context.shop))
        return personalJson(resultSchema(done.value))
      },
    }),
  ),
  ...(['GET', 'POST'] as const).map((method) =>
    shopEndpoint({
      method,
      path: '/api/checkout/cardreturn/:token',
      tag,
      summary: 'Handles the return from the card issuer, authenticated by its own token.',
      params: z.object({ token: z.string().min(32).max(200) }),
      ownProof: true,
      answer: null,
      success: 303,
      async handle({ context, params, request }) {
        const returned = Object.fromEntries(new URL(request.url).searchParams)
        const settled = await context.deps.services.checkout.cardReturn(params.token, returned)
        const to =
          settled === null
            ? '/customer/checkout'
            : settled.goOn !== null
              ? settled.goOn
              : settled.attempt.orderId !== null
                ? `/order/${settled.attempt.orderId}?payment=${settled.attempt.id}`
                : settled.order !== null
                  ? `/customer/confirmation?id=${settled.attempt.cartId}`
                  : `/customer/checkout?paymentError=${settled.attempt.id}`
        return new Response(null, {
          status: 303,
          headers: { location: to, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
        })
      },
    }),
  ),
  shopEndpoint({
    method: 'GET',
    path: '/api/checkout/paymenterror/:attemptId',
    tag,
    summary: 'Returns why a payment failed, for the page the shopper returned to.',
    params: z.object({ attemptId: z.string().length(26) }),
    answer: errorBodySchema,
    problems: [404],
    async handle({ context, params, traceId }) {
      const { checkout } = context.deps.services
      const attempt = await checkout.attempt(params.attemptId)
      const cart = await context.shop.services.cart.visitor.owned(context.shop, attempt?.cartId)
      if (attempt === null || cart === null || attempt.cartId !== cart.id) {
        throw new ProblemError(notFound)
      }
      const isUnknown = attempt.state === 'Unknown' || attempt.state === 'Pending'
      const problem = isUnknown
        ? paymentProblem({ code: 'payment_unknown', reference: attempt.id }, context.shop)
        : paymentProblem(
            {
              code: 'payment_refused',
              shownReason: attempt.refusal?.shownReason ?? null,
              charge: await checkout.charge(attempt),
              reference: attempt.id,
            },
            context.shop,
          )
      const [first] = problem.errors
      return personalJson({
        errors: problem.errors,
        status: { code: problem.status, errors: [first?.message ?? ''] },
        type: 'refused',
        traceId,
        ...problem.payment,
      })
    },
  }),
  ...(['card', 'paypal'] as const).map((sender) =>
    shopEndpoint({
      method: 'POST',
      path: `/api/payment/webhook/${sender}`,
      tag,
      summary: `Accepts signed webhooks from ${sender === 'card' ? 'the card gateway' : 'PayPal'}.`,
      ownProof: true,
      answer: null,
      problems: [400],
      async handle({ context, request }) {
        const raw = await readText(request, 256_000)
        const isStored = await context.deps.services.checkout.webhooks.receive(sender, raw, request.headers)
        if (!isStored)
          throw new ProblemError(
            httpProblem(400, 'bad_signature', 'The notice is not signed by whom it is said to be from.'),
          )
        return new Response('[accepted]', { headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' } })
      },
    }),
  ),
]
