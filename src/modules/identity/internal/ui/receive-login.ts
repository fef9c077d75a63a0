import { callApi } from '../../../../ui/browser/api.ts'
import type { TokenResponse } from '../../ui/identity-responses.ts'
import { afterSignIn } from '../../ui/member.ts'
import { forgetNonce, saveTokens, loggedIn, loginFailed, setEmail } from '../../ui/session.ts'
import { claimsOf, readKey } from '../../ui/token-storage.ts'

/** The end of every login, however its tokens came: believes them when they answer this browser's nonce (decision identity-09). */
export async function receiveLogin(tokens: TokenResponse): Promise<boolean> {
  const [, inCookie = null] = /(?:^|; )(?:__Host-)?loginNonce=([0-9a-f]*)/.exec(document.cookie) ?? []
  if (!saveTokens(tokens, [readKey('nonce'), inCookie])) {
    loginFailed()
    return false
  }
  forgetNonce()
  await setEmail(String(claimsOf(tokens.id_token)?.['email'] ?? ''))
  await callApi('POST', '/api/session/start')
  await afterSignIn.run?.().catch(() => {})
  loggedIn()
  return true
}
