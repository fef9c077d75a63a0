import { Fragment } from 'react'
import { render } from '@react-email/render'
import { timeZoneOf } from '../../../brands/apps.ts'
import type { EffectiveBrand } from '../../../brands/brands.ts'
import { thenNotReal } from '../../../brands/not-real.ts'
import { mailSender } from '../../../brands/mail-sender.ts'
import { MailButton, MailLayout } from '../../../brands/mail-layout.tsx'
import { dayIn, longDay } from '../../../platform/calendar.ts'
import { sha256 } from '../../../platform/digest.ts'
import type { Mail } from '../../../platform/mail/mail.server.ts'
import { plainText } from '../../../platform/text/plain-text.ts'
import { choiceTotals } from '../../catalogue/product/upsell.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import { toPricedLineResponse, toLineResponse } from '../cart.ts'
import type { SharedCart } from '../shared-carts.server.ts'

type Sent = SharedCart & { readonly brand: EffectiveBrand; readonly link: string }

/**
 * The mail with a shared cart: its lines, today's total and the link. The text is fixed and none of it is the sender's, so that nobody can
 * use it to write to strangers.
 */
export async function sharedCartMail(
  sent: Sent & { readonly recipient: string; readonly from: string | undefined },
): Promise<Mail> {
  const { brand, link, recipient, from } = sent
  const html = await render(<SharedCartMail {...sent} />)
  return {
    // One mail for one link, however often the job is done.
    id: `cart-${sha256(link).slice(0, 32)}`,
    app: brand.app,
    sender: mailSender(brand, 'orders', from),
    recipient,
    subject: titleFor(sent),
    html,
    plain: plainText(html),
  }
}

const titleFor = ({ brand, isQuote }: Pick<Sent, 'brand' | 'isQuote'>) =>
  `${isQuote ? 'Your quote' : 'A cart'} from ${brand.companyName}`

function SharedCartMail({ cart, gone, expiresAt, isQuote, number, brand, link }: Sent) {
  const { colour } = brand.tokens
  const cell = { padding: '8px 0', borderBottom: `1px solid ${colour.line}`, verticalAlign: 'top' as const }
  const amount = { ...cell, textAlign: 'right' as const, whiteSpace: 'nowrap' as const }
  const soft = { color: colour.inkSoft }
  return (
    <MailLayout brand={brand} title={titleFor({ brand, isQuote })}>
      <p style={{ margin: '0 0 24px', ...soft }}>
        {isQuote
          ? 'Our sales team put this together for you.'
          : 'Someone put this cart together in our shop and asked us to send it to you.'}
        {number !== null && ` Its number is ${number}.`}
      </p>
      <table width="100%" cellPadding={0} cellSpacing={0}>
        <tbody>
          {cart.lines.map((line) => (
            <Fragment key={line.productCode}>
              <tr>
                <td style={cell}>
                  {line.title}
                  <br />
                  <span style={soft}>Quantity {line.quantity}</span>
                </td>
                <td style={amount}>
                  {line.isBuyable
                    ? formatPrice(toPricedLineResponse(toLineResponse(line)).total)
                    : 'No longer available'}
                </td>
              </tr>
              {line.isBuyable &&
                choiceTotals(line).map(({ name, total }) => (
                  <tr key={name}>
                    <td style={{ ...cell, paddingLeft: '16px' }}>{name}</td>
                    <td style={amount}>{formatPrice(total)}</td>
                  </tr>
                ))}
            </Fragment>
          ))}
          {gone.map((title) => (
            <tr key={title}>
              <td style={cell}>{title}</td>
              <td style={amount}>No longer available</td>
            </tr>
          ))}
          <tr>
            <td style={{ padding: '8px 0', fontWeight: 700 }}>Total before delivery</td>
            <td style={{ padding: '8px 0', fontWeight: 700, textAlign: 'right' }}>
              {formatPrice(cart.totals.orderTotal)}
            </td>
          </tr>
        </tbody>
      </table>
      <MailButton brand={brand} href={link}>
        {isQuote ? 'Open the quote and order' : 'Open this cart'}
      </MailButton>
      <p style={{ margin: '0 0 24px', ...soft }}>
        {isQuote ? 'The prices and the link are valid' : "Prices are today's and may change. The link works"} until{' '}
        {longDay(dayIn(timeZoneOf[brand.country], expiresAt))}.
      </p>
      <p style={{ margin: 0, color: colour.inkFaint, fontSize: '12px' }}>
        Didn’t ask for this? You can ignore it. We used your address for this email only and have not added it to any
        list. All prices include GST.{thenNotReal(brand)}
      </p>
    </MailLayout>
  )
}
