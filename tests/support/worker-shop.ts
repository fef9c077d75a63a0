import { startShop, type RunningShop } from './shop-process.ts'

/**
 * A shop for journeys that stop it, change what it sells, or make payment providers fail. Each worker has one, used by its files in turn:
 * every file restores what it changes.
 */
export function workerShop(): Promise<RunningShop> {
  started ??= start()
  return started
}

let started: Promise<RunningShop> | null = null

async function start(): Promise<RunningShop> {
  const shop = await startShop({ RATE_LIMITS: 'off' })
  process.once('exit', () => shop.abandon())
  // Vitest ends its workers with this signal, which would skip exit handlers.
  process.once('SIGTERM', () => process.exit())
  return shop
}
