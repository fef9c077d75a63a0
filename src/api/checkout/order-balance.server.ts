import { z } from 'zod'
import { type Problem, ProblemError, httpProblem } from '../../platform/http/problem.ts'
import { siteOrigin } from '../../platform/http/site-origin.ts'
import { dollarsOf } from '../../platform/money.ts'
import type { BalanceMethod, BalanceProblem, BalanceProgress } from '../../modules/checkout/balance.server.ts'
import { submitTexts } from '../../modules/checkout/checkout.ts'
import { orderTexts } from '../../modules/orders/order-view.ts'
import { type PaymentInstrument, methodOfOption, redirectProviders } from '../../modules/payments/payments.ts'
import type { VisibleOrder } from '../../modules/orders/orders.server.ts'
import type { RequestContext } from '../../composition/request-context.ts'
import { browserInfo, endSchema, endedPayment, paymentResult, returnQueries } from './checkout-schemas.server.ts'
import { cardInstrument } from './checkout-input.server.ts'
import { centsSchema, paymentProblem } from './checkout-problems.server.ts'
import { type ApiContext, moneySchema, perAddress, personalJson, shopEndpoint } from '../api.server.ts'
import {
  changeProblems,
  changes,
  changesByAddress,
  keyOf,
  limit,
  ofOwner,
  orderId,
  ownOrder,
} from './order-requests.server.ts'

/** Paying the balance of an order. */

const tag = 'Orders'

function balanceProblem(problem: BalanceProblem, shop: RequestContext): Problem {
  switch (problem.code) {
    case 'payment_refused':
    case 'payment_unknown':
      return paymentProblem(problem, shop)
    case 'order_gone':
      return changeProblems.order_gone
    case 'nothing_owed':
      return httpProblem(409, 'nothing_owed', orderTexts.nothingOwed)
    case 'balance_changed':
      return httpProblem(409, 'balance_changed', orderTexts.changed, 'expectedBalance')
    case 'method_unavailable':
      return httpProblem(400, 'method_unavailable', orderTexts.methodGone, 'selectedPaymentOption')
    case 'in_progress':
      return { ...httpProblem(409, 'in_progress', submitTexts.inProgress), retryAfterSeconds: 1 }
    case 'key_reused':
      return httpProblem(422, 'key_reused', 'This Idempotency-Key was used with another payment. Send a new one.')
    case 'payment_missing':
      return httpProblem(400, 'payment_missing', 'Something has gone wrong, Please try again.')
  }
}

function progressSchema(progress: BalanceProgress, { order }: VisibleOrder): z.output<typeof paymentResult> {
  const { action } = progress
  return {
    orderCompleted: progress.isPaid,
    success: true,
    cartId: progress.cartId,
    webOrderId: order.webOrderId,
    paymentReference: progress.reference,
    redirectUrl: action?.kind === 'redirect' ? action.url : null,
    secure3DResponse:
      action?.kind === 'form' ? { htmlFormAction: action.url, htmlFormToPost: { ...action.fields } } : null,
    paymentStatus: progress.state,
    message: action?.kind === 'review' ? submitTexts.review : null,
  }
}

