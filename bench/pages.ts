import { get } from 'node:http'
import { startFloor, type Floor } from './floor.ts'
import type { FloorOrder } from './floor/server.ts'
import type { PageName } from './floor/trees.tsx'
import type { LoadClient } from './load.ts'
import { median, type Figures } from './figures.ts'

/** Pages under load, each in turns with its floor: the machine has other things to do, and both must suffer from them alike. */

const connections = 16

type Turns = { readonly rounds: number; readonly seconds: number; readonly warmUp: number }

/** Every request rendered (PAGE_CACHE_MB=0), against bare `renderToString` of the same tree. */
export async function measureRendered(
  { port, client, bundle, turns }: { port: number; client: LoadClient; bundle: string; turns: Turns },
  page: PageName,
): Promise<Figures> {
  const shop = `http://127.0.0.1:${port}`
  const paths = page === 'listing' ? await listingPaths(shop) : await productPaths(shop)
  const order = { kind: 'render', bundle, page, shop, paths } as const
  return against(order, `page.${page}.uncached`, { port, paths, client, turns, encoding: 'identity' })
}

/** The page cache's own work, against node:http serving the same bytes, head and body. */
export async function measureCached({
  port,
  client,
  turns,
}: {
  port: number
  client: LoadClient
  turns: Turns
}): Promise<Figures> {
  const shop = `http://127.0.0.1:${port}`
  const [path = ''] = await productPaths(shop)
  const { body, head } = await brotliOf(shop, path)
  const order = { kind: 'bytes', head, base64: body.toString('base64') } as const
  return against(order, 'page.product.cached', { port, paths: [path], client, turns, encoding: 'br' })
}

/** What a list of 24 cards weighs on its way to a browser. */
export async function measureWeight(port: number): Promise<Figures> {
  const shop = `http://127.0.0.1:${port}`
  const [path = ''] = await listingPaths(shop)
  return { 'page.listing.brotli_kb': (await brotliOf(shop, path)).body.byteLength / 1_000 }
}

async function against(
  order: FloorOrder,
  name: string,
  subject: { port: number; paths: readonly string[]; client: LoadClient; turns: Turns; encoding: 'br' | 'identity' },
): Promise<Figures> {
  const { client, turns, paths, encoding } = subject
  const floor: Floor = await startFloor(order)
  const run = (port: number, seconds: number) => client.measure({ port, paths, encoding, connections, seconds })
  try {
    for (const port of [floor.port, subject.port]) await run(port, turns.warmUp)
    const pairs: { floor: number; shop: number }[] = []
    for (let round = 0; round < turns.rounds; round++) {
      pairs.push({ floor: await run(floor.port, turns.seconds), shop: await run(subject.port, turns.seconds) })
    }
    return {
      [`${name}.rps`]: median(pairs.map((pair) => pair.shop)),
      [`${name}.floor_rps`]: median(pairs.map((pair) => pair.floor)),
      [`${name}.ratio`]: median(pairs.map((pair) => pair.shop / pair.floor)),
    }
  } finally {
    floor.close()
  }
}

/** Full lists of 24 cards, one for each connection. */
export async function listingPaths(shop: string): Promise<string[]> {
  const categories = [...(await textOf(`${shop}/sitemap`)).matchAll(/href="(\/c\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  )
  const full: string[] = []
  for (const path of new Set(categories)) {
    const cards = (await textOf(`${shop}${path}`)).split('<article').length - 1
    if (cards === 24) full.push(path)
    if (full.length === connections) break
  }
  return full
}

export async function productPaths(shop: string): Promise<string[]> {
  const html = await textOf(`${shop}/products`)
  const paths = new Set([...html.matchAll(/href="(\/p\/[^"]+)"/g)].map(([, path = '']) => path))
  return [...paths].slice(0, connections)
}

async function textOf(url: string): Promise<string> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer.text()
}

/** Set by node:http itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive'])

/** The page's compressed bytes as they are sent, and its headers, names and values in turn; fetch would unpack the bytes. */
async function brotliOf(shop: string, path: string): Promise<{ body: Buffer; head: string[] }> {
  return new Promise((done, fail) => {
    get(`${shop}${path}`, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const { rawHeaders: raw } = answer
        const head = raw.filter((_, at) => !ownHeaders.has((raw[at - (at % 2)] ?? '').toLowerCase()))
        done({ body: Buffer.concat(chunks), head })
      })
    }).on('error', fail)
  })
}
