import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

/** The profile of an account, and the mails about changes to it. */

let shop: TestShop
const wrong = 'not the password'
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(() => shop.close())

describe('the profile', () => {
  const update = (visitor: Visitor, more: object) =>
    visitor.identity('POST', '/api/account/updateprofile', {
      body: {
        userId: '',
        clientId: 'storefront-aol',
        email: '',
        emailChanged: false,
        firstName: '',
        firstNameChanged: false,
        lastName: '',
        lastNameChanged: false,
        ...more,
      },
    })

  test('is read with the cookie, without a token [IDN-08]', async () => {
    const { visitor, email } = await openMember(shop)
    visitor.token = null
    const answer = await visitor.identity('GET', '/api/account/getprofile')
    expect(answer.json()).toMatchObject({
      email,
      emailConfirmed: false,
      firstName: 'Ana',
      lastName: 'Botha',
      abn: null,
    })
    expect(answer.headers['access-control-allow-credentials']).toBe('true')
    expect((await shop.visitor().identity('GET', '/api/account/getprofile')).status).toBe(401)
  })

  test('changes only flagged fields, for the account of the cookie [IDN-09]', async () => {
    const { visitor } = await openMember(shop)
    const { userId } = (await me(visitor)).json<{ userId: string }>()
    const changed = await update(visitor, { userId, firstName: 'Bea', firstNameChanged: true, lastName: 'Ignored' })
    expect(changed.json()).toMatchObject({ firstName: 'Bea', lastName: 'Botha' })
    const other = await openMember(shop)
    expect((await update(other.visitor, { userId, firstName: 'Eve', firstNameChanged: true })).status).toBe(403)
    expect((await update(shop.visitor(), { userId })).status).toBe(401)
    expect((await update(visitor, { userId, firstName: '', firstNameChanged: true })).status).toBe(400)
  })

  test('an email change needs confirmation from both addresses', async () => {
    const { visitor, email } = await openMember(shop)
    const { userId } = (await me(visitor)).json<{ userId: string }>()
    const requested = newEmail()
    expect((await update(visitor, { userId, email: requested, emailChanged: true })).json()).toMatchObject({ email })
    await deliver(shop, { kind: 'change', app: 'aol', email, newEmail: requested })
    const [oldLink, newLink] = [
      await linkTo(shop, email, 'confirm-email'),
      await linkTo(shop, requested, 'confirm-email'),
    ]
    const confirm = (token: string) => visitor.identity('GET', `/api/account/confirmemail/${token}`)
    expect((await confirm(newLink)).json()).toEqual({ email: requested, confirmed: true, complete: false })
    expect((await me(visitor)).json()).toMatchObject({ email })
    expect((await confirm(oldLink)).json()).toEqual({ email: requested, confirmed: true, complete: true })
    expect((await me(visitor)).json()).toMatchObject({ email: requested, emailConfirmed: true })
    await visitor.signIn(requested, password)
    expect((await visitor.postLogin({ email, password })).headers.location).toContain('error=invalid')
  })

  test('a password change needs the current one and ends all other sessions', async () => {
    const { visitor, email } = await openMember(shop)
    const other = shop.visitor('wa')
    await other.signIn(email, password)
    const change = (current: string, next: string) =>
      visitor.identity('POST', '/api/account/changepassword', {
        body: { clientId: 'storefront-aol', current, password: next },
      })
    expect((await change(wrong, 'the next word 1')).json()).toMatchObject({
      errors: [{ field: 'current', message: 'Your current password is incorrect' }],
    })
    expect((await change(password, '12345678')).status).toBe(400)
    expect((await change(password, 'the next word 1')).status).toBe(200)
    expect([(await me(visitor)).status, (await me(other)).status]).toEqual([200, 401])
    await visitor.signIn(email, 'the next word 1')
  })
})

describe('security notifications', () => {
  const queued = async (email: string) =>
    (
      await sql<{
        data: { kind: string; email: string }
      }>`select data from pgboss.job_common where name = 'identity-mail'
      and data ->> 'email' = ${email} order by created_on`.execute(shop.database.db)
    ).rows.map((row) => row.data.kind)

  test('a login from an unknown browser is notified, except the first one', async () => {
    const { visitor, email } = await openMember(shop)
    const another = shop.visitor()
    const signInWith = async (agent: string) => {
      const { nonce } = (await another.post('/api/session/nonce')).json<{ nonce: string }>()
      const answer = await another.postLogin({ email, password, nonce }, { 'user-agent': agent })
      expect(answer.headers.location).toContain('#access_token')
    }
    await visitor.signIn(email, password)
    expect((await queued(email)).filter((kind) => kind === 'new-sign-in')).toEqual([])
    await signInWith('Firefox/140.0 Windows')
    await signInWith('Firefox/140.0 Windows')
    expect((await queued(email)).filter((kind) => kind === 'new-sign-in')).toHaveLength(1)
    await deliver(shop, {
      kind: 'new-sign-in',
      app: 'aol',
      email,
      agent: 'Firefox/140.0 Windows',
      at: '2026-11-24T00:00:00Z',
    })
    const [mail] = await mailsTo(shop, email)
    expect(mail?.subject).toBe('New login to your account at Appliances Online')
    expect(mail?.plain).toContain('with Firefox on Windows on 24 November 2026')
  })

  test('an email change is notified to both addresses', async () => {
    const { visitor, email } = await openMember(shop)
    const requested = newEmail()
    await shop.database.db.updateTable('account').set({ email: requested }).where('email', '=', email).execute()
    await deliver(shop, { kind: 'email-changed', app: 'aol', email, newEmail: requested })
    for (const address of [email, requested])
      expect((await mailsTo(shop, address)).map((mail) => mail.subject)).toEqual([
        'Your email for Appliances Online was changed',
      ])
    expect((await me(visitor)).status).toBe(200)
  })
})
