import { Fragment } from 'react'
import { render } from '@react-email/render'
import type { EffectiveBrand } from '../../../brands/brands.ts'
import { mailSender } from '../../../brands/mail-sender.ts'
import { MailButton, MailLayout } from '../../../brands/mail-layout.tsx'
import type { Mail } from '../../../platform/mail/mail.server.ts'
import { plainText } from '../../../platform/text/plain-text.ts'
import { centsOf } from '../../../platform/money.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import type { OrderView } from '../order-view.ts'
import { PickupPart } from './pickup-part.tsx'

/** A status mail about an order, to its customer. */

export type OrderNews = {
  readonly view: OrderView
  readonly eventId: number
  readonly move: string
  readonly text: string
  /** The refund of this event; null when no money goes back. */
  readonly refundNumber: string | null
}

const titles: Readonly<Record<string, string>> = {
  cancel: 'Your order is cancelled',
  lapse: 'Your order is cancelled',
  'cancel-lines': 'Part of your order is cancelled',
  reschedule: 'Your delivery day has changed',
  'pay-balance': 'Your order is paid',
  dispatch: 'Your order is on its way',
  refund: 'Your refund',
}

export async function orderNewsMail(
  news: OrderNews,
  { brand, link, from }: { brand: EffectiveBrand; link: string; from: string | undefined },
): Promise<Mail> {
  const { pickup } = news.view.delivery
  const isReady = news.move === 'dispatch' && pickup !== null
  const title = isReady ? 'Your order is ready for pickup' : (titles[news.move] ?? 'Update on your order')
  const html = await render(<News news={news} brand={brand} title={title} link={link} />)
  return {
    id: `order-${news.view.id}-${news.eventId}`,
    app: brand.app,
    sender: mailSender(brand, 'orders', from),
    recipient: news.view.email,
    subject: `${title}: ${news.view.webOrderId}`,
    html,
    plain: plainText(html),
  }
}

function News({ news, brand, title, link }: { news: OrderNews; brand: EffectiveBrand; title: string; link: string }) {
  const { view, text, refundNumber } = news
  const { colour } = brand.tokens
  const refund = view.refunds.find((one) => one.number === refundNumber)
  const row = (key: string, label: string, amount: number) => (
    <tr key={key}>
      <td style={{ padding: '4px 0' }}>{label}</td>
      <td style={{ padding: '4px 0', textAlign: 'right', whiteSpace: 'nowrap' }}>{formatPrice(centsOf(amount))}</td>
    </tr>
  )
  return (
    <MailLayout brand={brand} title={title}>
      <p style={{ margin: '0 0 24px', color: colour.inkSoft }}>Order reference: {view.webOrderId}</p>
      <p style={{ margin: '0 0 16px', fontSize: '18px', fontWeight: 700 }}>{text}</p>
      {news.move === 'dispatch' && view.delivery.pickup !== null && <PickupPart pickup={view.delivery.pickup} />}
      {refund !== undefined && (
        <>
          <p style={{ margin: '0 0 4px' }}>Refund {refund.number}</p>
          <table width="100%" cellPadding={0} cellSpacing={0} style={{ marginBottom: '16px' }}>
            <tbody>
              {refund.items.map((one) => (
                <Fragment key={one.title}>{row(one.title, one.title, one.amount)}</Fragment>
              ))}
              {refund.unpaid > 0 && row('unpaid', 'No longer due', refund.unpaid)}
              {refund.payouts.map((one) => row(`to ${one.method}`, `Refunded to: ${one.method}`, one.amount))}
            </tbody>
          </table>
          {refund.payouts.some((one) => !one.isDone) && (
            <p style={{ margin: '0 0 16px', color: colour.inkSoft }}>
              Your refund is on its way. It can take up to five business days to appear.
            </p>
          )}
        </>
      )}
      {view.balance > 0 && (
        <p style={{ margin: '0 0 16px' }}>
          Still to pay before your order{' '}
          {view.delivery.pickup === null ? 'leaves our warehouse' : 'is ready for pickup'}:{' '}
          <b>{formatPrice(centsOf(view.balance))}</b>
        </p>
      )}
      <MailButton brand={brand} href={link}>
        {view.balance > 0 ? 'See your order or pay the balance' : 'See your order and invoice'}
      </MailButton>
      <p style={{ margin: 0, color: colour.inkSoft }}>Questions? Call {brand.supportNumber}.</p>
    </MailLayout>
  )
}
