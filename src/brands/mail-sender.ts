import { appCodes, type AppCode } from './apps.ts'
import type { EffectiveBrand } from './brands.ts'

/**
 * The From header of a brand's mail (RFC 5322), such as 'Appliances Online <orders@shop.example>': the brand's name, with the address that
 * MAIL_FROM gives, else with a mailbox of the brand's own domain.
 */
export function mailSender(
  { app, companyName, origin }: Pick<EffectiveBrand, 'app' | 'companyName' | 'origin'>,
  mailbox: 'orders' | 'accounts' | 'care' | 'news',
  mailFrom: string | undefined,
): string {
  const address = mailSendersOf(mailFrom)?.(app) ?? `${mailbox}@${new URL(origin).hostname.replace(/^www\./, '')}`
  return `${displayName(companyName)} <${address}>`
}

const mailbox = /^[^\s@<>",;:=]+@[^\s@<>",;:=]+$/

/**
 * The addresses of MAIL_FROM: one for every brand ('orders@shop.example', a name before it in angle brackets gives way to the brand's own),
 * or one a brand ('aol=orders@a.example,andoo=orders@b.example'), where a brand without one has null. Null when the text is neither.
 */
export function mailSendersOf(mailFrom: string | undefined): ((app: AppCode) => string | null) | null {
  const text = mailFrom?.trim() ?? ''
  const single = /^(?:[^<>]*<([^<>]*)>|([^<>]*))$/.exec(text)
  const address = (single?.[1] ?? single?.[2] ?? '').trim()
  if (mailbox.test(address)) return () => address
  const pairs = text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => part.split('=').map((one) => one.trim()))
  const isPair = ([app = '', to = '', ...more]: readonly string[]) =>
    (appCodes as readonly string[]).includes(app) && mailbox.test(to) && more.length === 0
  if (pairs.length === 0 || !pairs.every(isPair)) return null
  const byApp = new Map(pairs.map(([app, to]) => [app, to] as const))
  return (app) => byApp.get(app) ?? null
}

/** A phrase of plain words stands as it is, every other one in quotes (RFC 5322, 3.2.5). */
const displayName = (name: string): string =>
  /^[\w !#$%&'*+/=?^`{|}~\u0080-\uffff-]*$/.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`
