// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { identityErrorText } from '../error-texts.ts'
import { headers, refused } from './call-session.ts'
import { typedKeys } from '../../../ui/browser/personal-storage.ts'
import {
  beginLogin,
  checkToken,
  saveTokens,
  logOut,
  logOutHere,
  newNonce,
  notifications,
  onSession,
  renew,
  setEmail,
  userState,
} from './session.ts'
import { isAuthenticated } from './token-storage.ts'

/** The sign-in of a browser. What goes out is caught at `fetch`; time is the test's. */

const now = Date.parse('2026-11-24T00:00:00Z')
const token = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
const lasting = (ms: number, more: object = {}) => token({ sub: 'u-1', exp: (now + ms) / 1_000, ...more })

const sent: { url: string; body: Record<string, unknown> }[] = []
let answers: (url: string, body: Record<string, unknown>) => [status: number, body: unknown]
const reported: number[] = []
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers({ now })
  localStorage.clear()
  sent.length = reported.length = 0
  document.head.innerHTML =
    '<meta name="identity-host" content=":3001"><meta name="identity-client" content="storefront-aol">'
  answers = () => [200, {}]
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
    sent.push({ url, body })
    const [status, answer] = answers(url, body)
    return Response.json(answer, { status })
  })
  stop = onSession((what) => reported.push(what))
})
afterEach(() => {
  stop()
  logOutHere()
  userState.set({ email: null })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function signIn(accessToken: string): void {
  localStorage.setItem('access_token', accessToken)
  localStorage.setItem('id_token', 'i')
  localStorage.setItem('loggedin', 'true')
}

const stored = () => ['access_token', 'id_token', 'loggedin'].map((key) => localStorage.getItem(key))
const anonymous = [null, null, null]

const renewal = (nonce: unknown, aud = 'storefront-aol') => ({
  access_token: lasting(600_000),
  id_token: lasting(600_000, { nonce, aud }),
  nonce: String(nonce),
  expires_in: 600,
})

test('a visitor counts as signed in only with access token, id token and flag [IDN-17]', () => {
  signIn(lasting(60_000))
  expect(isAuthenticated()).toBe(true)
  for (const key of ['access_token', 'id_token', 'loggedin']) {
    signIn(lasting(60_000))
    localStorage.removeItem(key)
    expect(isAuthenticated()).toBe(false)
  }
})

describe('the token check', () => {
  test('is null without one [IDN-23]', () => {
    expect(checkToken()).toBeNull()
    expect(reported).toEqual([])
  })

  test.each(['', 'x', 'x.y', `${lasting(60_000)}.x`, 'x.!.x', token({ sub: 'u-1' }), token({ exp: 'soon' })])(
    'signs out for %j, which is malformed [IDN-20]',
    (malformed) => {
      signIn(malformed)
      expect(checkToken()).toBe(false)
      expect(stored()).toEqual(anonymous)
    },
  )

  test('signs out when the token has expired, and notifies [IDN-21] [IDN-18]', () => {
    signIn(lasting(0))
    expect(checkToken()).toBe(false)
    expect(stored()).toEqual(anonymous)
    expect(reported).toEqual([notifications.LoggedOut])
    expect(sent).toEqual([])
  })

  test('is true for a valid token, and starts a renewal with less than 900 ms left [IDN-22]', async () => {
    signIn(lasting(900))
    expect(checkToken()).toBe(true)
    await vi.advanceTimersByTimeAsync(0)
    signIn(lasting(60_000))
    expect(checkToken()).toBe(true)
    await vi.advanceTimersByTimeAsync(20)
    const before = sent.length
    answers = (_url, { nonce }) => [200, renewal(nonce)]
    localStorage.setItem('access_token', lasting(20 + 899))
    expect(checkToken()).toBe(true)
    await vi.advanceTimersByTimeAsync(20)
    expect(sent.slice(before).map(({ url }) => url)).toEqual(['http://localhost:3001/api/account/relogin'])
    expect(stored()[0]).toBe(lasting(600_000))
  })
})

describe('token renewal', () => {
  test('sends token, origin, nonce and returnUrl, once for all callers [IDN-05]', async () => {
    signIn(lasting(60_000))
    answers = (_url, { nonce }) => [200, renewal(nonce)]
    const both = Promise.all([renew(), renew()])
    await vi.advanceTimersByTimeAsync(20)
    expect(await both).toEqual([true, true])
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toEqual({
      token: lasting(60_000),
      origin: location.origin,
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      returnUrl: location.pathname,
    })
    expect(reported).toEqual([notifications.TokenRenewed])
  })

  test('starts 900 ms before expiry, after a notification with value 4 [IDN-29]', async () => {
    answers = (_url, { nonce }) => [200, renewal(nonce)]
    signIn(lasting(10_000))
    checkToken()
    await vi.advanceTimersByTimeAsync(9_099)
    expect(reported).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(reported).toEqual([4])
    await vi.advanceTimersByTimeAsync(20)
    expect(reported).toEqual([4, notifications.TokenRenewed])
  })

  test.each([
    ['is refused', () => [401, {}]],
    ['answers another nonce', () => [200, renewal('0'.repeat(32))]],
    ['is for another client', (nonce: unknown) => [200, renewal(nonce, 'storefront-wa')]],
  ] as const)('that %s signs out here', async (_name, answer) => {
    signIn(lasting(60_000))
    answers = (_url, { nonce }) => answer(nonce) as [number, unknown]
    const done = renew()
    await vi.advanceTimersByTimeAsync(20)
    expect(await done).toBe(false)
    expect(stored()).toEqual(anonymous)
    expect(reported).toEqual([notifications.LoggedOut])
  })
})

describe('logout', () => {
  test('deletes checkout input for the next person at this browser', async () => {
    signIn(lasting(60_000))
    localStorage.setItem(typedKeys.checkout, '{}')
    await logOut()
    expect(sent.map(({ url }) => url)).toEqual(['http://localhost:3001/api/account/logout', '/api/session/end'])
    expect([stored(), localStorage.getItem('checkout-availability')]).toEqual([anonymous, null])
  })

  test('at the start of a login keeps checkout input, because a guest continues there', async () => {
    localStorage.setItem(typedKeys.checkout, '{}')
    answers = (url) => [200, url.endsWith('/nonce') ? { nonce: 'a'.repeat(32) } : {}]
    const begun = beginLogin()
    await vi.advanceTimersByTimeAsync(20)
    await begun
    expect(localStorage.getItem('checkout-availability')).toBe('{}')
  })
})

describe('a login', () => {
  test('signs out the current user first, and keeps the server’s nonce [IDN-19] [IDN-14] [IDN-04]', async () => {
    signIn(lasting(60_000))
    const nonce = 'a'.repeat(32)
    answers = (url) => [200, url.endsWith('/nonce') ? { nonce } : {}]
    const begun = beginLogin()
    await vi.advanceTimersByTimeAsync(20)
    expect(await begun).toBe(nonce)
    expect(sent.map(({ url }) => url)).toEqual(['http://localhost:3001/api/account/logout', '/api/session/nonce'])
    expect(sent[0]?.body).toEqual({ userId: 'u-1', clientId: 'storefront-aol' })
    expect(stored()).toEqual(anonymous)
    expect(localStorage.getItem('nonce')).toBe(nonce)
  })

  test('accepts tokens only when all nonces match and they are for the configured client [IDN-16] [IDN-30]', () => {
    const nonce = 'b'.repeat(32)
    for (const wrong of [
      [nonce, null],
      [nonce, 'c'.repeat(32)],
      [null, nonce],
      ['', ''],
    ]) {
      expect(saveTokens(renewal(nonce), wrong)).toBe(false)
      expect(stored()).toEqual(anonymous)
    }
    expect(saveTokens({ ...renewal(nonce), nonce: 'c' }, [nonce, nonce])).toBe(false)
    expect(saveTokens(renewal(nonce, 'storefront-wa'), [nonce, nonce])).toBe(false)
    expect(saveTokens(renewal(nonce), [nonce, nonce])).toBe(true)
    expect(stored()).toEqual([lasting(600_000), lasting(600_000, { nonce, aud: 'storefront-aol' }), 'true'])
  })

  test('a nonce is 32 hexadecimal characters, created 10 ms after the request [IDN-28]', async () => {
    let nonce: string | null = null
    void newNonce().then((made) => (nonce = made))
    await vi.advanceTimersByTimeAsync(9)
    expect(nonce).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(nonce).toMatch(/^[0-9a-f]{32}$/)
  })
})

test("the email address cannot be set without a valid token: 'Invalid login' [IDN-24]", async () => {
  for (const bad of [null, 'x', lasting(-1)]) {
    if (bad !== null) signIn(bad)
    await expect(setEmail('ana@shopper.example')).rejects.toThrow('Invalid login')
    expect(userState.get()).toEqual({ email: null })
  }
  signIn(lasting(60_000))
  await setEmail('ana@shopper.example')
  expect(userState.get()).toEqual({ email: 'ana@shopper.example' })
})

test('calls have the token and a Cache-Control header while valid, and neither without one [AUTH3-04]', async () => {
  expect(await headers()).toEqual({})
  signIn(lasting(60_000))
  expect(await headers()).toEqual({ authorization: `Bearer ${lasting(60_000)}`, 'cache-control': 'no-cache' })
})

test('an expired token saves the path and leads to the login, and the call is not sent [AUTH3-05]', async () => {
  const gone: string[] = []
  vi.stubGlobal('location', { pathname: '/brands', search: '?x=1', assign: (to: string) => gone.push(to) })
  signIn(lasting(-1))
  expect(await headers()).toBeNull()
  expect(localStorage.getItem('redirectPath')).toBe('/brands?x=1')
  expect(gone).toEqual(['/account/internal/login?expired=true'])
})

test('identity host errors have their own texts [IDN-25] [IDN-26] [IDN-27]', () => {
  expect(identityErrorText(null)).toBe('Something has gone wrong, Please try again.')
  expect(identityErrorText({ errors: [] })).toBe('Something has gone wrong, Please try again.')
  expect(identityErrorText({ errors: [{ message: 'One.' }, { message: 'Two.' }] })).toBe('One.\n\nTwo.')
  expect(identityErrorText({ type: 'error', errors: [{ message: 'One.' }] })).toBe(
    'Service currently unavailable. Please try again later',
  )
})

describe('a 401 response while signed in', () => {
  const gone = vi.fn<(address: string) => void>()
  const logsOut = '<meta name="identity-401" content="">'
  beforeEach(() => {
    gone.mockClear()
    vi.stubGlobal('location', { assign: gone, pathname: '/account' })
    document.head.innerHTML += logsOut
    signIn(lasting(60_000))
  })

  test('leads to logout and back to login; on the appliance-online apps and for other calls it does not [ERR-04] [ROUTE-25]', () => {
    for (const path of [
      '/api/account/order/invoiced?page=0',
      '/api/staff/projects?search=kitchen',
      '/api/page/home',
      '/api/Static/privacy-policy',
      '/api/cookingdemo/booking',
      '/api/v2/cookingdemo?storeUri=newtown',
      '/api/v2/cookingdemo/booking',
    ]) {
      gone.mockClear()
      refused(401, {}, path)
      expect([path, gone.mock.calls]).toEqual([path, [['/account/logout?returnUrl=/account/internal/login']]])
    }
    gone.mockClear()
    for (const path of [
      '/api/cart/',
      '/api/v2/product/sku/WM-1',
      '/api/v2/listing?type=category',
      '/api/v3/search?searchTerm=washer',
      '/api/store',
      '/api/geo',
      '/api/settings',
      '/api/checkout',
      '/api/payment/status',
    ])
      refused(401, {}, path)
    refused(403, {}, '/api/account/orders')
    // The appliance-online apps have no such mark.
    document.head.innerHTML = document.head.innerHTML.replace(logsOut, '')
    refused(401, {}, '/api/account/orders')
    expect(gone).not.toHaveBeenCalled()
  })

  test('is ignored without a complete sign-in [ERR-04]', () => {
    for (const key of ['loggedin', 'id_token']) {
      signIn(lasting(60_000))
      localStorage.removeItem(key)
      refused(401, {}, '/api/account')
    }
    for (const over of [lasting(0), 'no token']) {
      signIn(over)
      refused(401, {}, '/api/account')
    }
    localStorage.clear()
    refused(401, {}, '/api/account')
    expect(gone).not.toHaveBeenCalled()
  })
})
