import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { IdentityMailOrder } from '../../modules/identity/identity-mails.ts'
import { createPasskey } from '../../testing/passkey.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { sendIdentityMails } from '../../composition/jobs.server.ts'
import { allRows } from '../../testing/shop/rows.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { me, memberPassword } from '../../testing/members.ts'
import { accepted, ask, codeOf, finish, secondFactorsOf, step, type Enrolled } from './second-factors-for-tests.ts'

/** Second factors and proofs anew over HTTP. */

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(() => shop.close())

const { account, member, code, withTotp, waiting } = secondFactorsOf(() => shop)

describe('an emailed code', () => {
  afterEach(() => shop.set('aol', 'OTPEnabled', 'false'))

  /** Does what the worker does with the newest order of such a mail; answers the code. */
  const mailed = async (email: string): Promise<string> => {
    const { rows } = await sql<{ data: Extract<IdentityMailOrder, { kind: 'login-code' }> }>`
      select data from pgboss.job_common where name = 'identity-mail' and data->>'kind' = 'login-code'
        and data->>'email' = ${email} order by created_on desc limit 1`.execute(shop.database.db)
    const order = rows[0]?.data ?? expect.fail('no mail was ordered')
    await sendIdentityMails(shop.services, shop.config, order)
    const [mail] = (await shop.services.mail.newest(50)).filter(({ recipient }) => recipient === email)
    expect(mail?.subject).toBe('Your code to log in to Appliances Online')
    return /Your code is (\d{6})\./.exec(mail?.plain ?? '')?.[1] ?? expect.fail('no code in the mail')
  }

  test('is a second step where the shop requires it, valid once and for its own login [SETT-15]', async () => {
    const { email } = await member()
    await shop.set('aol', 'OTPEnabled', 'true')
    const visitor = await waiting(email)
    expect((await step(visitor)).json()).toEqual({
      need: 'verify',
      hasTotp: false,
      hasPasskey: false,
      hasMail: true,
      returnUrl: '/account/orders',
      demoCode: null,
    })
    const right = await mailed(email)
    const wrong = right === '000000' ? '000001' : '000000'
    for (const given of [wrong, '１２３４５６'])
      expect([given, (await ask(visitor, 'loginstep', { kind: 'mail', value: given })).status]).toEqual([given, 400])
    // Another login of the same account has a code of its own.
    const other = await waiting(email)
    expect((await ask(other, 'loginstep', { kind: 'mail', value: right })).status).toBe(400)
    const answer = await ask(visitor, 'loginstep', { kind: 'mail', value: ` ${right.slice(0, 3)} ${right.slice(3)} ` })
    expect(await accepted(visitor, answer)).toBe(200)
    expect((await ask(visitor, 'loginstep', { kind: 'mail', value: right })).status).toBe(401)
    // Whoever is signed in proves themselves anew with a password, and never with an old code.
    expect((await ask(visitor, 'proveagain', { kind: 'mail', value: right })).status).toBe(400)
    // Where a shop wants none there is none.
    await shop.visitor('wa').signIn(email, memberPassword)
  })

  test('is not accepted by an account with a stronger second factor', async () => {
    const { email, secret } = await withTotp()
    await shop.set('aol', 'OTPEnabled', 'true')
    const visitor = await waiting(email)
    expect((await step(visitor)).json()).toMatchObject({ hasTotp: true, hasMail: false })
    for (const value of ['000000', code(secret, 1)])
      expect((await ask(visitor, 'loginstep', { kind: 'mail', value })).status).toBe(400)
  })
})

