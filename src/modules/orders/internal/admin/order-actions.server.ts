import type { Day } from '../../../../platform/calendar.ts'
import type { RecordValues } from '../../../../platform/database/records.ts'
import { sha256 } from '../../../../platform/digest.ts'
import { ok, type Result } from '../../../../platform/result.ts'
import { barred, wrong, type RecordAction } from '../../../admin/admin-resource.server.ts'
import type { AdminMember, Field } from '../../../admin/admin.ts'
import type { Cancellations } from '../../cancellation.server.ts'
import type { OrderAdmin } from '../../order-admin.server.ts'
import type { OrderActor } from '../../order-status.ts'
import type { Order } from '../../orders.ts'

/** Staff actions on an order: dispatch, reschedule, refund, cancel. */

export type OrderActionDeps = {
  readonly admin: OrderAdmin
  readonly cancellations: Pick<Cancellations, 'cancel'>
  /** Checkout reschedules, and is above orders in the import order. */
  readonly rescheduling: {
    reschedule(input: {
      readonly orderId: string
      readonly day: Day
      readonly actor: OrderActor
    }): Promise<Result<Order, { readonly code: string }>>
  }
}

const problemTexts: Readonly<Record<string, string>> = {
  exceeds_paid: 'This is more than the amount that can still be refunded.',
  nothing_to_refund: 'Nothing was charged for these lines, so there is nothing to refund.',
  order_gone: 'The order no longer exists.',
  move_not_allowed: 'This is not possible in the order’s current status.',
  line_gone: 'One of the lines no longer has that quantity.',
  already_cancelled: 'The order has already been cancelled.',
  order_closed: 'The goods have already been dispatched.',
  too_late: 'It is too late: the truck is being loaded.',
  payment_in_progress: 'A payment for this order is in progress. Please try again in a minute.',
  order_changed: 'The order has changed since you opened it. Please check it again.',
  not_dated: 'Nothing in this order has a delivery day with our own crew.',
  date_unavailable: 'This day is not available, or costs more than was paid for delivery.',
}

const textOf = (code: string): string => problemTexts[code] ?? 'This is not possible for this order.'

const linesOf = (values: RecordValues) =>
  ((values['lines'] ?? []) as readonly string[]).map((line) => {
    const [productCode = '', quantity = '0', ...title] = barred(line)
    return { productCode, quantity: Number(quantity), title: title.join(' | ') }
  })

const lineField = ({ productCode, quantity, title }: ReturnType<typeof linesOf>[number]): Field => ({
  name: `line:${productCode}`,
  label: `${title} (${productCode})`,
  kind: 'whole',
  min: 0,
  max: quantity,
  initial: 0,
  help: `How many of ${quantity}.`,
})

/** The lines that were chosen on a form, each with how many of it. */
const chosenLines = (typed: RecordValues) =>
  Object.entries(typed).flatMap(([name, quantity]) =>
    name.startsWith('line:') && Number(quantity) > 0
      ? [{ productCode: name.slice('line:'.length), quantity: Number(quantity) }]
      : [],
  )

const actorOf = ({ principal }: AdminMember) => ({ kind: 'staff', id: principal.winningUserId }) as const

export const transitionAction = (
  { admin }: Pick<OrderActionDeps, 'admin'>,
  name: 'dispatch' | 'deliver',
  label: string,
  from: string,
): RecordAction => ({
  name,
  label,
  permission: 'change orders',
  isOffered: (values) => values['stage'] === from && values['pickup'] === null,
  async run({ key, member }) {
    const moved = await admin.move(key, name, actorOf(member))
    return moved.ok ? ok({ said: label }) : wrong('', textOf(moved.problem.code))
  },
})

/** The same steps of an order that is picked up: ready in the store, and handed over there. */
export const pickupAction = (
  deps: Pick<OrderActionDeps, 'admin'>,
  name: 'ready' | 'collect',
  move: 'dispatch' | 'deliver',
  label: string,
  from: string,
): RecordAction => ({
  ...transitionAction(deps, move, label, from),
  name,
  about:
    name === 'ready'
      ? 'Emails the customer where to pick it up and what to bring.'
      : 'Check the order number and photo ID before you hand it over.',
  isOffered: (values) => values['stage'] === from && values['pickup'] !== null,
})

