import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Catalogue } from './modules/catalogue/catalogue.server.ts'
import { saleBannerAt } from '../data/demo/sale-banners.ts'
import { categoryDrawing, productDrawing } from './modules/catalogue/pictures.server.ts'
import { placeholderDrawing } from './modules/catalogue/drawings/drawing.ts'
import { showroomDrawing } from './modules/stores/showroom-drawing.server.ts'

/** Serves the pictures the shop draws: /media/drawings/{sku}.svg, /media/dimensions/{sku}.svg, /media/categories/{uri}.svg. */

const mostKept = 2_000

export function createMedia(catalogue: Catalogue) {
  const kept = new Map<string, { body: Buffer; etag: string }>()
  catalogue.subscribe({
    changed: () => kept.clear(),
  })

  async function draw(path: string): Promise<string | null> {
    const [, kind = '', rest = ''] = /^\/media\/(drawings|dimensions|categories)\/(.+)\.svg$/.exec(path) ?? []
    if (path === '/media/placeholder.svg') return placeholderDrawing('No picture yet')
    if (path === '/media/showroom.svg') return showroomDrawing
    if (path.startsWith('/media/demo-sales/')) return saleBannerAt(path)
    if (kind === 'categories') {
      const category = catalogue.category(decodeURIComponent(rest))
      return category === null ? null : categoryDrawing(category)
    }
    if (kind === '') return null
    const product = catalogue.productBySku(decodeURIComponent(rest))
    const detail = product === null ? null : await catalogue.detail(product.id)
    if (product === null || detail === null) return null
    return productDrawing(detail.drawing, product.size, kind === 'dimensions' ? 'dimensions' : 'picture', product.title)
  }

  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const [path = '', query = ''] = (incoming.url ?? '').split('?')
    let picture = kept.get(path)
    if (picture === undefined) {
      const svg = await draw(path).catch(() => null)
      if (svg === null) {
        outgoing
          .writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
          .end('No such picture.')
        return
      }
      const body = Buffer.from(svg)
      picture = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '')
      kept.set(path, picture)
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
