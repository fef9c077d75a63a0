import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Catalogue } from '../../modules/catalogue/catalogue.server.ts'
import {
  categoryDrawing,
  placeholderDrawing,
  productDrawing,
  type Illustrator,
} from '../../modules/catalogue/product/pictures.server.ts'
import { fileAt } from '../../modules/catalogue/uploaded-files.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { contentTypes } from '../../platform/files/file-kinds.server.ts'

/**
 * Serves drawn pictures (/media/drawings/{sku}.svg, /media/dimensions/{sku}.svg, /media/categories/{uri}.svg) and uploaded files
 * (/media/files/{name}).
 */

const maxCached = 2_000

export function createMedia({
  catalogue,
  database: { db },
  illustrator,
}: {
  readonly catalogue: Catalogue
  readonly database: Pick<Database, 'db'>
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

  /** An upload by staff. Nothing in it is executed where it is opened; a document is downloaded and not displayed. */
  async function sendFile(path: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const file = await fileAt(db, path)
    if (file === null) return notFound(outgoing)
    const name = path.slice(path.lastIndexOf('/') + 1)
    const headers = {
      etag: `"${name}"`,
      // It is named by its hash.
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; sandbox`,
      ...(file.kind === 'pdf' ? { 'content-disposition': `attachment; filename="${name}"` } : {}),
    }
    if (incoming.headers['if-none-match'] === headers.etag) return void outgoing.writeHead(304, headers).end()
    const { kind, bytes } = file
    outgoing.writeHead(200, { ...headers, 'content-type': contentTypes[kind], 'content-length': bytes.byteLength })
    outgoing.end(incoming.method === 'HEAD' ? undefined : bytes)
  }

  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const [path = '', query = ''] = (incoming.url ?? '').split('?')
    if (path.startsWith('/media/files/')) return sendFile(path, incoming, outgoing)
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
    outgoing.setHeader(
      'cache-control',
      query.startsWith('v=') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    )
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

function notFound(outgoing: ServerResponse): void {
  outgoing
    .writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end('No such picture.')
}
