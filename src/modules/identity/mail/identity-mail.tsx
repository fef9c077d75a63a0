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

/** Mails about an account, in the dress of the brand they were asked for at (decision identity-16). */

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
  | 'closed'

export type IdentityMail = {
  readonly kind: PlainKind | 'confirm' | 'reset' | 'change-old' | 'change-new'
  readonly app: AppCode
  readonly to: string
  readonly firstName: string
  /** The address that is wanted instead; the account's own when none is. */
  readonly newEmail: string
  /** '' where there is no link to use once. */
  readonly token: string
  /** What the browser of a new sign-in calls itself, and when it was (ISO 8601). */
  readonly agent?: string
  readonly at?: string
  /** What a login waits for; its token is no part of the mail, and only tells one mail from another. */
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

const didNotAsk = 'You did not ask for this? Then you need not do anything: nothing changes unless the link is used.'

const words: Readonly<Record<IdentityMail['kind'], Words>> = {
  confirm: {
    subject: (name) => `Confirm your email for ${name}`,
    text: () =>
      'Please confirm that this is your email address. Orders you placed with it as a guest then show in your account.',
    path: ({ token }) => `account/confirm-email/${token}`,
    button: 'Confirm my email',
    footer: `The link works for 24 hours. ${didNotAsk}`,
  },
  known: {
    subject: (name) => `You have an account at ${name}`,
    text: () =>
      'Somebody, probably you, tried to register with this address. It has an account already: log in with it, or choose a new password if you do not know yours any more.',
    path: () => 'account/forgot-password',
    button: 'Choose a new password',
    footer: 'You did not try to register? Then you need not do anything: your account is as it was.',
  },
  reset: {
    subject: (name) => `Choose a new password for ${name}`,
    text: () => 'With this link you can choose a new password. It ends every sign-in of your account.',
    path: ({ token }) => `account/reset-password/${token}`,
    button: 'Choose a new password',
    footer: `The link works once, for 30 minutes. ${didNotAsk}`,
  },
  'password-changed': {
    subject: (name) => `Your password for ${name} was changed`,
    text: () => 'The password of your account was changed, and sign-ins in other browsers have ended.',
    path: () => 'account/forgot-password',
    button: 'That was not me',
    footer: 'It was you? Then you need not do anything.',
  },
  'change-old': {
    subject: (name) => `Change of your email at ${name}`,
    text: ({ newEmail }) =>
      `Your account is to have the address ${newEmail}. Please agree with this link; the new address has to be confirmed too. Until then this one stays.`,
    path: ({ token }) => `account/confirm-email/${token}`,
    button: 'Agree to the change',
    footer: `The link works for 24 hours. ${didNotAsk}`,
  },
  'change-new': {
    subject: (name) => `Confirm your new email for ${name}`,
    text: () => 'Please confirm that this address is yours. Your present address has to agree to the change too.',
    path: ({ token }) => `account/confirm-email/${token}`,
    button: 'Confirm my new email',
    footer: `The link works for 24 hours. ${didNotAsk}`,
  },
  'email-changed': {
    subject: (name) => `Your email for ${name} was changed`,
    text: ({ newEmail }) => `Your account has the address ${newEmail} from now on. Log in with it.`,
    path: () => 'contact-us',
    button: 'That was not me',
    footer: 'It was you? Then you need not do anything.',
  },
  'new-sign-in': {
    subject: (name) => `New sign-in to your account at ${name}`,
    text: ({ agent = '', at = '', app }) =>
      `Somebody signed in to your account with ${browserName(agent)} on ${momentIn(app, at)}. It was not used with your account before.`,
    path: () => 'account/forgot-password',
    button: 'That was not me',
    footer: 'It was you? Then you need not do anything. You see every sign-in on the security page of your account.',
  },
  'factor-added': {
    subject: (name) => `A new way to log in to your account at ${name}`,
    text: () => 'A passkey or an authenticator app was added to your account.',
    path: () => 'account/forgot-password',
    button: 'That was not me',
    footer: 'It was you? Then you need not do anything. You see all of them on the security page of your account.',
  },
  'factor-removed': {
    subject: (name) => `A way to log in was removed from your account at ${name}`,
    text: () => 'A passkey or an authenticator app was removed from your account.',
    path: () => 'account/forgot-password',
    button: 'That was not me',
    footer: 'It was you? Then you need not do anything. You see what is left on the security page of your account.',
  },
  'second-step-off': {
    subject: (name) => `Logging in to your account at ${name} takes one step now`,
    text: () => 'The second step at login was turned off: your password alone is enough from now on.',
    path: () => 'account/forgot-password',
    button: 'That was not me',
    footer: 'It was you? Then you need not do anything.',
  },
  'recovery-codes-made': {
    subject: (name) => `New recovery codes for your account at ${name}`,
    text: () => 'New recovery codes were made for your account. The ones before no longer work.',
    path: () => 'account/forgot-password',
    button: 'That was not me',
    footer: 'It was you? Then you need not do anything.',
  },
  'session-reused': {
    subject: (name) => `A sign-in to your account at ${name} was ended`,
    text: () =>
      'One of your sign-ins was used on two devices, which can mean that somebody has copied it. We ended it on both. Please choose a new password unless you know how that happened.',
    path: () => 'account/forgot-password',
    button: 'Choose a new password',
    footer: 'You see every sign-in on the security page of your account.',
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
    footer:
      'You did not log in? Then somebody knows your password: please choose a new one. Nobody of us ever asks you for a code.',
  },
  connected: {
    subject: (name) => `Your account at ${name} is connected`,
    text: ({ provider = '' }) =>
      `You can log in to your account with ${isProviderName(provider) ? providerTitles[provider] : provider} from now on.`,
    path: () => 'account/security',
    button: 'See how you log in',
    footer: 'It was not you? Disconnect it there, and choose a new password.',
  },
  closed: {
    subject: (name) => `Your account at ${name} is closed`,
    text: () =>
      'Your account and what we held about you with it are gone. Your orders are kept for as long as the law asks us to, for tax and for your guarantees.',
    path: () => '',
    button: 'To the shop',
    footer: 'You did not close it? Please call us.',
  },
}

const momentIn = (app: AppCode, at: string): string => momentText(new Date(at), timeZoneOf[brandOf(app).country])

/** `now` keeps repeats of one job apart from a second mail. */
export async function identityMail(
  mail: IdentityMail,
  { brand, from, now }: { readonly brand: EffectiveBrand; readonly from: string | undefined; readonly now: Date },
): Promise<Mail> {
  const { subject, path } = words[mail.kind]
  const html = await render(<MailBody mail={mail} brand={brand} link={new URL(path(mail), brand.origin).href} />)
  // One a minute of those that no link of their own tells apart.
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
