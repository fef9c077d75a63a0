import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { createByteCache } from '../../../platform/files/byte-cache.ts'
import { createLog } from '../../../platform/log.server.ts'
import { openLocalStorage } from '../../../platform/storage/local-storage.server.ts'
import { createPictureProcesses, TooManyPictures } from './picture-processes.server.ts'
import { createVariants, originalKey } from './variants.server.ts'

const log = createLog('silent')

test(
  'a stored picture that is not made in time is not missing: it is made when there is time',
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'variants-'))
    const storage = await openLocalStorage({ folder, clock: systemClock })
    const slow = createPictureProcesses({ log, count: 1, timeLimitMs: 1 })
    const steady = createPictureProcesses({ log, count: 1 })
    onTestFinished(() => {
      slow.close()
      steady.close()
      rmSync(folder, { recursive: true })
    })
    const original = await sharp({ create: { width: 2_000, height: 2_000, channels: 3, background: '#c08040' } })
      .jpeg()
      .toBuffer()
    const hash = 'c'.repeat(32)
    await storage.put(originalKey(hash), original, { contentType: 'image/jpeg' })
    const variant = { hash, crop: null, width: 320, format: 'webp' } as const
    const made = (processes: typeof slow) =>
      createVariants({ storage, processes, cache: createByteCache(1_000_000), log }).get(variant, 'now')

    await expect(made(slow)).rejects.toThrow(TooManyPictures)
    expect((await sharp((await made(steady)) ?? undefined).metadata()).width).toBe(320)
  },
)
