import type { Country } from '../../../brands/apps.ts'
import { minutes, type Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import type { Tariffs } from '../product/energy.ts'

/** Energy tariffs, from the table that staff edit. */
export interface EnergyTariffs {
  /** The tariffs of today; null for a country that has none, which then shows no running costs. */
  of(country: Country): Promise<Tariffs | null>
  /** Calls back after each change that was heard of. */
  subscribe(listener: () => void): void
  close(): Promise<void>
}

/** A trigger of the table notifies this channel, whoever changes it. */
const channel = 'tariffs_changed'

/** A tariff starts on a day, so the cached ones are re-evaluated after this time. */
const stored = minutes(1)

export async function openEnergyTariffs({
  database,
  clock,
}: {
  database: Database
  clock: Clock
}): Promise<EnergyTariffs> {
  const known = new Map<Country, { readonly readAt: number; readonly tariffs: Promise<Tariffs | null> }>()
  const listeners: (() => void)[] = []
  const forget = () => {
    known.clear()
    for (const listener of listeners) listener()
  }
  const stop = await database.listen(channel, forget, forget)
  return {
    subscribe: (listener) => void listeners.push(listener),
    close: stop,
    of(country) {
      const now = clock.now()
      const last = known.get(country)
      if (last !== undefined && now.getTime() - last.readAt < stored) return last.tariffs
      const tariffs = readTariffs(database, country, now)
      known.set(country, { readAt: now.getTime(), tariffs })
      tariffs.catch(() => known.delete(country))
      return tariffs
    },
  }
}

async function readTariffs(database: Database, country: Country, now: Date): Promise<Tariffs | null> {
  const rows = await database.db
    .selectFrom('energy_tariff')
    .select(['state', 'valid_from', 'tenth_cents', 'source_title'])
    .where('country', '=', country)
    .where('valid_from', '<=', now.toISOString().slice(0, 10))
    .orderBy('valid_from', 'desc')
    .execute()
  const standard = rows.find((row) => row.state === '')
  if (standard === undefined) return null
  // The newest of each state comes first and stays.
  const byState: Record<string, number> = {}
  for (const row of rows) if (row.state !== '') byState[row.state] ??= row.tenth_cents
  return { standard: standard.tenth_cents, byState, validFrom: standard.valid_from, source: standard.source_title }
}
