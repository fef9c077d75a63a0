import type { AppCode } from '../../../brands/apps.ts'
import type { Brand } from '../../../brands/brands.ts'
import type { Database, Reader } from '../../../platform/database/database.server.ts'
import type { Log } from '../../../platform/log.server.ts'
import { ok, err, type Result } from '../../../platform/result.ts'
import { createSerialQueue } from '../../../platform/database/serial-queue.ts'
import { destinationOf, redirectError, redirectKey } from '../redirects.ts'

/** The addresses of every app that have moved, in memory. */
export interface Redirects {
  /** Where an address with its query has moved; null when nowhere. */
  destination(brand: Pick<Brand, 'app'>, address: string): string | null
  /** Stores a redirect, replacing another from the same address; rejected with the invalid field. */
  keep(
    app: AppCode,
    redirect: { readonly source: string; readonly destination: string },
  ): Promise<Result<null, NonNullable<ReturnType<typeof redirectError>>>>
  close(): Promise<void>
}

/** A trigger of the table notifies this channel, whoever changes it. */
const channel = 'redirects_changed'

export async function openRedirects({
  database,
  log,
  hosts,
}: {
  database: Database
  log: Log
  /** Hosts of the shops, which absolute destinations may lead to. */
  hosts: ReadonlySet<string>
}): Promise<Redirects> {
  let stored = await read(database.db)
  const refresh = createSerialQueue(
    async () => {
      stored = await read(database.db)
    },
    (error) => log.error({ err: error, area: 'redirects' }, 'could not follow a change of the redirects'),
  )
  const stop = await database.listen(channel, refresh, refresh)
  const none: ReadonlyMap<string, string> = new Map()
  return {
    destination: ({ app }, address) => destinationOf(stored.get(app) ?? none, address),
    keep: (app, redirect) =>
      database.transaction(async (tx) => {
        const problem = redirectError(redirect, (await read(tx)).get(app) ?? none, hosts)
        if (problem !== null) return err(problem)
        const { destination } = redirect
        await tx
          .insertInto('redirect')
          .values({ app, source: redirectKey(redirect.source), destination })
          .onConflict((on) => on.columns(['app', 'source']).doUpdateSet({ destination }))
          .execute()
        return ok(null)
      }),
    close: stop,
  }
}

async function read(db: Reader): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const byApp = new Map<string, Map<string, string>>()
  for (const { app, source, destination } of await db.selectFrom('redirect').selectAll().execute()) {
    const ofApp = byApp.get(app) ?? new Map<string, string>()
    byApp.set(app, ofApp.set(source, destination))
  }
  return byApp
}
