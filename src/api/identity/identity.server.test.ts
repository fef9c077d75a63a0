import { createHash } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { openTestShop, type TestShop, type Visitor } from '../../testing/shop.server.ts'
import { sendIdentityMails } from '../../composition/jobs.server.ts'
import type { IdentityMailOrder } from '../../modules/identity/identity-mails.ts'

/** The identity host over HTTP, as pages of the shop and people's browsers use it. */

let shop: TestShop
const password = 'a long fridge 42'
const wrong = 'not the password'

beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(() => shop.close())

const registration = (email: string, more: object = {}) => ({
  email,
  password,
  firstName: 'Ana',
  lastName: 'Botha',
  phone: '0412 345 678',
  clientId: 'storefront-aol',
  ABN: '',
  ...more,
})

let count = 0
const newEmail = () => `member${++count}@shopper.example`

async function register(visitor: Visitor, email: string, more: object = {}) {
  return visitor.identity('POST', '/api/account/register', { body: registration(email, more) })
}

async function member(app: Parameters<TestShop['visitor']>[0] = 'aol'): Promise<{ visitor: Visitor; email: string }> {
  const visitor = shop.visitor(app)
  const email = newEmail()
  const more = { clientId: `storefront-${app}`, ...(app === 'aoc' ? { ABN: '51 824 753 556' } : {}) }
  expect((await register(visitor, email, more)).status).toBe(200)
  await visitor.signIn(email, password)
  return { visitor, email }
}

/** Does what the worker does with orders of mail, and answers what was mailed to an address, newest first. */
async function deliver(order: IdentityMailOrder) {
  await sendIdentityMails(shop.services, shop.config, order)
}

async function mailsTo(recipient: string) {
  return (await shop.services.mail.newest(500)).filter((mail) => mail.recipient === recipient)
}

/** The end of the newest link to a page of the account. */
async function linkTo(recipient: string, page: string): Promise<string> {
  const [mail] = (await mailsTo(recipient)).filter((one) => one.html.includes(page))
  const [, token = ''] = new RegExp(`/account/${page}/([0-9a-f]+)`).exec(mail?.html ?? '') ?? []
  return token
}

const me = (visitor: Visitor) => visitor.get('/api/account')

