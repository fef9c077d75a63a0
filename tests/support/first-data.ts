import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOn } from './shop-process.ts'

/**
 * What a shop has after its first start, in a folder of which every journey starts on a copy: the first start takes far longer than a
 * later one, so it is waited for once.
 */
export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-first-'))
  const shop = await startOn(folder, {})
  await shop.end()
  process.env['FIRST_DATA'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
