import { render } from '@react-email/render'
import type { ReactNode } from 'react'
import { timeZoneOf, type AppCode } from '../../../brands/apps.ts'
import { brandOf, type EffectiveBrand } from '../../../brands/brands.ts'
import { thenNotReal } from '../../../brands/not-real.ts'
import { mailSender } from '../../../brands/mail-sender.ts'
import { MailButton, MailLayout } from '../../../brands/mail-layout.tsx'
import { sha256 } from '../../../platform/digest.ts'
import type { Mail } from '../../../platform/mail/mail.server.ts'
import { plainText } from '../../../platform/text/plain-text.ts'
import { momentText } from '../../../ui/display/twelve-hour.ts'
import { isProviderName, providerTitles } from '../external-providers.ts'
import { browserName } from '../ui/browser-name.ts'

/** Account mails, in the brand at which they were requested (decision identity-16). */

export type PlainKind =
  | 'known'
  | 'password-changed'
  | 'new-sign-in'
  | 'email-changed'
  | 'factor-added'
  | 'factor-removed'
  | 'second-step-off'
  | 'recovery-codes-made'
  | 'session-reused'
  | 'connected'
  | 'login-code'
  | 'mail-login-code'
  | 'closed'

export type IdentityMail = {
  readonly kind: PlainKind | 'confirm' | 'reset' | 'change-old' | 'change-new'
  readonly app: AppCode
  readonly to: string
  readonly firstName: string
  /** The new address of a change; the account's own when there is none. */
  readonly newEmail: string
  /** '' where there is no link to use once. */
  readonly token: string
  /** The user agent of a new login, and its time (ISO 8601). */
  readonly agent?: string
  readonly at?: string
  /** The pending login; its token is not in the mail, and only distinguishes mails. */
  readonly code?: string
  /** The provider that was connected. */
  readonly provider?: string
}

type Words = {
  readonly subject: (companyName: string) => string
  readonly text: (mail: IdentityMail) => ReactNode
  readonly path: (mail: IdentityMail) => string
  /** Null where there is nothing to press. */
  readonly button: string | null
  readonly footer: string
}

const didNotAsk = 'Didn’t ask for this? You can ignore this email: nothing changes unless the link is used.'

