import { data } from 'react-router'
import type { Route } from './+types/register.ts'
import { captchaField, captchaText } from '../../../modules/identity/captcha.ts'
import { err } from '../../../platform/result.ts'
import { RegisterPage, registrationOf } from '../../../modules/identity/ui/register-page.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { answerForm } from './identity-form.server.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { brand } = context.get(requestContext)
  return { asksForAbn: brand.asksForAbn, phoneExample: brand.country === 'NZ' ? '021 123 4567' : '0412 345 678' }
}

/** The form as it is posted before script. */
export async function action({ context, request }: Route.ActionArgs) {
  const { brand, services, visitor } = context.get(requestContext)
  return data(
    ...(await answerForm(request, visitor, async (typed) =>
      (await visitor.isPerson('register', typed[captchaField] ?? ''))
        ? services.identity.provider.register(brand.app, registrationOf(typed))
        : err({ code: 'validation', errors: [{ field: 'form', message: captchaText }] }),
    )),
  )
}

export const meta = () => [
  { title: 'Create an account' },
  { name: 'robots', content: 'noindex' },
  pageTypeMeta('accounts'),
]

export default function AccountRegister({ loaderData, actionData }: Route.ComponentProps) {
  return <RegisterPage {...loaderData} refused={actionData?.refused ?? null} isDone={actionData?.isDone ?? false} />
}
