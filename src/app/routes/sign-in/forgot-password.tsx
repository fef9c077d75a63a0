import { data } from 'react-router'
import type { Route } from './+types/forgot-password.ts'
import { ForgotPasswordPage } from '../../../modules/identity/ui/password-pages.tsx'
import { registrationTexts } from '../../../modules/identity/registration.ts'
import { isStandardEmail } from '../../../platform/text/email.ts'
import { ok, err } from '../../../platform/result.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { answerForm } from './identity-form.server.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

/** The form as it is posted before script. */
export async function action({ context, request }: Route.ActionArgs) {
  const { brand, services, visitor } = context.get(requestContext)
  return data(
    ...(await answerForm(request, visitor, async ({ email = '' }) => {
      const error = { field: 'email', message: registrationTexts.email }
      if (!isStandardEmail(email)) return err({ code: 'validation' as const, errors: [error] })
      return ok(await services.identity.provider.forgotPassword(brand.app, email))
    })),
  )
}

export const meta = () => [
  { title: 'Forgot your password?' },
  { name: 'robots', content: 'noindex' },
  pageTypeMeta('accounts'),
]

export default function AccountForgotPassword({ actionData }: Route.ComponentProps) {
  return <ForgotPasswordPage refused={actionData?.refused ?? null} isDone={actionData?.isDone ?? false} />
}
