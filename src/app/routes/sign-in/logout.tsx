import { useLocation } from 'react-router'
import { LogoutPage } from '../../../modules/identity/ui/logout-page.tsx'
import { safeReturnUrl } from '../../../modules/identity/return-url.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

export const meta = () => [{ title: 'Log out' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('accounts')]

export default function AccountLogout() {
  const requested = new URLSearchParams(useLocation().search).get('returnUrl')
  return <LogoutPage returnUrl={safeReturnUrl(requested, { fallback: '/', couldBeLogin: true })} />
}
