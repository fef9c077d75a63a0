import type { Database } from '../../../../platform/database/database.server.ts'
import { mailsAbout } from '../../../../platform/mail/mail-records.server.ts'
import type { Related } from '../../../admin/admin-resource.server.ts'
import { moneyText, timeText } from '../../../admin/shown-values.ts'
import { eventText, paymentName } from '../../order-view.ts'
import { giftCardName, giftCardsOf, type Order } from '../../orders.ts'
import type { Orders } from '../../orders.server.ts'

/** An order's related tables: lines, payments, history and mails. */

export type OrderRelatedDeps = {
  readonly database: Database
  readonly orders: Pick<Orders, 'byId' | 'storyOf'>
}

type Story = Awaited<ReturnType<Orders['storyOf']>>
/** An instant on the clock of the order's country. */
type TimeOf = (at: Date) => string

export async function orderRelated(
  { orders, database }: OrderRelatedDeps,
  key: string,
  timeZone: string,
): Promise<readonly Related[]> {
  const order = await orders.byId(key)
  if (order === null) return []
  const story = await orders.storyOf(key)
  const mails = await mailsAbout(database.db, `order-${key}`)
  const time: TimeOf = (at) => timeText(new Date(at).toISOString(), timeZone)
  return [
    linesTable(order),
    paymentsTable(order, story, time),
    refundsTable(story, time),
    eventsTable(order, story, time),
    mailsTable(mails, time),
  ]
}

function linesTable(order: Order): Related {
  return {
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
  }
}

function paymentsTable(order: Order, { payments }: Story, time: TimeOf): Related {
  return {
    title: 'Payments',
    columns: ['When', 'How', 'Amount'],
    empty: 'No payments yet.',
    rows: [
      ...giftCardsOf(order.snapshot).map((one) => [time(order.placedAt), giftCardName(one.code), moneyText(one.cents)]),
      ...payments.map((one) => [time(one.paidAt), paymentName(one), moneyText(one.cents)]),
    ],
  }
}

const payoutNames = { due: 'on its way', done: 'refunded', stuck: 'stuck, see Payment exceptions' } as const

function refundsTable({ refunds, payouts }: Story, time: TimeOf): Related {
  return {
    title: 'Refunds',
    columns: ['When', 'Number', 'Amount', 'Why', 'Refunded to'],
    empty: 'No refunds.',
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
        .join('; ') || 'Was unpaid',
    ]),
  }
}

const actorNames = { owner: 'The customer', staff: 'Us', system: 'The shop' } as const

function eventsTable(order: Order, { events }: Story, time: TimeOf): Related {
  const titleOf = (code: string) => order.snapshot.lines.find((line) => line.productCode === code)?.title ?? code
  return {
    title: 'History',
    columns: ['When', 'What', 'Who'],
    empty: 'No changes since it was placed.',
    rows: events.map((one) => [time(one.at), eventText(one.move, one.facts, titleOf), actorNames[one.actor]]),
  }
}

function mailsTable(mails: Awaited<ReturnType<typeof mailsAbout>>, time: TimeOf): Related {
  return {
    title: 'Emails',
    columns: ['When', 'Subject', 'To', 'Sent'],
    empty: 'No emails.',
    rows: mails.map((one) => [
      time(one.createdAt),
      one.subject,
      one.recipient,
      one.sentAt === null ? 'Waiting' : time(one.sentAt),
    ]),
  }
}
