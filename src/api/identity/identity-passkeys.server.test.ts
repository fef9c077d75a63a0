import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPasskey, type Lies } from '../../testing/passkey.ts'
import { minutes } from '../../platform/clock.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import { me, memberPassword } from '../../testing/members.ts'
import { accepted, ask, codeOf, secondFactorsOf, step, type Enrolled } from './second-factors-for-tests.ts'

/** Passkeys over HTTP: set up, signed in with, and taken away. */

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(() => shop.close())

const { member, waiting } = secondFactorsOf(() => shop)

describe('a passkey', () => {
  async function enrol(visitor: Visitor, lies: Lies = {}, name = 'Telephone') {
    const passkey = createPasskey(visitor.origin)
    const requested = (await ask(visitor, 'passkeycreation')).json<{ challenge: string; rp: { id: string } }>()
    const added = await ask(visitor, 'addpasskey', { name, response: passkey.create(requested, lies) })
    return { passkey, added, requested }
  }

  async function logIn(visitor: Visitor, passkey: ReturnType<typeof createPasskey>, lies: Lies = {}) {
    const { nonce } = (await visitor.post('/api/session/nonce')).json<{ nonce: string }>()
    const requested = (await ask(visitor, 'passkeyrequest', { purpose: 'login', nonce })).json<{ challenge: string }>()
    return ask(visitor, 'passkeylogin', { nonce, returnUrl: '/', response: passkey.get(requested, lies) })
  }

  test('is set up, logs in on its own, and is listed with name and site', async () => {
    const { visitor } = await member()
    const { passkey, added, requested } = await enrol(visitor)
    expect(requested.rp.id).toBe('aol.localhost')
    expect(added.json()).toEqual({ recoveryCodes: null, tokens: null })
    const listed = (await visitor.identity('GET', '/api/account/factors')).json<{ passkeys: object[] }>()
    expect(listed).toMatchObject({
      isRequired: false,
      passkeys: [{ id: passkey.id, name: 'Telephone', site: 'aol.localhost', lastUsedAt: null }],
    })
    const next = shop.visitor()
    expect(await accepted(next, await logIn(next, passkey))).toBe(200)
  })

  test.each<[string, Lies]>([
    ['of another page', { origin: 'https://evil.example' }],
    ['of another host', { rpId: 'evil.example' }],
    ['of an old question', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['without a touch', { flags: 0x04 }],
    ['without a proof of who touched it', { flags: 0x01 }],
    ['that nobody knows', { id: 'AAAA' }],
  ])('%s is rejected', async (_name, lies) => {
    const { visitor } = await member()
    const { passkey } = await enrol(visitor)
    const answer = await logIn(shop.visitor(), passkey, lies)
    expect([answer.status, answer.json()]).toMatchObject([
      400,
      { errors: [{ message: 'This passkey could not be used. Please try again, or choose another way.' }] },
    ])
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test('a cloned key with an old counter is rejected', async () => {
    const { visitor } = await member()
    const { passkey } = await enrol(visitor)
    expect((await logIn(shop.visitor(), passkey, { counter: 9 })).status).toBe(200)
    expect((await logIn(shop.visitor(), passkey, { counter: 9 })).status).toBe(400)
  })

  test('a response counts once, and only for its own challenge', async () => {
    const { visitor, email } = await member()
    const { passkey } = await enrol(visitor)
    const next = shop.visitor()
    const { nonce } = (await next.post('/api/session/nonce')).json<{ nonce: string }>()
    const requested = (await ask(next, 'passkeyrequest', { purpose: 'login', nonce })).json<{ challenge: string }>()
    const response = passkey.get(requested)
    // Of a login, not of a proof anew; of this login, not of another one.
    expect((await ask(visitor, 'proveagain', { kind: 'passkey', response })).status).toBe(400)
    expect((await ask(next, 'passkeylogin', { nonce: '1'.repeat(32), returnUrl: '/', response })).status).toBe(400)
    expect((await ask(next, 'passkeylogin', { nonce, returnUrl: '/', response })).status).toBe(200)
    expect((await ask(next, 'passkeylogin', { nonce, returnUrl: '/', response })).status).toBe(400)
    // A brand has passkeys of its own: browsers tie them to its host.
    expect((await logIn(shop.visitor('wa'), passkey)).status).toBe(400)
    const late = (await ask(next, 'passkeyrequest', { purpose: 'login', nonce })).json<{ challenge: string }>()
    await shop.advance(minutes(5))
    expect((await ask(next, 'passkeylogin', { nonce, returnUrl: '/', response: passkey.get(late) })).status).toBe(400)
    expect(email).not.toBe('')
  })

  test.each<[string, Lies]>([
    ['made for another page', { origin: 'https://evil.example' }],
    ['made for an old question', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['made without a proof of who made it', { flags: 0x41 }],
  ])('one %s is not stored', async (_name, lies) => {
    const { visitor } = await member()
    expect(codeOf((await enrol(visitor, lies)).added)).toBe('passkey_refused')
    expect((await visitor.identity('GET', '/api/account/factors')).json()).toMatchObject({ passkeys: [] })
  })

  test('of another account cannot be added, used or removed', async () => {
    const [one, other] = [await member(), await member()]
    const { passkey } = await enrol(one.visitor)
    const requested = (await ask(other.visitor, 'passkeycreation')).json<{ challenge: string }>()
    const again = await ask(other.visitor, 'addpasskey', { name: 'Mine', response: passkey.create(requested) })
    expect(codeOf(again)).toBe('passkey_refused')
    await ask(other.visitor, 'removefactor', { kind: 'passkey', id: passkey.id })
    const next = shop.visitor()
    await accepted(next, await logIn(next, passkey))
    expect((await me(next)).json()).toMatchObject({ email: one.email })
    const fresh = (await ask(other.visitor, 'passkeyrequest', { purpose: 'fresh' })).json<{ challenge: string }>()
    const proof = { kind: 'passkey', response: passkey.get(fresh) }
    expect((await ask(other.visitor, 'proveagain', proof)).status).toBe(400)
  })

  test('becomes the second factor when its owner wants that, until the last one is removed', async () => {
    const { visitor, email } = await member()
    expect(codeOf(await ask(visitor, 'requirefactor', { isRequired: true }))).toBe('last_factor')
    const { passkey } = await enrol(visitor)
    const codes = (await ask(visitor, 'requirefactor', { isRequired: true })).json<Enrolled>().recoveryCodes
    expect(codes).toHaveLength(10)
    const next = await waiting(email)
    expect((await step(next)).json()).toMatchObject({ need: 'verify', hasTotp: false, hasPasskey: true })
    const requested = (await ask(next, 'passkeyrequest', { purpose: 'second' })).json<{
      challenge: string
      allowCredentials: { id: string }[]
    }>()
    expect(requested.allowCredentials.map((one) => one.id)).toEqual([passkey.id])
    // Who it is the password has said already.
    const proof = { kind: 'passkey', response: passkey.get(requested, { flags: 0x01 }) }
    expect(await accepted(next, await ask(next, 'loginstep', proof))).toBe(200)
    // At another brand's host it cannot be used: a recovery code is the way.
    expect((await step(await waiting(email, 'wa'))).json()).toMatchObject({ hasPasskey: false, hasTotp: false })
    expect((await ask(visitor, 'removefactor', { kind: 'passkey', id: passkey.id })).status).toBe(200)
    await shop.visitor().signIn(email, memberPassword)
  })

  test('has a name, and an account has at most twenty', async () => {
    const { visitor } = await member()
    for (const name of [' ', 'x'.repeat(41)])
      expect((await enrol(visitor, {}, name)).added.json()).toMatchObject({
        errors: [{ field: 'name', message: 'Please give it a name (max 40 characters)' }],
      })
    for (let made = 0; made < 20; made++) expect((await enrol(visitor)).added.status).toBe(200)
    expect((await enrol(visitor)).added.json()).toMatchObject({
      errors: [{ field: 'name', message: 'You can have at most 20 passkeys. Please remove one first' }],
    })
  })
})
