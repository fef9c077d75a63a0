import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { Brand } from '../../brands/brands.ts'
import type { FileCache } from '../../platform/files/file-cache.server.ts'
import { createSvgThread, type SvgThread } from '../../platform/files/svg-thread.server.ts'
import type { Catalogue } from '../../modules/catalogue/catalogue.server.ts'
import { cardOf, offerOfCard } from '../../modules/catalogue/product/card.ts'
import type { MediaService } from '../../modules/media/media.server.ts'
import { pictureOfWidth } from '../../platform/files/picture-address.ts'
import { socialPath, socialSize } from '../../app/rendering/social-image.ts'
import { formatPrice, priceView } from '../../modules/pricing/pricing.ts'
import { element, type Markup } from '../../platform/text/markup.ts'

/**
 * The preview picture for shared links: 1200 × 630, as PNG because no network renders SVG. /media/social.png is the brand's,
 * /media/social/{sku}.png a product's, with its name, its photo and today's price.
 */

/** In memory, some 60 kB each. */
const maxCached = 200
/** On disk. */
export const maxSocialBytes = 120e6
/** Requests beyond this queue length are told to retry. */
const maxWaiting = 20

const family = 'Public Sans'
/** Beside the program, as every library it runs with. */
const beside = createRequire(import.meta.url)
const fontFiles = ['400Regular/PublicSans_400Regular', '700Bold/PublicSans_700Bold'].map((name) =>
  beside.resolve(`@expo-google-fonts/public-sans/${name}.ttf`),
)
/** Another version may draw the same product differently. */
const drawnWith = (beside('@resvg/resvg-js/package.json') as { readonly version: string }).version

type Picture = { readonly png: Buffer; readonly etag: string }

export function createSocialPictures({
  catalogue,
  media,
  files,
  render = createSvgThread({ files: fontFiles, family }),
}: {
  catalogue: Pick<Catalogue, 'productBySku' | 'today'>
  readonly media: Pick<MediaService, 'picture'>
  /** Where pictures stay when the process ends, by the names they have in memory. */
  files: FileCache
  render?: SvgThread
}) {
  // By a digest of what they are drawn from: another price or name is another picture.
  const stored = new Map<string, Promise<Picture>>()
  let waiting = 0
  /** One at a time, so that the shop keeps the other processors. */
  let last: Promise<unknown> = Promise.resolve()

  function picture(svg: string): Promise<Picture> | null {
    const key = createHash('sha256').update(drawnWith).update(svg).digest('hex').slice(0, 32)
    const known = stored.get(key)
    if (known !== undefined) return known
    if (waiting >= maxWaiting) return null
    waiting++
    const made = last.then(() => storedOrDrawn(`${key}.png`, svg)).then((png) => ({ png, etag: `"${key}"` }))
    last = made.catch(() => stored.delete(key)).finally(() => waiting--)
    if (stored.size >= maxCached) stored.delete(stored.keys().next().value ?? '')
    stored.set(key, made)
    return made
  }

  async function storedOrDrawn(name: string, svg: string): Promise<Buffer> {
    const there = await files.read(name)
    if (there !== null) return there
    const png = await render(svg)
    await files.write(name, png)
    return png
  }

  async function svgAt(path: string, brand: Brand): Promise<string | null> {
    if (path === socialPath(null)) return brandSvg(brand)
    const [, code] = /^\/media\/social\/([^/]+)\.png$/.exec(path) ?? []
    const product = code === undefined ? null : catalogue.productBySku(decodeURIComponent(code))
    const today = catalogue.today(brand.country)
    const card = product === null ? null : cardOf(product, brand, today)
    if (product === null || card === null) return null
    const price = brand.hidesPricesWhenAnonymous
      ? null
      : (priceView(offerOfCard(card), { rrpAsWas: brand.labelsRrpAsWas })?.now ?? null)
    return productSvg(brand, {
      title: card.title,
      maker: card.brand,
      price: price === null ? null : formatPrice(price),
      photo: (await media.picture(pictureOfWidth(product.picture, 640, 'png'), ''))?.bytes ?? null,
    })
  }

  return async (incoming: IncomingMessage, outgoing: ServerResponse, brand: Brand): Promise<void> => {
    const [path = ''] = (incoming.url ?? '').split('?')
    const svg = await svgAt(path, brand).catch(() => null)
    if (svg === null) return plain(outgoing, 404, 'No such picture.')
    const made = await picture(svg)
    if (made === null) {
      outgoing.setHeader('retry-after', '5')
      return plain(outgoing, 503, 'Too many pictures are being made. Please try again later.')
    }
    outgoing.setHeader('etag', made.etag)
    outgoing.setHeader('cache-control', 'public, max-age=3600')
    if (incoming.headers['if-none-match'] === made.etag) return void outgoing.writeHead(304).end()
    outgoing.writeHead(200, { 'content-type': 'image/png', 'content-length': made.png.byteLength })
    outgoing.end(incoming.method === 'HEAD' ? undefined : made.png)
  }
}

