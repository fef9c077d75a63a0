import { z } from 'zod'
import { minutes } from '../../platform/clock.ts'
import { dayOf, tripleOf } from '../../platform/calendar.ts'
import { ProblemError, httpProblem, tooManyRequests, type Problem } from '../../platform/http/problem.ts'
import type { Limit } from '../../platform/http/rate-limit.ts'
import { siteOrigin } from '../../platform/http/site-origin.ts'
import { dollarsOf } from '../../platform/money.ts'
import { accountTexts, invoiceNumberOf } from '../../modules/account/account.ts'
import { invoiceDocument, invoicePdf } from '../../modules/account/invoice-document.ts'
import type { BalanceMethod, BalanceProblem, BalanceProgress } from '../../modules/checkout/balance.server.ts'
import { submitTexts } from '../../modules/checkout/checkout.ts'
import type { RescheduleProblem } from '../../modules/checkout/reschedule.server.ts'
import type { CancelProblem } from '../../modules/orders/cancellation.server.ts'
import { cleanNumber } from '../../modules/orders/order-access.server.ts'
import { orderTexts, type OrderView } from '../../modules/orders/order-view.ts'
import { methodOfOption, redirectProviders, type PaymentInstrument } from '../../modules/payments/payments.ts'
import type { VisibleOrder } from '../../modules/orders/orders.server.ts'
import type { RequestContext } from '../../composition/request-context.ts'
import { cartProblem } from './cart.server.ts'
import {
  browserInfo,
  cardInstrument,
  endedPayment,
  paymentProblem,
  paymentResult,
  returnParameters,
  centsSchema,
  endSchema,
} from './checkout.server.ts'
import {
  personalJson,
  shopEndpoint,
  dateTripleSchema,
  moneySchema,
  type ApiContext,
  perAddress,
} from '../api.server.ts'

const tag = 'Orders'

const orderId = z.object({ id: z.string().length(26, 'must be the id of an order') })
const amount = { title: z.string(), amount: moneySchema }

const orderView = z.object({
  id: z.string(),
  webOrderId: z.string(),
  placedOn: z.iso.date(),
  standing: z.enum([
    'awaiting-payment',
    'deposit-paid',
    'on-account',
    'paid',
    'on-its-way',
    'delivered',
    'cancelled',
    'refunded',
  ]),
  standingText: z.string(),
  currency: z.enum(['AUD', 'NZD']),
  email: z.string(),
  phone: z.string(),
  poNumber: z.string(),
  delivery: z.object({
    name: z.string(),
    lines: z.array(z.string()),
    text: z.string(),
    day: z.iso.date().nullable(),
    instructions: z.string(),
    expectsCall: z.boolean(),
    proforma: z.string().nullable(),
    suppliers: z.array(z.string()),
  }),
  lines: z.array(
    z.object({
      productCode: z.string(),
      sku: z.string(),
      uri: z.string(),
      title: z.string(),
      picture: z.string(),
      quantity: z.int(),
      cancelled: z.int(),
      total: moneySchema,
      choices: z.array(z.object({ name: z.string(), total: moneySchema })),
    }),
  ),
  charges: z.array(z.object({ title: z.string(), price: moneySchema })),
  discounts: z.array(z.object({ name: z.string(), amount: moneySchema })),
  total: moneySchema,
  payments: z.array(z.object({ method: z.string(), amount: moneySchema, date: z.iso.date() })),
  refunds: z.array(
    z.object({
      number: z.string(),
      amount: moneySchema,
      date: z.iso.date(),
      items: z.array(z.object(amount)),
      unpaid: moneySchema.meta({ description: 'Of it, what was never paid and is no longer owed' }),
      payouts: z.array(
        z.object({ method: z.string(), amount: moneySchema, isDone: z.boolean(), isGiftCard: z.boolean() }),
      ),
    }),
  ),
  balance: moneySchema.meta({ description: 'Still to pay' }),
  history: z.array(z.object({ date: z.iso.date(), text: z.string() })),
  closesText: z.string().nullable(),
  may: z.object({ cancel: z.boolean(), reschedule: z.boolean(), pay: z.boolean(), invoice: z.boolean() }),
}) satisfies z.ZodType<OrderView>

const lookUps: Limit = { name: 'order look-ups', count: 10, windowMs: minutes(15) }
const lookUpsByNumber: Limit = { name: 'order look-ups by number', count: 10, windowMs: minutes(60) }
const changes: Limit = { name: 'changes of an order', count: 60, windowMs: minutes(10) }
const changesByAddress: Limit = { ...changes, name: 'changes of orders by address', count: 200 }

