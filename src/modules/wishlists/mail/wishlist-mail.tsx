import { render } from '@react-email/render'
import type { EffectiveBrand } from '../../../brands/brands.ts'
import { MailButton, MailLayout } from '../../../brands/mail-layout.tsx'
import { mailSender } from '../../../brands/mail-sender.ts'
import { thenNotReal } from '../../../brands/not-real.ts'
import type { Day } from '../../../platform/calendar.ts'
import type { Mail } from '../../../platform/mail/mail.server.ts'
import { plainText } from '../../../platform/text/plain-text.ts'
import { productPath } from '../../catalogue/catalogue.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import { wishlistsPath, type ItemNews } from '../wishlists.ts'
import type { WishlistMailContent } from '../wishlist-mails.ts'

export type WishlistMail = WishlistMailContent & {
  readonly brand: EffectiveBrand
  readonly accountId: string
  readonly day: Day
  /** Ends these mails without a login. */
  readonly stopLink: string
  readonly from: string | undefined
}

/** The news of a day about products on somebody's lists. There is one mail for a day, however often it is created. */
export async function wishlistMail(mail: WishlistMail): Promise<Mail> {
  const html = await render(<WishlistBody {...mail} />)
  return {
    id: `wishlist-${mail.day}-${mail.accountId}`,
    app: mail.brand.app,
    sender: mailSender(mail.brand, 'care', mail.from),
    recipient: mail.email,
    subject: subjectOf(mail),
    html,
    plain: plainText(html),
  }
}

function subjectOf({ items }: WishlistMailContent): string {
  const [first, ...others] = items
  if (first === undefined) return 'News from your lists'
  const more = others.length === 0 ? '' : `, and ${others.length} more from your lists`
  return `${first.news.kind === 'back-in-stock' ? 'Back in stock' : 'Price drop'}: ${first.title}${more}`
}

const newsText = (news: ItemNews): string =>
  news.kind === 'back-in-stock'
    ? `Back in stock at ${formatPrice(news.now)}.`
    : `Now ${formatPrice(news.now)}, was ${formatPrice(news.was)}. You save ${formatPrice(news.was - news.now)}.`

function WishlistBody({ brand, firstName, items, stopLink }: WishlistMail) {
  const { colour } = brand.tokens
  const cell = { padding: '12px 0', borderBottom: `1px solid ${colour.line}` }
  return (
    <MailLayout brand={brand} title="News from your lists">
      <p style={{ margin: '0 0 16px' }}>Hello {firstName},</p>
      <table width="100%" cellPadding={0} cellSpacing={0}>
        <tbody>
          {items.map(({ title, uri, news, lists }) => (
            <tr key={uri}>
              <td style={cell}>
                <a href={new URL(productPath(uri), brand.origin).href} style={{ color: colour.inkStrong }}>
                  {title}
                </a>
                <br />
                {newsText(news)}
                <br />
                <span style={{ color: colour.inkSoft }}>On your list: {lists.join(', ')}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <MailButton brand={brand} href={new URL(wishlistsPath, brand.origin).href}>
        See my lists
      </MailButton>
      <p style={{ margin: 0, color: colour.inkFaint, fontSize: '12px' }}>
        Prices include GST and are today’s; they may change. We send at most one of these emails a day, because you
        turned them on for a list.{' '}
        <a href={stopLink} style={{ color: colour.inkFaint }}>
          Stop these emails
        </a>
        .{thenNotReal(brand)}
      </p>
    </MailLayout>
  )
}
