import { escapeXml } from '../../../platform/text/xml.ts'
import { cachedForAll } from '../../head/page-headers.ts'

/** The limit of addresses in one sitemap file (sitemaps.org). */
export const maxAddresses = 50_000

/** Absolute addresses as a sitemap (sitemaps.org), cached for an hour. */
export function sitemapFile(addresses: readonly string[]): Response {
  const urls = addresses.map((one) => `<url><loc>${escapeXml(one)}</loc></url>`)
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('\n')}</urlset>
`
  return new Response(xml, {
    headers: { ...cachedForAll(['listings'], 3_600), 'content-type': 'application/xml; charset=utf-8' },
  })
}
