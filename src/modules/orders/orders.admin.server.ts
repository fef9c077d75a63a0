import { countryOfApp, isAppCode, timeZoneOf } from '../../brands/apps.ts'
import type { Day } from '../../platform/calendar.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { RecordValues } from '../../platform/database/records.ts'
import { sha256 } from '../../platform/digest.ts'
import { mailsAbout } from '../../platform/mail/mail-records.server.ts'
import type { Result } from '../../platform/result.ts'
import { ok } from '../../platform/result.ts'
import {
  barred,
  optionsOf,
  shownOnly,
  wrong,
  type AdminResource,
  type RecordAction,
} from '../admin/admin-resource.server.ts'
import type { AdminMember } from '../admin/admin.ts'
import type { Field } from '../admin/admin.ts'
import { appNames, appOptions } from '../admin/labels.ts'
import { moneyText, timeText } from '../admin/shown-values.ts'
import type { Cancellations } from './cancellation.server.ts'
import type { OrderAdmin } from './order-admin.server.ts'
import { orderRecords } from './order-records.server.ts'
import type { OrderActor } from './order-status.ts'
import { eventText, paymentName } from './order-view.ts'
import type { Orders } from './orders.server.ts'
import { giftCardName, giftCardsOf, type Order } from './orders.ts'

/** What the back office lists of orders, and what it does with them. */

