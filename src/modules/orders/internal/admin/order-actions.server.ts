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

/** What staff do with an order: send it on its way, give it another day, give money back, cancel. */

export type OrderActionDeps = {
  readonly admin: OrderAdmin
  readonly cancellations: Pick<Cancellations, 'cancel'>
  /** Checkout books another day, and stands above orders. */
  readonly rescheduling: {
    reschedule(input: {
      readonly orderId: string
      readonly day: Day
      readonly actor: OrderActor
    }): Promise<Result<Order, { readonly code: string }>>
  }
}

const problemTexts: Readonly<Record<string, string>> = {
  exceeds_paid: 'This is more than what is left of the order.',
  nothing_to_refund: 'What you chose was charged nothing, so there is nothing to give back.',
  order_gone: 'The order is not there any more.',
  move_not_allowed: 'The order does not stand where this can be done.',
  line_gone: 'One of the lines is not there in that quantity any more.',
  already_cancelled: 'The order is cancelled already.',
  order_closed: 'The goods have left already.',
  too_late: 'It is too late for that: the truck is being loaded.',
  payment_in_progress: 'The order is being paid for at the moment. Please try again in a minute.',
  order_changed: 'The order has changed meanwhile. Please look at it again.',
  not_dated: 'Nothing of it is brought by our own crew on a day.',
  date_unavailable: 'This day cannot be had, or costs more than what was paid for delivery.',
}

const textOf = (code: string): string => problemTexts[code] ?? 'This cannot be done with the order as it stands.'

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
  act: 'change orders',
  isOffered: (values) => values['stage'] === from,
  async run({ key, member }) {
    const moved = await admin.move(key, name, actorOf(member))
    return moved.ok ? ok({ said: label }) : wrong('', textOf(moved.problem.code))
  },
})

export const refundAction = ({ admin }: Pick<OrderActionDeps, 'admin'>): RecordAction => ({
  name: 'refund',
  label: 'Give money back',
  about: 'Lines go back at what they were charged, less their share of a coupon. The goods stay where they are.',
  act: 'refund',
  isDangerous: true,
  isOffered: (values) => values['stage'] !== 'cancelled' && Number(values['credited']) < Number(values['total']),
  fields: (values) => [
    ...linesOf(values).map(lineField),
    { name: 'otherCents', label: 'Another amount', kind: 'money', min: 1 },
    {
      name: 'otherText',
      label: 'What the other amount is for',
      kind: 'text',
      max: 120,
      help: 'The customer reads it.',
    },
  ],
  async run({ key, member, typed, form }) {
    const lines = chosenLines(typed)
    const cents = typed['otherCents'] ?? null
    const text = String(typed['otherText'] ?? '')
    if (lines.length === 0 && cents === null) return wrong('', 'Please say what is given back.')
    if (cents !== null && text === '') return wrong('otherText', 'Please say what the other amount is for.')
    const other = cents === null ? null : { text, cents: Number(cents) }
    // A form that is sent twice is one wish.
    const input = { version: form.get('version'), lines, other }
    const done = await admin.refund({
      orderId: key,
      lines,
      other,
      key: `office ${sha256(JSON.stringify(input)).slice(0, 24)}`,
      actor: actorOf(member),
    })
    return done.ok ? ok({ said: 'Given back', after: { lines, other } }) : wrong('', textOf(done.problem.code))
  },
})

export const rescheduleAction = ({ rescheduling }: Pick<OrderActionDeps, 'rescheduling'>): RecordAction => ({
  name: 'reschedule',
  label: 'Another delivery day',
  about: 'A cheaper day gives back the difference; a dearer one cannot be had.',
  act: 'change orders',
  isRefund: true,
  isOffered: (values) => values['stage'] === 'placed' && values['deliversOn'] !== null,
  fields: () => [{ name: 'day', label: 'Day', kind: 'day', isRequired: true }],
  async run({ key, member, typed, values }) {
    const done = await rescheduling.reschedule({ orderId: key, day: String(typed['day']), actor: actorOf(member) })
    const [before, after] = [{ day: values['deliversOn'] }, { day: typed['day'] }]
    return done.ok ? ok({ said: 'Another day', before, after }) : wrong('day', textOf(done.problem.code))
  },
})

export const cancelAction = ({ cancellations }: Pick<OrderActionDeps, 'cancellations'>): RecordAction => ({
  name: 'cancel',
  label: 'Cancel lines or all',
  about:
    'Goods and delivery day are free again, and the money goes back. Left at 0 everywhere, the whole order is cancelled.',
  act: 'refund',
  isDangerous: true,
  isOffered: (values) => values['stage'] === 'placed',
  fields: (values) => [
    ...linesOf(values).map(lineField),
    { name: 'sure', label: 'I have looked at what is cancelled', kind: 'switch', initial: false },
  ],
  async run({ key, member, typed, form }) {
    if (typed['sure'] !== true) return wrong('sure', 'Please look at what is cancelled and tick the box.')
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
