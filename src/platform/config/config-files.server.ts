import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Reader, type Response } from 'mmdb-lib'
import { ConfigError } from './config.ts'
import type { Environment, SettingName, SettingProblem } from './config-schema.ts'

/** Settings that name a file, which must exist and be readable at start and not only on first use. */
const fileSettings: readonly SettingName[] = ['GATEWAY_CERTIFICATES_FILE', 'GEO_DATABASE', 'APPLE_PAY_DOMAIN_FILE']

export function fileProblems(env: Environment): readonly SettingProblem[] {
  return fileSettings.flatMap((name) => {
    const file = env[name]
    if (file === undefined || file === '') return []
    if (!isReadable(file)) return [{ name, message: `there is no readable file ${resolve(file)}` }]
    if (name === 'GEO_DATABASE' && !isMaxMindDatabase(file))
      return [{ name, message: `${resolve(file)} is not a database in MaxMind’s format, or is damaged` }]
    return []
  })
}

function isMaxMindDatabase(file: string): boolean {
  try {
    const database = new Reader<Response>(readFileSync(file))
    // The sections with the tree and the countries, which opening the file does not read.
    database.get('1.1.1.1')
    return true
  } catch {
    return false
  }
}

/** Throws a ConfigError that names every file that cannot be read. */
export function requireFiles(env: Environment): void {
  const problems = fileProblems(env)
  if (problems.length > 0)
    throw new ConfigError(
      `The configuration is not usable:\n${problems.map(({ name, message }) => `  ${name}: ${message}`).join('\n')}`,
    )
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