export type OrdersAdminDeps = {
  readonly database: Database
  readonly orders: Pick<Orders, 'byId' | 'storyOf'>
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

export const ordersAdmin = (deps: OrdersAdminDeps) => ({ orders: orderResource(deps) })

const stageNames = { placed: 'Placed', 'on-its-way': 'On its way', delivered: 'Delivered', cancelled: 'Cancelled' }

const stateNames = {
  paid: 'Paid',
  'deposit-paid': 'Deposit paid',
  'on-account': 'On account',
  'awaiting-payment': 'To be paid in store',
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

const actorOf = ({ principal }: AdminMember) => ({ kind: 'staff', id: principal.winningUserId }) as const

function orderResource(deps: OrdersAdminDeps): AdminResource {
  const { orders, admin, cancellations, rescheduling, database } = deps
  const zoneOfOrder = (values: RecordValues) =>
    timeZoneOf[
      isAppCode(String(values['app'])) ? countryOfApp[String(values['app']) as keyof typeof countryOfApp] : 'AU'
    ]

  const move = (name: 'dispatch' | 'deliver', label: string, from: string): RecordAction => ({
    name,
    label,
    act: 'change orders',
    isOffered: (values) => values['stage'] === from,
    async run({ key, member }) {
      const moved = await admin.move(key, name, actorOf(member))
      return moved.ok ? ok({ said: label }) : wrong('', textOf(moved.problem.code))
    },
  })

  const refund: RecordAction = {
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
      const lines = Object.entries(typed).flatMap(([name, quantity]) =>
        name.startsWith('line:') && Number(quantity) > 0
          ? [{ productCode: name.slice(5), quantity: Number(quantity) }]
          : [],
      )
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
  }

  const reschedule: RecordAction = {
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
  }

  const cancel: RecordAction = {
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
      const lines = Object.entries(typed).flatMap(([name, quantity]) =>
        name.startsWith('line:') && Number(quantity) > 0
          ? [{ productCode: name.slice(5), quantity: Number(quantity) }]
          : [],
      )
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
  }

  return {
    name: 'orders',
    title: 'Orders',
    one: 'order',
    section: 'Orders',
    about: 'What was ordered, how it is paid, where it is, and everything that happened to it.',
    see: 'use the office',
    change: 'change orders',
    csv: 'change orders',
    records: orderRecords,
    sort: { column: 'placedAt', isDescending: true },
    searchHint: 'Order number, or how an e-mail begins',
    columns: [
      { name: 'webOrderId', label: 'Order', sorts: true },
      { name: 'placedAt', label: 'Placed', kind: 'instant', sorts: true },
      { name: 'name', label: 'Customer' },
      { name: 'app', label: 'Shop', words: appNames, sorts: true },
      { name: 'total', label: 'Total', kind: 'money' },
      { name: 'credited', label: 'Given back', kind: 'money' },
      { name: 'stage', label: 'Goods', kind: 'tag', words: stageNames },
      { name: 'state', label: 'Payment', kind: 'tag', words: stateNames },
      { name: 'deliversOn', label: 'Delivery', kind: 'day' },
    ],
    filters: [
      { name: 'stage', label: 'Goods', options: optionsOf(stageNames) },
      { name: 'state', label: 'Payment', options: optionsOf(stateNames) },
      {
        name: 'which',
        label: 'Which',
        options: optionsOf({ refunded: 'With money given back', owed: 'With money owed' }),
      },
      { name: 'app', label: 'Shop', options: appOptions },
    ],
    fields: () =>
      shownOnly([
        { name: 'webOrderId', label: 'Order', kind: 'text' },
        { name: 'placedAt', label: 'Placed', kind: 'instant' },
        { name: 'app', label: 'Shop', kind: 'choice', options: appOptions },
        { name: 'stage', label: 'Goods', kind: 'choice', options: optionsOf(stageNames) },
        { name: 'state', label: 'Payment', kind: 'choice', options: optionsOf(stateNames) },
        { name: 'deliversOn', label: 'Delivery day', kind: 'day' },
        { name: 'total', label: 'Total', kind: 'money' },
        { name: 'credited', label: 'Given back', kind: 'money' },
        { name: 'balance', label: 'Still owed', kind: 'money' },
        { name: 'name', label: 'Name', kind: 'text', group: 'Customer', isPersonal: true },
        { name: 'email', label: 'E-mail', kind: 'text', group: 'Customer', isPersonal: true },
        { name: 'phone', label: 'Telephone', kind: 'text', group: 'Customer', isPersonal: true },
        { name: 'address', label: 'Address', kind: 'long', group: 'Customer', isPersonal: true },
        { name: 'instructions', label: 'Delivery instructions', kind: 'long', group: 'Customer', isPersonal: true },
      ]),
    nameOf: (values) => `Order ${String(values['webOrderId'] ?? '')}`,
    timeZone: zoneOfOrder,
    actions: [
      move('dispatch', 'Send on its way', 'placed'),
      move('deliver', 'Say that it has arrived', 'on-its-way'),
      reschedule,
      refund,
      cancel,
    ],
    async related(key, values) {
      const order = await orders.byId(key)
      if (order === null) return []
      const zone = zoneOfOrder(values)
      const { payments, refunds, payouts, events } = await orders.storyOf(key)
      const titleOf = (code: string) => order.snapshot.lines.find((line) => line.productCode === code)?.title ?? code
      const time = (at: Date) => timeText(new Date(at).toISOString(), zone)
      const mails = await mailsAbout(database.db, `order-${key}`)
      return [
        {
          title: 'Lines',
          columns: ['Product', 'Code', 'Quantity', 'Price', 'Sum'],
          empty: 'The order has no lines.',
          rows: order.snapshot.lines.map((line) => [
            { text: line.title, href: `/office/products/${line.productId}` },
            line.productCode,
            String(line.quantity),
            moneyText(line.unit),
            moneyText(line.unit * line.quantity - (line.lineDiscount ?? 0)),
          ]),
        },
        {
          title: 'Payments',
          columns: ['When', 'How', 'Amount'],
          empty: 'Nothing was paid.',
          rows: [
            ...giftCardsOf(order.snapshot).map((one) => [
              time(order.placedAt),
              giftCardName(one.code),
              moneyText(one.cents),
            ]),
            ...payments.map((one) => [time(one.paidAt), paymentName(one), moneyText(one.cents)]),
          ],
        },
        {
          title: 'Refunds',
          columns: ['When', 'Number', 'Amount', 'Why', 'Where the money is'],
          empty: 'Nothing was given back.',
          rows: refunds.map((one) => [
            time(one.madeAt),
            one.number,
            moneyText(one.cents),
            one.reason,
            payouts
              .filter(({ refundId }) => refundId === one.id)
              .map(
                ({ provider, giftCard, seller, cents, state }) =>
                  `${moneyText(cents)} ${provider === null ? giftCardName(giftCard ?? '') : paymentName({ provider, seller })}: ${payoutNames[state]}`,
              )
              .join('; ') || 'Was not paid yet',
          ]),
        },
        {
          title: 'What happened',
          columns: ['When', 'What', 'Who'],
          empty: 'Nothing since it was placed.',
          rows: events.map((one) => [time(one.at), eventText(one.move, one.facts, titleOf), actorNames[one.actor]]),
        },
        {
          title: 'Mails',
          columns: ['When', 'Subject', 'To', 'Sent'],
          empty: 'No mail was made.',
          rows: mails.map((one) => [
            time(one.createdAt),
            one.subject,
            one.recipient,
            one.sentAt === null ? 'Waiting' : time(one.sentAt),
          ]),
        },
      ]
    },
  }
}

const payoutNames = { due: 'on its way', done: 'given back', stuck: 'stuck, look at payments' } as const

const actorNames = { owner: 'The customer', staff: 'Us', system: 'The shop' } as const
