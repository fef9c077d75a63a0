import { Fragment } from 'react'
import { render } from '@react-email/render'
import type { EffectiveBrand } from '../../../brands/brands.ts'
import { thenNotReal } from '../../../brands/not-real.ts'
import { mailSender } from '../../../brands/mail-sender.ts'
import { MailButton, MailLayout } from '../../../brands/mail-layout.tsx'
import { longDay } from '../../../platform/calendar.ts'
import { sha256 } from '../../../platform/digest.ts'
import type { Mail } from '../../../platform/mail/mail.server.ts'
import { plainText } from '../../../platform/text/plain-text.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import { changeText, gstText, holdTexts, rowPrice, rowsBelow, totalText, type MadeQuote } from '../quotes.ts'

type Sent = { readonly quote: MadeQuote; readonly brand: EffectiveBrand; readonly link: string }

/** The mail with a shopper's quote. Every word is ours, as in the mail with a cart: nobody can write to strangers with it. */
export async function quoteMail(
  sent: Sent & { readonly recipient: string; readonly from: string | undefined },
): Promise<Mail> {
  const { brand, link, recipient, from } = sent
  const html = await render(<QuoteMail {...sent} />)
  return {
    // One mail for one link and address, however often the job is done.
    id: `cart-${sha256(`${link} ${recipient}`).slice(0, 32)}`,
    app: brand.app,
    sender: mailSender(brand, 'orders', from),
    recipient,
    subject: titleFor(sent),
    html,
    plain: plainText(html),
  }
}

const titleFor = ({ brand, quote }: Pick<Sent, 'brand' | 'quote'>) => `Quote ${quote.number} from ${brand.companyName}`

function QuoteMail({ quote, brand, link }: Sent) {
  const { colour } = brand.tokens
  const cell = { padding: '8px 0', borderBottom: `1px solid ${colour.line}`, verticalAlign: 'top' as const }
  const amount = { ...cell, textAlign: 'right' as const, whiteSpace: 'nowrap' as const }
  const last = { padding: '8px 0' }
  const lastAmount = { ...last, textAlign: 'right' as const, whiteSpace: 'nowrap' as const }
  const soft = { color: colour.inkSoft }
  const notes = [changeText(quote), ...quote.problems, ...quote.messages].filter((text) => text !== null)
  return (
    <MailLayout brand={brand} title={titleFor({ brand, quote })}>
      <p style={{ margin: '0 0 24px', ...soft }}>
        Someone put this quote together in our shop and asked us to send it to you. Give us its number,{' '}
        <b>{quote.number}</b>, when you call {brand.supportNumber}.
      </p>
      {quote.place !== null && <p style={{ margin: '0 0 16px' }}>Delivered to {quote.place}</p>}
      <table width="100%" cellPadding={0} cellSpacing={0}>
        <tbody>
          {quote.lines.map((line) => (
            <Fragment key={line.productCode}>
              <tr>
                <td style={cell}>
                  {line.title}
                  <br />
                  <span style={soft}>{line.problem ?? `Quantity ${line.quantity}`}</span>
                </td>
                <td style={amount}>{formatPrice(line.total)}</td>
              </tr>
              {line.choices.map(({ name, total }) => (
                <tr key={name}>
                  <td style={{ ...cell, paddingLeft: '16px' }}>{name}</td>
                  <td style={amount}>{formatPrice(total)}</td>
                </tr>
              ))}
            </Fragment>
          ))}
          {quote.gone.map((title) => (
            <tr key={title}>
              <td style={cell}>{title}</td>
              <td style={amount}>No longer available</td>
            </tr>
          ))}
          {rowsBelow(quote).map(({ text, cents }) => (
            <tr key={text}>
              <td style={cell}>{text}</td>
              <td style={amount}>{rowPrice(cents)}</td>
            </tr>
          ))}
          <tr>
            <td style={{ ...last, fontWeight: 700 }}>{totalText(quote)}</td>
            <td style={{ ...lastAmount, fontWeight: 700 }}>{formatPrice(quote.total)}</td>
          </tr>
          <tr>
            <td style={{ ...last, ...soft }}>{gstText(quote)}</td>
            <td style={{ ...lastAmount, ...soft }}>{formatPrice(quote.gst)}</td>
          </tr>
        </tbody>
      </table>
      {notes.map((text) => (
        <p key={text} style={{ margin: '16px 0 0' }}>
          {text}
        </p>
      ))}
      <MailButton brand={brand} href={link}>
        Open the quote and order
      </MailButton>
      {[...holdTexts(quote), `The link works until ${longDay(quote.linkUntil)}.`].map((text) => (
        <p key={text} style={{ margin: '0 0 12px', ...soft }}>
          {text}
        </p>
      ))}
      <p style={{ margin: '12px 0 0', color: colour.inkFaint, fontSize: '12px' }}>
        Didn’t ask for this? You can ignore it. We used your address for this email only and have not added it to any
        list.{thenNotReal(brand)}
      </p>
    </MailLayout>
  )
}
