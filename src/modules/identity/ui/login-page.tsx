import { useEffect, useState } from 'react'
import { Notice } from '../../../ui/display/notice.tsx'
import { captchaText } from '../captcha.ts'
import { identityTexts } from '../error-texts.ts'
import { afterLogin } from '../internal/ui/after-login.ts'
import { IdentityCard } from './identity-card.tsx'
import { LoginForm } from '../internal/ui/login-form.tsx'
import { loggedIn, renew } from './session.ts'
import { isAuthenticated } from './token-storage.ts'
import styles from './identity-pages.module.css'

const problemTexts = {
  invalid: identityTexts.invalidLogin,
  failed: identityTexts.fallback,
  captcha: captchaText,
} as const

/** Both login pages. After an expired session it first tries to renew silently (decision identity-05). */
export function LoginPage({
  error,
  external,
  isExpired,
  returnUrl,
}: {
  error: 'invalid' | 'failed' | 'captcha' | null
  /** The error of another provider, as text. */
  external: string | null
  isExpired: boolean
  returnUrl: string
}) {
  const [isTrying, setIsTrying] = useState(isExpired)
  useEffect(() => {
    if (!isExpired) {
      if (isAuthenticated()) location.replace(afterLogin(returnUrl))
      return
    }
    void renew().then((isDone) => {
      if (!isDone) return setIsTrying(false)
      loggedIn()
      location.replace(afterLogin(returnUrl))
    })
  }, [isExpired, returnUrl])

  const problem = error === null ? external : problemTexts[error]
  return (
    <IdentityCard title="Log in">
      {isExpired && !isTrying && <Notice kind="info">{identityTexts.expired}</Notice>}
      {isTrying ? <p role="status">One moment …</p> : <LoginForm returnUrl={returnUrl} problem={problem} />}
      {isExpired && !isTrying && (
        <p>
          <a href="/">Continue as a guest</a>
        </p>
      )}
      <div className={styles.other}>
        <h2>New here?</h2>
        <p className={styles.soft}>An account keeps your addresses, orders and invoices together, for all our shops.</p>
        <a className="button button--quiet" href="/account/register">
          Create an account
        </a>
      </div>
    </IdentityCard>
  )
}
