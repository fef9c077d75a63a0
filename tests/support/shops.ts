import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOn, startShop } from './shop-process.ts'

/**
 * The data of a shop after its first start, copied for each journey's own shop, because the first start takes far longer than later ones;
 * and the shared shop.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-first-'))
  // Pictures take longer to be made than many a page to be tested, and are the same in all shops.
  const variants = mkdtempSync(join(tmpdir(), 'storefront-pictures-'))
  mkdirSync(join(folder, 'media'))
  symlinkSync(variants, join(folder, 'media/variants'))
  const first = await startOn(folder, {})
  await first.end()
  process.env['FIRST_DATA'] = folder
  const shared = await startShop({ RATE_LIMITS: 'off', GEO_COUNTRY_HEADER: 'X-Country' })
  let isInUse = true
  void shared.ended().then(() => {
    if (isInUse) process.stderr.write(`The shared shop ended by itself. It wrote:\n${shared.output()}\n`)
  })
  process.env['SHARED_SHOP'] = JSON.stringify({ port: shared.port, mailPort: shared.mailPort })
  return async () => {
    isInUse = false
    await shared.stop()
    for (const made of [folder, variants]) rmSync(made, { recursive: true, force: true })
  }
}
