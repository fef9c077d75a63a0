/**
 * A floor: a bare node:http server with one thing to do. Its parent sends it what to serve and gets the port back.
 */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PageName, rendererOf } from './trees.tsx'

export type FloorOrder =
  | { readonly kind: 'bytes'; readonly head: readonly string[]; readonly base64: string }
  | {
      readonly kind: 'render'
      readonly bundle: string
      readonly page: PageName
      readonly shop: string
      readonly paths: readonly string[]
    }

process.once('message', (order: FloorOrder) => {
  void listenerFor(order).then((onRequest) => {
    const server = createServer(onRequest)
    server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  })
})

async function listenerFor(order: FloorOrder): Promise<RequestListener> {
  if (order.kind === 'bytes') {
    const body = Buffer.from(order.base64, 'base64')
    const head = [...order.head]
    return (_, response) => response.writeHead(200, head).end(body)
  }
  const { rendererOf: make } = (await import(order.bundle)) as { rendererOf: typeof rendererOf }
  const renderers = new Map<string, () => string>()
  for (const path of order.paths) {
    const [html, data] = await Promise.all([
      ask(order.shop, path).then((answer) => answer.text()),
      // Read whole: fetch cancels a body that nobody reads yet as soon as its response is collected.
      ask(order.shop, dataPathOf(path)).then((answer) => answer.blob()),
    ])
    renderers.set(path, await make(order.page, { path, html, data: data.stream() }))
  }
  return (request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(renderers.get(request.url ?? '')?.() ?? '')
  }
}

function dataPathOf(path: string): string {
  const [pathname = '', query] = path.split('?')
  return `${pathname}.data${query === undefined ? '' : `?${query}`}`
}

async function ask(shop: string, path: string): Promise<Response> {
  const answer = await fetch(`${shop}${path}`)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer
}