describe('signing in', () => {
  test('registers with seven fields, logs in by a form post and comes back with tokens in the fragment [IDN-02] [IDN-03] [IDN-14] [ACCT-04]', async () => {
    const visitor = shop.visitor()
    const email = newEmail()
    const registered = await register(visitor, email)
    expect([registered.status, registered.json()]).toEqual([200, { success: true }])

    const answer = await visitor.postLogin({ email, password, returnUrl: '/account/orders?x=1' })
    expect(answer.status).toBe(303)
    const url = new URL(answer.headers.location ?? '')
    expect(url.origin + url.pathname + url.search).toBe(
      `${visitor.origin}/account/login-callback?returnUrl=%2Faccount%2Forders%3Fx%3D1`,
    )
    const tokens = new URLSearchParams(url.hash.slice(1))
    expect([...tokens.keys()]).toEqual(['access_token', 'id_token', 'nonce', 'expires_in'])
    expect(tokens.get('expires_in')).toBe('600')
    expect(tokens.get('nonce')).toMatch(/^[0-9a-f]{32}$/)
    expect(tokens.get('nonce')).toBe(visitor.cookies.get('loginNonce'))

    const access = decodeJwt(tokens.get('access_token') ?? '')
    const id = decodeJwt(tokens.get('id_token') ?? '')
    expect(Object.keys(access).toSorted()).toEqual(['aud', 'bnd', 'email', 'exp', 'iat', 'iss', 'sid', 'sub'])
    expect([access.aud, (access.exp ?? 0) - (access.iat ?? 0)]).toEqual(['storefront-api', 600])
    expect(id).toMatchObject({
      aud: 'storefront-aol',
      nonce: tokens.get('nonce'),
      email,
      email_verified: false,
      given_name: 'Ana',
      family_name: 'Botha',
    })
    const header = decodeProtectedHeader(tokens.get('access_token') ?? '')
    const keys = (await visitor.identity('GET', '/.well-known/jwks.json')).json<{
      keys: { kid: string; d?: string }[]
    }>()
    expect(header).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: keys.keys[0]?.kid })
    expect(keys.keys.some((key) => key.d !== undefined)).toBe(false)
  })

  test('the address counts in lower case at registration and at login [IDN-15]', async () => {
    const visitor = shop.visitor()
    const email = newEmail()
    await register(visitor, email.toUpperCase())
    await visitor.signIn(` ${email.replace('m', 'M')} `, password)
    expect((await me(visitor)).json()).toMatchObject({ email, firstName: 'Ana' })
  })

  test('a wrong password and an unknown address are told the same way, and lead back to the form', async () => {
    const { visitor, email } = await member()
    const known = await visitor.postLogin({ email, password: wrong })
    const unknown = await visitor.postLogin({ email: newEmail(), password: wrong })
    const location = `${visitor.origin}/account/internal/login?error=invalid&returnUrl=%2Faccount`
    expect([known.status, known.headers.location]).toEqual([303, location])
    expect([unknown.status, unknown.headers.location]).toEqual([303, location])
    expect(known.headers['set-cookie']).toBeUndefined()
    expect(unknown.text).toBe(known.text)
  })

  test('an origin that is not one of ours is 400 and leads nowhere', async () => {
    const { visitor, email } = await member()
    for (const origin of [
      'https://evil.example',
      '',
      'null',
      `${visitor.origin}.evil.example`,
      'http://aol.localhost:1',
    ]) {
      const answer = await visitor.postLogin({ email, password, origin })
      expect([answer.status, answer.headers.location]).toEqual([400, undefined])
    }
    const posted = await visitor.postLogin({ email, password }, { origin: 'https://evil.example' })
    expect(posted.status).toBe(400)
    const crossSite = await visitor.postLogin({ email, password }, { 'sec-fetch-site': 'cross-site' })
    expect(crossSite.status).toBe(400)
  })

  test('a nonce is good for one login', async () => {
    const { visitor, email } = await member()
    const { nonce } = (await visitor.post('/api/session/nonce')).json<{ nonce: string }>()
    expect((await visitor.postLogin({ email, password, nonce })).headers.location).toContain('/account/login-callback')
    const again = await visitor.postLogin({ email, password, nonce })
    expect(again.headers.location).toContain('?error=failed')
    expect((await visitor.postLogin({ email, password, nonce: 'abc' })).headers.location).toContain('?error=failed')
  })

  test('passwords are kept as Argon2id, and a weaker hash is made anew at login', async () => {
    const { visitor, email } = await member()
    const stored = () =>
      shop.database.db
        .selectFrom('account')
        .select('password_hash')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    expect((await stored()).password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const weak = await hash(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
    await shop.database.db.updateTable('account').set({ password_hash: weak }).where('email', '=', email).execute()
    await visitor.signIn(email, password)
    expect((await stored()).password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await visitor.signIn(email, password)
  })

  test('after five failures every further try waits, twice as long each time, and a success ends it', async () => {
    const { visitor, email } = await member()
    for (let tries = 0; tries < 5; tries++)
      expect((await visitor.postLogin({ email, password: wrong })).status).toBe(303)
    const early = await visitor.postLogin({ email, password })
    expect([early.status, early.headers['retry-after']]).toEqual([429, '1'])
    expect(early.json()).toMatchObject({ errors: [{ message: 'Too many attempts. Please try again later.' }] })
    await shop.advance(seconds(1))
    expect((await visitor.postLogin({ email, password: wrong })).status).toBe(303)
    expect((await visitor.postLogin({ email, password })).headers['retry-after']).toBe('2')
    await shop.advance(seconds(2))
    await visitor.signIn(email, password)
    expect((await visitor.postLogin({ email, password: wrong })).status).toBe(303)
    // An address that nobody has is held back in the same way.
    const unknown = newEmail()
    for (let tries = 0; tries < 5; tries++) await visitor.postLogin({ email: unknown, password: wrong })
    expect((await visitor.postLogin({ email: unknown, password: wrong })).status).toBe(429)
  })

  test('one session belongs to one client: another brand signs in for itself with the same account', async () => {
    const { visitor, email } = await member()
    const other = shop.visitor('wa')
    await other.signIn(email, password)
    expect((await me(other)).status).toBe(200)
    other.token = visitor.token
    expect((await me(other)).status).toBe(401)
  })
})

describe('who is throttled by address', () => {
  test('twenty tries a minute, then 429 with the time to wait', async () => {
    const strict = await openTestShop({ sandbox: false, env: { RATE_LIMITS: 'on' } })
    try {
      const visitor = strict.visitor()
      const ask = () =>
        visitor.identity('POST', '/api/account/forgotpassword', {
          body: { clientId: 'storefront-aol', email: 'nobody@shopper.example' },
        })
      const statuses = []
      for (let tries = 0; tries < 21; tries++) statuses.push((await ask()).status)
      expect(statuses).toEqual([...Array(20).fill(200), 429])
    } finally {
      await strict.close()
    }
  })
})

describe('registering', () => {
  test('an address that is known is answered as a new one is, and its owner gets another mail', async () => {
    const { visitor, email } = await member()
    const again = await register(visitor, email, { password: 'another password' })
    expect([again.status, again.json()]).toEqual([200, { success: true }])
    await deliver({ kind: 'known', app: 'aol', email })
    expect((await mailsTo(email)).map((mail) => mail.subject)).toEqual(['You have an account at Appliances Online'])
    // The password is still the first one.
    await visitor.signIn(email, password)
  })

  test.each([
    ['short', { password: 'abc1234' }, 'password', 'Your password needs at least 8 characters'],
    ['long', { password: 'é'.repeat(65) }, 'password', 'Your password can have at most 128 bytes'],
    [
      'common',
      { password: 'Password123' },
      'password',
      'This password is on lists of known passwords. Please choose another one',
    ],
    [
      'the shop itself',
      { password: 'AppliancesOnline1!' },
      'password',
      'This password is on lists of known passwords. Please choose another one',
    ],
    ['no name', { firstName: ' ' }, 'firstName', 'Please enter a first name (max 20 characters)'],
    ['a long name', { lastName: 'x'.repeat(30) }, 'lastName', 'Please enter a last name (max 20 characters)'],
    ['no address', { email: 'ana@localhost' }, 'email', 'Please enter a valid email address'],
    ['no phone', { phone: '12' }, 'phone', 'Please enter a valid phone number'],
    ['a wrong ABN', { ABN: '51 824 753 557' }, 'ABN', 'Please enter a valid ABN'],
  ])('%s is refused with the field and its fix', async (_name, more, field, message) => {
    const answer = await register(shop.visitor(), newEmail(), more)
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject({ errors: [{ field, message }] })
  })

  test('passwords of 8 characters and of 128 bytes with anything in them are taken', async () => {
    for (const one of ['ß ü🍳x_ 9', `${'é'.repeat(63)}xy`]) {
      const visitor = shop.visitor()
      const email = newEmail()
      expect((await register(visitor, email, { password: one })).status).toBe(200)
      await visitor.signIn(email, one)
    }
  })

  test('apps for businesses ask for an ABN', async () => {
    const visitor = shop.visitor('wac')
    const without = await register(visitor, newEmail(), { clientId: 'storefront-wac' })
    expect(without.json()).toMatchObject({ errors: [{ field: 'ABN', message: 'Please enter a valid ABN' }] })
    const body = { clientId: 'storefront-wac', ABN: '51 824 753 556' }
    expect((await register(visitor, newEmail(), body)).status).toBe(200)
  })

  test('a client is the page that asks, or 400', async () => {
    const answer = await register(shop.visitor('wa'), newEmail(), { clientId: 'storefront-aol' })
    expect(answer.status).toBe(400)
  })
})

describe('a session', () => {
  test('renews with its cookie alone, whatever the token is, and changes the secret [IDN-05]', async () => {
    const { visitor } = await member()
    const before = visitor.cookies.get('idsession')
    const nonce = '0123456789abcdef0123456789abcdef'
    const body = { token: '', origin: visitor.origin, nonce, returnUrl: '/' }
    const answer = await visitor.identity('POST', '/api/account/relogin', { body })
    expect(answer.status).toBe(200)
    const tokens = answer.json<Record<string, string>>()
    expect(tokens).toMatchObject({ nonce, expires_in: 600 })
    expect(decodeJwt(tokens['id_token'] ?? '')['nonce']).toBe(nonce)
    expect(visitor.cookies.get('idsession')).not.toBe(before)
    visitor.token = tokens['access_token'] ?? ''
    expect((await me(visitor)).status).toBe(200)
  })

  const renew = (visitor: Visitor, cookie?: string) =>
    visitor.identity('POST', '/api/account/relogin', {
      body: {
        token: '',
        origin: visitor.origin,
        nonce: createHash('md5').update(String(++count)).digest('hex'),
        returnUrl: '/',
      },
      ...(cookie === undefined ? {} : { headers: { cookie } }),
    })

  test('a stolen token renews nothing in a browser without the cookie', async () => {
    const { visitor } = await member()
    expect((await renew(visitor, '')).status).toBe(401)
  })

  test('an old secret works for half a minute; used later it ends the session for everybody', async () => {
    const { visitor } = await member()
    const old = `idsession=${visitor.cookies.get('idsession') ?? ''}`
    expect((await renew(visitor)).status).toBe(200)
    const soon = await renew(visitor, old)
    expect(soon.status).toBe(200)
    // The browser has the new one already.
    expect(soon.headers['set-cookie']).toBeUndefined()
    const present = `idsession=${visitor.cookies.get('idsession') ?? ''}`
    await shop.advance(seconds(31))
    expect((await renew(visitor, old)).status).toBe(401)
    expect((await renew(visitor, present)).status).toBe(401)
    expect((await me(visitor)).status).toBe(401)
  })

  test('lasts 30 days since the sign-in, however often it is renewed', async () => {
    const { visitor } = await member()
    await shop.advance(hours(15 * 24))
    expect((await renew(visitor)).status).toBe(200)
    await shop.advance(hours(14 * 24))
    expect((await renew(visitor)).status).toBe(200)
    await shop.advance(hours(24) + 1_000)
    expect((await renew(visitor)).status).toBe(401)
  })

  test('ends at logout, and a token that still looks good is believed no more [IDN-04]', async () => {
    const { visitor } = await member()
    const { userId } = (await me(visitor)).json<{ userId: string }>()
    const body = { userId, clientId: 'storefront-aol' }
    expect((await visitor.identity('POST', '/api/account/logout', { body })).json()).toEqual({ success: true })
    expect((await me(visitor)).json()).toMatchObject({ errors: [{ code: 'session_ended' }] })
    expect((await visitor.identity('POST', '/api/account/logout', { body })).status).toBe(200)
  })

  test('is listed with the others of its account and can end them, one or all', async () => {
    const { visitor, email } = await member()
    const other = shop.visitor('andoo')
    await other.signIn(email, password)
    type Listed = { sessions: { id: string; app: string; isThis: boolean }[] }
    const listed = (await visitor.identity('GET', '/api/account/sessions')).json<Listed>().sessions
    expect(listed.map(({ app, isThis }) => [app, isThis]).toSorted()).toEqual([
      ['andoo', false],
      ['aol', true],
    ])
    const end = (sessionId: string | null) =>
      visitor.identity('POST', '/api/account/endsessions', { body: { sessionId } })
    expect((await end(listed.find((one) => !one.isThis)?.id ?? '')).status).toBe(200)
    expect([(await me(visitor)).status, (await me(other)).status]).toEqual([200, 401])
    // A session of somebody else is not theirs to end.
    const stranger = await member()
    const [theirs] = (await stranger.visitor.identity('GET', '/api/account/sessions')).json<Listed>().sessions
    await end(theirs?.id ?? '')
    expect((await me(stranger.visitor)).status).toBe(200)
    await end(null)
    expect((await me(visitor)).status).toBe(401)
  })
})

describe('a forgotten password', () => {
  const forgot = (visitor: Visitor, email: string) =>
    visitor.identity('POST', '/api/account/forgotpassword', { body: { clientId: 'storefront-aol', email } })
  const reset = (visitor: Visitor, token: string, next: string) =>
    visitor.identity('POST', '/api/account/resetpassword', { body: { token, password: next } })
  const next = 'quite another word 7'

  test('is answered the same for every address; only an account gets a mail [IDN-06] [ACCT-05]', async () => {
    const { visitor, email } = await member()
    const unknown = newEmail()
    const answers = [await forgot(visitor, email), await forgot(visitor, unknown)]
    expect(answers.map((one) => [one.status, one.json()])).toEqual([
      [200, { success: true }],
      [200, { success: true }],
    ])
    await deliver({ kind: 'reset', app: 'aol', email })
    await deliver({ kind: 'reset', app: 'aol', email: unknown })
    expect((await mailsTo(email)).map((mail) => mail.subject)).toEqual(['Choose a new password for Appliances Online'])
    expect(await mailsTo(unknown)).toEqual([])
  })

  test('the link works once, ends every session, and the old password is over [IDN-07] [ACCT-06]', async () => {
    const { visitor, email } = await member()
    await deliver({ kind: 'reset', app: 'aol', email })
    const token = await linkTo(email, 'reset-password')
    expect((await reset(visitor, token, 'short')).status).toBe(400)
    const both = await Promise.all([reset(visitor, token, next), reset(visitor, token, next)])
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 400])
    expect((await me(visitor)).status).toBe(401)
    const again = await reset(visitor, token, 'yet another word 8')
    expect(again.json()).toMatchObject({ errors: [{ message: 'This link is invalid or has expired.' }] })
    expect((await visitor.postLogin({ email, password })).headers.location).toContain('error=invalid')
    await visitor.signIn(email, next)
    await deliver({ kind: 'password-changed', app: 'aol', email })
    expect((await mailsTo(email)).map((mail) => mail.subject)).toContain(
      'Your password for Appliances Online was changed',
    )
  })

  test('the link works for 30 minutes, and a newer one ends it', async () => {
    const { visitor, email } = await member()
    await deliver({ kind: 'reset', app: 'aol', email })
    const first = await linkTo(email, 'reset-password')
    // A second one within the minute is not mailed.
    await deliver({ kind: 'reset', app: 'aol', email })
    expect(await mailsTo(email)).toHaveLength(1)
    await shop.advance(minutes(2))
    await deliver({ kind: 'reset', app: 'aol', email })
    expect((await reset(visitor, first, next)).status).toBe(400)
    const second = await linkTo(email, 'reset-password')
    await shop.advance(minutes(30))
    expect((await reset(visitor, second, next)).status).toBe(400)
    expect((await reset(visitor, 'f'.repeat(64), next)).status).toBe(400)
  })

  test('no table holds what stands in a link or a cookie', async () => {
    const { visitor, email } = await member()
    await deliver({ kind: 'reset', app: 'aol', email })
    const token = await linkTo(email, 'reset-password')
    const links = await shop.database.db.selectFrom('identity_link').selectAll().execute()
    const sessions = await shop.database.db.selectFrom('identity_session').selectAll().execute()
    expect(JSON.stringify(links)).not.toContain(token)
    expect(JSON.stringify(sessions)).not.toContain(visitor.cookies.get('idsession'))
    const keys = await shop.database.db.selectFrom('identity_signing_key').selectAll().execute()
    expect(JSON.stringify(keys)).not.toContain('"d"')
  })
})

