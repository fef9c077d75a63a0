import type { Backfill } from '../platform/jobs/backfill.server.ts'

/**
 * Backfills of this version, which the worker does after a migration. A module describes its own; here they are listed for the worker and
 * for `db:status`. One is taken off the list with the contract step that depends on it.
 */
export const backfills: readonly Backfill[] = []
