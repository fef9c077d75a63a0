import { render } from '@react-email/render'
import type { EffectiveBrand } from '../../../brands/brands.ts'
import { mailSender } from '../../../brands/mail-sender.ts'
import { MailLayout } from '../../../brands/mail-layout.tsx'
import type { Mail } from '../../../platform/mail/mail.server.ts'
import { plainText } from '../../../platform/text/plain-text.ts'
import { contactThanks, type ContactRequest } from '../contact.ts'

/** Tells somebody that their question has arrived and under which number; of their words nothing, or it could be used to write to strangers. */
export async function contactMail(
  { reference, email, topic }: ContactRequest,
  { brand, from }: { readonly brand: EffectiveBrand; readonly from: string | undefined },
): Promise<Mail> {
  const title = `We have your question ${reference}`
  const html = await render(
    <MailLayout brand={brand} title={title}>
      <p style={{ margin: '0 0 16px' }}>{contactThanks}</p>
      <p style={{ margin: '0 0 16px' }}>
        Your reference is <b>{reference}</b>. What it is about: {topic.toLowerCase()}.
      </p>
      <p style={{ margin: 0, color: brand.tokens.colour.inkSoft }}>
        In a hurry? {brand.supportText}: {brand.supportNumber}. If you did not write to us, somebody mistyped their
        address; you need do nothing.
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