describe('confirming an address', () => {
  const confirm = (visitor: Visitor, token: string) => visitor.identity('GET', `/api/account/confirmemail/${token}`)

  test('works for 24 hours, and again with a link that was used [IDN-10] [ACCT-07]', async () => {
    const { visitor, email } = await member()
    expect((await me(visitor)).json()).toMatchObject({ emailConfirmed: false })
    await deliver({ kind: 'confirm', app: 'aol', email })
    const token = await linkTo(email, 'confirm-email')
    expect((await confirm(visitor, token)).json()).toMatchObject({ email, confirmed: true })
    expect((await confirm(visitor, token)).json()).toMatchObject({ email, confirmed: true })
    expect((await me(visitor)).json()).toMatchObject({ emailConfirmed: true })
    // There is nothing more to confirm.
    await shop.advance(minutes(2))
    await deliver({ kind: 'confirm', app: 'aol', email })
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('a late link and an unknown one are refused the same way', async () => {
    const { visitor, email } = await member()
    await deliver({ kind: 'confirm', app: 'aol', email })
    const token = await linkTo(email, 'confirm-email')
    await shop.advance(hours(24))
    for (const one of [token, 'unknown']) {
      const answer = await confirm(visitor, one)
      expect([answer.status, answer.json()['errors']]).toEqual([
        400,
        [{ code: 'link_invalid', field: 'token', message: 'This link is invalid or has expired.' }],
      ])
    }
  })

  test('the mail can be had again, once a minute; the answer is always 200 [IDN-11]', async () => {
    const { visitor, email } = await member()
    const resend = (address: string) =>
      visitor.identity('POST', '/api/account/resendconfirmemail', {
        body: { clientId: 'storefront-aol', email: address },
      })
    expect([(await resend(email)).status, (await resend(newEmail())).status]).toEqual([200, 200])
    await deliver({ kind: 'confirm', app: 'aol', email })
    await deliver({ kind: 'confirm', app: 'aol', email })
    expect(await mailsTo(email)).toHaveLength(1)
    await shop.advance(minutes(1))
    await deliver({ kind: 'confirm', app: 'aol', email })
    expect(await mailsTo(email)).toHaveLength(2)
  })
})

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
    const { visitor, email } = await member()
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

  test('changes only what is flagged, and only of whoever the cookie signs in [IDN-09]', async () => {
    const { visitor } = await member()
    const { userId } = (await me(visitor)).json<{ userId: string }>()
    const changed = await update(visitor, { userId, firstName: 'Bea', firstNameChanged: true, lastName: 'Ignored' })
    expect(changed.json()).toMatchObject({ firstName: 'Bea', lastName: 'Botha' })
    const other = await member()
    expect((await update(other.visitor, { userId, firstName: 'Eve', firstNameChanged: true })).status).toBe(403)
    expect((await update(shop.visitor(), { userId })).status).toBe(401)
    expect((await update(visitor, { userId, firstName: '', firstNameChanged: true })).status).toBe(400)
  })

  test('a new address counts when both the old and the new one have confirmed it', async () => {
    const { visitor, email } = await member()
    const { userId } = (await me(visitor)).json<{ userId: string }>()
    const requested = newEmail()
    expect((await update(visitor, { userId, email: requested, emailChanged: true })).json()).toMatchObject({ email })
    await deliver({ kind: 'change', app: 'aol', email, newEmail: requested })
    const [oldLink, newLink] = [await linkTo(email, 'confirm-email'), await linkTo(requested, 'confirm-email')]
    const confirm = (token: string) => visitor.identity('GET', `/api/account/confirmemail/${token}`)
    expect((await confirm(newLink)).json()).toEqual({ email: requested, confirmed: true, complete: false })
    expect((await me(visitor)).json()).toMatchObject({ email })
    expect((await confirm(oldLink)).json()).toEqual({ email: requested, confirmed: true, complete: true })
    expect((await me(visitor)).json()).toMatchObject({ email: requested, emailConfirmed: true })
    await visitor.signIn(requested, password)
    expect((await visitor.postLogin({ email, password })).headers.location).toContain('error=invalid')
  })

  test('a new password needs the present one and ends every other session', async () => {
    const { visitor, email } = await member()
    const other = shop.visitor('wa')
    await other.signIn(email, password)
    const change = (current: string, next: string) =>
      visitor.identity('POST', '/api/account/changepassword', {
        body: { clientId: 'storefront-aol', current, password: next },
      })
    expect((await change(wrong, 'the next word 1')).json()).toMatchObject({
      errors: [{ field: 'current', message: 'Your current password is not right' }],
    })
    expect((await change(password, '12345678')).status).toBe(400)
    expect((await change(password, 'the next word 1')).status).toBe(200)
    expect([(await me(visitor)).status, (await me(other)).status]).toEqual([200, 401])
    await visitor.signIn(email, 'the next word 1')
  })
})