export const refundAction = ({ admin }: Pick<OrderActionDeps, 'admin'>): RecordAction => ({
  name: 'refund',
  label: 'Refund',
  about: 'Refunds lines at the price charged, less their share of any coupon. Stock does not change.',
  permission: 'refund',
  isDangerous: true,
  isOffered: (values) => values['stage'] !== 'cancelled' && Number(values['credited']) < Number(values['total']),
  fields: (values) => [
    ...linesOf(values).map(lineField),
    { name: 'otherCents', label: 'Other amount', kind: 'money', min: 1 },
    {
      name: 'otherText',
      label: 'Reason for the other amount',
      kind: 'text',
      max: 120,
      help: 'Shown to the customer.',
    },
  ],
  async run({ key, member, typed, form }) {
    const lines = chosenLines(typed)
    const cents = typed['otherCents'] ?? null
    const text = String(typed['otherText'] ?? '')
    if (lines.length === 0 && cents === null) return wrong('', 'Please choose what to refund.')
    if (cents !== null && text === '') return wrong('otherText', 'Please enter a reason for the other amount.')
    const other = cents === null ? null : { text, cents: Number(cents) }
    // A form that is submitted twice is one request.
    const input = { version: form.get('version'), lines, other }
    const done = await admin.refund({
      orderId: key,
      lines,
      other,
      key: `office ${sha256(JSON.stringify(input)).slice(0, 24)}`,
      actor: actorOf(member),
    })
    return done.ok ? ok({ said: 'Refunded', after: { lines, other } }) : wrong('', textOf(done.problem.code))
  },
})

export const rescheduleAction = ({ rescheduling }: Pick<OrderActionDeps, 'rescheduling'>): RecordAction => ({
  name: 'reschedule',
  label: 'Change delivery day',
  about: 'If the new day is cheaper, the difference is refunded. A more expensive day cannot be chosen.',
  permission: 'change orders',
  isRefund: true,
  isOffered: (values) => values['stage'] === 'placed' && values['deliversOn'] !== null,
  fields: () => [{ name: 'day', label: 'Day', kind: 'day', isRequired: true }],
  async run({ key, member, typed, values }) {
    const done = await rescheduling.reschedule({ orderId: key, day: String(typed['day']), actor: actorOf(member) })
    const [before, after] = [{ day: values['deliversOn'] }, { day: typed['day'] }]
    return done.ok ? ok({ said: 'Delivery day changed', before, after }) : wrong('day', textOf(done.problem.code))
  },
})

export const cancelAction = ({ cancellations }: Pick<OrderActionDeps, 'cancellations'>): RecordAction => ({
  name: 'cancel',
  label: 'Cancel lines or order',
  about: 'Releases stock and delivery day, and refunds the customer. Leave every line at 0 to cancel the whole order.',
  permission: 'refund',
  isDangerous: true,
  isOffered: (values) => values['stage'] === 'placed',
  fields: (values) => [
    ...linesOf(values).map(lineField),
    { name: 'sure', label: 'I have checked what will be cancelled', kind: 'switch', initial: false },
  ],
  async run({ key, member, typed, form }) {
    if (typed['sure'] !== true) return wrong('sure', 'Please check what will be cancelled and tick the box.')
    const lines = chosenLines(typed)
    const input = sha256(JSON.stringify([form.get('version'), lines])).slice(0, 24)
    const done = await cancellations.cancel({
      orderId: key,
      lines: lines.length === 0 ? null : lines,
      expected: null,
      key: `office-cancel ${input}`,
      actor: actorOf(member),
    })
    return done.ok ? ok({ said: 'Cancelled', after: { lines } }) : wrong('', textOf(done.problem.code))
  },
})
