import { consentWords } from '../forms/consents.ts'
import { render } from '@react-email/render'
import type { EffectiveBrand } from '../../../brands/brands.ts'
import { mailSender } from '../../../brands/mail-sender.ts'
import { MailButton, MailLayout } from '../../../brands/mail-layout.tsx'
import { sha256 } from '../../../platform/digest.ts'
import type { Mail } from '../../../platform/mail/mail.server.ts'
import { plainText } from '../../../platform/text/plain-text.ts'

/** Asks the owner of an address to confirm a subscription (double opt-in). */
export async function newsletterMail(
  { email, link }: { readonly email: string; readonly link: string },
  { brand, from }: { readonly brand: EffectiveBrand; readonly from: string | undefined },
): Promise<Mail> {
  const { colour } = brand.tokens
  const title = `Confirm your subscription to news from ${brand.companyName}`
  const html = await render(
    <MailLayout brand={brand} title={title}>
      <p style={{ margin: '0 0 24px' }}>
        Someone, probably you, asked us to send news and offers to this address. Please confirm and we will start.
      </p>
      <MailButton brand={brand} href={link}>
        {consentWords.newsletter}
      </MailButton>
      <p style={{ margin: 0, color: colour.inkSoft }}>
        You can unsubscribe with the same link at any time. If it wasn’t you, ignore this email and we will send
        nothing.
      </p>
    </MailLayout>,
  )
  return {
    id: `newsletter-${sha256(link).slice(0, 32)}`,
    app: brand.app,
    sender: mailSender(brand, 'news', from),
    recipient: email,
    subject: title,
    html,
    plain: plainText(html),
  }
}
