import type { Route } from './+types/blog-feed.ts'
import { blogPath } from '../../../modules/content/content.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { cachedForAll } from '../../head/page-headers.ts'
import { element, xmlDocument } from '../../../platform/text/markup.ts'

/** The newest posts for feed readers (Atom, RFC 4287). */
export function loader({ context }: Route.LoaderArgs) {
  const {
    brand,
    services: { content },
  } = context.get(requestContext)
  const at = (slug: string) => `${brand.origin}${blogPath(slug)}`
  const { items } = content.posts(brand, { page: 1 })
  const entries = items.map(({ slug, title, summary, author, publishedAt }) =>
    element(
      'entry',
      {},
      element('id', {}, at(slug)),
      element('title', {}, title),
      element('link', { href: at(slug) }),
      element('updated', {}, publishedAt),
      element('author', {}, element('name', {}, author)),
      element('summary', {}, summary),
    ),
  )
  const feed = element(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom' },
    element('id', {}, `${brand.origin}/blog`),
    element('title', {}, `${brand.companyName} blog`),
    element('link', { rel: 'self', href: at('feed.xml') }),
    element('updated', {}, items[0]?.publishedAt ?? '1970-01-01T00:00:00.000Z'),
    entries,
  )
  return new Response(xmlDocument(feed), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8', ...cachedForAll(['content']) },
  })
}
