import { z } from 'zod'
import { minutes } from '../platform/clock.ts'
import { dollarsOf } from '../platform/money.ts'
import { ProblemError, refusal, tooManyRequests } from '../platform/http/problem.ts'
import { readText } from '../platform/http/endpoint.ts'
import { paymentStates } from '../modules/payments/payments.ts'
import type { MethodRange } from '../modules/payments/payments.server.ts'
import { checkoutRefusal, paymentProblem, paymentResult, wireResult } from './checkout.server.ts'
import { personalJson, publicJson, shopEndpoint, wireMoney, type ApiContext } from './api.server.ts'

const tag = 'Payment'

const option = z.object({
  isEnabled: z.boolean(),
  minimumAmount: wireMoney,
  maximumAmount: wireMoney,
  repaymentPeriodMonths: z.int().nullable(),
  offerExpiry: z.string().nullable(),
  offerExpiryInclusion: z.string().nullable(),
})

const off = {
  isEnabled: false,
  minimumAmount: 0,
  maximumAmount: 0,
  repaymentPeriodMonths: null,
  offerExpiry: null,
  offerExpiryInclusion: null,
}

function optionOf(range: MethodRange | null) {
  return range === null
    ? off
    : { ...off, isEnabled: true, minimumAmount: dollarsOf(range.minimum), maximumAmount: dollarsOf(range.maximum) }
}

const polls = { name: 'payment polls', count: 60, windowMs: minutes(1) }
const cancels = { name: 'payment cancels', count: 10, windowMs: minutes(1) }

/** The cart a call names, when it is the caller's own; 400 when it is not. */
async function ownCart({ shop }: ApiContext, cartId: string): Promise<string> {
  const cart = await shop.cart.owned()
  if (cart === null || cart.id !== cartId) throw new ProblemError(checkoutRefusal({ code: 'cart_changed' }, shop))
  return cart.id
}

