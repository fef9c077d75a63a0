import { expect } from 'vitest'
import { totpCode, totpStep } from '../../modules/identity/internal/factors/totp.server.ts'
import { me, memberPassword, newEmail, register } from '../../testing/members.ts'
import type { TestAnswer } from '../../testing/shop/browser.ts'
import type { TestShop } from '../../testing/shop.server.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'

/** What a factor that was set up answers. */
export type Enrolled = { recoveryCodes: string[] | null; tokens: { access_token: string } | null }

export const ask = (visitor: Visitor, call: string, body: object = {}) =>
  visitor.identity('POST', `/api/account/${call}`, { body })
/** The code of a refusal. */
export const codeOf = (answer: TestAnswer) =>
  answer.status === 200 ? 'done' : answer.json<{ errors: { code: string }[] }>().errors[0]?.code
export const step = (visitor: Visitor) => visitor.identity('GET', '/api/account/loginstep')
export const finish = (visitor: Visitor, kind: 'totp' | 'recovery', value: string) =>
  ask(visitor, 'loginstep', { kind, value })

/** The status of the account's own call with the token of this answer. */
export async function accepted(visitor: Visitor, answer: TestAnswer): Promise<number> {
  const { access_token } = answer.json<{ access_token: string }>()
  visitor.token = access_token
  return (await me(visitor)).status
}

/** People of the shop under test, and how far their logins have come. */
export function secondFactorsOf(shop: () => TestShop) {
  async function account(role: 'customer' | 'sales' | 'administrator' = 'customer'): Promise<string> {
    const email = newEmail()
    await register(shop().visitor(), email)
    const staff = role === 'customer' ? {} : { role, winning_user_id: 'W7' }
    await shop()
      .database.db.updateTable('account')
      .set({ email_confirmed_at: shop().clock.now(), ...staff })
      .where('email', '=', email)
      .execute()
    return email
  }

  async function member(role?: Parameters<typeof account>[0]): Promise<{ visitor: Visitor; email: string }> {
    const email = await account(role)
    const visitor = shop().visitor()
    await visitor.signIn(email, memberPassword)
    return { visitor, email }
  }

  const code = (secret: string, later = 0) => totpCode(secret, totpStep(shop().clock.now()) + later)

  async function withTotp(): Promise<{ visitor: Visitor; email: string; secret: string; recoveryCodes: string[] }> {
    const { visitor, email } = await member()
    const { secret } = (await ask(visitor, 'begintotp')).json<{ secret: string }>()
    const { recoveryCodes } = (await ask(visitor, 'confirmtotp', { code: code(secret) })).json<Enrolled>()
    return { visitor, email, secret, recoveryCodes: recoveryCodes ?? [] }
  }

  /** A browser whose password was right and which waits for the second proof. */
  async function waiting(email: string, app: 'aol' | 'wa' = 'aol'): Promise<Visitor> {
    const visitor = shop().visitor(app)
    const answer = await visitor.postLogin({ email, password: memberPassword, returnUrl: '/account/orders' })
    expect(answer.headers.location).toBe(`${visitor.origin}/account/internal/second-step`)
    expect(answer.headers['set-cookie']?.find((cookie) => cookie.startsWith('idpending'))).toMatch(
      /^idpending=[0-9a-f]{32}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
    )
    return visitor
  }

  return { account, member, code, withTotp, waiting }
}
