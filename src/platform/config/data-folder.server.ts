import { accessSync, constants, mkdirSync } from 'node:fs'
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
