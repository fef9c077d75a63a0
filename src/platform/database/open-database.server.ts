import { resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { openPglite, openPostgres, type Database } from './database.server.ts'
import { firstServer, hostsText } from './postgres-address.ts'
import { seconds } from '../clock.ts'
import { StartError } from '../start-error.ts'

/**
 * The database that the configuration names. `report` takes a line for the operator about a pooler. Throws a StartError whose sentence names
 * the setting when it cannot be used.
 */
export async function openConfiguredDatabase(
  config: Pick<Config, 'databaseUrl' | 'DATA_DIR' | 'DATABASE_LISTEN_URL' | 'DATABASE_POOL' | 'DATABASE_TIMEOUT'>,
  report: (text: string) => void = () => {},
): Promise<Database> {
  const { databaseUrl } = config
  if (databaseUrl === null) return openEmbedded(config.DATA_DIR)
  try {
    return await openPostgres(databaseUrl, config.DATABASE_POOL, seconds(config.DATABASE_TIMEOUT), {
      listenUrl: config.DATABASE_LISTEN_URL ?? null,
      report,
    })
  } catch (error) {
    throw new StartError(`DATABASE_URL: ${reasonOf(error as Error & { code?: string }, databaseUrl)}`, { cause: error })
  }
}

async function openEmbedded(folder: string): Promise<Database> {
  try {
    return await openPglite(folder)
  } catch (error) {
    if (error instanceof StartError) throw error
    const file = resolve(folder, 'pgdata')
    throw new StartError(
      `DATA_DIR: the database in ${file} cannot be opened: it is damaged or of another PostgreSQL version. Restore a copy of the folder, or give DATA_DIR another one.`,
      { cause: error },
    )
  }
}

/** Codes of Node's sockets and of PostgreSQL (manual, appendix A). The password of the address is not repeated. */
function reasonOf(error: Error & { code?: string }, databaseUrl: string): string {
  const server = hostsText(databaseUrl)
  const { hostname, username, pathname } = firstServer(databaseUrl)
  switch (error.code) {
    case 'ECONNREFUSED':
      return `no PostgreSQL server answers at ${server}. Start it, or correct the address.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host ${hostname} is not known. Correct the address.`
    case '28P01':
    case '28000':
      return `the server at ${server} does not let ${decodeURIComponent(username)} in. Correct the user or the password.`
    case '3D000':
      return `the server at ${server} has no database ${decodeURIComponent(pathname.slice(1))}. Create it, or correct the name.`
    default:
      return `the PostgreSQL server at ${server} cannot be used (${error.message}).`
  }
}

/**
 * Translates a missing privilege of the DATABASE_URL user, at start or in a command, into a StartError that names the setting. Every other
 * error is returned unchanged.
 */
export function explainDatabaseError(error: unknown, { databaseUrl }: Pick<Config, 'databaseUrl'>): unknown {
  if (databaseUrl === null || !(error instanceof Error)) return error
  const { code, message } = error as Error & { code?: string }
  // insufficient_privilege; invalid_schema_name is the error for a user without a privilege on any schema.
  if (code !== '42501' && code !== '3F000') return error
  const { username, pathname } = firstServer(databaseUrl)
  const [user, name] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))]
  return new StartError(
    `DATABASE_URL: ${user} lacks rights in the database ${name} (${message}). Make ${user} its owner: ALTER DATABASE ${name} OWNER TO ${user}.`,
    { cause: error },
  )
}
