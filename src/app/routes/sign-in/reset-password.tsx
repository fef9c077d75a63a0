import { data } from 'react-router'
import type { Route } from './+types/reset-password.ts'
import { ResetPasswordPage } from '../../../modules/identity/ui/password-pages.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { answerForm } from './identity-form.server.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

/** The form as it is posted before script. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { brand, services, visitor } = context.get(requestContext)
  return data(
    ...(await answerForm(request, visitor, ({ password = '' }) =>
      services.identity.provider.resetPassword(brand.app, params.token, password),
    )),
  )
}

// The address is a secret: it is not sent as a referrer.
export const meta = () => [
  { title: 'Choose a new password' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
  pageTypeMeta('resetPassword'),
]

export default function AccountResetPassword({ params, actionData }: Route.ComponentProps) {
  const { refused = null, isDone = false } = actionData ?? {}
  return <ResetPasswordPage token={params.token} refused={refused} isDone={isDone} />
}
