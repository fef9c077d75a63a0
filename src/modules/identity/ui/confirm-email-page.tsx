import { useEffect, useRef, useState } from 'react'
import { Notice } from '../../../ui/display/notice.tsx'
import { identityTexts } from '../error-texts.ts'
import { callIdentity } from './identity-calls.ts'
import { IdentityCard } from './identity-card.tsx'

export type Confirmed = { readonly email: string; readonly complete: boolean }

/**
 * What the link of a mail leads to. With script it confirms at once; without, by a button, so that whoever looks at links before their
 * reader does (mail programs do) confirms nothing.
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
          <p>Log in and open your profile to have another one sent.</p>
        </>
      ) : (
        <Notice kind="success">
          {answer.confirmed.complete
            ? `Thanks. ${answer.confirmed.email} is confirmed.`
            : 'Thanks. Now the other address has to confirm the change too: we have emailed it a link.'}
        </Notice>
      )}
      <a className="button button--quiet" href="/account" data-reload="">
        Go to your account
      </a>
    </IdentityCard>
  )
}