describe('an authenticator app', () => {
  test('is set up by its first code, gives ten recovery codes, and is required from then on', async () => {
    const { visitor, email } = await member()
    const begun = (await ask(visitor, 'begintotp')).json<{ secret: string; address: string }>()
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(begun.address).toBe(
      `otpauth://totp/Appliances%20Online:${encodeURIComponent(email)}?secret=${begun.secret}&issuer=Appliances%20Online&digits=6&period=30`,
    )
    // Until a code was given it asks for nothing.
    await shop.visitor().signIn(email, memberPassword)
    const wrong = await ask(visitor, 'confirmtotp', { code: '000000' })
    expect([wrong.status, wrong.json()]).toMatchObject([
      400,
      {
        errors: [
          { field: 'code', message: 'This code is incorrect or has already been used. Please enter the current one' },
        ],
      },
    ])
    const { recoveryCodes, tokens } = (await ask(visitor, 'confirmtotp', { code: code(begun.secret) })).json<Enrolled>()
    expect(tokens).toBeNull()
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(recoveryCodes?.every((one) => /^([0-9a-f]{4}-){6}[0-9a-f]{4}$/.test(one))).toBe(true)
    expect(codeOf(await ask(visitor, 'begintotp'))).toBe('invalid')

    const next = await waiting(email)
    expect((await step(next)).json()).toEqual({
      need: 'verify',
      hasTotp: true,
      hasPasskey: false,
      hasMail: false,
      returnUrl: '/account/orders',
      demoCode: null,
    })
    // The login has no session yet.
    expect((await next.identity('GET', '/api/account/getprofile')).status).toBe(401)
    expect(await accepted(next, await finish(next, 'totp', code(begun.secret, 1)))).toBe(200)
    expect((await step(next)).status).toBe(401)
  })

  test('a code works once and expires', async () => {
    const { email, secret } = await withTotp()
    const [one, other] = [await waiting(email), await waiting(email)]
    const right = code(secret, 1)
    const both = await Promise.all([finish(one, 'totp', right), finish(other, 'totp', right)])
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 400])
    await shop.advance(seconds(90))
    const late = await waiting(email)
    expect((await finish(late, 'totp', code(secret, -2))).status).toBe(400)
    expect((await finish(late, 'totp', code(secret))).status).toBe(200)
  })

  test('after five wrong codes further attempts are delayed, across logins of the account', async () => {
    const { email, secret } = await withTotp()
    await shop.advance(minutes(1))
    const visitor = await waiting(email)
    for (let tries = 0; tries < 5; tries++) expect((await finish(visitor, 'totp', '000000')).status).toBe(400)
    const early = await finish(await waiting(email), 'totp', code(secret))
    expect([early.status, early.headers['retry-after']]).toEqual([429, '1'])
    await shop.advance(seconds(2))
    expect((await finish(visitor, 'totp', code(secret))).status).toBe(200)
  })

  test('a pending login lasts ten minutes, in its own browser, and ends when the password changes', async () => {
    const { email, secret, visitor } = await withTotp()
    await shop.advance(minutes(1))
    const late = await waiting(email)
    await shop.advance(minutes(10))
    expect(codeOf(await finish(late, 'totp', code(secret)))).toBe('no_step')
    const stranger = shop.visitor()
    expect(codeOf(await finish(stranger, 'totp', code(secret)))).toBe('no_step')
    const cut = await waiting(email)
    const body = { clientId: 'storefront-aol', current: memberPassword, password: 'the next word 1' }
    const change = () => visitor.identity('POST', '/api/account/changepassword', { body })
    expect(codeOf(await change())).toBe('fresh_login_required')
    expect((await ask(visitor, 'proveagain', { kind: 'totp', value: code(secret) })).status).toBe(200)
    expect((await change()).status).toBe(200)
    expect(codeOf(await finish(cut, 'totp', code(secret)))).toBe('no_step')
  })

  test('a recovery code works once, in any spelling', async () => {
    const { email, recoveryCodes } = await withTotp()
    const [first = '', second = ''] = recoveryCodes
    const visitor = await waiting(email)
    expect(
      await accepted(visitor, await finish(visitor, 'recovery', ` ${first.toUpperCase().replaceAll('-', ' ')}`)),
    ).toBe(200)
    const again = await waiting(email)
    expect((await finish(again, 'recovery', first)).status).toBe(400)
    expect((await finish(again, 'recovery', 'x'.repeat(20))).status).toBe(400)
    expect((await finish(again, 'recovery', '')).status).toBe(400)
    const fresh = (await ask(visitor, 'recoverycodes')).json<{ recoveryCodes: string[] }>().recoveryCodes
    expect((await finish(again, 'recovery', second)).status).toBe(400)
    expect((await finish(again, 'recovery', fresh[0] ?? '')).status).toBe(200)
    const listed = await visitor.identity('GET', '/api/account/factors')
    expect(listed.json()).toMatchObject({ recoveryCodesLeft: 9, hasTotp: true, isRequired: true, isStaff: false })
  })

  test('secrets and recovery codes are not stored in plain text', async () => {
    const { secret, recoveryCodes } = await withTotp()
    const rows = JSON.stringify([...(await allRows(shop.database, { withJobs: true }))])
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((one) => one.replaceAll('-', ''))])
      expect(rows).not.toContain(text)
  })

  test('can be removed only after a recent login', async () => {
    const { visitor, email, secret } = await withTotp()
    await shop.advance(minutes(6))
    expect(codeOf(await ask(visitor, 'removefactor', { kind: 'totp' }))).toBe('fresh_login_required')
    // The password is not enough where a login asks for more.
    expect((await ask(visitor, 'proveagain', { kind: 'password', value: memberPassword })).status).toBe(400)
    expect((await ask(visitor, 'proveagain', { kind: 'totp', value: code(secret) })).status).toBe(200)
    expect((await ask(visitor, 'removefactor', { kind: 'totp' })).status).toBe(200)
    await shop.visitor().signIn(email, memberPassword)
  })
})

