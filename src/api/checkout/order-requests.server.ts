import { z } from 'zod'
import { minutes } from '../../platform/clock.ts'
import { accessTokenScheme } from '../../platform/http/openapi.ts'
import { type Problem, ProblemError, httpProblem, tooManyRequests } from '../../platform/http/problem.ts'
import type { Limit } from '../../platform/http/rate-limit.ts'
import type { RescheduleProblem } from '../../modules/checkout/reschedule.server.ts'
import type { CancelProblem } from '../../modules/orders/cancellation.server.ts'
import { type OrderView, orderTexts } from '../../modules/orders/order-view.ts'
import type { VisibleOrder } from '../../modules/orders/orders.server.ts'
import type { RequestContext } from '../../composition/request-context.ts'
import { type ApiContext, moneySchema } from '../api.server.ts'

/** Shared by the calls about an order: ownership, rate limits, and the response. */

export const orderId = z.object({ id: z.string().length(26, 'must be the id of an order') })
const amount = { title: z.string(), amount: moneySchema }

/** In one word, where an order stands: its stage, or how it is paid. */
export const orderStatusSchema = z.enum([
  'awaiting-payment',
  'deposit-paid',
  'on-account',
  'paid',
  'on-its-way',
  'delivered',
  'ready-for-pickup',
  'collected',
  'cancelled',
  'refunded',
])

/** Where and with what an order is picked up. */
export const pickupFactsSchema = z
  .object({
    name: z.string(),
    storeUri: z.string(),
    lines: z.array(z.string()).meta({ description: 'The address as formatted lines' }),
    phone: z.string(),
    hours: z.array(z.string()).meta({ description: 'The opening hours of a week' }),
    bring: z.string(),
  })
  .nullable()
  .meta({ description: 'Null for an order that is delivered' })

export const orderView = z.object({
  id: z.string(),
  webOrderId: z.string(),
  placedOn: z.iso.date(),
  standing: orderStatusSchema,
  standingText: z.string(),
  currency: z.enum(['AUD', 'NZD']),
  email: z.string(),
  phone: z.string(),
  poNumber: z.string(),
  delivery: z.object({
    name: z.string(),
    lines: z.array(z.string()),
    text: z.string(),
    pickup: pickupFactsSchema,
    day: z.iso.date().nullable(),
    instructions: z.string(),
    access: z.array(z.string()).meta({ description: 'The way to the door, an answer each' }),
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
      unpaid: moneySchema.meta({ description: 'The part of the refund that was never paid and is no longer due' }),
      payouts: z.array(
        z.object({ method: z.string(), amount: moneySchema, isDone: z.boolean(), isGiftCard: z.boolean() }),
      ),
    }),
  ),
  balance: moneySchema.meta({ description: 'Balance due' }),
  history: z.array(z.object({ date: z.iso.date(), text: z.string() })),
  closesText: z.string().nullable(),
  may: z.object({ cancel: z.boolean(), reschedule: z.boolean(), pay: z.boolean(), invoice: z.boolean() }),
}) satisfies z.ZodType<OrderView>

export const openedOrderScheme = 'openedOrder'
/** Whose an order is: the account's, or whoever's browser has opened it. */
export const ofOwner = [{ [accessTokenScheme]: [] }, { [openedOrderScheme]: [] }]

export const lookUps: Limit = { name: 'order look-ups', count: 10, windowMs: minutes(15) }
export const lookUpsByNumber: Limit = { name: 'order look-ups by number', count: 10, windowMs: minutes(60) }
export const changes: Limit = { name: 'changes of an order', count: 60, windowMs: minutes(10) }
export const changesByAddress: Limit = { ...changes, name: 'changes of orders by address', count: 200 }

export function limit({ deps }: ApiContext, which: Limit, key: string): void {
  const wait = deps.rateLimiter.take(which, key)
  if (wait > 0) throw new ProblemError(tooManyRequests(wait))
}

export const changeProblems: Readonly<Record<CancelProblem['code'] | RescheduleProblem['code'], Problem>> = {
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

/** An order that the visitor may see; throws a 404 for any other. */
export async function ownOrder(shop: RequestContext, id: string): Promise<VisibleOrder> {
  const found = await shop.services.orders.visitor.byId(shop, id)
  if (found === null) throw new ProblemError(httpProblem(404, 'not_found', orderTexts.gone))
  return found
}

export const viewOf = (shop: RequestContext, { order, isLink }: VisibleOrder) =>
  shop.services.checkout.orderView(order, { isLink })

/** An order whose owner may change it: not by a link that may have been passed on. */
export async function changeable(context: ApiContext, id: string): Promise<VisibleOrder> {
  const own = await ownOrder(context.shop, id)
  if (own.isLink) throw new ProblemError(httpProblem(403, 'look_up_first', orderTexts.linkOver))
  limit(context, changes, id)
  return own
}

/** The same request has the same key. */
export function keyOf(request: Request): string {
  const key = request.headers.get('idempotency-key') ?? ''
  if (key.length < 16 || key.length > 255)
    throw new ProblemError(
      httpProblem(400, 'invalid_key', 'Idempotency-Key: must have 16 to 255 characters', 'Idempotency-Key'),
    )
  return key
}

export const requestedLines = z
  .array(z.object({ productCode: z.string().max(120), quantity: z.int().min(1).max(99) }))
  .min(1, 'must name at least one line')
  .max(500)
  .nullable()
  .meta({ description: 'Null for everything left' })
