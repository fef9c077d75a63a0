import { z } from 'zod'
import { dayOf, tripleOf } from '../../platform/calendar.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import { dollarsOf } from '../../platform/money.ts'
import { accountTexts, invoiceNumberOf } from '../../modules/account/account.ts'
import { invoiceDocument, invoicePdf } from '../../modules/account/invoice-document.ts'
import { cleanNumber } from '../../modules/orders/order-access.server.ts'
import { orderTexts } from '../../modules/orders/order-view.ts'
import { cartProblem } from './cart.server.ts'
import { centsSchema } from './checkout-problems.server.ts'
import { dateTripleSchema, moneySchema, perAddress, personalJson, shopEndpoint } from '../api.server.ts'
import {
  changeProblems,
  changeable,
  changesByAddress,
  keyOf,
  limit,
  lookUps,
  lookUpsByNumber,
  ofOwner,
  orderId,
  orderView,
  ownOrder,
  requestedLines,
  viewOf,
} from './order-requests.server.ts'
import { orderBalanceEndpoints } from './order-balance.server.ts'

const tag = 'Orders'

export const orderEndpoints = [
  shopEndpoint({
    method: 'POST',
    path: '/api/orders/lookup',
    tag,
    summary: 'Opens an order for 30 minutes, given its number and email address.',
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
    summary: 'Opens an order with the key from an emailed link, to view and pay it.',
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
    summary: 'Returns an order of the account or one that was opened. Any other returns 404.',
    params: orderId,
    answer: orderView,
    problems: [401, 404],
    security: ofOwner,
    async handle({ context: { shop }, params }) {
      return personalJson(await viewOf(shop, await ownOrder(shop, params.id)))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/orders/:id/invoice.pdf',
    tag,
    summary: 'Returns the tax invoice of a paid order.',
    params: orderId,
    answer: null,
    problems: [401, 404],
    security: ofOwner,
    async handle({ context: { shop, deps }, params }) {
      const { order } = await ownOrder(shop, params.id)
      if (order.state !== 'paid' && order.state !== 'deposit-paid')
        throw new ProblemError(httpProblem(404, 'not_found', accountTexts.invoiceGone))
      const { payments, refunds } = await deps.services.orders.storyOf(order.id)
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
    summary: 'Previews the refund for cancelling lines. Changes nothing.',
    params: orderId,
    body: z.object({ lines: requestedLines }),
    answer: z.object({ amount: moneySchema, isWhole: z.boolean() }),
    problems: [401, 403, 404, 409, 429],
    security: ofOwner,
    limit: perAddress(changesByAddress),
    async handle({ context, params, body }) {
      const { order } = await changeable(context, params.id)
      if (order.stage !== 'placed') throw new ProblemError(changeProblems.order_closed)
      const found = await context.deps.services.orders.cancellations.preview(order, body.lines)
      if (found === null) throw new ProblemError(changeProblems.line_gone)
      return personalJson({ amount: dollarsOf(found.cents), isWhole: found.isWhole })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/orders/:id/cancel',
    tag,
    summary:
      'Cancels an order or some of its lines before it is prepared, and refunds them. Send an Idempotency-Key: a repeat changes nothing.',
    params: orderId,
    body: z.object({ lines: requestedLines, expectedAmount: moneySchema.optional() }),
    answer: orderView,
    problems: [401, 403, 404, 409, 429],
    security: ofOwner,
    limit: perAddress(changesByAddress),
    async handle({ context, params, body, request }) {
      const { order } = await changeable(context, params.id)
      const done = await context.deps.services.orders.cancellations.cancel({
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
    summary: 'Lists dates the delivery can be moved to, none dearer than what was paid.',
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
    security: ofOwner,
    limit: perAddress(changesByAddress),
    async handle({ context, params }) {
      const { order } = await changeable(context, params.id)
      const found = await context.deps.services.checkout.rescheduling.dates(order)
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
    summary: 'Reschedules the delivery; a cheaper date refunds the difference.',
    params: orderId,
    body: z.object({ deliveryDate: dateTripleSchema }),
    answer: orderView,
    problems: [401, 403, 404, 409, 429],
    security: ofOwner,
    limit: perAddress(changesByAddress),
    async handle({ context, params, body }) {
      const { order } = await changeable(context, params.id)
      const day = dayOf(body.deliveryDate)
      if (day === null) throw new ProblemError(changeProblems.date_unavailable)
      const input = { orderId: order.id, day, actor: { kind: 'owner' } as const }
      const done = await context.deps.services.checkout.rescheduling.reschedule(input)
      if (!done.ok) throw new ProblemError(changeProblems[done.problem.code])
      return personalJson(await viewOf(context.shop, await ownOrder(context.shop, order.id)))
    },
  }),
  ...orderBalanceEndpoints,
  shopEndpoint({
    method: 'POST',
    path: '/api/orders/:id/reorder',
    tag,
    summary: "Adds an order's available products to the cart and lists those no longer sold.",
    params: orderId,
    answer: z.object({ added: z.array(z.string()), missing: z.array(z.string()) }),
    problems: [400, 401, 403, 404, 409, 429],
    security: ofOwner,
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
