import { ProfilePage } from '../../../modules/account/ui/profile-page.tsx'
import { pageTypeMeta } from '../../head/page-type.ts'

export const meta = () => [{ title: 'Your profile' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('accounts')]

export default function AccountProfile() {
  return <ProfilePage />
}
