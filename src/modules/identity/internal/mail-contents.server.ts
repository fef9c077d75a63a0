import type { AppCode } from '../../../brands/apps.ts'
import type { IdentityMailOrder } from '../identity-mails.ts'
import {
  accountByEmail,
  deleteLink,
  deleteLinks,
  hasLinkSince,
  insertLink,
  type Account,
  type LinkKind,
} from './accounts-store.server.ts'
import type { Logins } from './logins.server.ts'
import type { IdentityMail, PlainKind } from '../mail/identity-mail.tsx'
import { hours, minutes, type Clock } from '../../../platform/clock.ts'
import type { Database, Writer } from '../../../platform/database/database.server.ts'
import { sha256 } from '../../../platform/digest.ts'
import type { Ids } from '../../../platform/ids.ts'

/** The contents of identity mails, created when they are sent, including their links. */
export interface MailContents {
  /** A mail's content: null when it should no longer be sent. `undo` is for a mail that could not be delivered. */
  mailFor(order: IdentityMailOrder): Promise<readonly { readonly mail: IdentityMail; undo(): Promise<void> }[]>
}

export type MailContentsDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly logins: Pick<Logins, 'mailedCode'>
}

/** A mail without a link of its own. */
const plain = (order: IdentityMailOrder, firstName: string, to: string) => ({
  mail: {
    kind: order.kind as PlainKind,
    app: order.app,
    to,
    firstName,
    newEmail: order.kind === 'email-changed' ? order.newEmail : to,
    token: '',
    ...(order.kind === 'new-sign-in' ? { agent: order.agent, at: order.at } : {}),
    ...(order.kind === 'connected' ? { provider: order.provider } : {}),
  },
  undo: async () => {},
})

const linkLasts = {
  confirm: hours(24),
  reset: minutes(30),
  'change-old': hours(24),
  'change-new': hours(24),
} as const satisfies Record<LinkKind, number>

export function createMailContents({ database, clock, ids, logins }: MailContentsDeps): MailContents {
  const later = (ms: number) => new Date(clock.now().getTime() + ms)

  /** Creates a link and its mail, or nothing within a minute of the last one. */
  async function linkMail(
    tx: Writer,
    account: Account,
    link: { kind: LinkKind; email: string; to: string; app: AppCode },
  ): Promise<{ mail: IdentityMail; undo(): Promise<void> }> {
    const token = ids.secret() + ids.secret()
    const tokenHash = sha256(token)
    const now = clock.now()
    const { kind, email } = link
    await insertLink(tx, {
      tokenHash,
      kind,
      accountId: account.id,
      email,
      createdAt: now,
      expiresAt: later(linkLasts[kind]),
    })
    const mail: IdentityMail = {
      kind,
      app: link.app,
      to: link.to,
      firstName: account.firstName,
      newEmail: email,
      token,
    }
    return { mail, undo: () => deleteLink(database.db, tokenHash) }
  }

  return {
    async mailFor(order) {
      const { app, email } = order
      if (order.kind === 'closed') return [plain(order, order.firstName, email)]
      const known = order.kind === 'email-changed' ? order.newEmail : email
      const account = await accountByEmail(database.db, known)
      if (account === null) return []
      if (order.kind === 'email-changed') return [email, known].map((to) => plain(order, account.firstName, to))
      if (order.kind === 'login-code' || order.kind === 'mail-login-code') {
        const { mail, undo } = plain(order, account.firstName, email)
        return [{ mail: { ...mail, token: order.pending, code: logins.mailedCode(order.pending) }, undo }]
      }
      const { kind } = order
      if (kind !== 'confirm' && kind !== 'reset' && kind !== 'change') return [plain(order, account.firstName, email)]
      return database.transaction(async (tx) => {
        const isTooSoon = (kind: LinkKind) => hasLinkSince(tx, account.id, kind, later(-minutes(1)))
        if (kind === 'change') {
          if (await isTooSoon('change-old')) return []
          await deleteLinks(tx, account.id, ['change-old', 'change-new'])
          const change = { email: order.newEmail, app }
          return [
            await linkMail(tx, account, { ...change, kind: 'change-old', to: account.email }),
            await linkMail(tx, account, { ...change, kind: 'change-new', to: order.newEmail }),
          ]
        }
        if ((kind === 'confirm' && account.emailConfirmedAt !== null) || (await isTooSoon(kind))) return []
        if (kind === 'reset') await deleteLinks(tx, account.id, ['reset'])
        return [await linkMail(tx, account, { kind, email, to: email, app })]
      })
    },
  }
}