describe('mails of what has happened', () => {
  const queued = async (email: string) =>
    (
      await sql<{
        data: { kind: string; email: string }
      }>`select data from pgboss.job_common where name = 'identity-mail'
      and data ->> 'email' = ${email} order by created_on`.execute(shop.database.db)
    ).rows.map((row) => row.data.kind)

  test('a sign-in from a browser that is not known is told, the first one and a known one are not', async () => {
    const { visitor, email } = await member()
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
    await deliver({
      kind: 'new-sign-in',
      app: 'aol',
      email,
      agent: 'Firefox/140.0 Windows',
      at: '2026-11-24T00:00:00Z',
    })
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toBe('New sign-in to your account at Appliances Online')
    expect(mail?.plain).toContain('with Firefox on Windows on 24 November 2026')
  })

  test('a changed address is told to both', async () => {
    const { visitor, email } = await member()
    const requested = newEmail()
    await shop.database.db.updateTable('account').set({ email: requested }).where('email', '=', email).execute()
    await deliver({ kind: 'email-changed', app: 'aol', email, newEmail: requested })
    for (const address of [email, requested])
      expect((await mailsTo(address)).map((mail) => mail.subject)).toEqual([
        'Your email for Appliances Online was changed',
      ])
    expect((await me(visitor)).status).toBe(200)
  })
})

