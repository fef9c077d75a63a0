import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { parseEnv } from 'node:util'
import type { Environment } from './config-schema.ts'
import { StartError } from '../start-error.ts'

/**
 * The environment with the settings of the file `.env` in a folder, read by Node's own loader: what is set already stays. Tests say what
 * they need themselves, so with ENV=test the file is left alone. Throws a StartError when the file cannot be read.
 */
export function loadEnvironment(folder: string): Environment {
  const file = fileIn(folder)
  if (file !== null) reading(file, () => loadEnvFile(file))
  return process.env
}

/** The names that the same file sets. */
export function namesInEnvironmentFile(folder: string): readonly string[] {
  const file = fileIn(folder)
  return file === null ? [] : reading(file, () => Object.keys(parseEnv(readFileSync(file, 'utf8'))))
}

function fileIn(folder: string): string | null {
  const file = join(folder, '.env')
  return process.env['ENV'] === 'test' || !existsSync(file) ? null : file
}

function reading<Value>(file: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new StartError(`${file}: the settings cannot be read (${(error as Error).message}).`, { cause: error })
  }
}
