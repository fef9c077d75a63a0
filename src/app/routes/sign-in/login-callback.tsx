import { useLocation } from 'react-router'
import { LoginCallback } from '../../../modules/identity/ui/login-callback.tsx'
import { safeReturnUrl } from '../../../modules/identity/return-url.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

export const meta = () => [{ title: 'Log in' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('accounts')]

export default function AccountLoginCallback() {
  return <LoginCallback returnUrl={safeReturnUrl(new URLSearchParams(useLocation().search).get('returnUrl'))} />
}
