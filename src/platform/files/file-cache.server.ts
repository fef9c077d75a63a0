import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.server.ts'

/**
 * Files of a folder that can be made again at any time: about so many bytes together, the oldest go first. Processes may share the folder. A
 * disk that fails costs the making, and is a line in the log.
 */
export interface FileCache {
  /** Null when there is none of that name, or it cannot be read. */
  read(name: string): Promise<Buffer | null>
  write(name: string, bytes: Buffer): Promise<void>
}

/** The folder is measured after each twentieth part of `maxBytes` that is written, so it may be larger by as much for each process. */
export function createFileCache({
  folder,
  maxBytes,
  log,
}: {
  readonly folder: string
  readonly maxBytes: number
  readonly log: Pick<Log, 'warn'>
}): FileCache {
  const step = maxBytes / 20
  // What an earlier process has left is measured with the first file.
  let unmeasured = step

  async function forgetOldest(): Promise<void> {
    const found = await Promise.all(
      (await readdir(folder)).map(async (name) => {
        const facts = await stat(join(folder, name)).catch(() => null)
        return { name, at: facts?.mtimeMs ?? 0, bytes: facts?.size ?? 0 }
      }),
    )
    let total = found.reduce((sum, { bytes }) => sum + bytes, 0)
    if (total <= maxBytes) return
    for (const { name, bytes } of found.toSorted((a, b) => a.at - b.at)) {
      if (total <= maxBytes * 0.9) break
      await rm(join(folder, name), { force: true })
      total -= bytes
    }
  }

  return {
    read: (name) => readFile(join(folder, name)).catch(() => null),
    async write(name, bytes) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        // Whoever reads it meanwhile reads all of it or nothing.
        const part = join(folder, `${name}.${randomUUID()}.part`)
        await writeFile(part, bytes)
        await rename(part, join(folder, name))
        unmeasured += bytes.byteLength
        if (unmeasured < step) return
        unmeasured = 0
        await forgetOldest()
      } catch (error) {
        log.warn({ err: error, folder }, 'a file that can be made again could not be kept')
      }
    },
  }
}
