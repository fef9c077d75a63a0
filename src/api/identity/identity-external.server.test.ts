import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import {
  beginExternalLogin,
  chooseAtOpenId,
  comeBack,
  externalLoginProblem,
  logInExternally,
  tokensOf,
} from '../../testing/external-login.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import type { TestAnswer } from '../../testing/shop/browser.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import { sendIdentityMails } from '../../composition/jobs.server.ts'

/** Logins by another provider over HTTP, against a certified OpenID provider that runs beside the shop. */

let shop: TestShop
const password = 'a long fridge 42'
const people = [
  { id: 'robin', name: 'Robin Vale', email: 'Robin@Provider.example', isEmailVerified: true },
  { id: 'noor', name: 'Noor Haddad', email: 'noor@provider.example', isEmailVerified: false },
  { id: 'silent', name: 'Sasha Quiet' },
  { id: 'taken', name: 'Tai Known', email: 'taken@provider.example', isEmailVerified: true },
  { id: 'hijacked', name: 'Hana Early', email: 'hijacked@provider.example', isEmailVerified: true },
  { id: 'boss', name: 'Bo Staff', email: 'boss@provider.example', isEmailVerified: true },
  { id: 'second', name: 'Sol Twofold', email: 'second@provider.example', isEmailVerified: true },
  { id: 'robin2', name: 'Robin Two', email: 'robin2@provider.example', isEmailVerified: true },
  { id: 'twice', name: 'Toni Twice', email: 'twice@provider.example', isEmailVerified: true },
  { id: 'other', name: 'Oz Other', email: 'other@provider.example', isEmailVerified: true },
  {
    id: 'long',
    name: `${'Long'.repeat(20)} ${'Name'.repeat(20)}`,
    email: 'long@provider.example',
    isEmailVerified: true,
  },
] as const

beforeAll(async () => {
  shop = await openTestShop({ people })
})
afterAll(() => shop.close())

function arrived(visitor: Visitor, answer: TestAnswer) {
  visitor.token = tokensOf(answer).get('access_token')
  return visitor.get('/api/account')
}

async function register(email: string, { confirm }: { confirm: boolean }): Promise<void> {
  const body = {
    email,
    password,
    firstName: 'Ana',
    lastName: 'Botha',
    phone: '0412 345 678',
    clientId: 'storefront-aol',
    ABN: '',
  }
  await shop.visitor().identity('POST', '/api/account/register', { body })
  if (confirm)
    await shop.database.db
      .updateTable('account')
      .set({ email_confirmed_at: shop.clock.now() })
      .where('email', '=', email)
      .execute()
}

const accountsOf = (email: string) =>
  shop.database.db.selectFrom('account').selectAll().where('email', '=', email).execute()

