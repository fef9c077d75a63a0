import { data } from 'react-router'
import type { Route } from './+types/contact-us.ts'
import { Breadcrumbs } from '../modules/navigation/ui/breadcrumbs.tsx'
import { ContactPage } from '../modules/navigation/ui/contact-page.tsx'
import { shopContext } from '../shop.ts'
import { headersOfLoader, keptForAll } from './page-headers.ts'
import { pageTypeMeta } from './page-type.ts'
import { trailMeta } from './trail-meta.ts'

/** /contact-us and /ask-an-expert are one page with one canonical address (decision platform-16). */
export function loader({ context }: Route.LoaderArgs) {
  const { brand, stores } = context.get(shopContext)
  const { companyName, supportNumber, supportText } = brand
  return data(
    {
      companyName,
      supportNumber,
      supportText,
      hasStores: stores.all().length > 0,
      canonical: `https://${brand.hostname}/contact-us`,
    },
    { headers: keptForAll(['stores']) },
  )
}

export const headers = headersOfLoader

const trail = [{ title: 'Contact us', href: null }]

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData === undefined
    ? []
    : [
        { title: `Contact ${loaderData.companyName}` },
        { tagName: 'link', rel: 'canonical', href: loaderData.canonical },
        pageTypeMeta('contactUs'),
        ...trailMeta(trail, loaderData.canonical),
      ]

export default function ContactUs({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumbs trail={trail} />
      <ContactPage {...loaderData} />
    </>
  )
}
