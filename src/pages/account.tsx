import { OverviewPage } from '../modules/account/ui/overview-page.tsx'
import { pageTypeMeta } from './page-type.ts'

export const meta = () => [{ title: 'Your account' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('accounts')]

export default function Account() {
  return <OverviewPage />
}
