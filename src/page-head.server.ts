import { openGraphSize, openGraphSizes, openGraphType } from './modules/analytics/analytics.ts'
import { canonicalAddress, type Brand } from './brands/brands.ts'

/**
 * What every page's head says to those who share it and to search engines: its canonical address where it has none of its own, and its open
 * graph (TRACK-03, TRACK-12). Made from what the page says already, so pages need not say it twice and browsers load no code for it. `made`
 * marks what is not React's; `slash` stands for a brand whose addresses end with one.
 */
export function withPageHead(
  html: string,
  { brand, url }: { brand: Pick<Brand, 'hostname' | 'canonicalSlash'>; url: URL },
): string {
  const end = html.indexOf('</head>')
  if (end === -1) return html
  const head = html.slice(0, end)
  const own = found(head, 'rel="canonical" href="')
  const page = Number(url.searchParams.get('page') ?? 1)
  const canonical = own ?? escaped(canonicalAddress(brand, url.pathname, { page: Number.isInteger(page) ? page : 1 }))
  const type = found(head, 'name="page-type" content="') ?? ''
  const picture = pictureIn(head) ?? `https://${brand.hostname}/favicon.svg`
  const size = openGraphSizes[pictureIn(head) === null ? 'medium' : openGraphSize(type)]
  const graph = {
    title: between(head, '<title>', '</title>') ?? '',
    url: canonical,
    description: found(head, 'name="description" content="') ?? '',
    type: openGraphType(type),
    image: escaped(picture),
    'image:width': String(size.width),
    'image:height': String(size.height),
  }
  const made = ` data-made="${brand.canonicalSlash ? 'slash' : ''}"`
  const lines = Object.entries(graph).map(
    ([name, content]) => `<meta property="og:${name}" content="${content}"${made}/>`,
  )
  const link = own === null ? `<link rel="canonical" href="${canonical}"${made}/>` : ''
  return head + link + lines.join('') + html.slice(end)
}

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

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
