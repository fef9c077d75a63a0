import { AccountClosedPage } from '../../../modules/account/ui/closed-pages.tsx'
import { pageTypeMeta } from '../../head/page-type.ts'

export const meta = () => [
  { title: 'Your account is closed' },
  { name: 'robots', content: 'noindex' },
  pageTypeMeta('accounts'),
]

export default function AccountClosed() {
  return <AccountClosedPage />
}
