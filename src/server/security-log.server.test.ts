import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateStaff } from '../modules/identity/account-records.server.ts'
import { identityMailJob } from '../modules/identity/identity-mails.ts'
import { totpCode, totpStep } from '../modules/identity/internal/factors/totp.server.ts'
import { minutes } from '../platform/clock.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import type { Visitor } from '../testing/shop/visitor.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false, env: { TRUSTED_PROXIES: '1' } })
})
afterAll(async () => shop.close())

const password = 'a long fridge 42'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0'

type Event = { kind: string; agent: string; country: string | null; at: string; count: number }
const eventsOf = async (visitor: Visitor) =>
  (await visitor.identity('GET', '/api/account/securityevents')).json<{ events: Event[] }>().events

async function emailOf(visitor: Visitor): Promise<string> {
  return (await visitor.get('/api/account')).json<{ email: string }>().email
}

/** The kinds of mails that were queued for an address. */
async function mailed(email: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`select data->>'kind' as kind from pgboss.job_common
    where name = ${identityMailJob} and data->>'email' = ${email}`.execute(shop.database.db)
  return rows.map(({ kind }) => kind)
}

describe('the security log of an account', () => {
  test('lists logins and failures with time, device and country, visible to the owner only', async () => {
    const owner = await shop.colleague('customer')
    const email = await emailOf(owner)
    const from = { 'user-agent': firefox, 'x-forwarded-for': '1.1.1.1' }
    await shop.visitor().postLogin({ email, password: 'not it' }, from)
    await shop.visitor().postLogin({ email, password }, from)
    const events = await eventsOf(owner)
    expect(events.map(({ kind }) => kind)).toEqual(['signed_in', 'sign_in_failed', 'signed_in'])
    expect(events[0]).toEqual({
      kind: 'signed_in',
      count: 1,
      agent: firefox,
      country: expect.stringMatching(/^[A-Z]{2}$/),
      at: shop.clock.now().toISOString(),
    })
    const stranger = await shop.colleague('customer')
    expect((await eventsOf(stranger)).map(({ kind }) => kind)).toEqual(['signed_in'])
    expect((await shop.visitor().identity('GET', '/api/account/securityevents')).status).toBe(401)
  })

  test('lists every change of login methods, and mails the risky ones', async () => {
    const owner = await shop.colleague('customer')
    const email = await emailOf(owner)
    const ask = (call: string, body: object) => owner.identity('POST', `/api/account/${call}`, { body })
    const { secret } = (await ask('begintotp', {})).json<{ secret: string }>()
    const code = () => totpCode(secret, totpStep(shop.clock.now()))
    expect((await ask('confirmtotp', { code: code() })).status).toBe(200)
    expect((await ask('recoverycodes', {})).status).toBe(200)
    expect((await ask('requirefactor', { isRequired: false })).status).toBe(200)
    expect((await ask('requirefactor', { isRequired: true })).status).toBe(200)
    expect(
      (await ask('changepassword', { clientId: 'storefront-aol', current: password, password: 'another fridge 43' }))
        .status,
    ).toBe(200)
    expect((await ask('removefactor', { kind: 'totp' })).status).toBe(200)
    await ask('endsessions', { sessionId: '00000000-0000-4000-8000-000000000000' })
    expect((await eventsOf(owner)).map(({ kind }) => kind)).toEqual([
      'sessions_ended',
      'factor_removed',
      'sessions_ended',
      'password_changed',
      'second_step_on',
      'second_step_off',
      'recovery_codes_made',
      'factor_added',
      'signed_in',
    ])
    expect(await mailed(email)).toEqual(
      expect.arrayContaining([
        'factor-added',
        'recovery-codes-made',
        'second-step-off',
        'password-changed',
        'factor-removed',
      ]),
    )
    await owner.identity('POST', '/api/account/logout', { body: { userId: '', clientId: 'storefront-aol' } })
    const again = shop.visitor()
    await again.signIn(email, 'another fridge 43')
    expect((await eventsOf(again)).slice(0, 2).map(({ kind }) => kind)).toEqual(['signed_in', 'signed_out'])
  })

  test('lists an email change, and both addresses are notified', async () => {
    const owner = await shop.colleague('customer')
    const email = await emailOf(owner)
    const newEmail = `moved-${email}`
    const { userId } = (await owner.identity('GET', '/api/account/getprofile')).json<{ userId: string }>()
    const change = { userId, clientId: 'storefront-aol', emailChanged: true, email: newEmail }
    const names = { firstNameChanged: false, firstName: '', lastNameChanged: false, lastName: '' }
    expect((await owner.identity('POST', '/api/account/updateprofile', { body: { ...change, ...names } })).status).toBe(
      200,
    )
    const links = await shop.services.identity.provider.mailFor({ kind: 'change', app: 'aol', email, newEmail })
    for (const { mail } of links)
      expect((await owner.identity('GET', `/api/account/confirmemail/${mail.token}`)).status).toBe(200)
    expect((await eventsOf(owner))[0]?.kind).toBe('email_changed')
    expect(await mailed(email)).toContain('email-changed')
    const reported = await shop.services.identity.provider.mailFor({
      kind: 'email-changed',
      app: 'aol',
      email,
      newEmail,
    })
    expect(reported.map(({ mail }) => mail.to)).toEqual([email, newEmail])
  })

  test('groups failed attempts of one device, including throttled ones', async () => {
    const owner = await shop.colleague('customer')
    const email = await emailOf(owner)
    const stranger = shop.visitor()
    for (let tried = 0; tried < 12; tried++) await stranger.postLogin({ email, password: 'guess' })
    const events = await eventsOf(owner)
    expect(events.map(({ kind, count }) => [kind, count])).toEqual([
      ['sign_in_failed', 12],
      ['signed_in', 1],
    ])
  })

  test('lists a failed second factor of staff, and a role changed by an administrator', async () => {
    const seller = await shop.colleague('sales')
    const email = await emailOf(seller)
    const other = shop.visitor()
    await other.postLogin({ email, password })
    expect(
      (await other.identity('POST', '/api/account/loginstep', { body: { kind: 'totp', value: '000000' } })).status,
    ).toBe(400)
    expect((await eventsOf(seller))[0]?.kind).toBe('second_step_failed')
    const { accountId } = await shop.database.db
      .selectFrom('account')
      .select('id as accountId')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await shop.database.transaction((tx) => updateStaff(tx, accountId, { subdivision: null }, shop.clock.now()))
    const { rows } = await sql<{ kind: string }>`select kind from security_event where account_id = ${accountId}
      order by id desc limit 2`.execute(shop.database.db)
    expect(rows.map(({ kind }) => kind)).toEqual(['sessions_ended', 'role_changed'])
  })

  test('lists a session used on two devices, which ends on both, and notifies its owner', async () => {
    const owner = await shop.colleague('customer')
    const email = await emailOf(owner)
    const stolen = owner.cookies.get('idsession') ?? ''
    let nonces = 0
    const renew = (visitor: Visitor) => {
      const nonce = createHash('md5').update(`renewal ${nonces++}`).digest('hex')
      const body = { token: '', origin: visitor.origin, nonce, returnUrl: '/' }
      return visitor.identity('POST', '/api/account/relogin', { body })
    }
    expect((await renew(owner)).status).toBe(200)
    await shop.advance(minutes(2))
    const thief = shop.visitor()
    thief.cookies.set('idsession', stolen)
    expect((await renew(thief)).status).toBe(401)
    expect((await renew(owner)).status).toBe(401)
    expect(await mailed(email)).toContain('session-reused')
    const again = shop.visitor()
    await again.signIn(email, password)
    expect((await eventsOf(again)).slice(0, 2).map(({ kind }) => kind)).toEqual(['signed_in', 'session_reused'])
  })

  test('a login is mailed from every device except known ones, until the password changes', async () => {
    const owner = await shop.colleague('customer')
    const email = await emailOf(owner)
    const count = async () => (await mailed(email)).filter((kind) => kind === 'new-sign-in').length
    const agent = { 'user-agent': firefox }
    const laptop = shop.visitor()
    await laptop.postLogin({ email, password }, agent)
    expect(await count()).toBe(1)
    await laptop.postLogin({ email, password }, agent)
    expect(await count()).toBe(1)
    // The same browser, by its name, is another device.
    await shop.visitor().postLogin({ email, password }, agent)
    expect(await count()).toBe(2)
    const change = { clientId: 'storefront-aol', current: password, password: 'another fridge 43' }
    expect((await owner.identity('POST', '/api/account/changepassword', { body: change })).status).toBe(200)
    await laptop.postLogin({ email, password: 'another fridge 43' }, agent)
    expect(await count()).toBe(3)
  })

  test('is in the back office for administrators only', async () => {
    const admin = await shop.colleague('administrator')
    await admin.openPanel('/office')
    const list = await admin.staff('GET', '/office/security-events')
    expect([list.status, list.text.includes('Second factor removed')]).toEqual([200, true])
    const seller = await shop.colleague('sales')
    await seller.openPanel('/office')
    expect((await seller.staff('GET', '/office/security-events')).status).toBe(403)
  })
})

test('password guessing by a stranger does not throttle the owner’s known devices', async () => {
  const owner = await shop.colleague('customer')
  const email = await emailOf(owner)
  const stranger = shop.visitor()
  let last = 0
  for (let tried = 0; tried < 12; tried++)
    last = (await stranger.postLogin({ email, password: `guess ${tried}` })).status
  expect(last).toBe(429)
  const elsewhere = shop.visitor()
  expect((await elsewhere.postLogin({ email, password })).status).toBe(429)
  // The device that the owner has signed in with.
  expect((await owner.postLogin({ email, password })).headers.location).toContain('access_token')
  // Its mark is good for this account alone, and its own tries are counted as well.
  const other = await emailOf(await shop.colleague('customer'))
  for (let tried = 0; tried < 12; tried++) last = (await owner.postLogin({ email: other, password: 'x' })).status
  expect(last).toBe(429)
  for (let tried = 0; tried < 12; tried++) last = (await owner.postLogin({ email, password: 'x' })).status
  expect(last).toBe(429)
})
