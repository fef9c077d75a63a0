import { sql } from 'kysely'
import type { Writer } from '../../../platform/database/database.server.ts'
import { isOne, recordSet, type RecordSet } from '../../../platform/database/record-source.server.ts'
import { appCodes, isAppCode, type AppCode } from '../../../brands/apps.ts'
import { brandOf } from '../../../brands/brands.ts'
import { isSettingName, settingNames, standardSetting, type SettingName } from '../../../brands/settings.server.ts'

/**
 * The settings of brands/settings.server.ts, which are edited here only: every setting of every app, customised or not. A key is
 * 'aol.PriceMatchEnabled'.
 */
export const settingRecords: RecordSet = recordSet({
  from: sql`(select k.app, k.name, k.standard, s.value from json_to_recordset(${everySetting()}::json)
    as k (app text, name text, standard text) left join setting s on s.app = k.app and s.name = k.name) x`,
  // A setting with its default value has no row.
  locked: null,
  lockFirst: async (tx, key) => {
    await sql`select pg_advisory_xact_lock(727276, hashtext(${key}))`.execute(tx)
  },
  key: sql`(x.app || '.' || x.name)`,
  byKey(key) {
    const setting = settingKey(key)
    return setting === null ? null : sql<boolean>`x.app = ${setting.app} and x.name = ${setting.name}`
  },
  columns: {
    name: { sql: sql`x.name`, sorts: 'text' },
    app: { sql: sql`x.app`, sorts: 'text' },
    value: { sql: sql`coalesce(x.value, x.standard)` },
    standard: { sql: sql`x.standard` },
    isSet: { sql: sql`x.value is not null` },
  },
  search: [sql`x.name`, sql`coalesce(x.value, x.standard)`],
  filters: {
    app: isOne(sql`x.app`, appCodes),
    which: (word) => (word === 'set' ? sql<boolean>`x.value is not null` : null),
  },
})

function everySetting(): string {
  return JSON.stringify(
    appCodes.flatMap((app) =>
      settingNames.map((name) => ({ app, name, standard: standardSetting(brandOf(app), name) })),
    ),
  )
}

export function settingKey(key: string): { readonly app: AppCode; readonly name: SettingName } | null {
  const [app = '', name = ''] = key.split('.')
  return isAppCode(app) && isSettingName(name) ? { app, name } : null
}

/** Sets a value; null resets it to the default. The table notifies every process. */
export async function writeSetting(tx: Writer, key: string, value: string | null): Promise<void> {
  const setting = settingKey(key)
  if (setting === null) throw new Error(`there is no setting ${key}`)
  if (value === null)
    await tx.deleteFrom('setting').where('app', '=', setting.app).where('name', '=', setting.name).execute()
  else
    await tx
      .insertInto('setting')
      .values({ ...setting, value })
      // A customised setting is the shop's own.
      .onConflict((on) => on.columns(['app', 'name']).doUpdateSet({ value, is_demo: false }))
      .execute()
}