function limit({ parts }: ApiContext, which: Limit, key: string): void {
  const wait = parts.rateLimiter.take(which, key)
  if (wait > 0) throw new ProblemError(tooManyRequests(wait))
}

const changeProblems: Readonly<Record<CancelProblem['code'] | RescheduleProblem['code'], Problem>> = {
  order_gone: httpProblem(404, 'not_found', orderTexts.gone),
  already_cancelled: httpProblem(409, 'already_cancelled', orderTexts.alreadyCancelled),
  order_closed: httpProblem(409, 'order_closed', orderTexts.closed),
  too_late: httpProblem(409, 'too_late', orderTexts.tooLate),
  line_gone: httpProblem(400, 'line_gone', orderTexts.lineGone, 'lines'),
  payment_in_progress: httpProblem(409, 'payment_in_progress', orderTexts.paying),
  order_changed: httpProblem(409, 'order_changed', orderTexts.changed),
  not_dated: httpProblem(409, 'not_dated', orderTexts.notDated),
  date_unavailable: httpProblem(400, 'date_unavailable', orderTexts.dateGone, 'deliveryDate'),
}

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

/** An order that the visitor may see; leaves with a 404 for any other. */
async function ownOrder(shop: RequestContext, id: string): Promise<VisibleOrder> {
  const found = await shop.services.orders.visitor.byId(shop, id)
  if (found === null) throw new ProblemError(httpProblem(404, 'not_found', orderTexts.gone))
  return found
}

const viewOf = (shop: RequestContext, { order, isLink }: VisibleOrder) =>
  shop.services.checkout.orderView(order, { isLink })

/** An order whose owner may change it: not by a link that may have been passed on. */
async function changeable(context: ApiContext, id: string): Promise<VisibleOrder> {
  const own = await ownOrder(context.shop, id)
  if (own.isLink) throw new ProblemError(httpProblem(403, 'look_up_first', orderTexts.linkOver))
  limit(context, changes, id)
  return own
}

/** The same wish has the same key. */
function keyOf(request: Request): string {
  const key = request.headers.get('idempotency-key') ?? ''
  if (key.length < 16 || key.length > 255)
    throw new ProblemError(
      httpProblem(400, 'invalid_key', 'Idempotency-Key: must have 16 to 255 characters', 'Idempotency-Key'),
    )
  return key
}

const requestedLines = z
  .array(z.object({ productCode: z.string().max(120), quantity: z.int().min(1).max(99) }))
  .min(1, 'must name at least one line')
  .max(500)
  .nullable()
  .meta({ description: 'Null for all that is left' })

