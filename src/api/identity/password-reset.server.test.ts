import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { totpCode, totpStep } from '../../modules/identity/internal/factors/totp.server.ts'
import { minutes } from '../../platform/clock.ts'
import {
  deliver,
  linkTo,
  mailsTo,
  me,
  memberPassword as password,
  newEmail,
  openMember,
} from '../../testing/members.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'

/** A forgotten password. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(() => shop.close())

describe('a password reset', () => {
  const forgot = (visitor: Visitor, email: string) =>
    visitor.identity('POST', '/api/account/forgotpassword', { body: { clientId: 'storefront-aol', email } })
  const reset = (visitor: Visitor, token: string, next: string) =>
    visitor.identity('POST', '/api/account/resetpassword', { body: { token, password: next } })
  const next = 'quite another word 7'

  test('gives the same response for every address; only an account gets a mail [IDN-06] [ACCT-05]', async () => {
    const { visitor, email } = await openMember(shop)
    const unknown = newEmail()
    const answers = [await forgot(visitor, email), await forgot(visitor, unknown)]
    expect(answers.map((one) => [one.status, one.json()])).toEqual([
      [200, { success: true }],
      [200, { success: true }],
    ])
    await deliver(shop, { kind: 'reset', app: 'aol', email })
    await deliver(shop, { kind: 'reset', app: 'aol', email: unknown })
    expect((await mailsTo(shop, email)).map((mail) => mail.subject)).toEqual([
      'Choose a new password for Appliances Online',
    ])
    expect(await mailsTo(shop, unknown)).toEqual([])
  })

  test('the link works once, ends every session and replaces the old password [IDN-07] [ACCT-06]', async () => {
    const { visitor, email } = await openMember(shop)
    await deliver(shop, { kind: 'reset', app: 'aol', email })
    const token = await linkTo(shop, email, 'reset-password')
    expect((await reset(visitor, token, 'short')).status).toBe(400)
    const both = await Promise.all([reset(visitor, token, next), reset(visitor, token, next)])
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 400])
    expect((await me(visitor)).status).toBe(401)
    const again = await reset(visitor, token, 'yet another word 8')
    expect(again.json()).toMatchObject({ errors: [{ message: 'This link is invalid or has expired.' }] })
    expect((await visitor.postLogin({ email, password })).headers.location).toContain('error=invalid')
    await visitor.signIn(email, next)
    await deliver(shop, { kind: 'password-changed', app: 'aol', email })
    expect((await mailsTo(shop, email)).map((mail) => mail.subject)).toContain(
      'Your password for Appliances Online was changed',
    )
  })

  test('the second factor still applies: the link alone does not log in', async () => {
    const { visitor, email } = await openMember(shop)
    await shop.database.db
      .updateTable('account')
      .set({ email_confirmed_at: shop.clock.now() })
      .where('email', '=', email)
      .execute()
    const ask = (call: string, body: object) => visitor.identity('POST', `/api/account/${call}`, { body })
    const { secret } = (await ask('begintotp', {})).json<{ secret: string }>()
    expect((await ask('confirmtotp', { code: totpCode(secret, totpStep(shop.clock.now())) })).status).toBe(200)
    await deliver(shop, { kind: 'reset', app: 'aol', email })
    const answer = await reset(shop.visitor(), await linkTo(shop, email, 'reset-password'), next)
    expect([answer.status, answer.json()]).toEqual([200, { success: true }])
    const { headers } = await shop.visitor().postLogin({ email, password: next })
    expect(new URL(headers.location ?? '').pathname).toBe('/account/internal/second-step')
    expect(headers.location).not.toContain('token')
  })

  test('the link expires after 30 minutes or with a newer one', async () => {
    const { visitor, email } = await openMember(shop)
    await deliver(shop, { kind: 'reset', app: 'aol', email })
    const first = await linkTo(shop, email, 'reset-password')
    // A second one within the minute is not mailed.
    await deliver(shop, { kind: 'reset', app: 'aol', email })
    expect(await mailsTo(shop, email)).toHaveLength(1)
    await shop.advance(minutes(2))
    await deliver(shop, { kind: 'reset', app: 'aol', email })
    expect((await reset(visitor, first, next)).status).toBe(400)
    const second = await linkTo(shop, email, 'reset-password')
    await shop.advance(minutes(30))
    expect((await reset(visitor, second, next)).status).toBe(400)
    expect((await reset(visitor, 'f'.repeat(64), next)).status).toBe(400)
  })

  test('secrets of links and cookies are not stored in plain text', async () => {
    const { visitor, email } = await openMember(shop)
    await deliver(shop, { kind: 'reset', app: 'aol', email })
    const token = await linkTo(shop, email, 'reset-password')
    const links = await shop.database.db.selectFrom('identity_link').selectAll().execute()
    const sessions = await shop.database.db.selectFrom('identity_session').selectAll().execute()
    expect(JSON.stringify(links)).not.toContain(token)
    expect(JSON.stringify(sessions)).not.toContain(visitor.cookies.get('idsession'))
    const keys = await shop.database.db.selectFrom('identity_signing_key').selectAll().execute()
    expect(JSON.stringify(keys)).not.toContain('"d"')
  })
})
