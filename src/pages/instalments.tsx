import { data } from 'react-router'
import type { Route } from './+types/instalments.ts'
import { canonicalAddress } from '../brands/brands.ts'
import { StaticPage } from '../modules/content/ui/static-page.tsx'
import { Breadcrumbs } from '../modules/navigation/ui/breadcrumbs.tsx'
import { afterpayPage, zipPage } from '../modules/payments/instalment-pages.ts'
import { shopContext } from '../shop.ts'
import { headersOfLoader, keptForAll } from './page-headers.ts'
import { pageTypeMeta } from './page-type.ts'
import { trailMeta } from './trail-meta.ts'

/** What paying in parts is, under the addresses that are written on tickets: zip, zipmoney and afterpay. */
export function loader({ context, request }: Route.LoaderArgs) {
  const { brand, paymentConfiguration } = context.get(shopContext)
  const isAfterpay = /^\/afterpay\b/i.test(new URL(request.url).pathname)
  const { afterpay, zip } = paymentConfiguration.redirects(brand)
  const page = isAfterpay ? afterpayPage({ brand, terms: afterpay ?? null }) : zipPage({ brand, terms: zip ?? null })
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
    { headers: keptForAll(['content']) },
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
