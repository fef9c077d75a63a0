import { data } from 'react-router'
import type { Route } from './+types/static.ts'
import { canonicalAddress } from '../../../brands/brands.ts'
import { staticPath } from '../../../modules/content/content.ts'
import { StaticPage } from '../../../modules/content/ui/static-page.tsx'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'
import { trailMeta } from '../../head/trail-meta.ts'

/** A static page by name, case-insensitive with one canonical address. */
export function loader({ context, params }: Route.LoaderArgs) {
  const {
    brand,
    services: { content: texts },
  } = context.get(requestContext)
  const content = texts.text(brand, params.name)
  if (content === null) throw data(null, { status: 404 })
  const { name, heading, body, metaTitle, metaDescription } = content
  const canonical = canonicalAddress(brand, staticPath(name))
  const title = metaTitle ?? `${heading} – ${brand.companyName}`
  return data(
    { heading, body, title, description: metaDescription ?? '', canonical },
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
        pageTypeMeta('static'),
        ...trailMeta(trailOf(loaderData.heading), loaderData.canonical),
      ]

export default function Static({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumbs trail={trailOf(loaderData.heading)} />
      <StaticPage {...loaderData} />
    </>
  )
}
