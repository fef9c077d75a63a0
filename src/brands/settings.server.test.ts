import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseEngines, type TestDatabase } from '../platform/database-for-tests.ts'
import { notify } from '../platform/database.server.ts'
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

  test('without a row the default counts: prices are matched where there is a promise, and no history is shown', () => {
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

  test('a row counts for its own app from the moment it is announced, and listeners hear of it', async () => {
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
