import { exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT, type JWK } from 'jose'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minutes } from '../../../platform/clock.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import type { Visitor } from '../../../testing/shop/visitor.ts'
import { issuerOf } from '../../../brands/sites.ts'

/** What the shop's API does with access tokens that are not what they should be. */

let shop: TestShop
let visitor: Visitor
let good: Record<string, unknown>
let kid: string

beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
  visitor = shop.visitor()
  await visitor.identity('POST', '/api/account/register', {
    body: {
      email: 'ana@shopper.example',
      password: 'a long fridge 42',
      firstName: 'Ana',
      lastName: 'Botha',
      phone: '0412345678',
      clientId: 'storefront-aol',
      ABN: '',
    },
  })
  await visitor.signIn('ana@shopper.example', 'a long fridge 42')
  const [head = '', body = ''] = (visitor.token ?? '').split('.')
  good = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  kid = (JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string }).kid
})
afterAll(() => shop.close())

async function answerTo(token: string, from: Visitor = visitor) {
  const answer = await from.get('/api/account', { headers: { authorization: `Bearer ${token}` } })
  return [answer.status, answer.status === 200 ? null : answer.json<{ errors: { code: string }[] }>().errors[0]?.code]
}

const invalid = [401, 'token_invalid']
const header = () => ({ alg: 'ES256', kid, typ: 'at+jwt' })

/** Signed with the host's own key: only what the test says is wrong with it. */
async function signed(claims: Record<string, unknown>, head: Record<string, unknown> = {}): Promise<string> {
  const { key } = await shop.services.identity.signingKeys.signing()
  return new SignJWT(claims).setProtectedHeader({ ...header(), ...head } as { alg: string }).sign(key)
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a login’s token is accepted in the browser that logged in [ACCT-18]', async () => {
  expect(await answerTo(visitor.token ?? '')).toEqual([200, null])
  expect(await answerTo(await signed(good))).toEqual([200, null])
  expect((await shop.visitor().get('/api/account')).status).toBe(401)
})

test('only the algorithm of the keys is accepted', async () => {
  expect(await answerTo(new UnsecuredJWT(good).encode())).toEqual(invalid)
  for (const alg of ['none', 'None', 'nOnE', 'es256'])
    expect(await answerTo(`${part({ ...header(), alg })}.${part(good)}.`)).toEqual(invalid)
  // The public key is known to everybody, so it must not do as a secret.
  const [jwk] = (await shop.services.identity.signingKeys.published()) as JWK[]
  const publicKey = await importJWK(jwk ?? {}, 'ES256', { extractable: true })
  const pem = await exportSPKI(publicKey as Parameters<typeof exportSPKI>[0])
  for (const secret of [pem, JSON.stringify(jwk)]) {
    const text = `${part({ ...header(), alg: 'HS256' })}.${part(good)}`
    const mac = createHmac('sha256', secret).update(text).digest('base64url')
    expect(await answerTo(`${text}.${mac}`)).toEqual(invalid)
  }
})

test('only published keys are accepted, whatever the header says', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const forged = (head: object) => new SignJWT(good).setProtectedHeader({ ...header(), ...head }).sign(privateKey)
  expect(await answerTo(await forged({}))).toEqual(invalid)
  for (const other of ['unknown', '../../etc/passwd', "' or 1=1 --", ''])
    expect(await answerTo(await forged({ kid: other }))).toEqual(invalid)
  const { exportJWK } = await import('jose')
  for (const more of [
    { jwk: await exportJWK(publicKey) },
    { jku: 'https://evil.example/jwks.json' },
    { x5u: 'https://evil.example/x' },
    { x5c: ['MII'] },
  ]) {
    expect(await answerTo(await forged(more))).toEqual(invalid)
    // Even with the right key: nobody honest writes it.
    expect(await answerTo(await signed(good, more))).toEqual(invalid)
  }
})

test('another audience, issuer, type or format is rejected', async () => {
  for (const wrong of [
    { aud: 'storefront-aol' },
    { aud: undefined },
    { iss: 'https://evil.example' },
    { sub: 7 },
    { sub: undefined },
    { sid: undefined },
    { sid: ['x'] },
    { bnd: undefined },
    { exp: undefined },
    { exp: '9999999999' },
    { exp: '٩٩٩٩٩٩٩٩٩٩' },
    { nbf: Math.floor(shop.clock.now().getTime() / 1_000) + 60 },
  ]) {
    const claims = JSON.parse(JSON.stringify({ ...good, ...wrong })) as Record<string, unknown>
    expect(await answerTo(await signed(claims))).toEqual(invalid)
  }
  expect(issuerOf(shop.config)).toBe(good['iss'])
  expect(await answerTo(await signed(good, { typ: 'JWT' }))).toEqual(invalid)
  const answer = await visitor.postLogin({ email: 'ana@shopper.example', password: 'a long fridge 42' })
  const idToken = new URLSearchParams(answer.headers.location?.split('#')[1]).get('id_token') ?? ''
  expect(await answerTo(idToken)).toEqual(invalid)
})

test('a malformed token is rejected', async () => {
  const token = visitor.token ?? ''
  const [head = '', body = '', signature = ''] = token.split('.')
  for (const text of [
    `${head}.${body}`,
    `${head}.${body}.`,
    `${head}.${body}.${signature}.x`,
    `${head}.${body}.${signature.slice(2)}`,
    `${head}.${part({ ...good, sub: 'x' })}.${signature}`,
    `..${signature}`,
    'x',
    `${head}.${body}.${'A'.repeat(10_000)}`,
  ]) {
    expect(await answerTo(text)).toEqual(invalid)
  }
})

test('an expired token is reported as such, so the page can renew it', async () => {
  const exp = Math.floor(shop.clock.now().getTime() / 1_000)
  expect(await answerTo(await signed({ ...good, exp: exp - 1 }))).toEqual([401, 'token_expired'])
  expect(await answerTo(await signed({ ...good, exp: exp + 1 }))).toEqual([200, null])
})

test('a token is rejected without the binding cookie, or with another one', async () => {
  const stranger = shop.visitor()
  expect(await answerTo(visitor.token ?? '', stranger)).toEqual(invalid)
  await stranger.post('/api/session/nonce')
  expect(await answerTo(visitor.token ?? '', stranger)).toEqual(invalid)
  stranger.cookies.set('binding', visitor.cookies.get('binding') ?? '')
  expect(await answerTo(visitor.token ?? '', stranger)).toEqual([200, null])
})

test('a login page opened elsewhere ends no pending login; the fourth one replaces the first', async () => {
  const token = visitor.token ?? ''
  await visitor.signIn('ana@shopper.example', 'a long fridge 42')
  for (let pages = 0; pages < 2; pages++) await visitor.post('/api/session/nonce')
  expect((await visitor.get('/api/account')).status).toBe(200)
  await visitor.post('/api/session/nonce')
  expect((await visitor.get('/api/account')).status).toBe(401)
  visitor.token = token
})

test('public calls respond whatever the token', async () => {
  const headers = { authorization: 'Bearer x' }
  expect((await visitor.get('/api/v2/brand', { headers })).status).toBe(200)
  expect((await visitor.get('/api/cart/', { headers })).status).toBe(200)
})

test('a token expires after ten minutes', async () => {
  await visitor.signIn('ana@shopper.example', 'a long fridge 42')
  await shop.advance(minutes(10) - 1_000)
  expect((await visitor.get('/api/account')).status).toBe(200)
  await shop.advance(1_000)
  expect(await answerTo(visitor.token ?? '')).toEqual([401, 'token_expired'])
})
