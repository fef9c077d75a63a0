import { startShop, type RunningShop } from './shop-process.ts'

/**
 * A shop for journeys that stop it, change what it sells, or tell the payment providers to fail. Each worker has one, which its files use one
 * after the other: a file leaves nothing behind that another could stumble over.
 */
export function workerShop(): Promise<RunningShop> {
  started ??= start()
  return started
}

let started: Promise<RunningShop> | null = null

async function start(): Promise<RunningShop> {
  const shop = await startShop({ RATE_LIMITS: 'off' })
  process.once('exit', () => shop.abandon())
  // Vitest ends its workers so; by itself that would skip what is done on exit.
  process.once('SIGTERM', () => process.exit())
  return shop
}
