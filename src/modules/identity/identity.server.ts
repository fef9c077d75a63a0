import type { AppCode } from '../../brands/apps.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Reader } from '../../platform/database.server.ts'
import { accountById, accountOfSession, updateAccount, type Account } from './accounts-store.server.ts'
import { guest, type Principal, type ProfileAddress } from './identity.ts'
import { bindingOf, type TokenProblem, type Tokens } from './tokens.server.ts'
import { clientIdOf } from './tokens.ts'

export type { Account } from './accounts-store.server.ts'

/** What a request brings to prove who sent it. */
export type Credentials = {
  readonly app: AppCode
  /** The access token of the header; null when there is none. */
  readonly bearer: string | null
  /** Secrets of the binding cookie: of each login page that was open lately. */
  readonly bindings: readonly string[]
}

/** Somebody who says who they are and is not believed. */
export type NotBelieved = { readonly kind: 'refused'; readonly code: TokenProblem | 'session_ended' }

/** Says of each request who sent it; nothing else does. */
export interface Identity {
  /** A guest without a token. A token that is not good makes nobody a guest: then the answer says what is wrong with it. */
  principal(credentials: Credentials): Promise<Principal | NotBelieved>
}

/** What an account's owner sees and changes of it in the shop; e-mail, names and password are the identity host's. */
export interface AccountRecords {
  byId(id: string): Promise<Account | null>
  update(id: string, changes: Parameters<typeof updateAccount>[2]): Promise<void>
}

export function createAccountRecords({ database }: { database: Database }): AccountRecords {
  return {
    byId: (id) => accountById(database.db, id),
    update: (id, changes) => updateAccount(database.db, id, changes),
  }
}

/** Nobody has an account: for programs and tests that need no more. */
export const everybodyIsGuest: Identity = { principal: async () => guest }

export function createIdentity({
  database,
  clock,
  tokens,
  addressOf,
}: {
  database: Database
  clock: Clock
  tokens: Pick<Tokens, 'check'>
  /** The address an account has saved as its own in an app. */
  addressOf: (db: Reader, accountId: string, app: AppCode) => Promise<ProfileAddress | null>
}): Identity {
  return {
    async principal({ app, bearer, bindings }) {
      if (bearer === null) return guest
      const checked = await tokens.check(bearer)
      if (!checked.ok) return { kind: 'refused', code: checked.problem }
      const { sub, sid, bnd } = checked.value
      if (!bindings.some((secret) => bindingOf(secret) === bnd)) return { kind: 'refused', code: 'token_invalid' }
      const session = await accountOfSession(database.db, { id: sid, accountId: sub }, clock.now())
      if (session === null) return { kind: 'refused', code: 'session_ended' }
      if (session.clientId !== clientIdOf(app) || session.binding !== bnd)
        return { kind: 'refused', code: 'token_invalid' }
      const { account } = session
      return principalOf(account, account.winningUserId === null ? await addressOf(database.db, account.id, app) : null)
    },
  }
}

function principalOf(account: Account, address: ProfileAddress | null): Principal {
  const { id: userId, role, winningUserId, salespersonCode, subdivision } = account
  if (winningUserId !== null) {
    const administers = role === 'administrator' ? { isAdministrator: true as const } : {}
    return { kind: 'staff', userId, winningUserId, salespersonCode, subdivision, ...administers }
  }
  const profile = {
    email: account.email,
    phone: account.phone,
    shippingAddress: address,
    billingAddress: address,
  }
  return role === 'trade'
    ? { kind: 'trade', userId, profile, hasApprovedCredit: account.hasApprovedCredit }
    : { kind: 'member', userId, profile }
}
