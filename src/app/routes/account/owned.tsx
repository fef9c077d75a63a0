import { OwnedPage } from '../../../modules/account/ui/owned-page.tsx'
import { pageTypeMeta } from '../../head/page-type.ts'

export const meta = () => [{ title: 'My products' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('accounts')]

export default function AccountOwned() {
  return <OwnedPage />
}
