import { SecondStepPage } from '../../../modules/identity/ui/second-step-page.tsx'
import { pageTypeMeta } from '../../head/page-type.ts'

export const meta = () => [{ title: 'Log in' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('accounts')]

export default function AccountSecondStep() {
  return <SecondStepPage />
}
