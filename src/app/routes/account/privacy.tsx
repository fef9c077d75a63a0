import { PrivacyPage } from '../../../modules/account/ui/privacy-page.tsx'
import { pageTypeMeta } from '../../head/page-type.ts'

export const meta = () => [{ title: 'Privacy' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('accounts')]

export default function AccountPrivacy() {
  return <PrivacyPage />
}
