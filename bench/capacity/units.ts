import { Agent } from 'node:http'
import { readdirSync } from 'node:fs'
import { buyableSkus } from '../calls.ts'
import { openShopper } from '../cart-load.ts'
import { catalogueAddresses } from '../catalogue-calls.ts'
import type { LoadClient } from '../load.ts'
import { openBuyers, submit, type Filled } from '../order-load.ts'
import { listingPaths, productPaths } from '../pages.ts'
import type { BenchShop } from '../shop.ts'
import { processorSeconds, sessionSeconds } from './cpu.ts'
import type { Cost, Unit } from './model.ts'

/**
 * What each kind of request costs in processor time, of the node with what it has started and of its sessions on PostgreSQL. Processor time
 * is nearly the same on a busy machine, which requests a second are not.
 */

type Where = {
  readonly shop: BenchShop
  readonly database: string
  readonly client: LoadClient
  readonly seconds: number
}
type Costs = Partial<Record<Unit, Cost>>

const connections = 8

async function costOf({ shop, database }: Where, work: () => Promise<number>): Promise<Cost> {
  const before = [processorSeconds(shop.pid), sessionSeconds(database)] as const
  const count = await work()
  const per = (after: number, from: number) => ((after - from) * 1_000) / count
  return { node: per(processorSeconds(shop.pid), before[0]), database: per(sessionSeconds(database), before[1]) }
}

/** GET requests, first to warm up. */
async function requestsOf(where: Where, paths: readonly string[]): Promise<Cost> {
  const { client, shop, seconds } = where
  const load = { port: shop.port, paths, encoding: 'br', connections } as const
  await client.run({ ...load, seconds: seconds / 2 })
  return costOf(where, async () => (await client.run({ ...load, seconds })).milliseconds.length)
}

const pagesOf = async (shop: string) => [...(await listingPaths(shop)), ...(await productPaths(shop))]

/** Of a shop that stores no pages. */
export async function renderedCost(where: Where): Promise<Costs> {
  return { 'page.rendered': await requestsOf(where, await pagesOf(`http://127.0.0.1:${where.shop.port}`)) }
}

export async function requestCosts(where: Where): Promise<Costs> {
  const shop = `http://127.0.0.1:${where.shop.port}`
  const paths = await pagesOf(shop)
  const list = await (await fetch(`${shop}${paths[0]}`)).text()
  const pictures = [...new Set(Array.from(list.matchAll(/\/media\/pictures\/[^" ,]+\/480/g), ([path]) => path))]
  const script = readdirSync('build/client/assets').find((name) => /^product-.*\.js$/.test(name)) ?? ''
  const skus = await buyableSkus(shop)
  const cards = (at: number) => Array.from({ length: 24 }, (_, card) => `sku=${skus[(at * 24 + card) % skus.length]}`)
  const [locality] = (await (await fetch(`${shop}/api/locality/2000`)).json()) as { _id: string }[]
  const estimates = Array.from(
    { length: 64 },
    (_, at) => `/api/v2/delivery/estimates?localityId=${locality?._id}&${cards(at).join('&')}`,
  )
  return {
    'page.cached': await requestsOf(where, paths),
    'call.catalogue': await requestsOf(where, (await catalogueAddresses(where.shop.port)).listing),
    'call.visitor': await requestsOf(where, estimates),
    picture: await requestsOf(where, pictures),
    asset: await requestsOf(where, [`/assets/${script}`]),
  }
}

/** Runs a step for each, a few at a time; answers how many there were. */
async function each<Item>(items: readonly Item[], step: (item: Item) => Promise<unknown>): Promise<number> {
  const left = items.values()
  const lane = async () => {
    for (const item of left) await step(item)
  }
  await Promise.all(Array.from({ length: connections }, lane))
  return items.length
}

/** The steps of orders, one after the other for all shoppers. */
export async function orderCosts(where: Where, orders: number): Promise<Costs> {
  const { shop } = where
  const skus = await buyableSkus(`http://127.0.0.1:${shop.port}`)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { filled, buy } = await openBuyers(agent, shop.port, skus)
  await each(Array.from({ length: 40 }), buy)
  let next = 0
  const shoppers = Array.from({ length: orders }, () =>
    openShopper(agent, shop.port, () => skus[next++ % skus.length] ?? ''),
  )
  const add = await costOf(where, () => each(shoppers, (one) => one.add().catch(() => {})))
  const ready: Filled[] = []
  await each(shoppers, async () => ready.push(await filled()))
  const place = { suburb: 'Sydney', state: 'NSW', postcode: '2000' }
  const dates = await costOf(where, () =>
    each(ready, ([buyer, { cartId }]) => buyer.call('POST', '/api/checkout/avail', { cartId, deliveryAddress: place })),
  )
  const sold: Filled[] = []
  const buyOne = async (one: Filled) => {
    if (await submit(...one)) sold.push(one)
  }
  const sent = await costOf(where, () => each(ready, buyOne))
  const confirmation = await costOf(where, () =>
    each(sold, ([buyer, { cartId }]) => buyer.call('GET', `/api/checkout/confirmation?id=${cartId}`)),
  )
  agent.destroy()
  return { 'cart.add': add, 'order.dates': dates, 'order.submit': sent, 'order.confirmation': confirmation }
}
