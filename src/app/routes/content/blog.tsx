import { data } from 'react-router'
import type { Route } from './+types/blog.ts'
import { canonicalAddress } from '../../../brands/brands.ts'
import { blogPath, postsAPage } from '../../../modules/content/content.ts'
import { BlogPage } from '../../../modules/content/ui/blog-page.tsx'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { pagination, withPage } from '../../../ui/navigation/pagination.ts'
import { serialize, deserialize } from '../../../platform/serialized.ts'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'
import { pageOf } from '../product/sold-product.server.ts'

/** Posts, twelve a page, of one topic or all (decision content-05). */
export function loader({ context, request }: Route.LoaderArgs) {
  const {
    brand,
    services: { content },
  } = context.get(requestContext)
  const page = pageOf(request)
  const tag = new URL(request.url).searchParams.get('topic')
  const posts = content.posts(brand, { page, tag })
  const list = withPage(pagination({ totalItems: posts.totalCount, itemsPerPage: postsAPage }), page)
  if (list.currentPage !== page || (posts.items.length === 0 && tag !== null)) throw data(null, { status: 404 })
  return data(
    serialize({
      ...posts,
      list,
      page,
      tag,
      topics: content.topics(brand),
      companyName: brand.companyName,
      canonical: canonicalAddress(brand, '/blog', { page }),
      feed: blogPath('feed.xml'),
    }),
    { headers: cachedForAll(['content']) },
  )
}

export const headers = headersOfLoader

const trail = [{ title: 'Blog', href: null }]

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return []
  const { companyName, canonical, tag, page, feed } = deserialize(loaderData)
  return [
    { title: `${tag ?? 'Blog'}${page === 1 ? '' : `, page ${page}`} – ${companyName}` },
    { name: 'description', content: `Guides and news from ${companyName}.` },
    { tagName: 'link', rel: 'canonical', href: canonical },
    { tagName: 'link', rel: 'alternate', type: 'application/atom+xml', title: `${companyName} blog`, href: feed },
    ...(tag === null ? [] : [{ name: 'robots', content: 'noindex,follow' }]),
    pageTypeMeta('blog'),
  ]
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumbs trail={trail} />
      <BlogPage {...deserialize(loaderData)} />
    </>
  )
}
