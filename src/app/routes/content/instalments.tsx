import { data } from 'react-router'
import type { Route } from './+types/instalments.ts'
import { canonicalAddress } from '../../../brands/brands.ts'
import { StaticPage } from '../../../modules/content/ui/static-page.tsx'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { afterpayPage, hummPage, klarnaPage, zipPage } from '../../../modules/payments/instalment-pages.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'
import { trailMeta } from '../../head/trail-meta.ts'

const infoPages = { afterpay: afterpayPage, humm: hummPage, klarna: klarnaPage }

/**
 * Instalment payment methods, under the addresses printed on price tickets. Afterpay, humm and Klarna have a page only where the method is
 * enabled; Zip has one everywhere (decision platform-16).
 */
export function loader({ context, request }: Route.LoaderArgs) {
  const {
    brand,
    services: { payments: paymentConfiguration },
  } = context.get(requestContext)
  const [, method = ''] = /^\/(afterpay|humm|klarna)\b/.exec(new URL(request.url).pathname) ?? []
  const named = method === '' ? null : (method as keyof typeof infoPages)
  if (named !== null && paymentConfiguration.terms(named, brand) === null) throw data(null, { status: 404 })
  const page =
    named === null
      ? zipPage({ brand, terms: paymentConfiguration.redirects(brand).zip ?? null })
      : infoPages[named]({ brand, terms: paymentConfiguration.offered(named, brand) })
  const { heading, body, summary, pageType } = page
  return data(
    {
      heading,
      body,
      pageType,
      title: `${heading} – ${brand.companyName}`,
      description: summary,
      canonical: canonicalAddress(brand, page.path),
    },
    { headers: cachedForAll(['content']) },
  )
}

export const headers = headersOfLoader

const trailOf = (heading: string) => [{ title: heading, href: null }]

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData === undefined
    ? []
    : [
        { title: loaderData.title },
        { name: 'description', content: loaderData.description },
        { tagName: 'link', rel: 'canonical', href: loaderData.canonical },
        pageTypeMeta(loaderData.pageType),
        ...trailMeta(trailOf(loaderData.heading), loaderData.canonical),
      ]

export default function Instalments({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumbs trail={trailOf(loaderData.heading)} />
      <StaticPage {...loaderData} />
    </>
  )
}
