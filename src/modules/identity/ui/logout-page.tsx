import { useEffect } from 'react'
import { IdentityCard } from './identity-card.tsx'
import { logOut } from './session.ts'

/** Signs out everywhere this browser is signed in to, and goes on. */
export function LogoutPage({ returnUrl }: { returnUrl: string }) {
  useEffect(() => {
    void logOut().then(() => location.replace(returnUrl))
  }, [returnUrl])
  return (
    <IdentityCard title="Log out">
      <p role="status">One moment …</p>
    </IdentityCard>
  )
}
