import type { Environment } from '../platform/config/config-schema.ts'

export type CommandDeps = {
  readonly env: Environment
  /** The project's folder. */
  readonly root: string
  /** Folder of the reference data; called by commands that use the database. */
  readonly geoFolder: () => string
  /** The folder whose `.env` file is part of `env`. */
  readonly envFolder: string
  readonly write: (line: string) => void
}

/** A command returns its exit code, and throws a StartError for what the operator can fix. */
export type Command = { readonly usage: string; run(args: string[], deps: CommandDeps): Promise<number> }
