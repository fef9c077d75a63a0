import { element, lines, xmlDocument } from '../../../platform/text/markup.ts'
import { cachedForAll } from '../../head/page-headers.ts'

/** The limit of addresses in one sitemap file (sitemaps.org). */
export const maxAddresses = 50_000

/** Absolute addresses as a sitemap (sitemaps.org), cached for an hour. */
export function sitemapFile(addresses: readonly string[]): Response {
  const urls = addresses.map((one) => element('url', {}, element('loc', {}, one)))
  const root = element('urlset', { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, lines(urls))
  return new Response(xmlDocument(root), {
    headers: { ...cachedForAll(['listings'], 3_600), 'content-type': 'application/xml; charset=utf-8' },
  })
}
