import { openFaultyProxy, type FaultyProxy } from '../../fault-injection/faulty-proxy.ts'
import { emptyServerDatabase } from '../../src/testing/database.ts'

/** An empty database of a PostgreSQL server, behind a proxy that can cut it off. */
export type ProxiedDatabase = { readonly url: string; readonly proxy: FaultyProxy; drop(): Promise<void> }

export async function openProxiedDatabase(): Promise<ProxiedDatabase> {
  const made = await emptyServerDatabase()
  const url = new URL(made.url)
  const proxy = await openFaultyProxy({ target: Number(url.port || 5432), random: () => 0 })
  url.port = String(proxy.port)
  return {
    url: url.href,
    proxy,
    async drop() {
      await proxy.close()
      await made.drop()
    },
  }
}
