import { StaffPage } from '../../../modules/staff/ui/staff-page.tsx'
import { pageTypeMeta } from '../../head/page-type.ts'

export const meta = () => [
  { title: 'Performance dashboard' },
  { name: 'robots', content: 'noindex' },
  pageTypeMeta('performanceDashboard'),
]

/** Statistics of a salesperson's reminders (decision staff-10). */
export default function PerformanceDashboard() {
  return <StaffPage title="Performance dashboard" panel={{ kind: 'reminders-stats' }} />
}
