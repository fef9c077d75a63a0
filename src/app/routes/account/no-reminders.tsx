import type { Route } from './+types/no-reminders.ts'
import { NoRemindersPage } from '../../../modules/account/ui/closed-pages.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

/** The button; a link that is only looked at changes nothing. */
export async function action({ context, params }: Route.ActionArgs) {
  return { isStopped: await context.get(requestContext).services.account.personalData.stopReminders(params.token) }
}

export const meta = () => [
  { title: 'Stop reminders' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
  pageTypeMeta('accounts'),
]

export default function AccountNoReminders({ actionData }: Route.ComponentProps) {
  return <NoRemindersPage isStopped={actionData?.isStopped ?? null} />
}
