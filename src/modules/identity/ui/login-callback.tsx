import { useEffect, useState } from 'react'
import { Notice } from '../../../ui/display/notice.tsx'
import { identityTexts } from '../error-texts.ts'
import { IdentityCard } from './identity-card.tsx'
import { afterLogin } from '../internal/ui/after-login.ts'
import { receiveLogin } from '../internal/ui/receive-login.ts'
import { readKey } from './token-storage.ts'

/** Where a login comes back to: takes the tokens out of the address, and believes them when they answer this browser's nonce. */
export function LoginCallback({ returnUrl }: { returnUrl: string }) {
  const [isWrong, setIsWrong] = useState(false)
  useEffect(() => {
    const fragment = new URLSearchParams(location.hash.slice(1))
    // A page is taken over twice in development; the second time there is nothing left to take.
    if (fragment.size === 0 && readKey('nonce') === null && readKey('access_token') !== null) return
    history.replaceState(history.state, '', location.pathname + location.search)
    void receive(fragment).then((isGood) => (isGood ? location.replace(afterLogin(returnUrl)) : setIsWrong(true)))
  }, [returnUrl])
  return (
    <IdentityCard title="Log in">
      {isWrong ? (
        <>
          <Notice kind="error">{identityTexts.fallback}</Notice>
          <a className="button" href="/account/login" data-reload="">
            Log in again
          </a>
        </>
      ) : (
        <p role="status">One moment …</p>
      )}
    </IdentityCard>
  )
}

function receive(fragment: URLSearchParams): Promise<boolean> {
  const part = (name: string) => fragment.get(name) ?? ''
  return receiveLogin({
    access_token: part('access_token'),
    id_token: part('id_token'),
    nonce: part('nonce'),
    expires_in: Number(part('expires_in')),
  })
}
