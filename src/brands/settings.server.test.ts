import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseEngines, type TestDatabase } from '../testing/database.ts'
import { notify } from '../platform/database/database.server.ts'
import { createLog } from '../platform/log.server.ts'
import { brandOf, brands } from './brands.ts'
import { openSettings, settingsChannel, type Settings } from './settings.server.ts'

const engines = await databaseEngines()

describe.each(engines)('settings on $name', (engine) => {
  let database: TestDatabase
  let settings: Settings
  beforeAll(async () => {
    database = await engine.open()
    settings = await openSettings({ database, log: createLog('error', { write: () => {} }) })
  })
  afterAll(async () => {
    await settings.close()
    await database.close()
  })

  test('without a row the default applies: price match where there is a promise, no price history', () => {
    expect(brands.filter((one) => settings.isOn(one, 'PriceMatchEnabled')).map((one) => one.app)).toEqual([
      'wa',
      'andoo',
      'aol',
      'aol-nz',
      'fk',
    ])
    expect(brands.some((one) => settings.isOn(one, 'PriceHistoryEnabled'))).toBe(false)
    expect(settings.text(brandOf('aol'), 'YearsInBusiness')).toBe('')
  })

  test('when they cannot be read every default applies [SETT-08]', async () => {
    const broken = await engine.open()
    await sql`insert into setting (app, name, value) values ('aol', 'QuickLinks', '[1]')`.execute(broken.db)
    await sql`alter table setting rename to setting_gone`.execute(broken.db)
    const lines: string[] = []
    const none = await openSettings({
      database: broken,
      log: createLog('error', { write: (line) => lines.push(line) }),
    })
    expect(none.text(brandOf('aol'), 'QuickLinks')).toBe('[]')
    expect(none.isOn(brandOf('aol'), 'IntercomEnabled')).toBe(false)
    expect(none.text(brandOf('aol-nz'), 'countryCode')).toBe('NZ')
    expect(none.text(brandOf('aol'), 'customerSupportNumber')).toBe('1300 975 708')
    expect(lines.join()).toContain('could not read the settings')
    await none.close()
    await broken.close()
  })

  test('a row applies to its own app as soon as it is announced, and listeners are notified', async () => {
    const heard = new Promise<void>((done) => settings.subscribe(done))
    await database.transaction(async (tx) => {
      await tx.insertInto('setting').values({ app: 'aol', name: 'PriceMatchEnabled', value: 'false' }).execute()
      await tx.insertInto('setting').values({ app: 'aol', name: 'YearsInBusiness', value: '118' }).execute()
      await notify(tx, settingsChannel, '')
    })
    await heard
    expect(settings.isOn(brandOf('aol'), 'PriceMatchEnabled')).toBe(false)
    expect(settings.isOn(brandOf('wa'), 'PriceMatchEnabled')).toBe(true)
    expect(settings.text(brandOf('aol'), 'YearsInBusiness')).toBe('118')
  })
})