describe('external login', () => {
  test('redirects with state, nonce and PKCE, and returns tokens for the requesting page [ACCT-08] [IDN-12]', async () => {
    const visitor = shop.visitor()
    const departed = await beginExternalLogin(visitor)
    expect(departed.status).toBe(302)
    const address = new URL(departed.headers.location ?? '')
    expect(address.origin + address.pathname).toBe(`${shop.sandbox().url}/openid/auth`)
    const { state, nonce, code_challenge, ...rest } = Object.fromEntries(address.searchParams)
    const host = `${visitor.app}.localhost:${new URL(shop.identityUrl).port}`
    expect(rest).toEqual({
      client_id: 'demo-google',
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: `http://${host}/api/account/externallogin/google/callback`,
    })
    expect([state?.length, nonce?.length, code_challenge?.length]).toEqual([43, 43, 43])
    expect(departed.headers['set-cookie']?.join()).toMatch(
      /idexternal=[0-9a-f]{32}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600/,
    )

    const back = await comeBack(visitor, await chooseAtOpenId(address.href, 'robin'))
    const url = new URL(back.headers.location ?? '')
    expect([back.status, url.origin + url.pathname]).toEqual([302, `${visitor.origin}/account/login-callback`])
    const tokens = tokensOf(back)
    expect(tokens.get('nonce')).toBe(visitor.cookies.get('loginNonce'))
    expect(decodeJwt(tokens.get('id_token') ?? '')).toMatchObject({
      nonce: tokens.get('nonce'),
      email: 'robin@provider.example',
      email_verified: true,
    })
    expect((await arrived(visitor, back)).json()).toMatchObject({
      email: 'robin@provider.example',
      emailConfirmed: true,
      firstName: 'Robin',
      lastName: 'Vale',
      phone: null,
    })
    // The same person again is the same account, whichever brand asks.
    const elsewhere = shop.visitor('wa')
    expect((await arrived(elsewhere, await logInExternally(elsewhere, 'robin'))).status).toBe(200)
    expect(await accountsOf('robin@provider.example')).toHaveLength(1)
  })

  test('requires email confirmation when the provider does not vouch for the address', async () => {
    const visitor = shop.visitor()
    const info = await arrived(visitor, await logInExternally(visitor, 'noor', 'facebook'))
    expect(info.json()).toMatchObject({ email: 'noor@provider.example', emailConfirmed: false })
    // What Facebook says of addresses is not believed (docs/decisions/0025).
    const other = shop.visitor()
    const second = await arrived(other, await logInExternally(other, 'robin2', 'facebook'))
    expect(second.json()).toMatchObject({ email: 'robin2@provider.example', emailConfirmed: false })
  })

  test('opens no account without an ABN in a business shop', async () => {
    const visitor = shop.visitor('wac')
    expect(externalLoginProblem(await logInExternally(visitor, 'other'))).toBe('business')
    expect(await accountsOf('other@provider.example')).toEqual([])
  })

  test('creates one account from two concurrent first logins', async () => {
    const one = shop.visitor()
    const other = shop.visitor()
    const [first, second] = await Promise.all([logInExternally(one, 'twice'), logInExternally(other, 'twice')])
    expect(await accountsOf('twice@provider.example')).toHaveLength(1)
    // Who came second may be asked to try again, and is let in then.
    expect([first, second].some((answer) => tokensOf(answer).has('access_token'))).toBe(true)
    expect(tokensOf(await logInExternally(other, 'twice')).has('access_token')).toBe(true)
  })

  test('truncates names to the account’s limits', async () => {
    const visitor = shop.visitor()
    const info = (await arrived(visitor, await logInExternally(visitor, 'long'))).json<{
      firstName: string
      lastName: string
    }>()
    expect([info.firstName.length, info.lastName.length]).toEqual([20, 29])
  })

  test.each([
    ['said no', 'cancel', 'cancelled'],
    ['shares no address', 'silent', 'no-email'],
  ] as const)('somebody who %s sees a message on the login page', async (_name, who, problem) => {
    const answer = await logInExternally(shop.visitor(), who)
    const url = new URL(answer.headers.location ?? '')
    expect(url.pathname + url.search).toBe(`/account/internal/login?problem=${problem}&provider=google`)
    expect(answer.headers['set-cookie']?.join()).not.toContain('idsession')
  })

  test('returns to the login page when the provider does not respond', async () => {
    const alone = await openTestShop({ sandbox: false })
    try {
      const visitor = alone.visitor()
      expect(externalLoginProblem(await beginExternalLogin(visitor))).toBe('silent')
    } finally {
      await alone.close()
    }
  })
})

describe('an existing account', () => {
  test('is linked when both sides have confirmed the address, and its owner is notified', async () => {
    const email = 'taken@provider.example'
    await register(email, { confirm: true })
    const visitor = shop.visitor()
    expect((await arrived(visitor, await logInExternally(visitor, 'taken'))).json()).toMatchObject({
      email,
      firstName: 'Ana',
    })
    await sendIdentityMails(shop.services, shop.config, { kind: 'connected', app: 'aol', email, provider: 'google' })
    const [mail] = await shop.services.mail.newest(1)
    expect([mail?.recipient, mail?.subject]).toEqual([email, 'Your account at Appliances Online is connected'])
    expect(mail?.plain).toContain('You can log in to your account with Google from now on.')
  })

  test('is never linked by a provider that does not vouch for the address', async () => {
    const email = 'noor2@provider.example'
    await register(email, { confirm: true })
    await shop.database.db
      .updateTable('account')
      .set({ email: 'moved@provider.example' })
      .where('email', '=', 'noor@provider.example')
      .execute()
    await shop.database.db.deleteFrom('identity_external').where('subject', '=', 'noor').execute()
    await shop.database.db
      .updateTable('account')
      .set({ email: 'noor@provider.example' })
      .where('email', '=', email)
      .execute()
    for (const provider of ['google', 'facebook'])
      expect(externalLoginProblem(await logInExternally(shop.visitor(), 'noor', provider))).toBe('has-account')
  })

  test('registered by someone else with this address is not linked, and the real owner can take it over', async () => {
    const email = 'hijacked@provider.example'
    await register(email, { confirm: false })
    const attacker = shop.visitor()
    await attacker.signIn(email, password)
    const owner = shop.visitor()
    expect(externalLoginProblem(await logInExternally(owner, 'hijacked'))).toBe('unproved')
    // The mail to choose a new password proves the address: whoever was in is out, and the provider is let in.
    const [link] = await shop.services.identity.provider.mailFor({ kind: 'reset', app: 'aol', email })
    const body = { token: link?.mail.token ?? '', password: 'quite another word 7' }
    expect((await owner.identity('POST', '/api/account/resetpassword', { body })).status).toBe(200)
    expect((await attacker.get('/api/account')).status).toBe(401)
    expect((await arrived(owner, await logInExternally(owner, 'hijacked'))).json()).toMatchObject({
      email,
      emailConfirmed: true,
    })
  })

  test('of staff cannot be entered through an external provider', async () => {
    await register('boss@provider.example', { confirm: true })
    await shop.database.db
      .updateTable('account')
      .set({ role: 'administrator', winning_user_id: 'W1' })
      .where('email', '=', 'boss@provider.example')
      .execute()
    expect(externalLoginProblem(await logInExternally(shop.visitor(), 'boss'))).toBe('staff')
  })

  test('with a second factor still asks for it after an external login', async () => {
    const visitor = shop.visitor()
    const first = await logInExternally(visitor, 'second')
    expect((await arrived(visitor, first)).status).toBe(200)
    const begun = await visitor.identity('POST', '/api/account/begintotp', { body: {} })
    expect(begun.status).toBe(200)
    shop.authenticators.set('second@provider.example', { secret: begun.json<{ secret: string }>().secret, step: 0 })
    // The helper's next code confirms it.
    const { totpCode, totpStep } = await import('../../modules/identity/internal/factors/totp.server.ts')
    const code = totpCode(begun.json<{ secret: string }>().secret, totpStep(shop.clock.now()))
    expect((await visitor.identity('POST', '/api/account/confirmtotp', { body: { code } })).status).toBe(200)
    const again = await logInExternally(shop.visitor(), 'second')
    expect(new URL(again.headers.location ?? '').pathname).toBe('/account/internal/second-step')
    expect(again.headers.location).not.toContain('token')
  })
})

