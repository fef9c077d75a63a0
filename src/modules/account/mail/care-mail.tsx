import { render } from '@react-email/render'
import type { EffectiveBrand } from '../../../brands/brands.ts'
import { thenNotReal } from '../../../brands/not-real.ts'
import { mailSender } from '../../../brands/mail-sender.ts'
import { MailButton, MailLayout } from '../../../brands/mail-layout.tsx'
import { longDay, type Day } from '../../../platform/calendar.ts'
import type { Mail } from '../../../platform/mail/mail.server.ts'
import { plainText } from '../../../platform/text/plain-text.ts'
import type { Owned } from '../internal/owned.ts'

export type CareMail = {
  readonly brand: EffectiveBrand
  readonly recipient: string
  readonly firstName: string
  readonly owned: Owned
  readonly dueOn: Day
  readonly accountId: string
  /** Ends these mails without a login. */
  readonly stopLink: string
  readonly from: string | undefined
}

/** A reminder that a filter is due. There is one mail for one due date, however often it is created. */
export async function careMail(mail: CareMail): Promise<Mail> {
  const html = await render(<CareBody {...mail} />)
  const { brand, owned } = mail
  return {
    id: `care-${owned.orderId}-${owned.sku}-${mail.dueOn}-${mail.accountId.slice(0, 8)}`,
    app: brand.app,
    sender: mailSender(brand, 'care', mail.from),
    recipient: mail.recipient,
    subject: titleOf(owned),
    html,
    plain: plainText(html),
  }
}

const titleOf = ({ brand, title }: Owned): string =>
  `Time for a new filter: ${title.startsWith(brand) ? '' : `${brand} `}${title}`

function CareBody({ brand, firstName, owned, dueOn, stopLink }: CareMail) {
  const { colour } = brand.tokens
  const { filter } = owned
  return (
    <MailLayout brand={brand} title="Time for a new filter">
      <p style={{ margin: '0 0 16px' }}>Hello {firstName},</p>
      <p style={{ margin: '0 0 16px' }}>
        You bought your {owned.title} on {longDay(owned.since)}. Its filter was due for replacement on {longDay(dueOn)}.
      </p>
      {filter !== null && (
        <>
          <p style={{ margin: 0 }}>The right one is: {filter.title}.</p>
          <MailButton brand={brand} href={new URL(`p/${filter.uri}`, brand.origin).href}>
            See the filter
          </MailButton>
        </>
      )}
      <p style={{ margin: 0, color: colour.inkFaint, fontSize: '12px' }}>
        You are receiving this because you bought it from us.{' '}
        <a href={stopLink} style={{ color: colour.inkFaint }}>
          Stop these reminders
        </a>
        .{thenNotReal(brand)}
      </p>
    </MailLayout>
  )
}
