import type { Route } from './+types/confirm-email.ts'
import { ConfirmEmailPage } from '../../../modules/identity/ui/confirm-email-page.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

/** The button, for those without script. */
export async function action({ context, params }: Route.ActionArgs) {
  const { brand, services } = context.get(requestContext)
  const done = await services.identity.provider.confirmEmail(brand.app, params.token)
  return { confirmed: done.ok ? { email: done.value.email, complete: done.value.isComplete } : null }
}

export const meta = () => [
  { title: 'Confirm your email' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
  pageTypeMeta('accounts'),
]

export default function AccountConfirmEmail({ params, actionData }: Route.ComponentProps) {
  return <ConfirmEmailPage token={params.token} result={actionData ?? null} />
}
