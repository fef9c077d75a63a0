import { render } from '@react-email/render'
import type { EffectiveBrand } from '../../../brands/brands.ts'
import { mailSender } from '../../../brands/mail-sender.ts'
import { MailLayout } from '../../../brands/mail-layout.tsx'
import type { Mail } from '../../../platform/mail/mail.server.ts'
import { plainText } from '../../../platform/text/plain-text.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import { priceMatchThanks, type PriceMatch } from '../pricematch.ts'

/**
 * Tells whoever asked for a price that we have their request, or what became of it. Nothing of their own words is in it, or it could be used
 * to write to strangers. `link` opens the quote of an accepted one.
 */
export async function priceMatchMail(
  requested: PriceMatch,
  {
    brand,
    from,
    link,
  }: { readonly brand: EffectiveBrand; readonly from: string | undefined; readonly link: string | null },
): Promise<Mail> {
  const { reference, email, productTitle, state, matchedPrice, reason } = requested
  const title = {
    waiting: `We have received your price match request ${reference}`,
    accepted: `Yes, we match the price of ${productTitle}`,
    refused: `Your price match request ${reference}`,
  }[state]
  const { colour } = brand.tokens
  const paragraph = { margin: '0 0 16px' }
  const html = await render(
    <MailLayout brand={brand} title={title}>
      {state === 'waiting' && <p style={paragraph}>{priceMatchThanks}</p>}
      {state === 'accepted' && matchedPrice !== null && (
        <>
          <p style={paragraph}>
            {productTitle} is yours for <b>{formatPrice(matchedPrice)}</b>.
          </p>
          {link !== null && (
            <p style={paragraph}>
              <a href={link} style={{ color: colour.accent }}>
                Order it at this price
              </a>
              . The link is valid for 30 days, for one item.
            </p>
          )}
        </>
      )}
      {state === 'refused' && (
        <>
          <p style={paragraph}>We looked at the price for {productTitle} and cannot match it.</p>
          <p style={paragraph}>{reason}</p>
        </>
      )}
      <p style={{ margin: 0, color: colour.inkSoft }}>
        Your reference is {reference}. Questions? {brand.supportText}: {brand.supportNumber}. If you did not contact us,
        someone may have mistyped their address and you can ignore this email.
      </p>
    </MailLayout>,
  )
  return {
    id: `price-match-${reference}-${state}`,
    app: brand.app,
    sender: mailSender(brand, 'orders', from),
    recipient: email,
    subject: title,
    html,
    plain: plainText(html),
  }
}