export const orderEndpoints = [
  shopEndpoint({
    method: 'POST',
    path: '/api/orders/lookup',
    tag,
    summary: 'Opens an order for half an hour to whoever knows its number and email address. (added)',
    body: z.object({ orderNumber: z.string().trim().min(1).max(40), email: z.string().trim().min(1).max(400) }),
    answer: orderId,
    problems: [404, 429],
    limit: perAddress(lookUps),
    async handle({ context, body }) {
      limit(context, lookUpsByNumber, cleanNumber(body.orderNumber))
      const id = await context.shop.services.orders.visitor.find(context.shop, body.orderNumber, body.email)
      if (id === null) throw new ProblemError(httpProblem(404, 'not_found', orderTexts.notFound))
      return personalJson({ id })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/orders/open',
    tag,
    summary: 'Opens an order by what stands in the link of a mail: to see it and to pay for it. (added)',
    body: z.object({ key: z.string().min(1).max(500) }),
    answer: orderId,
    problems: [404, 429],
    limit: perAddress(lookUps),
    async handle({ context, body }) {
      const id = context.shop.services.orders.visitor.openLink(context.shop, body.key)
      if (id === null) throw new ProblemError(httpProblem(404, 'not_found', orderTexts.linkOver))
      return personalJson({ id })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/orders/:id',
    tag,
    summary: "An order of the account, or one that was opened. Anybody else's is not found. (added)",
    params: orderId,
    answer: orderView,
    problems: [401, 404],
    async handle({ context: { shop }, params }) {
      return personalJson(await viewOf(shop, await ownOrder(shop, params.id)))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/orders/:id/invoice.pdf',
    tag,
    summary: 'The tax invoice of an order whose payment was approved. (added)',
    params: orderId,
    answer: null,
    problems: [401, 404],
    async handle({ context: { shop, parts }, params }) {
      const { order } = await ownOrder(shop, params.id)
      if (order.state !== 'paid' && order.state !== 'deposit-paid')
        throw new ProblemError(httpProblem(404, 'not_found', accountTexts.invoiceGone))
      const { payments, refunds } = await parts.services.orders.storyOf(order.id)
      const {
        brand,
        services: { settings },
      } = shop
      const taxNumber = settings.text(brand, 'taxNumber')
      const document = invoiceDocument(order, { brand, taxNumber, payments, refunds })
      const made = { at: payments[0]?.paidAt ?? order.placedAt, lang: brand.locale.replace('_', '-') }
      const { renderPdf } = await import('../../platform/files/pdf-document.server.ts')
      return new Response(new Uint8Array(await renderPdf(invoicePdf(document), made)), {
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${invoiceNumberOf(order)}.pdf"`,
          'cache-control': 'private, no-store',
        },
      })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/orders/:id/refund-preview',
    tag,
    summary: 'What cancelling lines would take off an order; changes nothing. (added)',
    params: orderId,
    body: z.object({ lines: requestedLines }),
    answer: z.object({ amount: moneySchema, isWhole: z.boolean() }),
    problems: [401, 403, 404, 409, 429],
    limit: perAddress(changesByAddress),
    async handle({ context, params, body }) {
      const { order } = await changeable(context, params.id)
      if (order.stage !== 'placed') throw new ProblemError(changeProblems.order_closed)
      const found = await context.parts.services.orders.cancellations.preview(order, body.lines)
      if (found === null) throw new ProblemError(changeProblems.line_gone)
      return personalJson({ amount: dollarsOf(found.cents), isWhole: found.isWhole })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/orders/:id/cancel',
    tag,
    summary:
      'Cancels an order or lines of it before it is made ready; what was paid goes back. Send an Idempotency-Key: a repeat changes nothing. (added)',
    params: orderId,
    body: z.object({ lines: requestedLines, expectedAmount: moneySchema.optional() }),
    answer: orderView,
    problems: [401, 403, 404, 409, 429],
    limit: perAddress(changesByAddress),
    async handle({ context, params, body, request }) {
      const { order } = await changeable(context, params.id)
      const done = await context.parts.services.orders.cancellations.cancel({
        orderId: order.id,
        lines: body.lines,
        expected: body.expectedAmount === undefined ? null : centsSchema(body.expectedAmount, 'expectedAmount'),
        key: keyOf(request),
        actor: { kind: 'owner' },
      })
      if (!done.ok) throw new ProblemError(changeProblems[done.problem.code])
      return personalJson(await viewOf(context.shop, await ownOrder(context.shop, order.id)))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/orders/:id/dates',
    tag,
    summary: 'Days to which the delivery can be moved, none dearer than what was paid. (added)',
    params: orderId,
    answer: z.object({
      today: dateTripleSchema,
      current: z.iso.date().nullable(),
      dates: z.array(
        z.object({
          date: dateTripleSchema,
          price: z.union([z.number(), z.string()]).nullable(),
          available: z.boolean(),
        }),
      ),
    }),
    problems: [401, 403, 404, 409, 429],
    limit: perAddress(changesByAddress),
    async handle({ context, params }) {
      const { order } = await changeable(context, params.id)
      const found = await context.parts.services.checkout.rescheduling.dates(order)
      if (found === null) throw new ProblemError(changeProblems.not_dated)
      return personalJson({
        today: tripleOf(found.today),
        current: order.snapshot.delivery.deliversOn,
        dates: found.dates.map(({ day, price, available }) => ({
          date: tripleOf(day),
          price: typeof price === 'number' ? dollarsOf(price) : price,
          available,
        })),
      })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/orders/:id/reschedule',
    tag,
    summary: 'Moves the delivery to another day; a cheaper one gives back the difference. (added)',
    params: orderId,
    body: z.object({ deliveryDate: dateTripleSchema }),
    answer: orderView,
    problems: [401, 403, 404, 409, 429],
    limit: perAddress(changesByAddress),
    async handle({ context, params, body }) {
      const { order } = await changeable(context, params.id)
      const day = dayOf(body.deliveryDate)
      if (day === null) throw new ProblemError(changeProblems.date_unavailable)
      const input = { orderId: order.id, day, actor: { kind: 'owner' } as const }
      const done = await context.parts.services.checkout.rescheduling.reschedule(input)
      if (!done.ok) throw new ProblemError(changeProblems[done.problem.code])
      return personalJson(await viewOf(context.shop, await ownOrder(context.shop, order.id)))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/orders/:id/payment',
    tag,
    summary: 'How what is left of an order can be paid. (added)',
    params: orderId,
    answer: z.object({
      balance: moneySchema,
      methods: z.array(z.enum(['card', ...redirectProviders])),
      x509EncryptionKeys: z.record(z.string(), z.string()),
    }),
    problems: [401, 404, 409],
    async handle({ context: { shop, parts }, params }) {
      const { order } = await ownOrder(shop, params.id)
      if (order.state !== 'deposit-paid' || order.stage !== 'placed')
        throw new ProblemError(balanceProblem({ code: 'nothing_owed' }, shop))
      return personalJson({
        balance: dollarsOf(order.balance),
        methods: parts.services.checkout.balances.methods(shop.brand, order),
        x509EncryptionKeys: await parts.services.payments.encryptionKeys(shop.brand, []),
      })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/orders/:id/payment',
    tag,
    summary:
      'Pays what is left of an order, exactly that, or says what the shopper has to do next. Send an Idempotency-Key. (added)',
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
    limit: perAddress(changesByAddress),
    async handle({ context, params, body, request }) {
      const { shop, parts } = context
      const own = await ownOrder(shop, params.id)
      limit(context, changes, params.id)
      const key = keyOf(request)
      const origin = siteOrigin(context.incoming.headers.host, parts.config.publicUrl, parts.config.SITES)
      const instrument = balanceInstrument(context, body, request)
      const expected = centsSchema(body.expectedBalance, 'expectedBalance')
      const page = `${origin}/order/${own.order.id}`
      const input = { orderId: own.order.id, instrument, expected, page, origin, key }
      const done = await parts.services.checkout.balances.pay(shop.brand, input)
      if (!done.ok) throw new ProblemError(balanceProblem(done.problem, shop))
      return personalJson(progressSchema(done.value, own))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/orders/:id/payment/:reference',
    tag,
    summary: 'How a payment of what is left stands; a refused one is answered as the refusal. (added)',
    params: orderId.extend({ reference: z.string().length(26) }),
    answer: paymentResult,
    problems: [400, 401, 404, 500],
    async handle({ context: { shop, parts }, params }) {
      const own = await ownOrder(shop, params.id)
      const found = await parts.services.checkout.balances.progress(own.order.id, params.reference)
      if (found === null) throw new ProblemError(changeProblems.order_gone)
      if (!found.ok) throw new ProblemError(balanceProblem(found.problem, shop))
      return personalJson(progressSchema(found.value, own))
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/orders/:id/payment/void',
    tag,
    summary: 'Ends a payment of what is left that the shopper gave up; says so when it was approved first. (added)',
    params: orderId,
    answer: endedPayment,
    problems: [401, 404, 429],
    limit: perAddress(changesByAddress),
    async handle({ context, params }) {
      const { order } = await ownOrder(context.shop, params.id)
      limit(context, changes, params.id)
      return personalJson(endSchema(await context.parts.services.checkout.balances.cancel(order.id), context.shop))
    },
  }),
  ...redirectProviders.map((provider) =>
    shopEndpoint({
      method: 'POST',
      path: `/api/orders/:id/payment/${provider}`,
      tag,
      summary:
        'Ends a payment of what is left after the shopper came back; the return parameters are the query. (added)',
      params: orderId,
      query: z.object(returnParameters[provider]),
      answer: paymentResult,
      problems: [400, 401, 404, 429, 500],
      limit: perAddress(changesByAddress),
      async handle({ context, params, query }) {
        const own = await ownOrder(context.shop, params.id)
        limit(context, changes, params.id)
        const given = Object.entries(query as Record<string, unknown>).filter(
          (one): one is [string, string] => typeof one[1] === 'string',
        )
        const { balances } = context.parts.services.checkout
        const done = await balances.confirm(own.order.id, provider, Object.fromEntries(given))
        if (!done.ok) throw new ProblemError(balanceProblem(done.problem, context.shop))
        return personalJson(progressSchema(done.value, own))
      },
    }),
  ),
  shopEndpoint({
    method: 'POST',
    path: '/api/orders/:id/reorder',
    tag,
    summary: 'Puts what is still sold of an order into the cart, and says what is not. (added)',
    params: orderId,
    answer: z.object({ added: z.array(z.string()), missing: z.array(z.string()) }),
    problems: [400, 401, 403, 404, 409, 429],
    limit: perAddress(changesByAddress),
    async handle({ context, params }) {
      const { order } = await changeable(context, params.id)
      const lines = order.snapshot.lines.map(({ productCode, productId, quantity, warranty, install }) => ({
        productCode,
        productId,
        quantity,
        warrantyId: warranty?.id ?? null,
        installId: install?.id ?? null,
      }))
      const done = await context.shop.services.cart.visitor.takeAgain(context.shop, lines)
      if (!done.ok) throw new ProblemError(cartProblem(done.problem))
      const titles = (codes: readonly string[]) =>
        order.snapshot.lines.filter((line) => codes.includes(line.productCode)).map((line) => line.title)
      return personalJson({ added: titles(done.value.added), missing: titles(done.value.missing) })
    },
  }),
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
