import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.server.ts'

/**
 * Files of a folder that can be made again at any time: at most so many, the oldest go first. Processes may share the folder. A disk that
 * fails costs the making, and is a line in the log.
 */
export interface FileCache {
  /** Null when there is none of that name, or it cannot be read. */
  read(name: string): Promise<Buffer | null>
  write(name: string, bytes: Buffer): Promise<void>
}

export function createFileCache({
  folder,
  max,
  log,
}: {
  readonly folder: string
  readonly max: number
  readonly log: Log
}): FileCache {
  async function forgetOldest(): Promise<void> {
    const names = await readdir(folder)
    if (names.length <= max) return
    const found = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
    )
    // Some more than has to be, so that not every new file asks for all of them.
    const gone = found.toSorted((a, b) => a.at - b.at).slice(0, names.length - Math.ceil(max * 0.9))
    for (const { name } of gone) await rm(join(folder, name), { force: true })
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
        await forgetOldest()
      } catch (error) {
        log.warn({ err: error, folder }, 'a file that can be made again could not be kept')
      }
    },
  }
}