export const orderBalanceEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/orders/:id/payment',
    tag,
    summary: "Returns how an order's balance can be paid.",
    params: orderId,
    answer: z.object({
      balance: moneySchema,
      methods: z.array(z.enum(['card', ...redirectProviders])),
      x509EncryptionKeys: z.record(z.string(), z.string()),
    }),
    problems: [401, 404, 409],
    security: ofOwner,
    async handle({ context: { shop, deps }, params }) {
      const { order } = await ownOrder(shop, params.id)
      if (order.state !== 'deposit-paid' || order.stage !== 'placed')
        throw new ProblemError(balanceProblem({ code: 'nothing_owed' }, shop))
      return personalJson({
        balance: dollarsOf(order.balance),
        methods: deps.services.checkout.balances.methods(shop.brand, order),
        x509EncryptionKeys: await deps.services.payments.encryptionKeys(shop.brand, []),
      })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/orders/:id/payment',
    tag,
    summary:
      'Pays exactly the balance of an order, or returns what the shopper has to do next. Send an Idempotency-Key.',
    params: orderId,
    body: z.object({
      selectedPaymentOption: z.int().optional(),
      expectedBalance: moneySchema,
      encryptedValues: z.record(z.string().max(100), z.string().max(40_000)).optional(),
      cardHolderName: z.string().max(60).optional(),
      fraudCheckToken: z.string().max(5_000).default(''),
      browserInfo: browserInfo.optional(),
    }),
    bodyLimit: 64_000,
    answer: paymentResult,
    problems: [401, 404, 409, 422, 429, 500],
    security: ofOwner,
    limit: perAddress(changesByAddress),
    async handle({ context, params, body, request }) {
      const { shop, deps } = context
      const own = await ownOrder(shop, params.id)
      limit(context, changes, params.id)
      const key = keyOf(request)
      const origin = siteOrigin(context.incoming.headers.host, deps.config.publicUrl, deps.config.SITES)
      const instrument = balanceInstrument(context, body, request)
      const expected = centsSchema(body.expectedBalance, 'expectedBalance')
      const page = `${origin}/order/${own.order.id}`
      const input = { orderId: own.order.id, instrument, expected, page, origin, key }
      const done = await deps.services.checkout.balances.pay(shop.brand, input)
      if (!done.ok) throw new ProblemError(balanceProblem(done.problem, shop))
      return personalJson(progressSchema(done.value, own))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/orders/:id/payment/:reference',
    tag,
    summary: 'Returns the status of a balance payment, or the error of a declined one.',
    params: orderId.extend({ reference: z.string().length(26) }),
    answer: paymentResult,
    problems: [400, 401, 404, 500],
    security: ofOwner,
    async handle({ context: { shop, deps }, params }) {
      const own = await ownOrder(shop, params.id)
      const found = await deps.services.checkout.balances.progress(own.order.id, params.reference)
      if (found === null) throw new ProblemError(changeProblems.order_gone)
      if (!found.ok) throw new ProblemError(balanceProblem(found.problem, shop))
      return personalJson(progressSchema(found.value, own))
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/orders/:id/payment/void',
    tag,
    summary: 'Cancels an abandoned balance payment, or reports that it was approved first.',
    params: orderId,
    answer: endedPayment,
    problems: [401, 404, 429],
    security: ofOwner,
    limit: perAddress(changesByAddress),
    async handle({ context, params }) {
      const { order } = await ownOrder(context.shop, params.id)
      limit(context, changes, params.id)
      return personalJson(endSchema(await context.deps.services.checkout.balances.cancel(order.id), context.shop))
    },
  }),
  ...redirectProviders.map((provider) =>
    shopEndpoint({
      method: 'POST',
      path: `/api/orders/:id/payment/${provider}`,
      tag,
      summary: "Completes a balance payment after the shopper's return. The return parameters are the query.",
      params: orderId,
      query: returnQueries[provider],
      answer: paymentResult,
      problems: [400, 401, 404, 429, 500],
      security: ofOwner,
      limit: perAddress(changesByAddress),
      async handle({ context, params, query }) {
        const own = await ownOrder(context.shop, params.id)
        limit(context, changes, params.id)
        const given = Object.entries(query as Record<string, unknown>).filter(
          (one): one is [string, string] => typeof one[1] === 'string',
        )
        const { balances } = context.deps.services.checkout
        const done = await balances.confirm(own.order.id, provider, Object.fromEntries(given))
        if (!done.ok) throw new ProblemError(balanceProblem(done.problem, context.shop))
        return personalJson(progressSchema(done.value, own))
      },
    }),
  ),
]

function balanceInstrument(
  context: ApiContext,
  body: Parameters<typeof cardInstrument>[1] & { readonly selectedPaymentOption?: number | undefined },
  request: Request,
): Extract<PaymentInstrument, { method: BalanceMethod }> {
  const method = methodOfOption(body.selectedPaymentOption)
  if (method === 'paypal' || method === 'afterpay' || method === 'zip') return { method }
  const card = method === 'card' ? cardInstrument(context, body, request) : null
  if (card !== null) return card
  const problem = { code: method === 'card' ? 'payment_missing' : 'method_unavailable' } as const
  throw new ProblemError(balanceProblem(problem, context.shop))
}
