import { useLocation, useNavigate } from 'react-router'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { LoginForm } from '../internal/ui/login-form.tsx'
import { isAuthenticated } from './token-storage.ts'

/** The parameter's name is case-insensitive, and its value must not be 'false' (ROUTE-33, decision identity-23). */
function asks(search: string): boolean {
  return [...new URLSearchParams(search)].some(
    ([name, value]) => name.toLowerCase() === 'showlogin' && value.toLowerCase() !== 'false',
  )
}

function withoutAsking({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string {
  const stored = [...new URLSearchParams(search)].filter(([name]) => name.toLowerCase() !== 'showlogin')
  return `${pathname}${stored.length === 0 ? '' : `?${new URLSearchParams(stored)}`}${hash}`
}

/** The login dialog over the current page, to which it returns. Nothing during a session. */
export default function LoginPrompt() {
  const location = useLocation()
  const navigate = useNavigate()
  if (!asks(location.search) || isAuthenticated()) return null
  const back = withoutAsking(location)
  return (
    <Dialog
      title="Log in"
      type="leftAligned"
      onClose={() => void navigate(back, { replace: true, preventScrollReset: true })}
    >
      <LoginForm id="prompt" returnUrl={back} problem={null} />
      <p>
        New here? <a href="/account/register">Create an account</a>
      </p>
    </Dialog>
  )
}
