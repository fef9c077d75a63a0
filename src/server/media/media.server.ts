import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Catalogue } from '../../modules/catalogue/catalogue.server.ts'
import {
  categoryDrawing,
  placeholderDrawing,
  productDrawing,
  type Illustrator,
} from '../../modules/catalogue/product/pictures.server.ts'
import { TooManyPictures, type MediaFile, type MediaService } from '../../modules/media/media.server.ts'
import { contentTypes } from '../../platform/files/file-kinds.server.ts'

/**
 * Serves drawn pictures (/media/drawings/{sku}.svg, /media/dimensions/{sku}.svg, /media/categories/{uri}.svg), pictures in the size
 * that a page asks for (/media/pictures/…) and uploads by the name that records have (/media/files/{name}).
 */

const maxCached = 2_000

export function createMedia({
  catalogue,
  media,
  illustrator,
}: {
  readonly catalogue: Catalogue
  readonly media: Pick<MediaService, 'file' | 'picture'>
  readonly illustrator: Illustrator | null
}) {
  const stored = new Map<string, { body: Buffer; etag: string }>()
  catalogue.subscribe({
    changed: () => stored.clear(),
  })

  async function draw(path: string): Promise<string | null> {
    const [, kind = '', rest = ''] = /^\/media\/(drawings|dimensions|categories)\/(.+)\.svg$/.exec(path) ?? []
    if (path === '/media/placeholder.svg') return placeholderDrawing('No picture yet')
    if (kind === 'categories') {
      const category = catalogue.category(decodeURIComponent(rest))
      return category === null ? null : categoryDrawing(illustrator, category)
    }
    if (kind === '') return illustrator?.at(path) ?? null
    const product = catalogue.productBySku(decodeURIComponent(rest))
    const detail = product === null ? null : await catalogue.detail(product.id)
    if (product === null || detail === null) return null
    return productDrawing(illustrator, detail.drawing, product.size, {
      kind: kind === 'dimensions' ? 'dimensions' : 'picture',
      title: product.title,
    })
  }

  /** Nothing in an upload is executed where it is opened; a document is downloaded and not displayed. */
  async function sendFile(path: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const file = await media.file(path)
    if (file === null) return notFound(outgoing)
    const isDocument = file.contentType === contentTypes.pdf
    sendMedia(incoming, outgoing, file, {
      // The file of an address can be replaced.
      'cache-control': 'public, max-age=3600',
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
    const [path = '', query = ''] = (incoming.url ?? '').split('?')
    if (path.startsWith('/media/files/')) return sendFile(path, incoming, outgoing).catch(refuse(outgoing))
    if (path.startsWith('/media/pictures/')) return sendPicture(path, incoming, outgoing).catch(refuse(outgoing))
    let picture = stored.get(path)
    if (picture === undefined) {
      const svg = await draw(path).catch(() => null)
      if (svg === null) return notFound(outgoing)
      const body = Buffer.from(svg)
      picture = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
      if (stored.size >= maxCached) stored.delete(stored.keys().next().value ?? '')
      stored.set(path, picture)
    }
    outgoing.setHeader('etag', picture.etag)
    // An address with a version never shows another picture.
    outgoing.setHeader('cache-control', query.startsWith('v=') ? immutable : 'public, max-age=3600')
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
  outgoing.writeHead(200, { ...headers, 'content-type': contentType, 'content-length': bytes.byteLength })
  outgoing.end(incoming.method === 'HEAD' ? undefined : bytes)
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
