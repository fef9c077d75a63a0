import { CardsPage } from '../../../modules/account/ui/cards-page.tsx'
import { pageTypeMeta } from '../../head/page-type.ts'

export const meta = () => [{ title: 'Saved cards' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('accounts')]

export default function AccountCards() {
  return <CardsPage />
}
