import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Catalogue } from '../../modules/catalogue/catalogue.server.ts'
import { dimensionDrawing, dimensionsOf } from '../../modules/catalogue/product/dimension-drawing.ts'
import { energyFiguresOf, energyLabel } from '../../modules/catalogue/product/energy-label.ts'
import { noPicture, noPictureDrawing } from '../../modules/media/no-picture.ts'
import { TooManyPictures, type MediaFile, type MediaService } from '../../modules/media/media.server.ts'
import { contentTypes } from '../../platform/files/file-kinds.server.ts'
import { readRange } from '../../platform/http/range.ts'

/**
 * Serves pictures in the size that a page asks for (/media/pictures/…), uploads by the name that records have (/media/files/{name}),
 * documents that were fetched from feeds (/media/documents/…), and drawings of a product's measures (/media/dimensions/{sku}.svg) and energy
 * rating (/media/energy-label/{sku}.svg).
 */

const maxCached = 2_000

export function createMedia({
  catalogue,
  media,
  demoBanner,
}: {
  readonly catalogue: Catalogue
  readonly media: Pick<MediaService, 'file' | 'picture'>
  /** The SVG at an address of the demonstration; null in production. */
  readonly demoBanner: ((path: string) => string | null) | null
}) {
  const stored = new Map<string, { body: Buffer; etag: string }>()
  catalogue.subscribe({
    changed: () => stored.clear(),
  })

  function drawingAt(path: string): string | null {
    if (path === noPicture) return noPictureDrawing()
    const [, kind, sku] = /^\/media\/(dimensions|energy-label)\/(.+)\.svg$/.exec(path) ?? []
    if (sku === undefined) return demoBanner?.(path) ?? null
    const product = catalogue.productBySku(decodeURIComponent(sku))
    if (product === null) return null
    if (kind === 'energy-label') {
      const figures = energyFiguresOf(product.energy)
      return figures === null ? null : energyLabel(figures, product.title)
    }
    const dimensions = dimensionsOf(product.size)
    return dimensions === null ? null : dimensionDrawing(dimensions, `Measurements of ${product.title}`)
  }

  function drawing(path: string): string | null {
    try {
      return drawingAt(path)
    } catch {
      // No product has an address that cannot be decoded.
      return null
    }
  }

  /** Nothing in an upload is executed where it is opened; a document is downloaded and not displayed. */
  async function sendFile(path: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const file = await media.file(path)
    if (file === null) return notFound(outgoing)
    const isDocument = file.contentType === contentTypes.pdf
    sendMedia(incoming, outgoing, file, {
      // The file of an address can be replaced; other kinds are named by their content.
      'cache-control': isDocument || file.contentType.startsWith('image/') ? 'public, max-age=3600' : immutable,
      ...(isDocument
        ? { 'content-disposition': `attachment; filename="${path.slice(path.lastIndexOf('/') + 1)}"` }
        : {}),
    })
  }

  /** Sizes and formats of a picture. Their addresses never show another one. */
  async function sendPicture(path: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const picture = await media.picture(path, incoming.headers.accept ?? '')
    if (picture === null) return notFound(outgoing)
    const varying = picture.varies ? { vary: 'Accept' } : {}
    sendMedia(incoming, outgoing, picture, { 'cache-control': immutable, ...varying })
  }

  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const [path = ''] = (incoming.url ?? '').split('?')
    if (path.startsWith('/media/files/') || path.startsWith('/media/documents/'))
      return sendFile(path, incoming, outgoing).catch(refuse(outgoing))
    if (path.startsWith('/media/pictures/')) return sendPicture(path, incoming, outgoing).catch(refuse(outgoing))
    let picture = stored.get(path)
    if (picture === undefined) {
      const svg = drawing(path)
      if (svg === null) return notFound(outgoing)
      const body = Buffer.from(svg)
      picture = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
      if (stored.size >= maxCached) stored.delete(stored.keys().next().value ?? '')
      stored.set(path, picture)
    }
    outgoing.setHeader('etag', picture.etag)
    outgoing.setHeader('cache-control', 'public, max-age=3600')
    if (incoming.headers['if-none-match'] === picture.etag) {
      outgoing.writeHead(304).end()
      return
    }
    outgoing.writeHead(200, {
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-length': picture.body.byteLength,
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'`,
    })
    outgoing.end(incoming.method === 'HEAD' ? undefined : picture.body)
  }
}

const immutable = 'public, max-age=31536000, immutable'

/** Parts of a file are sent on request, since players of videos ask for them; some play nothing else. */
function sendMedia(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { bytes, contentType, etag }: MediaFile,
  caching: Readonly<Record<string, string>>,
): void {
  const headers = {
    etag,
    ...caching,
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; sandbox`,
    // Mails, and the shops and feeds of others, show them.
    'cross-origin-resource-policy': 'cross-origin',
  }
  if (incoming.headers['if-none-match'] === etag) return void outgoing.writeHead(304, headers).end()
  const total = bytes.byteLength
  const ifRange = incoming.headers['if-range']?.toString()
  const range = readRange(incoming.headers.range, { bytes: total, etag, ifRange })
  if (range === 'unsatisfiable')
    return void outgoing.writeHead(416, { ...headers, 'content-range': `bytes */${total}` }).end()
  const body = range === null ? bytes : bytes.subarray(range.start, range.end + 1)
  outgoing.writeHead(range === null ? 200 : 206, {
    ...headers,
    'accept-ranges': 'bytes',
    'content-type': contentType,
    'content-length': body.byteLength,
    ...(range === null ? {} : { 'content-range': `bytes ${range.start}-${range.end}/${total}` }),
  })
  outgoing.end(incoming.method === 'HEAD' ? undefined : body)
}

/** Under overload a browser is told to come back; any other error is the caller's. */
const refuse =
  (outgoing: ServerResponse) =>
  (error: unknown): void => {
    if (!(error instanceof TooManyPictures)) throw error
    outgoing
      .writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '5' })
      .end('Too many pictures are being made. Please try again later.')
  }

function notFound(outgoing: ServerResponse): void {
  outgoing
    .writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end('No such picture.')
}
