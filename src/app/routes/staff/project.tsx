import { useLocation } from 'react-router'
import { StaffPage } from '../../../modules/staff/ui/staff-page.tsx'
import { pageTypeMeta } from '../../head/page-type.ts'

export const meta = () => [{ title: 'Projects' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('project')]

/** Customer projects, for salespeople (decision staff-10). */
export default function Project() {
  const query = new URLSearchParams(useLocation().search)
  const [id, email] = [query.get('id'), query.get('email')]
  const panel = { kind: 'project', ...(id === null ? {} : { id }), ...(email === null ? {} : { email }) } as const
  return <StaffPage title="Projects" panel={panel} />
}