const words: Readonly<Record<IdentityMail['kind'], Words>> = {
  confirm: {
    subject: (name) => `Confirm your email for ${name}`,
    text: () =>
      'Please confirm that this is your email address. Orders you placed with it as a guest will then appear in your account.',
    path: ({ token }) => `account/confirm-email/${token}`,
    button: 'Confirm my email',
    footer: `The link works for 24 hours. ${didNotAsk}`,
  },
  known: {
    subject: (name) => `You already have an account at ${name}`,
    text: () =>
      'Someone, probably you, tried to register with this address. It already has an account: please log in, or choose a new password if you have forgotten yours.',
    path: () => 'account/forgot-password',
    button: 'Choose a new password',
    footer: 'Didn’t try to register? You can ignore this email: your account has not changed.',
  },
  reset: {
    subject: (name) => `Choose a new password for ${name}`,
    text: () => 'Use this link to choose a new password. It logs you out everywhere.',
    path: ({ token }) => `account/reset-password/${token}`,
    button: 'Choose a new password',
    footer: `The link works once, for 30 minutes. ${didNotAsk}`,
  },
  'password-changed': {
    subject: (name) => `Your password for ${name} was changed`,
    text: () => 'The password of your account was changed, and you have been logged out of other browsers.',
    path: () => 'account/forgot-password',
    button: 'This wasn’t me',
    footer: 'If it was you, there is nothing to do.',
  },
  'change-old': {
    subject: (name) => `Approve your new email at ${name}`,
    text: ({ newEmail }) =>
      `You asked to change the email of your account to ${newEmail}. Please approve it with this link; the new address has to be confirmed too. Until then this one stays.`,
    path: ({ token }) => `account/confirm-email/${token}`,
    button: 'Approve the change',
    footer: `The link works for 24 hours. ${didNotAsk}`,
  },
  'change-new': {
    subject: (name) => `Confirm your new email for ${name}`,
    text: () => 'Please confirm that this address is yours. Your current address has to approve the change too.',
    path: ({ token }) => `account/confirm-email/${token}`,
    button: 'Confirm my new email',
    footer: `The link works for 24 hours. ${didNotAsk}`,
  },
  'email-changed': {
    subject: (name) => `Your email for ${name} was changed`,
    text: ({ newEmail }) => `The email of your account is now ${newEmail}. Please use it to log in.`,
    path: () => 'contact-us',
    button: 'This wasn’t me',
    footer: 'If it was you, there is nothing to do.',
  },
  'new-sign-in': {
    subject: (name) => `New login to your account at ${name}`,
    text: ({ agent = '', at = '', app }) =>
      `Someone logged in to your account with ${browserName(agent)} on ${momentIn(app, at)}. It is a device we have not seen with your account before.`,
    path: () => 'account/forgot-password',
    button: 'This wasn’t me',
    footer: 'If it was you, there is nothing to do. You can see every sign-in on the security page of your account.',
  },
  'factor-added': {
    subject: (name) => `A new way to log in to your account at ${name}`,
    text: () => 'A passkey or an authenticator app was added to your account.',
    path: () => 'account/forgot-password',
    button: 'This wasn’t me',
    footer: 'If it was you, there is nothing to do. You can see all of them on the security page of your account.',
  },
  'factor-removed': {
    subject: (name) => `A way to log in was removed from your account at ${name}`,
    text: () => 'A passkey or an authenticator app was removed from your account.',
    path: () => 'account/forgot-password',
    button: 'This wasn’t me',
    footer: 'If it was you, there is nothing to do. You can see what is left on the security page of your account.',
  },
  'second-step-off': {
    subject: (name) => `Two-step verification is off for your account at ${name}`,
    text: () => 'Two-step verification was turned off. From now on you log in with just your password.',
    path: () => 'account/forgot-password',
    button: 'This wasn’t me',
    footer: 'If it was you, there is nothing to do.',
  },
  'recovery-codes-made': {
    subject: (name) => `New recovery codes for your account at ${name}`,
    text: () => 'New recovery codes were made for your account. The old ones no longer work.',
    path: () => 'account/forgot-password',
    button: 'This wasn’t me',
    footer: 'If it was you, there is nothing to do.',
  },
  'session-reused': {
    subject: (name) => `A sign-in to your account at ${name} was ended`,
    text: () =>
      'One of your sign-ins was used on two devices, which can mean that someone has copied it. We ended it on both. Please choose a new password, unless you know how this happened.',
    path: () => 'account/forgot-password',
    button: 'Choose a new password',
    footer: 'You can see every sign-in on the security page of your account.',
  },
  'login-code': {
    subject: (name) => `Your code to log in to ${name}`,
    text: ({ code = '' }) => (
      <>
        Your code is <b>{code}</b>. It works once, for ten minutes.
      </>
    ),
    path: () => '',
    button: null,
    footer: 'Didn’t log in? Then someone knows your password: please choose a new one. We never ask you for a code.',
  },
  'mail-login-code': {
    subject: (name) => `Your code to log in to ${name}`,
    text: ({ code = '' }) => (
      <>
        Your code is <b>{code}</b>. It works once, for ten minutes, in the browser that you asked in.
      </>
    ),
    path: () => '',
    button: null,
    footer:
      'Didn’t ask for it? Then someone typed your address, and there is nothing to do. We never ask you for a code by phone or email.',
  },
  connected: {
    subject: (name) => `Your account at ${name} is connected`,
    text: ({ provider = '' }) =>
      `You can log in to your account with ${isProviderName(provider) ? providerTitles[provider] : provider} from now on.`,
    path: () => 'account/security',
    button: 'See your login methods',
    footer: 'If it wasn’t you, disconnect it there and choose a new password.',
  },
  closed: {
    subject: (name) => `Your account at ${name} is closed`,
    text: () =>
      'We have closed your account and deleted your personal details. We keep your order records for as long as the law requires, for tax and consumer guarantees.',
    path: () => '',
    button: 'Go to the shop',
    footer: 'Didn’t close it? Please call us.',
  },
}

const momentIn = (app: AppCode, at: string): string => momentText(new Date(at), timeZoneOf[brandOf(app).country])

/** `now` distinguishes a second mail from a repeat of one job. */
export async function identityMail(
  mail: IdentityMail,
  { brand, from, now }: { readonly brand: EffectiveBrand; readonly from: string | undefined; readonly now: Date },
): Promise<Mail> {
  const { subject, path } = words[mail.kind]
  const html = await render(<MailBody mail={mail} brand={brand} link={new URL(path(mail), brand.origin).href} />)
  // One a minute for mails without a distinguishing link.
  const about = mail.token === '' ? `${mail.to} ${Math.floor(now.getTime() / 60_000)}` : mail.token
  return {
    id: `${mail.kind}-${sha256(about).slice(0, 32)}`,
    app: brand.app,
    sender: mailSender(brand, 'accounts', from),
    recipient: mail.to,
    subject: subject(brand.companyName),
    html,
    plain: plainText(html),
  }
}

function MailBody({ mail, brand, link }: { mail: IdentityMail; brand: EffectiveBrand; link: string }) {
  const { subject, text, button, footer } = words[mail.kind]
  const { colour } = brand.tokens
  return (
    <MailLayout brand={brand} title={subject(brand.companyName)}>
      <p style={{ margin: '0 0 16px' }}>Hello {mail.firstName},</p>
      <p style={{ margin: '0 0 24px' }}>{text(mail)}</p>
      {button !== null && (
        <MailButton brand={brand} href={link}>
          {button}
        </MailButton>
      )}
      <p style={{ margin: 0, color: colour.inkFaint, fontSize: '12px' }}>
        {footer}
        {thenNotReal(brand)}
      </p>
    </MailLayout>
  )
}