describe('bad input', () => {
  test.each([
    ['a name of a megabyte', { firstName: 'x'.repeat(1_000_000) }, 413],
    ['a name that is no text', { firstName: { toString: 'x' } }, 400],
    ['an address in letters that look like others', { email: 'аna@shopper.example' }, 400],
    ['an address with another one in it', { email: 'ana@shopper.example, eve@evil.example' }, 400],
    ['an address with a line end', { email: 'ana@shopper.example\nBcc: eve@evil.example' }, 400],
    ['half a character', { lastName: '\ud800' }, 400],
    ['a null byte', { password: 'seven blue\u0000kettles' }, 400],
  ])('%s is refused in the envelope, and nothing is kept', async (_name, more, status) => {
    const email = newEmail()
    const count = async () => (await shop.database.db.selectFrom('account').select('id').execute()).length
    const before = await count()
    const answer = await register(shop.visitor(), email, more)
    expect([answer.status, Array.isArray(answer.json()['errors'])]).toEqual([status, true])
    expect(await count()).toBe(before)
  })

  test('of many changes of a profile at once one after the other counts, each whole', async () => {
    const { visitor } = await member()
    const { userId } = (await me(visitor)).json<{ userId: string }>()
    const pairs = Array.from({ length: 12 }, (_, at) => [`First${at}`, `Last${at}`] as const)
    const answers = await Promise.all(
      pairs.map(([firstName, lastName]) =>
        visitor.identity('POST', '/api/account/updateprofile', {
          body: {
            userId,
            clientId: 'storefront-aol',
            email: '',
            emailChanged: false,
            firstName,
            firstNameChanged: true,
            lastName,
            lastNameChanged: true,
          },
        }),
      ),
    )
    expect(answers.map((one) => one.status)).toEqual(Array(12).fill(200))
    const { firstName, lastName } = (await me(visitor)).json<{ firstName: string; lastName: string }>()
    expect(pairs).toContainEqual([firstName, lastName])
  })

  test('a change of address and a reset at once leave one of them: a link is of the account as it was', async () => {
    const { visitor, email } = await member()
    await deliver({ kind: 'reset', app: 'aol', email })
    const token = await linkTo(email, 'reset-password')
    await shop.database.db.updateTable('account').set({ email: newEmail() }).where('email', '=', email).execute()
    const body = { token, password: 'quite another word 7' }
    expect((await visitor.identity('POST', '/api/account/resetpassword', { body })).status).toBe(400)
    expect((await me(visitor)).status).toBe(200)
  })
})

