import { createHash } from 'node:crypto'
import { accessSync, constants, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { resolve } from 'node:path'
import { StartError } from '../start-error.ts'

/** The data folder cannot be used; the message says what to do. */
export class DataFolderError extends StartError {
  override name = 'DataFolderError'
}

/** Makes the folder when it is missing, readable by its owner only. Throws a DataFolderError when nothing can be written there. */
export function openDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch {
    throw new DataFolderError(
      `The data folder ${resolve(folder)} cannot be written. Give DATA_DIR a folder this user may write.`,
    )
  }
}

/**
 * Locks the folder for this process, and makes it when it is missing; answers what releases it. Throws a DataFolderError while another
 * process of this machine has it. The lock is a listening socket, which the kernel releases however the process ends; a lock file would
 * outlive a kill -9. Containers that share a folder do not see each other’s.
 */
export async function claimDataFolder(folder: string): Promise<() => Promise<void>> {
  openDataFolder(folder)
  const digest = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)
  // Paths of sockets are short by nature (about 100 characters), so it cannot live in the folder itself.
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\storefront-${digest}` : `/tmp/storefront-${digest}.sock`
  for (let tries = 0; ; tries++) {
    try {
      const server = await listenOn(path)
      return () => new Promise((done) => server.close(() => done()))
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (code === 'EROFS' || code === 'EACCES')
        throw new DataFolderError(
          'The embedded database needs a folder /tmp that this user may write. Mount a tmpfs there, or set DATABASE_URL to a PostgreSQL server.',
        )
      if (code !== 'EADDRINUSE' || tries === 3) throw error
    }
    if (await isAnswered(path)) {
      throw new DataFolderError(
        `Another process already uses the embedded database in ${resolve(folder)}. Stop it, or set DATA_DIR to another folder.`,
      )
    }
    rmSync(path, { force: true })
  }
}

function listenOn(path: string): Promise<Server> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', fail)
    server.listen(path, () => done(server))
    server.unref()
  })
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}
