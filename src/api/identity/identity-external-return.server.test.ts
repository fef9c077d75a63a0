import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import {
  beginExternalLogin,
  chooseAtOpenId,
  comeBack,
  externalLoginProblem,
  tokensOf,
} from '../../testing/external-login.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import type { TestAnswer } from '../../testing/shop/browser.ts'

/** What a browser and a provider bring back from a login, and what of it is not believed. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({
    people: [{ id: 'robin', name: 'Robin Vale', email: 'Robin@Provider.example', isEmailVerified: true }],
  })
})
afterAll(() => shop.close())

/** Lets a test change what passes between the shop and the provider while `run` runs. */
async function between<Value>(
  change: (answer: Response, url: string) => Promise<Response> | Response,
  run: () => Promise<Value>,
  request: (url: string, init: RequestInit) => RequestInit = (_url, init) => init,
): Promise<Value> {
  const real = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    return change(await real(input, request(url, init ?? {})), url)
  })
  try {
    return await run()
  } finally {
    spy.mockRestore()
  }
}

describe('the provider’s response', () => {
  const gone = (answer: TestAnswer) => {
    expect([answer.status, answer.headers.location]).toEqual([400, undefined])
    expect(answer.json()).toMatchObject({
      errors: [{ code: 'login_over', message: 'This login is over. Please try again.' }],
    })
  }

  test('is accepted once, in the same browser, within ten minutes, from the same provider', async () => {
    const visitor = shop.visitor()
    const [first, second] = [await beginExternalLogin(visitor), await beginExternalLogin(visitor)]
    const stale = await chooseAtOpenId(first.headers.location ?? '', 'robin')
    // The cookie is of the second.
    gone(await comeBack(visitor, stale))
    const address = await chooseAtOpenId((await beginExternalLogin(visitor)).headers.location ?? '', 'robin')
    gone(await comeBack(shop.visitor(), address))
    expect(second.status).toBe(302)

    const third = await chooseAtOpenId((await beginExternalLogin(visitor)).headers.location ?? '', 'robin')
    gone(await comeBack(visitor, third.replace('/google/', '/facebook/')))
    const fourth = await chooseAtOpenId((await beginExternalLogin(visitor)).headers.location ?? '', 'robin')
    const cookie = `idexternal=${visitor.cookies.get('idexternal') ?? ''}`
    expect(tokensOf(await comeBack(visitor, fourth)).get('access_token')).not.toBeNull()
    gone(await comeBack(visitor, fourth, { cookie }))
    const fifth = await chooseAtOpenId((await beginExternalLogin(visitor)).headers.location ?? '', 'robin')
    await shop.advance(minutes(10))
    gone(await comeBack(visitor, fifth))
  })

  test.each([
    ['another code', (url: URL) => url.searchParams.set('code', 'x'.repeat(43)), 'failed'],
    ['no code', (url: URL) => url.searchParams.delete('code'), 'failed'],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example'), 'failed'],
    ['an error beside it', (url: URL) => url.searchParams.set('error', 'server_error'), 'failed'],
  ])('%s ends at the login page', async (_name, change, problem) => {
    const visitor = shop.visitor()
    const url = new URL(await chooseAtOpenId((await beginExternalLogin(visitor)).headers.location ?? '', 'robin'))
    change(url)
    expect(externalLoginProblem(await comeBack(visitor, url.href))).toBe(problem)
  })

  test('with a tampered ID token is rejected', async () => {
    const visitor = shop.visitor()
    const address = await chooseAtOpenId((await beginExternalLogin(visitor)).headers.location ?? '', 'robin')
    const real = globalThis.fetch
    const changed: string[] = []
    const between = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...requested) => {
      const answer = await real(...requested)
      const tokens = answer.ok ? ((await answer.clone().json()) as { id_token?: string }) : {}
      if (tokens.id_token === undefined) return answer
      const [head, body = '', signature] = tokens.id_token.split('.')
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
      const forged = Buffer.from(JSON.stringify({ ...claims, email: 'owner@example.com' })).toString('base64url')
      changed.push(String(claims['email']))
      return Response.json({ ...tokens, id_token: [head, forged, signature].join('.') })
    })
    try {
      expect(externalLoginProblem(await comeBack(visitor, address))).toBe('failed')
      expect(changed).toHaveLength(1)
    } finally {
      between.mockRestore()
    }
  })

  test.each(['oidc_nonce', 'sealed_verifier'] as const)('of a login with another %s is rejected', async (column) => {
    const visitor = shop.visitor()
    const address = await chooseAtOpenId((await beginExternalLogin(visitor)).headers.location ?? '', 'robin')
    const theirs = shop.visitor()
    await beginExternalLogin(theirs)
    const rows = await shop.database.db.selectFrom('identity_external_login').selectAll().execute()
    const mine = rows.find((row) => row.nonce === visitor.cookies.get('loginNonce'))
    const other = rows.find((row) => row.nonce === theirs.cookies.get('loginNonce'))
    await shop.database.db
      .updateTable('identity_external_login')
      .set({ [column]: other?.[column] ?? '' })
      .where('state_hash', '=', mine?.state_hash ?? '')
      .execute()
    expect(externalLoginProblem(await comeBack(visitor, address))).toBe('failed')
  })

  test('with an unknown state is rejected with a message', async () => {
    const visitor = shop.visitor()
    const url = new URL(await chooseAtOpenId((await beginExternalLogin(visitor)).headers.location ?? '', 'robin'))
    url.searchParams.set('state', 'x'.repeat(43))
    const shown = await comeBack(visitor, url.href, { accept: 'text/html' })
    expect([shown.status, shown.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(shown.text).toContain('This login is over. Please try again.')
  })

  test('by form post continues in the browser, which has the cookie', async () => {
    const visitor = shop.visitor()
    const url = new URL(await chooseAtOpenId((await beginExternalLogin(visitor)).headers.location ?? '', 'robin'))
    const form = new URLSearchParams(url.search)
    form.set('user', JSON.stringify({ name: { firstName: 'Ro', lastName: 'Vale' } }))
    const posted = await shop.visitor().identity('POST', url.pathname, {
      raw: form.toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://appleid.apple.com',
        'sec-fetch-site': 'cross-site',
      },
    })
    expect([posted.status, posted.headers['set-cookie']]).toEqual([303, undefined])
    const onward = posted.headers.location ?? ''
    expect(onward).toBe(
      `${url.pathname}?code=${form.get('code')}&state=${form.get('state')}&iss=${encodeURIComponent(form.get('iss') ?? '')}`,
    )
    const back = await visitor.identity('GET', onward)
    expect(tokensOf(back).get('access_token')).not.toBeNull()
  })

  test('with an ID token for another client is rejected, even when correctly signed and with the right nonce', async () => {
    const visitor = shop.visitor()
    const departed = new URL((await beginExternalLogin(visitor)).headers.location ?? '')
    departed.searchParams.set('client_id', 'demo-facebook')
    const address = await chooseAtOpenId(departed.href, 'robin')
    const audiences: unknown[] = []
    const answer = await between(
      async (response, url) => {
        if (url.endsWith('/token'))
          audiences.push(decodeJwt(((await response.clone().json()) as { id_token: string }).id_token).aud)
        return response
      },
      () => comeBack(visitor, address),
      (url, init) => {
        if (!url.endsWith('/token')) return init
        const body = new URLSearchParams(String(init.body))
        body.set('client_id', 'demo-facebook')
        body.set('client_secret', 'demo-facebook-secret')
        return { ...init, body }
      },
    )
    expect(audiences).toEqual(['demo-facebook'])
    expect(externalLoginProblem(answer)).toBe('failed')
  })
})

test('a provider whose metadata names another issuer is not used', async () => {
  const fresh = await openTestShop({ people: [] })
  try {
    let changed = 0
    const answer = await between(
      async (response, url) => {
        if (!url.includes('/.well-known/openid-configuration')) return response
        changed++
        return Response.json({ ...((await response.json()) as object), issuer: 'https://evil.example' })
      },
      () => beginExternalLogin(fresh.visitor()),
    )
    expect(changed).toBeGreaterThan(0)
    expect(externalLoginProblem(answer)).toBe('silent')
  } finally {
    await fresh.close()
  }
})
