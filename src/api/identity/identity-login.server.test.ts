import { hash } from '@node-rs/argon2'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { me, memberPassword as password, newEmail, openMember, register } from '../../testing/members.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'

/** Logging in over HTTP, as pages of the shop and people’s browsers do it. */

let shop: TestShop
const wrong = 'not the password'
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(() => shop.close())

describe('logging in', () => {
  test('registers with seven fields, logs in by form post and returns tokens in the fragment [IDN-02] [IDN-03] [IDN-14] [ACCT-04]', async () => {
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

  test('email addresses are case-insensitive at registration and login [IDN-15]', async () => {
    const visitor = shop.visitor()
    const email = newEmail()
    await register(visitor, email.toUpperCase())
    await visitor.signIn(` ${email.replace('m', 'M')} `, password)
    expect((await me(visitor)).json()).toMatchObject({ email, firstName: 'Ana' })
  })

  test('a wrong password and an unknown email give the same error and lead back to the form', async () => {
    const { visitor, email } = await openMember(shop)
    const known = await visitor.postLogin({ email, password: wrong })
    const unknown = await visitor.postLogin({ email: newEmail(), password: wrong })
    const location = `${visitor.origin}/account/internal/login?error=invalid&returnUrl=%2Faccount`
    expect([known.status, known.headers.location]).toEqual([303, location])
    expect([unknown.status, unknown.headers.location]).toEqual([303, location])
    expect(known.headers['set-cookie']).toBeUndefined()
    expect(unknown.text).toBe(known.text)
  })

  test('an unknown origin is 400 and redirects nowhere', async () => {
    const { visitor, email } = await openMember(shop)
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

  test('a nonce works for one login', async () => {
    const { visitor, email } = await openMember(shop)
    const { nonce } = (await visitor.post('/api/session/nonce')).json<{ nonce: string }>()
    expect((await visitor.postLogin({ email, password, nonce })).headers.location).toContain('/account/login-callback')
    const again = await visitor.postLogin({ email, password, nonce })
    expect(again.headers.location).toContain('?error=failed')
    expect((await visitor.postLogin({ email, password, nonce: 'abc' })).headers.location).toContain('?error=failed')
  })

  test('passwords are hashed with Argon2id, and weaker hashes are upgraded at login', async () => {
    const { visitor, email } = await openMember(shop)
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

  test('after five failures each attempt waits twice as long, until a success', async () => {
    const { visitor, email } = await openMember(shop)
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

  test('a session belongs to one client: another brand logs in separately with the same account', async () => {
    const { visitor, email } = await openMember(shop)
    const other = shop.visitor('wa')
    await other.signIn(email, password)
    expect((await me(other)).status).toBe(200)
    other.token = visitor.token
    expect((await me(other)).status).toBe(401)
  })
})

describe('rate limit by address', () => {
  test('twenty attempts a minute, then 429 with Retry-After', async () => {
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

describe('signing keys', () => {
  test('rotation logs nobody out, and the old key is published while its tokens are valid', async () => {
    const { visitor } = await openMember(shop)
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

describe('cross-site requests', () => {
  const body = { userId: '', clientId: 'storefront-aol' }
  let visitor: Visitor
  beforeEach(async () => {
    visitor = (await openMember(shop)).visitor
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
    'a body of type %s is 415 from any origin',
    async (type) => {
      const answer = await visitor.identity('POST', '/api/account/logout', {
        raw: JSON.stringify(body),
        headers: { 'content-type': type },
      })
      expect(answer.status).toBe(415)
    },
  )

  test('cookies are shared with the shop’s own origins only [IDN-01]', async () => {
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
