import type { TestAnswer } from './shop/browser.ts'
import type { Visitor } from './shop/visitor.ts'

/** The browser's side of a login at the stand-in OpenID provider (sandbox/people/openid.ts). */

/** Starts an external login; the response's location is the provider's URL. */
export async function beginExternalLogin(visitor: Visitor, provider = 'google'): Promise<TestAnswer> {
  const { nonce } = (await visitor.post('/api/session/nonce')).json<{ nonce: string }>()
  const query = new URLSearchParams({ nonce, origin: visitor.origin })
  return visitor.identity('GET', `/api/account/externallogin/${provider}?${query}`)
}

/** The browser at the provider; returns the redirect URL. */
export async function chooseAtOpenId(address: string, who: string): Promise<string> {
  const jar = new Map<string, string>()
  let next = address
  for (let hops = 0; hops < 8; hops++) {
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    const [, choice] = /href="(\/openid-choice\/[^/"]+\/)/.exec(await answer.text()) ?? []
    const onward = location ?? (choice === undefined ? null : `${choice}${who}`)
    if (onward === null) throw new Error(`the provider answered ${answer.status} to ${next}`)
    next = new URL(onward, next).href
    if (next.includes('/api/account/externallogin/')) return next
  }
  throw new Error('the provider leads in a circle')
}

/** The browser's return: any host in the URL is served by the identity host. */
export const comeBack = (visitor: Visitor, address: string, headers: Record<string, string> = {}) => {
  const { pathname, search } = new URL(address)
  return visitor.identity('GET', pathname + search, { headers })
}

export async function logInExternally(visitor: Visitor, who: string, provider = 'google'): Promise<TestAnswer> {
  const departed = await beginExternalLogin(visitor, provider)
  return comeBack(visitor, await chooseAtOpenId(departed.headers.location ?? '', who))
}

export function tokensOf(answer: TestAnswer): URLSearchParams {
  const [, fragment = ''] = (answer.headers.location ?? '').split('#')
  return new URLSearchParams(fragment)
}

/** The error code passed to the login page. */
export const externalLoginProblem = (answer: TestAnswer) =>
  new URL(answer.headers.location ?? '').searchParams.get('problem')
