import type { Alternate } from './hreflang.server.ts'
import { openGraphSize, openGraphSizes, openGraphType } from '../../modules/analytics/analytics.ts'
import { canonicalAddress, type EffectiveBrand } from '../../brands/brands.ts'
import { socialPath, socialSize } from './social-image.ts'
import { escapeHtml } from '../../platform/text/html.ts'

/**
 * Metadata for search engines and social networks on every page: its canonical address where it has none of its own, its Open Graph tags
 * (TRACK-03, TRACK-12), and its alternate in the other country. Derived from what the page's meta says already, so pages need not repeat it
 * and browsers load no code for it. Text and not elements, because what is found in the head is escaped already; all else goes through
 * `escapeHtml`. Elements would take 7 µs a page instead of 1. `made` marks what is not React's; `slash` is for a brand whose addresses
 * end with one.
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
  // A filtered list, or a later page of one, has no alternate: its meta marks it as another page.
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
 * A page displays without script: styles and the first picture should not share bandwidth with it. A module is fetched with high priority
 * unless its link says otherwise; that delayed the first paint of a slow phone by a second.
 */
const scriptsLast = (head: string): string =>
  head.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')

/** What React has written between this and the end of the attribute is already escaped. */
const found = (head: string, start: string): string | null => between(head, start, '"')

function between(text: string, start: string, end: string): string | null {
  const at = text.indexOf(start)
  if (at === -1) return null
  const from = at + start.length
  const to = text.indexOf(end, from)
  return to === -1 ? null : text.slice(from, to).replaceAll('"', '&quot;')
}

/** The first picture in the page's structured data. */
function pictureIn(head: string): string | null {
  const [, address] = /"image":\[?"(https?:[^"\\<>]+)"/.exec(head) ?? []
  return address ?? null
}

/** A picture in a form that social networks can show; drawings become PNG of a known size, photos keep the size of their page type. */
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
