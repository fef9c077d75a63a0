import { useEffect, useRef, useState } from 'react'
import { Notice } from '../../../ui/display/notice.tsx'
import { identityTexts } from '../error-texts.ts'
import { callIdentity } from './identity-calls.ts'
import { IdentityCard } from './identity-card.tsx'

export type Confirmed = { readonly email: string; readonly complete: boolean }

/**
 * The confirmation page of a mailed link. With script it confirms at once; without, by a button, so that link scanners of mail programs
 * confirm nothing.
 */
export function ConfirmEmailPage({
  token,
  result,
}: {
  token: string
  result: { readonly confirmed: Confirmed | null } | null
}) {
  const [answer, setAnswer] = useState(result)
  const isRequested = useRef(result !== null)
  useEffect(() => {
    if (isRequested.current) return
    isRequested.current = true
    void callIdentity('GET', 'confirmemail/:token', { params: { token } }).then((said) =>
      setAnswer({ confirmed: said.ok ? said.value : null }),
    )
  }, [token])
  return (
    <IdentityCard title="Confirm your email">
      {answer === null ? (
        <form method="post">
          <button className="button">Confirm my email</button>
        </form>
      ) : answer.confirmed === null ? (
        <>
          <Notice kind="error">{identityTexts.linkInvalid}</Notice>
          <p>Log in and open your profile to request another one.</p>
        </>
      ) : (
        <Notice kind="success">
          {answer.confirmed.complete
            ? `Thanks. ${answer.confirmed.email} is confirmed.`
            : 'Thanks. To finish, confirm the change from the other address too: we have emailed it a link.'}
        </Notice>
      )}
      <a className="button button--quiet" href="/account" data-reload="">
        Go to your account
      </a>
    </IdentityCard>
  )
}
