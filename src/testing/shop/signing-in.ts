import { totpCode, totpStep } from '../../modules/identity/internal/factors/totp.server.ts'
import type { TestBrowser } from './browser.ts'

/** Authenticator apps by email address: each secret, and the time step of its last code. */
export type Authenticators = Map<string, { readonly secret: string; readonly step: number }>

/** Signs in over HTTP as the pages do, with a second factor where the account has one. */
export function signingIn(browser: TestBrowser, authenticators: Authenticators, now: () => Date) {
  const { send, identity, origin } = browser

  /** Posts the login form. */
  async function postLogin(fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
    const { nonce } = (await send('POST', '/api/session/nonce')).json<{ nonce: string }>()
    const form = { returnUrl: '/account', origin, nonce, ...fields }
    return identity('POST', '/api/account/login-redir', {
      raw: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  }

  /** Sets up an authenticator app at the first login that requires one, and enters its code at later ones. */
  async function secondStep(email: string): Promise<URLSearchParams> {
    const call = (name: string, body: object) => identity('POST', `/api/account/${name}`, { body })
    const known = authenticators.get(email) ?? null
    const secret = known?.secret ?? (await call('begintotp', {})).json<{ secret: string }>().secret
    // A code works once, and the clock stands still: three consecutive codes are valid.
    const step = Math.max((known?.step ?? 0) + 1, totpStep(now()) - 1)
    authenticators.set(email, { secret, step })
    const code = totpCode(secret, step)
    const answer =
      known === null
        ? (await call('confirmtotp', { code })).json<{ tokens?: object }>().tokens
        : (await call('loginstep', { kind: 'totp', value: code })).json<object>()
    if (answer === undefined || 'errors' in answer) throw new Error(`second step: ${JSON.stringify(answer)}`)
    return new URLSearchParams(Object.entries(answer).map(([name, value]) => [name, String(value)]))
  }

  return {
    postLogin,
    secondStep,
    /** Signs in as the page does, and stores the token. */
    async signIn(email: string, password: string): Promise<URLSearchParams> {
      const answer = await postLogin({ email, password })
      const location = answer.headers.location ?? ''
      const [, fragment = ''] = location.split('#')
      const isWaiting = location.endsWith('/account/internal/second-step')
      if (fragment === '' && !isWaiting) throw new Error(`signing in: ${answer.status} ${location || answer.text}`)
      const tokens = isWaiting ? await secondStep(email) : new URLSearchParams(fragment)
      browser.token = tokens.get('access_token')
      await send('POST', '/api/session/start')
      return tokens
    },
  }
}
