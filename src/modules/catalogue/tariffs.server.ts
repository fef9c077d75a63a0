import type { Country } from '../../brands/apps.ts'
import { minutes, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.server.ts'
import type { Tariffs } from './energy.ts'

/** What a kilowatt hour costs, from the table that staff keep. */
export interface EnergyTariffs {
  /** The tariffs of today; null for a country that has none, which then shows no running costs. */
  of(country: Country): Promise<Tariffs | null>
}

/** Tariffs change once a year; a process that did not make the change sees it within this time. */
const kept = minutes(1)

export function createEnergyTariffs({ database, clock }: { database: Database; clock: Clock }): EnergyTariffs {
  const known = new Map<Country, { readonly readAt: number; readonly tariffs: Promise<Tariffs | null> }>()
  return {
    of(country) {
      const now = clock.now()
      const last = known.get(country)
      if (last !== undefined && now.getTime() - last.readAt < kept) return last.tariffs
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
  const usual = rows.find((row) => row.state === '')
  if (usual === undefined) return null
  // The newest of each state comes first and stays.
  const byState: Record<string, number> = {}
  for (const row of rows) if (row.state !== '') byState[row.state] ??= row.tenth_cents
  return { usual: usual.tenth_cents, byState, validFrom: usual.valid_from, source: usual.source_title }
}
