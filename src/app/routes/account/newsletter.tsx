import { data } from 'react-router'
import type { Route } from './+types/newsletter.ts'
import { cardNumberText, holdsCardNumber } from '../../../platform/text/card-numbers.ts'
import { newsletterTexts } from '../../../modules/content/forms/newsletter.ts'
import { NewsletterPage } from '../../../modules/content/ui/newsletter-pages.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { pageTypeMeta } from '../../head/page-type.ts'
import { typedFields } from '../product/sold-product.server.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({
  companyName: context.get(requestContext).brand.companyName,
})

/** The newsletter form in every footer, with and without script. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(requestContext)
  const { email = '' } = await typedFields(request)
  const problem = holdsCardNumber(email) ? cardNumberText : await shop.services.content.newsletter.askFor(shop, email)
  if (problem === null) return { typed: '', problem, isRequested: true }
  return data(
    { typed: email, problem, isRequested: false },
    { status: problem === newsletterTexts.tooMany ? 429 : 400 },
  )
}

export const meta = () => [{ title: 'Newsletter' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('accounts')]

export default function AccountNewsletter({ loaderData, actionData }: Route.ComponentProps) {
  const { typed = '', problem = null, isRequested = false } = actionData ?? {}
  return <NewsletterPage {...loaderData} typed={typed} problem={problem} isRequested={isRequested} />
}
