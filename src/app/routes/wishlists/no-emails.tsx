import type { Route } from './+types/no-emails.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { NoMailsPage } from '../../../modules/wishlists/ui/no-mails-page.tsx'
import { pageTypeMeta } from '../../head/page-type.ts'

/** The button; a link that is only looked at changes nothing. */
export async function action({ context, params }: Route.ActionArgs) {
  return { isStopped: await context.get(requestContext).services.wishlists.news.stop(params.token) }
}

export const meta = () => [
  { title: 'Stop emails about your lists' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
  pageTypeMeta('accounts'),
]

export default function NoEmails({ actionData }: Route.ComponentProps) {
  return <NoMailsPage isStopped={actionData?.isStopped ?? null} />
}
