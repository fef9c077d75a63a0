import { data } from 'react-router'
import type { Route } from './+types/built-page.ts'
import { defaultLandingSlug, homePageSlug, type StoredPageType } from '../../../modules/content/page-document.ts'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { ContentPage } from '../../../modules/navigation/ui/content-page.tsx'
import { deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { contentMeta } from './content-meta.ts'
import { contentPageData } from './content-page.server.ts'
import { headersOfLoader } from '../../head/page-headers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'
import { trailMeta } from '../../head/trail-meta.ts'

/** Which pages of content are shown under an address (decision platform-16). */
const typeUnder: Readonly<Record<string, StoredPageType>> = { landing: 'generic', article: 'topic', pages: 'pages' }

/** /landing, which shows the page called 'default', /landing/{slug}, /article/{slug} and /pages/{slug}. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const [, first = ''] = new URL(request.url).pathname.split('/')
  const slug = params.slug ?? defaultLandingSlug
  const page = shop.services.content.page(shop.brand, slug)
  if (page === null || page.pageType !== typeUnder[first] || slug === homePageSlug || slug !== slug.toLowerCase())
    throw data(null, { status: 404 })
  return contentPageData(shop, page, slug === defaultLandingSlug ? `/${first}` : `/${first}/${slug}`)
}

export const headers = headersOfLoader

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return []
  const { about, content, pageType } = deserialize(loaderData)
  return [...contentMeta(about), pageTypeMeta(pageType), ...trailMeta(trailOf(content.title), about.canonical)]
}

const trailOf = (title: string) => [{ title, href: null }]

export default function BuiltPage({ loaderData }: Route.ComponentProps) {
  const { content } = deserialize(loaderData)
  return (
    <>
      <Breadcrumbs trail={trailOf(content.title)} />
      <ContentPage {...content} />
    </>
  )
}
