import { render } from '@react-email/render'
import type { EffectiveBrand } from '../../../brands/brands.ts'
import { mailSender } from '../../../brands/mail-sender.ts'
import { MailLayout } from '../../../brands/mail-layout.tsx'
import type { Mail } from '../../../platform/mail/mail.server.ts'
import { plainText } from '../../../platform/text/plain-text.ts'
import { contactThanks, type ContactRequest } from '../forms/contact.ts'

/** Confirms a contact request and its number, without the message, or it could be used to write to strangers. */
export async function contactMail(
  { reference, email, topic }: ContactRequest,
  { brand, from }: { readonly brand: EffectiveBrand; readonly from: string | undefined },
): Promise<Mail> {
  const title = `We have received your question ${reference}`
  const html = await render(
    <MailLayout brand={brand} title={title}>
      <p style={{ margin: '0 0 16px' }}>{contactThanks}</p>
      <p style={{ margin: '0 0 16px' }}>
        Your reference is <b>{reference}</b>. Topic: {topic.toLowerCase()}.
      </p>
      <p style={{ margin: 0, color: brand.tokens.colour.inkSoft }}>
        In a hurry? {brand.supportText}: {brand.supportNumber}. If you did not contact us, someone may have mistyped
        their address and you can ignore this email.
      </p>
    </MailLayout>,
  )
  return {
    id: `contact-${reference}`,
    app: brand.app,
    sender: mailSender(brand, 'orders', from),
    recipient: email,
    subject: title,
    html,
    plain: plainText(html),
  }
}