describe('invalid requests', () => {
  test('unknown providers are 404, other origins 400, and a nonce has a fixed format', async () => {
    const visitor = shop.visitor()
    const ask = (provider: string, query: Record<string, string>) =>
      visitor.identity('GET', `/api/account/externallogin/${provider}?${new URLSearchParams(query)}`)
    const nonce = '0'.repeat(32)
    expect((await ask('myspace', { nonce, origin: visitor.origin })).status).toBe(404)
    // Not configured.
    expect((await ask('apple', { nonce, origin: visitor.origin })).status).toBe(404)
    for (const origin of ['https://evil.example', '', 'null', `${visitor.origin}.evil.example`, 'javascript:alert(1)'])
      expect((await ask('google', { nonce, origin })).status).toBe(400)
    for (const bad of ['', 'x', `${nonce}0`, 'A'.repeat(32)])
      expect((await ask('google', { nonce: bad, origin: visitor.origin })).status).toBe(400)
  })

  test('a used nonce logs nobody in', async () => {
    const visitor = shop.visitor()
    const { nonce } = (await visitor.post('/api/session/nonce')).json<{ nonce: string }>()
    const go = async () => {
      const query = new URLSearchParams({ nonce, origin: visitor.origin })
      const departed = await visitor.identity('GET', `/api/account/externallogin/google?${query}`)
      return comeBack(visitor, await chooseAtOpenId(departed.headers.location ?? '', 'robin'))
    }
    expect(tokensOf(await go()).get('access_token')).not.toBeNull()
    expect(externalLoginProblem(await go())).toBe('failed')
  })
})

describe('connecting a provider', () => {
  const connect = (visitor: Visitor, provider = 'google') =>
    visitor.identity('POST', '/api/account/connectprovider', { body: { provider } })

  test('requires a recent login and confirmed email; it can be undone, and a provider account links to one account', async () => {
    const email = 'connects@shopper.example'
    await register(email, { confirm: false })
    const visitor = shop.visitor()
    await visitor.signIn(email, password)
    expect((await connect(visitor)).json()).toMatchObject({ errors: [{ code: 'email_unconfirmed' }] })
    await shop.database.db
      .updateTable('account')
      .set({ email_confirmed_at: shop.clock.now() })
      .where('email', '=', email)
      .execute()
    const { address } = (await connect(visitor, 'facebook')).json<{ address: string }>()
    const back = await comeBack(visitor, await chooseAtOpenId(address, 'robin'))
    expect(back.headers.location).toBe(`${visitor.origin}/account/security?connected=facebook`)
    const factors = async () =>
      (await visitor.identity('GET', '/api/account/factors')).json<{ connected: string[] }>().connected
    expect(await factors()).toEqual(['facebook'])

    const other = shop.visitor()
    await arrived(other, await logInExternally(other, 'taken'))
    const theirs = (await connect(other, 'facebook')).json<{ address: string }>()
    expect(externalLoginProblem(await comeBack(other, await chooseAtOpenId(theirs.address, 'robin')))).toBe('taken')

    await shop.advance(minutes(6))
    expect((await connect(visitor)).json()).toMatchObject({
      errors: [{ code: 'fresh_login_required', message: 'Please confirm that it is you.' }],
    })
    const gone = () => visitor.identity('POST', '/api/account/disconnectprovider', { body: { provider: 'facebook' } })
    expect((await gone()).status).toBe(403)
    const body = { kind: 'password', value: password }
    expect((await visitor.identity('POST', '/api/account/proveagain', { body })).status).toBe(200)
    expect((await gone()).status).toBe(200)
    expect(await factors()).toEqual([])
    expect((await connect(shop.visitor())).status).toBe(401)
  })
})
