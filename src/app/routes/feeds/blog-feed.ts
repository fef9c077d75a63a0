import type { Route } from './+types/blog-feed.ts'
import { blogPath } from '../../../modules/content/content.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { cachedForAll } from '../../head/page-headers.ts'
import { escapeXml } from '../../../platform/text/xml.ts'

/** The newest posts for feed readers (Atom, RFC 4287). */
export function loader({ context }: Route.LoaderArgs) {
  const {
    brand,
    services: { content },
  } = context.get(requestContext)
  const site = brand.origin
  const { items } = content.posts(brand, { page: 1 })
  const entries = items.map(
    ({ slug, title, summary, author, publishedAt }) =>
      `<entry><id>${site}${blogPath(slug)}</id><title>${escapeXml(title)}</title><link href="${site}${blogPath(slug)}"/>` +
      `<updated>${publishedAt}</updated><author><name>${escapeXml(author)}</name></author><summary>${escapeXml(summary)}</summary></entry>`,
  )
  const updated = items[0]?.publishedAt ?? '1970-01-01T00:00:00.000Z'
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><id>${site}/blog</id>` +
      `<title>${escapeXml(brand.companyName)} blog</title><link rel="self" href="${site}${blogPath('feed.xml')}"/>` +
      `<updated>${updated}</updated>${entries.join('')}</feed>\n`,
    { headers: { 'content-type': 'application/atom+xml; charset=utf-8', ...cachedForAll(['content']) } },
  )
}