describe('keys', () => {
  test('a new key signs nobody out, and the old one is published while its tokens can live', async () => {
    const { visitor } = await member()
    const kids = async () =>
      (await visitor.identity('GET', '/.well-known/jwks.json'))
        .json<{ keys: { kid: string }[] }>()
        .keys.map((key) => key.kid)
    const [old = ''] = await kids()
    await shop.advance(minutes(1))
    await shop.services.identity.signingKeys.rotate({ now: true })
    expect((await me(visitor)).status).toBe(200)
    await visitor.signIn((await me(visitor)).json<{ email: string }>().email, password)
    expect(decodeProtectedHeader(visitor.token ?? '').kid).not.toBe(old)
    expect(await kids()).toContain(old)
    await shop.advance(minutes(21))
    await shop.services.identity.signingKeys.rotate()
    expect(await kids()).not.toContain(old)
    await shop.advance(hours(31 * 24))
    await shop.services.identity.signingKeys.rotate()
    expect(await kids()).toHaveLength(2)
  })
})

describe('pages of others', () => {
  const body = { userId: '', clientId: 'storefront-aol' }
  let visitor: Visitor
  beforeEach(async () => {
    visitor = (await member()).visitor
  })

  test.each([
    ['a page of ours', {}, 200],
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['another site that says it is near', { origin: 'https://evil.example' }, 403],
    ['a sibling of our site', { origin: 'http://evil.aol.localhost', 'sec-fetch-site': 'same-site' }, 403],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    ['our origin on another port', { origin: 'http://aol.localhost:9' }, 403],
  ])('%s', async (_name, headers, status) => {
    const answer = await visitor.identity('POST', '/api/account/logout', { body, headers })
    expect(answer.status).toBe(status)
    expect((await me(visitor)).status).toBe(status === 200 ? 401 : 200)
  })

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'a body of type %s is 415, wherever it comes from',
    async (type) => {
      const answer = await visitor.identity('POST', '/api/account/logout', {
        raw: JSON.stringify(body),
        headers: { 'content-type': type },
      })
      expect(answer.status).toBe(415)
    },
  )

  test('cookies are shared with the origins of our shops and with no other [IDN-01]', async () => {
    const allowed = await visitor.identity('OPTIONS', '/api/account/relogin')
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([204, visitor.origin])
    expect(allowed.headers['access-control-allow-credentials']).toBe('true')
    const other = await visitor.identity('OPTIONS', '/api/account/relogin', {
      headers: { origin: 'https://evil.example' },
    })
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
    const read = await visitor.identity('GET', '/api/account/getprofile', {
      headers: { origin: 'https://evil.example' },
    })
    expect(read.headers['access-control-allow-origin']).toBeUndefined()
    // Not one of the shop's addresses.
    expect((await visitor.post('/api/account/relogin', {})).status).toBe(404)
  })
})
