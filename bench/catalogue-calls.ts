import { randomFrom, type Random } from '../data/demo/random.ts'
import { median, percentile, type Figures } from './figures.ts'
import type { LoadClient } from './load.ts'

/** The calls of the catalogue under load: many addresses in turn, so that no single answer is what is measured. */

const connections = 16
const addresses = 480

type Tile = { readonly uri: string; readonly title: string; readonly sku: string }
type Listing = {
  readonly products: readonly Tile[]
  readonly totalItems: number
  readonly filters: readonly { readonly type: string; readonly options: readonly { readonly value: string }[] }[]
}

/** Addresses by call, drawn from what the shop sells; the same ones in every run. */
export type CallAddresses = Readonly<Record<'listing' | 'product' | 'search' | 'suggest', readonly string[]>>

export async function catalogueAddresses(port: number): Promise<CallAddresses> {
  const shop = `http://127.0.0.1:${port}`
  const get = async <Body>(path: string) => (await (await fetch(`${shop}${path}`)).json()) as Body
  const random = randomFrom('catalogue calls')
  const sitemap = await (await fetch(`${shop}/sitemap`)).text()
  const categories = [...new Set(Array.from(sitemap.matchAll(/href="\/c\/([^"]+)"/g), ([, uri = '']) => uri))]
  const lists = new Map<string, Listing>()
  for (const uri of random.some(categories, 60)) lists.set(uri, await get(`/api/v2/listing?type=category&uri=${uri}`))
  const { totalItems } = await get<Listing>('/api/v2/listing?type=all')
  const pages = Math.floor(Math.min(totalItems, 9_000) / 48)
  const tiles: Tile[] = []
  for (let at = 0; tiles.length < addresses && at < pages; at++) {
    const { products } = await get<Listing>(`/api/v2/listing?type=all&pageSize=48&page=${random.int(0, pages)}`)
    tiles.push(...products)
  }
  const draw = (address: (random: Random) => string) => Array.from({ length: addresses }, () => address(random))
  const words = ({ pick }: Random) => {
    const stored = pick(tiles).title.split(' ')
    return pick([stored.slice(0, 2), stored.slice(1, 3), stored.slice(0, 4), stored.slice(-1)]).join(' ')
  }
  return {
    listing: draw(({ pick, chance }) => {
      const [uri, { filters }] = pick([...lists])
      const query = new URLSearchParams({ type: 'category', uri, sort: pick(['relevance', 'price-asc', 'rating']) })
      const facet = pick(filters.filter(({ type, options }) => type === 'list' && options.length > 1))
      if (chance(0.7)) query.append('filter', pick(facet.options).value)
      return `/api/v2/listing?${query}`
    }),
    product: draw(({ pick }) => `/api/v2/product/slug/${pick(tiles).uri}`),
    search: draw((one) => `/api/v3/search/products?limit=24&searchTerm=${encodeURIComponent(words(one))}`),
    suggest: draw((one) => {
      const text = words(one)
      return `/api/search/products?searchTerms=${encodeURIComponent(text.slice(0, one.int(2, text.length)))}`
    }),
  }
}

/**
 * `call.listing.rps.1k` and so on, compressed; of a shop that keeps no answers `call.listing.made.rps.1k`, uncompressed, because then
 * compressing would be most of what is measured.
 */
export async function measureCatalogueCalls(
  { port, client, size, isStored }: { port: number; client: LoadClient; size: string; isStored: boolean },
  requested: CallAddresses,
  turns: { readonly rounds: number; readonly seconds: number },
): Promise<Figures> {
  const figures: Figures = {}
  const [kind, encoding] = isStored ? (['', 'br'] as const) : (['.made', 'identity'] as const)
  for (const [call, paths] of Object.entries(requested)) {
    const run = (seconds: number) => client.run({ port, paths, encoding, connections, seconds })
    await askAll(port, paths)
    await run(turns.seconds)
    const rounds = []
    for (let round = 0; round < turns.rounds; round++) rounds.push(await run(turns.seconds))
    figures[`call.${call}${kind}.rps.${size}`] = median(rounds.map((one) => one.requestsPerSecond))
    figures[`call.${call}${kind}.p95_ms.${size}`] = percentile(
      rounds.flatMap((one) => one.milliseconds),
      0.95,
    )
  }
  return figures
}

/** Every address once, so that a large catalogue has read what it reads from its database once. */
async function askAll(port: number, paths: readonly string[]): Promise<void> {
  const queue = [...paths]
  const work = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift())
      await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer()
  }
  await Promise.all(Array.from({ length: connections }, work))
}
