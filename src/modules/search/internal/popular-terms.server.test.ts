import { afterAll, beforeAll, expect, test } from 'vitest'
import { brandOf } from '../../../brands/brands.ts'
import { fixedClock } from '../../../platform/clock.ts'
import { openTestShop } from '../../../testing/shop.server.ts'
import { anyEngine, type TestDatabase } from '../../../testing/database.ts'
import { createPopularTerms } from './popular-terms.server.ts'
import { createSearchEvents } from './search-events.server.ts'

const clock = fixedClock('2026-11-24T00:00:00Z')

let database: TestDatabase
beforeAll(async () => {
  database = await anyEngine.open()
})
afterAll(async () => database.close())

test('are what at least five visitors searched for and found as written; repetitions and other apps do not count', async () => {
  const events = createSearchEvents({ database, clock })
  const open = async (
    term: string,
    visitors: readonly string[],
    app: 'aol' | 'hc' = 'aol',
    requestedBefore = false,
  ) => {
    for (const visitor of visitors) await events.opened(app, term, { foundNothing: false, visitor, requestedBefore })
  }
  const five = ['1', '2', '3', '4', '5']
  await open('fridge', [...five, '6'])
  await open('fridges', five)
  await open('dryer', five)
  await open('asked by one', ['1', '1', '1', '1', '1', '1'])
  await open('asked by four', ['1', '2', '3', '4'])
  await open('asked before', five, 'aol', true)
  await open('elsewhere', five, 'hc')
  await open('gone', five)
  const popular = createPopularTerms({ database, clock, findsAsWritten: (_, term) => term !== 'gone' })
  expect(await popular.of(brandOf('aol'))).toEqual(['fridge', 'dryer'])
})

test('a term counts as found only as it is written: no slip, and no word that no product has', async () => {
  const shop = await openTestShop({ sandbox: false })
  try {
    const { listings } = shop.services.search
    const terms = ['reading lamp', 'lamp', 'lampp', 'lamp of fools']
    expect(terms.map((term) => [term, listings.findsAsWritten('aol', term)])).toEqual([
      ['reading lamp', true],
      ['lamp', true],
      ['lampp', false],
      ['lamp of fools', false],
    ])
    expect(listings.findsNothing('aol', 'lampp')).toBe(false)
  } finally {
    await shop.close()
  }
})
