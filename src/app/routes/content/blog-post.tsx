import { data } from 'react-router'
import type { Route } from './+types/blog-post.ts'
import { canonicalAddress } from '../../../brands/brands.ts'
import { blogPath } from '../../../modules/content/content.ts'
import { blogPostJsonLd } from '../../../modules/content/json-ld.ts'
import { BlogPostPage } from '../../../modules/content/ui/blog-page.tsx'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { serialize, deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'
import { trailMeta } from '../../head/trail-meta.ts'

/** How many others are offered below a post. */
const others = 3

export function loader({ context, params }: Route.LoaderArgs) {
  const {
    brand,
    services: { content },
  } = context.get(requestContext)
  const post = content.post(brand, params.slug)
  // Page addresses are case-sensitive (decision platform-18).
  if (post === null || post.slug !== params.slug) throw data(null, { status: 404 })
  const more = content
    .posts(brand, { page: 1 })
    .items.filter(({ slug }) => slug !== post.slug)
    .toSorted((a, b) => shared(b.tags, post.tags) - shared(a.tags, post.tags))
    .slice(0, others)
  const canonical = canonicalAddress(brand, blogPath(post.slug))
  return data(serialize({ post, more, companyName: brand.companyName, canonical }), {
    headers: cachedForAll(['content']),
  })
}

const shared = (one: readonly string[], other: readonly string[]): number =>
  one.filter((tag) => other.includes(tag)).length

export const headers = headersOfLoader

const trailOf = (title: string) => [
  { title: 'Blog', href: '/blog' },
  { title, href: null },
]

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return []
  const { post, companyName, canonical } = deserialize(loaderData)
  return [
    { title: `${post.title} – ${companyName}` },
    { name: 'description', content: post.summary },
    { tagName: 'link', rel: 'canonical', href: canonical },
    pageTypeMeta('blog'),
    ...trailMeta(trailOf(post.title), canonical),
    { 'script:ld+json': { '@context': 'https://schema.org', ...blogPostJsonLd(post, { canonical, companyName }) } },
  ]
}

export default function BlogPost({ loaderData }: Route.ComponentProps) {
  const { post, more } = deserialize(loaderData)
  return (
    <>
      <Breadcrumbs trail={trailOf(post.title)} />
      <BlogPostPage post={post} more={more} />
    </>
  )
}