describe('staff', () => {
  test('set up a second factor at first login and need it to sign in', async () => {
    const email = await account('administrator')
    const visitor = await waiting(email)
    expect((await step(visitor)).json()).toMatchObject({ need: 'enrol', hasTotp: false, hasPasskey: false })
    // There is nothing yet to prove.
    expect((await finish(visitor, 'totp', '000000')).status).toBe(400)
    const { secret } = (await ask(visitor, 'begintotp')).json<{ secret: string }>()
    const done = (await ask(visitor, 'confirmtotp', { code: code(secret) })).json<Enrolled>()
    expect(done.recoveryCodes).toHaveLength(10)
    visitor.token = done.tokens?.access_token ?? null
    expect((await me(visitor)).json()).toMatchObject({ email, winningUserId: 'W7' })
    // The second time nothing can be set up in the place of a proof.
    const again = await waiting(email)
    expect(codeOf(await ask(again, 'begintotp'))).toBe('no_step')
    expect(codeOf(await ask(again, 'passkeycreation'))).toBe('no_step')
    // And it stays.
    expect(codeOf(await ask(visitor, 'removefactor', { kind: 'totp' }))).toBe('last_factor')
    expect((await visitor.identity('GET', '/api/account/factors')).json()).toMatchObject({
      hasTotp: true,
      isRequired: true,
    })
  })

  test('can set up a passkey instead', async () => {
    const email = await account('sales')
    const visitor = await waiting(email)
    const passkey = createPasskey(visitor.origin)
    const requested = (await ask(visitor, 'passkeycreation')).json<{ challenge: string }>()
    const added = await ask(visitor, 'addpasskey', { name: 'Key ring', response: passkey.create(requested) })
    visitor.token = added.json<Enrolled>().tokens?.access_token ?? null
    expect((await me(visitor)).json()).toMatchObject({ winningUserId: 'W7' })
  })

  test('promoted from customers must sign in again', async () => {
    const { visitor, email } = await member()
    await shop.database.db
      .updateTable('account')
      .set({ role: 'staff', winning_user_id: 'W9' })
      .where('email', '=', email)
      .execute()
    expect(codeOf(await me(visitor))).toBe('session_ended')
    expect((await visitor.identity('GET', '/api/account/getprofile')).status).toBe(401)
    const body = { token: '', origin: visitor.origin, nonce: 'a1'.repeat(16), returnUrl: '/' }
    expect((await visitor.identity('POST', '/api/account/relogin', { body })).status).toBe(401)
  })

  test('sessions expire after half an hour without activity', async () => {
    const { visitor } = await member('administrator')
    await shop.advance(minutes(29))
    expect((await visitor.identity('GET', '/api/account/sessions')).status).toBe(200)
    await shop.advance(minutes(31))
    expect((await visitor.identity('GET', '/api/account/sessions')).status).toBe(401)
  })
})