function plain(outgoing: ServerResponse, status: number, text: string): void {
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(text)
}

const margin = 64

/** The brand alone: its name, large, and its promise. */
export function brandSvg(brand: Brand): string {
  const { colour } = brand.tokens
  const name = wrapped(brand.companyName, 22, 2)
  const y = name.length === 1 ? 300 : 200
  return framed(brand, colour.inverse, [
    ...lines(name, { y, size: 88, weight: 700, fill: colour.onInverse }),
    ...lines(wrapped(brand.tagline, 52, 2), { y: 395, size: 38, weight: 400, fill: colour.onInverseSoft }),
  ])
}

type Shown = {
  readonly title: string
  readonly maker: string
  readonly price: string | null
  /** A PNG; null for a product without a photo of our own. */
  readonly photo: Buffer | null
}

export function productSvg(brand: Brand, { title, maker, price, photo }: Shown): string {
  const { colour } = brand.tokens
  const name = title.startsWith(`${maker} `) ? title.slice(maker.length + 1) : title
  const titleLines = wrapped(name, photo === null ? 38 : 20, 4)
  return framed(brand, colour.raised, [
    ...lines([brand.companyName], { y: 104, size: 30, weight: 700, fill: colour.accent }),
    ...lines([maker], { y: 196, size: 32, weight: 400, fill: colour.inkSoft }),
    ...lines(titleLines, { y: 258, size: 52, weight: 700, fill: colour.inkStrong }),
    ...(price === null ? [] : lines([price], { y: 560, size: 68, weight: 700, fill: colour.inkStrong })),
    ...(photo === null ? [] : [imageOf(photo)]),
  ])
}

function framed(brand: Brand, ground: string, parts: readonly Markup[]): string {
  const { width, height } = socialSize
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': family },
    element('rect', { width, height, fill: ground }),
    element('rect', { y: height - 14, width, height: 14, fill: brand.tokens.colour.accent }),
    parts,
  ).text
}

function imageOf(photo: Buffer): Markup {
  const href = `data:image/png;base64,${photo.toString('base64')}`
  return element('image', { x: 640, y: 55, width: 500, height: 500, href })
}

type TextStyle = { readonly y: number; readonly size: number; readonly weight: number; readonly fill: string }

const lines = (texts: readonly string[], { y, size, weight, fill }: TextStyle): Markup[] =>
  texts.map((text, at) =>
    element(
      'text',
      { x: margin, y: Math.round(y + at * size * 1.16), 'font-size': size, 'font-weight': weight, fill },
      text,
    ),
  )

/** Words in lines of at most so many letters; what does not fit into the last line ends with three dots. */
export function wrapped(text: string, letters: number, max: number): string[] {
  const found: string[] = []
  for (const word of text.split(/\s+/)) {
    const line = found.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= letters) found[found.length - 1] = `${line} ${word}`
    else found.push(word.length > letters ? `${word.slice(0, letters - 1)}…` : word)
  }
  if (found.length <= max) return found
  const last = (found[max - 1] ?? '').slice(0, letters - 1)
  return [...found.slice(0, max - 1), `${last}…`]
}
