import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours, seconds } from '../../platform/clock.ts'
import { me, memberPassword as password, openMember } from '../../testing/members.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'

/** How long a session lasts, and what ends it. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(() => shop.close())

describe('a session', () => {
  test('is renewed by its cookie alone, whatever the token, and its secret changes [IDN-05]', async () => {
    const { visitor } = await openMember(shop)
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

  let renewals = 0
  const renew = (visitor: Visitor, cookie?: string) =>
    visitor.identity('POST', '/api/account/relogin', {
      body: {
        token: '',
        origin: visitor.origin,
        nonce: createHash('md5').update(String(++renewals)).digest('hex'),
        returnUrl: '/',
      },
      ...(cookie === undefined ? {} : { headers: { cookie } }),
    })

  test('a stolen token cannot renew a session without the cookie', async () => {
    const { visitor } = await openMember(shop)
    expect((await renew(visitor, '')).status).toBe(401)
  })

  test('an old secret works for half a minute; later use ends the session everywhere', async () => {
    const { visitor } = await openMember(shop)
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

  test('lasts 30 days from login, however often it is renewed', async () => {
    const { visitor } = await openMember(shop)
    await shop.advance(hours(15 * 24))
    expect((await renew(visitor)).status).toBe(200)
    await shop.advance(hours(14 * 24))
    expect((await renew(visitor)).status).toBe(200)
    await shop.advance(hours(24) + 1_000)
    expect((await renew(visitor)).status).toBe(401)
  })

  test('ends at logout, which also invalidates unexpired tokens [IDN-04]', async () => {
    const { visitor } = await openMember(shop)
    const { userId } = (await me(visitor)).json<{ userId: string }>()
    const body = { userId, clientId: 'storefront-aol' }
    expect((await visitor.identity('POST', '/api/account/logout', { body })).json()).toEqual({ success: true })
    expect((await me(visitor)).json()).toMatchObject({ errors: [{ code: 'session_ended' }] })
    expect((await visitor.identity('POST', '/api/account/logout', { body })).status).toBe(200)
  })

  test('is listed with the account’s other sessions, and can end one or all', async () => {
    const { visitor, email } = await openMember(shop)
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
    const stranger = await openMember(shop)
    const [theirs] = (await stranger.visitor.identity('GET', '/api/account/sessions')).json<Listed>().sessions
    await end(theirs?.id ?? '')
    expect((await me(stranger.visitor)).status).toBe(200)
    await end(null)
    expect((await me(visitor)).status).toBe(401)
  })
})