describe('sensitive actions', () => {
  test('require a proof at most five minutes old', async () => {
    const { visitor, email } = await member()
    const { userId } = (await me(visitor)).json<{ userId: string }>()
    const update = (more: object) =>
      ask(visitor, 'updateprofile', {
        userId,
        clientId: 'storefront-aol',
        email: '',
        emailChanged: false,
        firstName: '',
        firstNameChanged: false,
        lastName: '',
        lastNameChanged: false,
        ...more,
      })
    await shop.advance(minutes(5) + 1)
    const stale = await update({
      email: 'next@shopper.example',
      emailChanged: true,
      firstName: 'Bea',
      firstNameChanged: true,
    })
    expect([stale.status, stale.json()]).toMatchObject([
      403,
      { errors: [{ code: 'fresh_login_required', message: 'Please confirm that it is you.' }] },
    ])
    // Nothing of it was done.
    expect((await me(visitor)).json()).toMatchObject({ firstName: 'Ana', email })
    expect((await update({ firstName: 'Bea', firstNameChanged: true })).status).toBe(200)
    for (const [call, body] of [
      ['begintotp', {}],
      ['passkeycreation', {}],
      ['recoverycodes', {}],
      ['requirefactor', { isRequired: false }],
      ['removefactor', { kind: 'totp' }],
      ['connectprovider', { provider: 'google' }],
    ] as const)
      expect([call, codeOf(await ask(visitor, call, body))]).toEqual([call, 'fresh_login_required'])
    const wrong = await ask(visitor, 'proveagain', { kind: 'password', value: 'not the password' })
    expect(wrong.json()).toMatchObject({ errors: [{ field: 'proof', message: 'Your current password is incorrect' }] })
    expect((await ask(visitor, 'proveagain', { kind: 'password', value: memberPassword })).status).toBe(200)
    expect((await update({ email: 'next@shopper.example', emailChanged: true })).status).toBe(200)
    expect((await ask(shop.visitor(), 'proveagain', { kind: 'password', value: memberPassword })).status).toBe(401)
  })

  test('reauthentication is throttled like login', async () => {
    const { visitor } = await member()
    const prove = (value: string) => ask(visitor, 'proveagain', { kind: 'password', value })
    for (let tries = 0; tries < 5; tries++) expect((await prove('wrong')).status).toBe(400)
    expect((await prove(memberPassword)).status).toBe(429)
  })

  test('a factor requires a confirmed email address', async () => {
    const { visitor, email } = await member()
    await shop.database.db.updateTable('account').set({ email_confirmed_at: null }).where('email', '=', email).execute()
    for (const call of ['begintotp', 'passkeycreation'])
      expect((await ask(visitor, call)).json()).toMatchObject({
        errors: [{ code: 'email_unconfirmed', message: 'Please confirm your email address first.' }],
      })
  })
})

describe('invalid requests', () => {
  test.each([
    ['loginstep', {}],
    ['loginstep', { kind: 'password', value: 'x' }],
    ['loginstep', { kind: 'totp', value: 7 }],
    ['loginstep', { kind: 'totp', value: 'x'.repeat(2_000) }],
    ['passkeylogin', { nonce: '', returnUrl: '/', response: {} }],
    ['passkeyrequest', { purpose: 'everything' }],
    [
      'addpasskey',
      { name: 'x', response: { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} } },
    ],
    ['removefactor', { kind: 'password' }],
    ['proveagain', { kind: 'passkey', response: null }],
    ['confirmtotp', { code: null }],
  ])('%s with %j is 400 in the error format', async (call, body) => {
    // What belongs to an account says first that nobody is signed in (decision platform-15).
    const isOfAccount = call === 'removefactor' || call === 'proveagain'
    const answer = await ask(isOfAccount ? (await member()).visitor : shop.visitor(), call, body)
    expect([answer.status, answer.json<{ type: string }>().type]).toEqual([
      400,
      call === 'loginstep' && 'kind' in body && body.kind === 'password' ? 'refused' : 'validation',
    ])
  })

  test('a malformed passkey is rejected without a server error', async () => {
    const { visitor } = await member()
    const response = {
      id: 'x',
      rawId: 'x',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: 'eA', attestationObject: 'eA', authenticatorData: 'eA', signature: 'eA' },
    }
    const nonce = '0'.repeat(32)
    expect(codeOf(await ask(visitor, 'addpasskey', { name: 'x', response }))).toBe('passkey_refused')
    expect(codeOf(await ask(visitor, 'passkeylogin', { nonce, returnUrl: '/', response }))).toBe('passkey_refused')
    expect(codeOf(await ask(visitor, 'proveagain', { kind: 'passkey', response }))).toBe('passkey_refused')
  })
})
