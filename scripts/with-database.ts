import { join } from 'node:path'
import { withConfiguredDatabase } from '../src/composition/installation.server.ts'
import type { Config } from '../src/platform/config/config.ts'
import type { Database } from '../src/platform/database/database.server.ts'
import { loadEnvironment } from '../src/platform/config/env-file.server.ts'
import { placesFolder } from './bundle/build.ts'

export const project = join(import.meta.dirname, '..')

/** Runs a command of the project on the configured database. */
export function withDatabase<Value>(work: (database: Database, config: Config) => Promise<Value>): Promise<Value> {
  return withConfiguredDatabase({ env: loadEnvironment(project), root: project, geoFolder: placesFolder }, work)
}
