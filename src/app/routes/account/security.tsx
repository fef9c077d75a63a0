import { SecurityPage } from '../../../modules/account/ui/security-page.tsx'
import { pageTypeMeta } from '../../head/page-type.ts'

export const meta = () => [{ title: 'Security' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('accounts')]

export default function AccountSecurity() {
  return <SecurityPage />
}
