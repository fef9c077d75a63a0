import { useEffect } from 'react'
import { IdentityCard } from './identity-card.tsx'
import { logOut } from './session.ts'

/** Logs out of the shop and the identity host, and redirects. */
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
