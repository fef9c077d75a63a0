import type { Route } from './+types/newsletter-choice.ts'
import { NewsletterChoicePage } from '../../../modules/content/ui/newsletter-pages.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { pageTypeMeta } from '../../head/page-type.ts'
import { typedFields } from '../product/sold-product.server.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { brand, services } = context.get(requestContext)
  return { subscription: await services.content.newsletter.find(brand.app, params.token) }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { brand, services } = context.get(requestContext)
  const { answer } = await typedFields(request)
  if (answer === 'yes' || answer === 'no')
    await services.content.newsletter.answer(brand.app, params.token, answer === 'yes')
  return { isAnswered: answer === 'yes' || answer === 'no' }
}

export const headers = () => ({ 'cache-control': 'no-store' })

export const meta = () => [
  { title: 'Newsletter' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
  pageTypeMeta('accounts'),
]

export default function AccountNewsletterChoice({ loaderData, actionData }: Route.ComponentProps) {
  return <NewsletterChoicePage {...loaderData} isAnswered={actionData?.isAnswered ?? false} />
}
