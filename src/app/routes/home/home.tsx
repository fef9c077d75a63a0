import type { Route } from './+types/home.ts'
import { defaultHome } from '../../../modules/content/default-home.ts'
import { homePageSlug } from '../../../modules/content/page-document.ts'
import { ContentPage } from '../../../modules/navigation/ui/content-page.tsx'
import { deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { contentMeta } from '../content/content-meta.ts'
import { contentPageData } from '../content/content-page.server.ts'
import { headersOfLoader } from '../../head/page-headers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

/** The page of content called 'home' (decision content-01), or a plain one while there is none. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const page = shop.services.content.page(shop.brand, homePageSlug) ?? defaultHome(shop.brand)
  const { companyName, tagline } = shop.brand
  const described = {
    ...page,
    metaTitle: page.metaTitle ?? `${companyName}: ${tagline}`,
    metaDescription: page.metaDescription ?? tagline,
  }
  return contentPageData(shop, described, '/')
}

export const headers = headersOfLoader

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData === undefined ? [] : [...contentMeta(deserialize(loaderData).about), pageTypeMeta('generic')]

export default function Home({ loaderData }: Route.ComponentProps) {
  return <ContentPage {...deserialize(loaderData).content} />
}
