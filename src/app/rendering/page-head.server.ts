import type { Alternate } from './hreflang.server.ts'
import { openGraphSize, openGraphSizes, openGraphType } from '../../modules/analytics/analytics.ts'
import { canonicalAddress, type EffectiveBrand } from '../../brands/brands.ts'
import { socialPath, socialSize } from './social-image.ts'
import { escapeHtml } from '../../platform/text/html.ts'

/**
 * What every page's head says to those who share it and to search engines: its canonical address where it has none of its own, and its open
 * graph (TRACK-03, TRACK-12), and its twin in the other country. Made from what the page says already, so pages need not say it twice and browsers load no code for it. `made`
 * marks what is not React's; `slash` stands for a brand whose addresses end with one.
 */
export function withPageHead(
  html: string,
  {
    brand,
    url,
    alternates = [],
  }: { brand: Pick<EffectiveBrand, 'origin' | 'canonicalSlash'>; url: URL; alternates?: readonly Alternate[] },
): string {
  const end = html.indexOf('</head>')
  if (end === -1) return html
  const head = html.slice(0, end)
  const own = found(head, 'rel="canonical" href="')
  const page = Number(url.searchParams.get('page') ?? 1)
  const canonical =
    own ?? escapeHtml(canonicalAddress(brand, url.pathname, { page: Number.isInteger(page) ? page : 1 }))
  const type = found(head, 'name="page-type" content="') ?? ''
  const { address: picture, size } = pictureToShare(pictureIn(head), { brand, type })
  const graph = {
    title: between(head, '<title>', '</title>') ?? '',
    url: canonical,
    description: found(head, 'name="description" content="') ?? '',
    type: openGraphType(type),
    image: escapeHtml(picture),
    'image:width': String(size.width),
    'image:height': String(size.height),
  }
  const made = ` data-made="${brand.canonicalSlash ? 'slash' : ''}"`
  const lines = [
    ...Object.entries(graph).map(([name, content]) => `<meta property="og:${name}" content="${content}"${made}/>`),
    `<meta name="twitter:card" content="summary_large_image"${made}/>`,
  ]
  const link = own === null ? `<link rel="canonical" href="${canonical}"${made}/>` : ''
  // A list that is filtered or goes on has no twin: it says of itself that it is another page.
  const isItself = canonical === escapeHtml(canonicalAddress(brand, url.pathname))
  const alternateLinks = (isItself ? alternates : []).map(
    ({ lang, href }) => `<link rel="alternate" hreflang="${lang}" href="${escapeHtml(href)}"${made}/>`,
  )
  // The same for programs that read (docs/decisions/0037-machines-that-read.md); only the page of a product itself has it.
  const text =
    type === 'product' && own !== null
      ? `<link rel="alternate" type="text/markdown" href="${own.replace(/\/$/, '')}/product.md"${made}/>`
      : ''
  return scriptsLast(head) + link + text + alternateLinks.join('') + lines.join('') + html.slice(end)
}

/**
 * A page shows itself without script: styles and the first picture need not share the line with it. A module is fetched with high priority
 * where its link does not say otherwise; the first paint of a slow phone came a second later for that.
 */
const scriptsLast = (head: string): string =>
  head.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')

/** What React has written between this and the end of the attribute: it is escaped already. */
const found = (head: string, start: string): string | null => between(head, start, '"')

function between(text: string, start: string, end: string): string | null {
  const at = text.indexOf(start)
  if (at === -1) return null
  const from = at + start.length
  const to = text.indexOf(end, from)
  return to === -1 ? null : text.slice(from, to).replaceAll('"', '&quot;')
}

/** The first picture that the page tells search engines of. */
function pictureIn(head: string): string | null {
  const [, address] = /"image":\[?"(https?:[^"\\<>]+)"/.exec(head) ?? []
  return address ?? null
}

/** A picture as networks can show it; drawings become PNG of a size that is known, photos keep the size of their kind of page. */
function pictureToShare(
  reported: string | null,
  { brand, type }: { brand: Pick<EffectiveBrand, 'origin'>; type: string },
): { address: string; size: { readonly width: number; readonly height: number } } {
  const [, sku] = /\/media\/drawings\/([^/?]+)\.svg/.exec(reported ?? '') ?? []
  if (reported !== null && sku === undefined && !/\.svg(\?|$)/.test(reported))
    return { address: reported, size: openGraphSizes[openGraphSize(type)] }
  const path = socialPath(sku === undefined ? null : decodeURIComponent(sku))
  return { address: `${brand.origin}${path}`, size: socialSize }
}
