import { useState } from 'react'
import { Notice } from '../../../../ui/display/notice.tsx'
import { useHasScript } from '../../../../ui/browser/use-has-script.ts'
import { identityTexts } from '../../error-texts.ts'
import { providerTitles, type ProviderName } from '../../external-providers.ts'
import { afterLogin } from './after-login.ts'
import { callIdentity, identityOrigin, offeredProviders } from '../../ui/identity-calls.ts'
import { hasPasskeys, passkeyNotUsed, signWithPasskey } from '../../ui/passkeys.ts'
import { receiveLogin } from './receive-login.ts'
import { beginLogin } from '../../ui/session.ts'
import { writeKey } from '../../ui/token-storage.ts'
import styles from '../../ui/identity-pages.module.css'

/** Ways to log in without a password: a passkey, and the providers that this app is set up for. They need script, so they come with it. */
export function OtherWays({ returnUrl }: { returnUrl: string }) {
  const hasScript = useHasScript()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  if (!hasScript) return null

  async function go(work: () => Promise<string | null>): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    setProblem(null)
    setProblem(await work())
    setIsBusy(false)
  }

  return (
    <div className={styles.ways2} role="group" aria-label="Other ways to log in">
      <p className={styles.or} aria-hidden="true">
        or
      </p>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      {hasPasskeys() && (
        <button
          type="button"
          className="button button--quiet button--wide"
          aria-disabled={isBusy}
          onClick={() => void go(() => logInWithPasskey(returnUrl))}
        >
          Log in with a passkey
        </button>
      )}
      {offeredProviders().map(({ name, isDemo }) => (
        <button
          key={name}
          type="button"
          className="button button--quiet button--wide"
          aria-disabled={isBusy}
          onClick={() => void go(() => logInBy(name, returnUrl))}
        >
          Continue with {providerTitles[name]}
          {isDemo ? ' (demo)' : ''}
        </button>
      ))}
    </div>
  )
}

async function logInWithPasskey(returnUrl: string): Promise<string | null> {
  const nonce = await beginLogin()
  if (nonce === null) return identityTexts.fallback
  const signed = await signWithPasskey('login', nonce)
  if (signed === null) return passkeyNotUsed
  if (!signed.ok) return signed.message
  const body = { nonce, returnUrl, response: signed.value }
  const answer = await callIdentity('POST', 'passkeylogin', { body })
  if (!answer.ok) return answer.message
  if (!(await receiveLogin(answer.value))) return identityTexts.fallback
  location.replace(afterLogin(returnUrl))
  return new Promise(() => {})
}

/** The page where the login began is stored in the browser (IDN-13), because the provider's return does not include it. */
async function logInBy(provider: ProviderName, returnUrl: string): Promise<string | null> {
  const nonce = await beginLogin()
  if (nonce === null) return identityTexts.fallback
  writeKey('redirectPath', returnUrl)
  const query = new URLSearchParams({ nonce, origin: location.origin })
  location.assign(`${identityOrigin()}/api/account/externallogin/${provider}?${query}`)
  return new Promise(() => {})
}
