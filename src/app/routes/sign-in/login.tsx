import { useLocation } from 'react-router'
import { externalProblemOf } from '../../../modules/identity/external-providers.ts'
import { LoginPage } from '../../../modules/identity/ui/login-page.tsx'
import { safeReturnUrl } from '../../../modules/identity/return-url.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

/** /account/login, and /account/internal/login for those whom the shop sends there itself (decision identity-22). */
export const meta = () => [{ title: 'Log in' }, pageTypeMeta('accounts'), { name: 'robots', content: 'noindex' }]

/** A form that was sent before script came to it: nothing is done with it, and the page is shown again. */
export const action = () => null

export default function AccountLogin() {
  const search = new URLSearchParams(useLocation().search)
  const error = search.get('error')
  return (
    <LoginPage
      error={error === 'invalid' || error === 'failed' || error === 'captcha' ? error : null}
      external={externalProblemOf(search)}
      isExpired={search.get('expired') === 'true'}
      returnUrl={safeReturnUrl(search.get('returnUrl'))}
    />
  )
}
