import type { Alternate } from './hreflang.server.ts'
import { openGraphSize, openGraphSizes, openGraphType } from '../../modules/analytics/analytics.ts'
import { canonicalAddress, type EffectiveBrand } from '../../brands/brands.ts'
import { socialPath, socialSize } from './social-image.ts'
import { element, escaped, Markup } from '../../platform/text/markup.ts'
import { trimEnd } from '../../platform/text/trim-end.ts'

/**
 * Metadata for search engines and social networks on every page: its canonical address where it has none of its own, its Open Graph tags
 * (TRACK-03, TRACK-12), and its alternate in the other country. Derived from what the page's meta says already, so pages need not repeat it
 * and browsers load no code for it. React's elements would take 7 µs a page instead of 1. `data-made` marks what is not React's; `slash` is
 * for a brand whose addresses end with one.
 */
export function withPageHead(
  html: string,
  {
    brand,
    url,
    alternates = [],
    startsAfterPaint = false,
  }: {
    brand: Pick<EffectiveBrand, 'origin' | 'canonicalSlash'>
    url: URL
    alternates?: readonly Alternate[]
    startsAfterPaint?: boolean
  },
): string {
  const end = html.search(/<\/head>/)
  if (end === -1) return html
  const head = html.slice(0, end)
  const own = found(head, 'rel="canonical" href="')
  const plain = escaped(canonicalAddress(brand, url.pathname))
  const canonical = own ?? new Markup(escaped(canonicalAddress(brand, url.pathname, { page: pageOf(url) })))
  const type = found(head, 'name="page-type" content="')?.text ?? ''
  const { address: picture, size } = pictureToShare(pictureIn(head), { brand, type, sku: skuIn(head) })
  const made = brand.canonicalSlash ? 'slash' : ''
  const meta = (property: string, content: string | number | Markup) =>
    element('meta', { property, content, 'data-made': made })
  const added = [
    own === null ? element('link', { rel: 'canonical', href: canonical, 'data-made': made }) : null,
    // The same for programs that read (docs/decisions/0037-machines-that-read.md); only the page of a product itself has it.
    type === 'product' && own !== null
      ? element('link', {
          rel: 'alternate',
          type: 'text/markdown',
          href: new Markup(`${trimEnd(own.text, '/')}/product.md`),
          'data-made': made,
        })
      : null,
    // A filtered list, or a later page of one, has no alternate: its meta marks it as another page.
    ...(canonical.text === plain ? alternates : []).map(({ lang, href }) =>
      element('link', { rel: 'alternate', hreflang: lang, href, 'data-made': made }),
    ),
    meta('og:title', titleIn(head)),
    meta('og:url', canonical),
    meta('og:description', found(head, 'name="description" content="') ?? ''),
    meta('og:type', openGraphType(type)),
    meta('og:image', picture),
    meta('og:image:width', size.width),
    meta('og:image:height', size.height),
    element('meta', { name: 'twitter:card', content: 'summary_large_image', 'data-made': made }),
  ]
  return (
    stylesFirst(scriptsLast(head, startsAfterPaint)) + added.map((one) => one?.text ?? '').join('') + html.slice(end)
  )
}

function pageOf(url: URL): number {
  const page = Number(url.searchParams.get('page') ?? 1)
  return Number.isInteger(page) ? page : 1
}

/**
 * A page displays without script: styles and the first picture should not share bandwidth with it. A module is fetched with high priority
 * unless its link says otherwise; that delayed the first paint of a slow phone by a second. No medium matches those of a page that starts
 * its scripts itself.
 */
const scriptsLast = (head: string, startsAfterPaint: boolean): string =>
  head.replaceAll(
    ' rel="modulepreload"',
    ` rel="modulepreload" fetchpriority="low"${startsAfterPaint ? ' media="not all"' : ''}`,
  )

// The first page of a kind has nonces, which mark what is hashed.
const styleSheet = /<link(?: nonce="[^"]*")? rel="stylesheet"[^<>]*>/g

/** React writes pictures and the font before the styles, which everything waits for. The charset is in the page's Content-Type too. */
function stylesFirst(head: string): string {
  const sheets = head.match(styleSheet)?.join('') ?? ''
  return head.replaceAll(styleSheet, '').replace(/<head>/, (tag) => tag + sheets)
}

/** The value of the attribute that this begins; React has escaped it already. */
function found(head: string, start: string): Markup | null {
  const at = head.indexOf(start)
  if (at === -1) return null
  const from = at + start.length
  return new Markup(head.slice(from, head.indexOf('"', from)))
}

/** The text of the title, which goes into attributes: a quote is escaped here even if it did not have to be there. */
function titleIn(head: string): Markup {
  const [, title = ''] = /<title>([^<]*)/.exec(head) ?? []
  return new Markup(title.replaceAll('"', '&quot;'))
}

/** The first picture in the page's structured data. */
function pictureIn(head: string): string | null {
  const [, address] = /"image":\[?"(https?:[^"\\<>]+)"/.exec(head) ?? []
  return address ?? null
}

/** The first SKU in the page's structured data. */
function skuIn(head: string): string | null {
  const [, sku] = /"sku":("[^"]*")/.exec(head) ?? []
  return sku === undefined ? null : (JSON.parse(sku) as string)
}

/**
 * A picture in a form that social networks can show: for a product with a photo of ours one with name and price too, and for a page
 * without a picture its brand's. Others keep the size of their page type.
 */
function pictureToShare(
  reported: string | null,
  { brand, type, sku }: { brand: Pick<EffectiveBrand, 'origin'>; type: string; sku: string | null },
): { address: string; size: { readonly width: number; readonly height: number } } {
  const isOurs = reported !== null && reported.includes('/media/pictures/')
  if (type === 'product' && sku !== null && isOurs)
    return { address: `${brand.origin}${socialPath(sku)}`, size: socialSize }
  if (reported !== null && !/\.svg(\?|$)/.test(reported))
    return { address: reported, size: openGraphSizes[openGraphSize(type)] }
  return { address: `${brand.origin}${socialPath(null)}`, size: socialSize }
}