export const paymentEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/checkout/paymentconfiguration',
    tag,
    summary: 'Which instalment methods are enabled, and for which amounts.',
    answer: z.object({ paymentOptions: z.record(z.string(), option) }),
    handle({ context: { shop, parts } }) {
      const afterpay = parts.services.paymentConfiguration.afterpay(shop.brand.currency)
      return publicJson({
        paymentOptions: { Klarna: off, AfterPay: optionOf(afterpay), PayPal: off, Humm: off, Zip: off },
      })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/checkout/v2/paymentconfiguration',
    tag,
    summary: 'The same by method, with the keys cards are encrypted with.',
    answer: z.object({
      paymentConfigurations: z.record(
        z.string(),
        z.object({
          isEnabled: z.boolean(),
          details: z.object({ minimumAmount: wireMoney, maximumAmount: wireMoney }).nullable(),
        }),
      ),
      x509EncryptionKeys: z.record(z.string(), z.string()),
    }),
    async handle({ context: { shop, parts } }) {
      const afterpay = parts.services.paymentConfiguration.afterpay(shop.brand.currency)
      const none = { isEnabled: false, details: null }
      const names = ['klarna', 'paypalbnpl', 'humm', 'zipnz', 'zipmoney', 'applepay', 'googlepay']
      return publicJson({
        paymentConfigurations: {
          ...Object.fromEntries(names.map((name) => [name, none])),
          afterpay:
            afterpay === null
              ? none
              : {
                  isEnabled: true,
                  details: { minimumAmount: dollarsOf(afterpay.minimum), maximumAmount: dollarsOf(afterpay.maximum) },
                },
        },
        x509EncryptionKeys: await parts.services.paymentConfiguration.encryptionKeys(shop.brand),
      })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/payment/status',
    tag,
    summary: "How a payment of the visitor's cart stands.",
    query: z.object({
      cartId: z.uuid(),
      paymentReference: z.string().max(40),
      selectedPaymentOption: z.string().max(10).optional(),
    }),
    answer: z.object({ paymentStatus: z.enum(paymentStates), message: z.string().nullable() }),
    refusals: [429],
    async handle({ context, query }) {
      const wait = context.parts.rateLimiter.take(polls, query.cartId)
      if (wait > 0) throw new ProblemError(tooManyRequests(wait))
      const cartId = await ownCart(context, query.cartId)
      const attempt = await context.parts.services.checkout.attempt(query.paymentReference)
      if (attempt === null || attempt.cartId !== cartId) {
        throw new ProblemError(
          refusal(400, 'unknown_reference', 'Something has gone wrong, Please try again.', 'paymentReference'),
        )
      }
      return personalJson({ paymentStatus: attempt.state, message: attempt.refusal?.shownReason ?? null })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/checkout/void',
    tag,
    summary: 'Ends a payment the shopper gave up; says so when it was approved first.',
    body: z.object({ cartId: z.uuid(), selectedPaymentOption: z.int().optional() }),
    answer: z.object({ success: z.boolean(), paymentStatus: z.enum(paymentStates) }),
    refusals: [429],
    async handle({ context, body }) {
      const wait = context.parts.rateLimiter.take(cancels, body.cartId)
      if (wait > 0) throw new ProblemError(tooManyRequests(wait))
      const state = await context.parts.services.checkout.cancel(await ownCart(context, body.cartId))
      return personalJson({ success: state !== 'Approved', paymentStatus: state })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/checkout/afterpayconfirmation',
    tag,
    summary:
      'Ends a payment after the shopper came back from Afterpay; the return parameters are the query, there is no body.',
    query: z.object({ cartId: z.uuid(), status: z.string().max(20), orderToken: z.string().max(200) }),
    answer: paymentResult,
    refusals: [500, 503],
    async handle({ context, query }) {
      const cartId = await ownCart(context, query.cartId)
      const done = await context.parts.services.checkout.confirm(cartId, 'afterpay', {
        status: query.status,
        orderToken: query.orderToken,
      })
      if (!done.ok) throw new ProblemError(checkoutRefusal(done.problem, context.shop))
      return personalJson(wireResult(done.value))
    },
  }),
  ...(['GET', 'POST'] as const).map((method) =>
    shopEndpoint({
      method,
      path: '/api/checkout/cardreturn/:token',
      tag,
      summary: 'Where the card issuer sends the shopper back to; a token of its own proves who it is. (added)',
      params: z.object({ token: z.string().min(32).max(200) }),
      ownProof: true,
      answer: null,
      success: 303,
      async handle({ context, params, request }) {
        const returned = Object.fromEntries(new URL(request.url).searchParams)
        const settled = await context.parts.services.checkout.cardReturn(params.token, returned)
        const to =
          settled === null
            ? '/customer/checkout'
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
    summary: 'Why a payment came to nothing, for the page the shopper came back to. (added)',
    params: z.object({ attemptId: z.string().length(26) }),
    answer: null,
    refusals: [404],
    async handle({ context, params, traceId }) {
      const attempt = await context.parts.services.checkout.attempt(params.attemptId)
      const cart = await context.shop.cart.owned()
      if (attempt === null || cart === null || attempt.cartId !== cart.id) {
        throw new ProblemError(refusal(404, 'not_found', 'The requested resource could not be found.'))
      }
      const isUnknown = attempt.state === 'Unknown' || attempt.state === 'Pending'
      const problem = isUnknown
        ? paymentProblem({ code: 'payment_unknown', reference: attempt.id }, context.shop)
        : paymentProblem(
            { code: 'payment_refused', shownReason: attempt.refusal?.shownReason ?? null, reference: attempt.id },
            context.shop,
          )
      const [first] = problem.faults
      return personalJson({
        errors: problem.faults,
        status: { code: problem.status, errors: [first?.message ?? ''] },
        type: 'refused',
        traceId,
        ...problem.payment,
      })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/payment/webhook/card',
    tag,
    summary: 'Notices of the card gateway; signed by it. (added)',
    ownProof: true,
    answer: null,
    refusals: [400],
    async handle({ context, request }) {
      const raw = await readText(request, 256_000)
      const isStored = await context.parts.services.webhooks.receiveCard(raw)
      if (!isStored) throw new ProblemError(refusal(400, 'bad_signature', 'The notice is not signed by the gateway.'))
      return new Response('[accepted]', { headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' } })
    },
  }),
]
