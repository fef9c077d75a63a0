import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { randomFrom } from '../../../data/demo/random.ts'
import { fixedClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { databaseEngines } from '../../testing/database.ts'
import { supplyOf, type RequestedItem, type Zone } from './delivery.ts'
import { supplyWithSupplier } from './suppliers.ts'
import { openDelivery, type Delivery } from './delivery.server.ts'

const terms = JSON.parse(readFileSync('data/geo/delivery-terms.json', 'utf8')) as Record<
  'warehouses' | 'tiers' | 'ranges',
  unknown[]
>
const tables = [
  ['warehouse', terms.warehouses],
  ['delivery_tier', terms.tiers],
  ['postcode_range', terms.ranges],
] as const

const sydney = { country: 'AU', postcode: '2000', state: 'NSW' } as const
const dubbo = { country: 'AU', postcode: '2830', state: 'NSW' } as const
const perth = { country: 'AU', postcode: '6000', state: 'WA' } as const
const auckland = { country: 'NZ', postcode: '1010', state: null } as const
const lordHowe = { country: 'AU', postcode: '2898', state: 'NSW' } as const
const everywhere: RequestedItem = {
  quantity: 1,
  stock: Object.fromEntries(['2000', '6000', '1010'].map((code) => [code, { quantity: 9, incoming: null }])),
}

for (const engine of await databaseEngines()) {
  describe(`on ${engine.name}`, () => {
    let database: Database
    let delivery: Delivery
    // Monday 16 November 2026, 11:00 in Sydney.
    const clock = fixedClock('2026-11-16T00:00Z')

    beforeAll(async () => {
      database = await engine.open()
      for (const [table, rows] of tables) {
        await sql`insert into ${sql.table(table)}
          select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
          database.db,
        )
      }
    })
    beforeEach(async () => {
      clock.moveTo('2026-11-16T00:00Z')
      await sql`truncate delivery_day, public_holiday cascade`.execute(database.db)
      delivery = await openDelivery({ database, clock })
    })
    afterEach(() => delivery.close())
    afterAll(() => database.close())

    async function zoneOf(place: { country: 'AU' | 'NZ'; postcode: string }): Promise<Zone> {
      const zone = await delivery.zoneOf(place)
      if (zone === null) throw new Error(`nothing serves ${place.postcode}`)
      return zone
    }

    test('a card’s delivery promise equals the checkout’s, over 5,000 products, locations and times', async () => {
      const random = randomFrom('carts and days')
      const draw = (bound: number) => random.int(1, bound)
      const codes = ['2000', '3000', '4000', '5000', '6000', '7000', '1010', '8011']
      const postcodes = [sydney, dubbo, perth, auckland, { country: 'AU', postcode: '0872', state: 'NT' }] as const
      const goods = (): RequestedItem => ({
        quantity: draw(3),
        stock: Object.fromEntries(
          codes
            .filter(() => draw(3) === 1)
            .map((code) => [
              code,
              {
                quantity: draw(4) - 1,
                incoming: draw(3) > 1 ? null : { quantity: draw(3), arrivesOn: `2026-12-${10 + draw(15)}` },
              },
            ]),
        ),
      })
      const answers = new Set<string>()
      for (let round = 0; round < 100; round++) {
        clock.moveTo(new Date(Date.UTC(2026, 10, 16) + draw(40 * 24 * 60) * 60_000).toISOString())
        const place = postcodes[draw(postcodes.length) - 1] ?? sydney
        const requested = Array.from({ length: 50 }, goods)
        const promised = await delivery.estimates(place, requested)
        const by = `2026-12-${10 + draw(20)}`
        const arrives = await delivery.arrivals(place, by)
        for (const [at, item] of requested.entries()) {
          const offered = await delivery.availability(place, [item])
          const first = offered?.calendar?.first ?? null
          expect(promised[at]).toEqual({
            first,
            firstFree: offered?.calendar?.firstFree ?? null,
            orderWithin: offered?.calendar?.orderWithin ?? null,
          })
          // Of one piece, what is known of its supply is enough to say whether it comes in time.
          if (item.quantity === 1) {
            const comes = first !== null && first.day <= by
            expect(arrives?.(supplyOf(item.stock, place.country)) ?? false).toBe(comes)
          }
          answers.add(first === null ? 'none' : typeof first.price)
        }
      }
      expect(answers).toEqual(new Set(['none', 'number']))
    })

    test('supplier deliveries follow the supplier’s own terms in lists and on cards, and changes apply at once', async () => {
      await sql`insert into supplier values ('maker', '{3}', 'Not there.')`.execute(database.db)
      await sql`insert into supplier_region values ('maker', 'AU', '2000', '2999', 2, 9900)`.execute(database.db)
      const item = { ...everywhere, supplier: 'maker' }
      const firstDay = async (place: typeof sydney | typeof perth) =>
        (await delivery.estimates(place, [item]))[0]?.first?.day ?? null
      await expect.poll(() => firstDay(sydney)).toBe('2026-11-25')
      expect(await firstDay(perth)).toBeNull()
      const supply = supplyWithSupplier('maker', supplyOf(item.stock, 'AU'))
      const arrives = async (by: string) => (await delivery.arrivals(sydney, by))?.(supply)
      expect([await arrives('2026-11-24'), await arrives('2026-11-25')]).toEqual([false, true])
      await sql`update supplier_region set lead_days = 3`.execute(database.db)
      await expect.poll(() => firstDay(sydney)).toBe('2026-12-02')
      // Who is not there brings nothing: then it is ours.
      await sql`delete from supplier`.execute(database.db)
      await expect.poll(() => firstDay(sydney)).toBe('2026-11-17')
      expect(await arrives('2026-11-17')).toBe(true)
    })

    const book = (zone: Zone, day: string) => database.transaction((tx) => delivery.book(tx, zone, day))
    const release = (zone: Zone, day: string) =>
      database.transaction((tx) =>
        delivery.release(tx, { warehouseCode: zone.warehouse.code, tierCode: zone.tier.code, deliversOn: day }),
      )

    async function bookedOn(zone: Zone, day: string): Promise<number | null> {
      const row = await database.db
        .selectFrom('delivery_day')
        .select('booked')
        .where('warehouse_code', '=', zone.warehouse.code)
        .where('tier_code', '=', zone.tier.code)
        .where('delivers_on', '=', day)
        .executeTakeFirst()
      return row?.booked ?? null
    }

    async function setDay(zone: Zone, day: string, facts: Record<string, unknown>): Promise<void> {
      const row = {
        warehouse_code: zone.warehouse.code,
        tier_code: zone.tier.code,
        delivers_on: day,
        is_closed: false,
        booked: 0,
        ...facts,
      }
      await sql`insert into delivery_day select * from
        jsonb_populate_record(null::delivery_day, ${JSON.stringify(row)}::jsonb)`.execute(database.db)
    }

    async function dateOf(place: typeof sydney | typeof dubbo | typeof perth | typeof auckland, day: string) {
      const found = await delivery.availability(place, [everywhere])
      return found?.calendar?.dates.find((date) => date.day === day)
    }

    test('a postcode is served by the warehouse and tier of its range, islands by none', async () => {
      const served = async (place: { country: 'AU' | 'NZ'; postcode: string }) => {
        const zone = await delivery.zoneOf(place)
        return zone === null ? null : `${zone.warehouse.code} ${zone.tier.code}`
      }
      expect([await served(sydney), await served(dubbo), await served(auckland)]).toEqual([
        '2000 metro-au',
        '2000 regional-au',
        '1010 metro-nz',
      ])
      expect([await served(lordHowe), await served({ country: 'NZ', postcode: '0050' })]).toEqual([null, null])
      expect(await delivery.availability(lordHowe, [everywhere])).toBeNull()
      expect(await delivery.estimates(lordHowe, [everywhere])).toEqual([
        { first: null, firstFree: null, orderWithin: null },
      ])
    })

    test('today is the date at the warehouse serving the location', async () => {
      clock.moveTo('2026-11-16T13:30Z')
      const todays = await Promise.all(
        [sydney, perth, auckland].map(async (place) => (await delivery.availability(place, [everywhere]))?.today),
      )
      expect(todays).toEqual(['2026-11-17', '2026-11-16', '2026-11-17'])
    })

    test('each item has its own estimate, in the given order', async () => {
      const nothing: RequestedItem = { quantity: 1, stock: {} }
      const elsewhere: RequestedItem = { quantity: 1, stock: { '6000': { quantity: 1, incoming: null } } }
      const estimates = await delivery.estimates(sydney, [elsewhere, nothing, everywhere])
      expect(estimates.map(({ first, orderWithin }) => [first?.day ?? null, orderWithin])).toEqual([
        ['2026-11-22', null],
        [null, null],
        ['2026-11-17', 180],
      ])
    })

    test('a holiday closes the day in its own state only, a national one everywhere', async () => {
      await database.db
        .insertInto('public_holiday')
        .values([
          { country: 'AU', state: 'NSW', holiday_on: '2026-11-18', title: 'Bank Day' },
          { country: 'AU', state: '', holiday_on: '2026-11-19', title: 'Day of All' },
          { country: 'NZ', state: '', holiday_on: '2026-11-20', title: 'Show Day' },
        ])
        .execute()
      const open = async (place: typeof sydney | typeof perth | typeof auckland) => {
        const found = await delivery.availability(place, [everywhere])
        return found?.calendar?.dates.filter((one) => one.available && one.day <= '2026-11-20').map((one) => one.day)
      }
      expect(await open(sydney)).toEqual(['2026-11-17', '2026-11-20'])
      expect(await open(perth)).toEqual(['2026-11-17', '2026-11-18', '2026-11-20'])
      expect(await open(auckland)).toEqual(['2026-11-18', '2026-11-19'])
    })

    test('day settings apply to the next response', async () => {
      const zone = await zoneOf(sydney)
      await setDay(zone, '2026-11-18', { price_cents: 12_50 })
      await setDay(zone, '2026-11-19', { price_text: 'Call us' })
      await setDay(zone, '2026-11-20', { is_closed: true })
      await setDay(zone, '2026-11-21', { capacity: 5, booked: 5 })
      await setDay(zone, '2026-11-22', { capacity: 5, booked: 4 })
      const days = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']
      const dates = []
      for (const day of days) dates.push(await dateOf(sydney, day))
      expect(dates.map((date) => [date?.price, date?.available])).toEqual([
        [12_50, true],
        ['Call us', true],
        [0, false],
        [40_00, false],
        [60_00, true],
      ])
      expect(await dateOf(dubbo, '2026-11-20')).toEqual({ day: '2026-11-20', price: 65_00, available: true })
    })

    test('changed terms apply within a minute', async () => {
      expect((await dateOf(sydney, '2026-11-21'))?.price).toBe(40_00)
      await sql`update delivery_tier set saturday_cents = 4500 where code = 'metro-au'`.execute(database.db)
      await sql`insert into public_holiday values ('AU', 'NSW', '2026-11-22', 'Late Day')`.execute(database.db)
      clock.advance(60_001)
      expect((await dateOf(sydney, '2026-11-21'))?.price).toBe(45_00)
      expect((await dateOf(sydney, '2026-11-22'))?.available).toBe(false)
      await sql`update delivery_tier set saturday_cents = 4000 where code = 'metro-au'`.execute(database.db)
    })

    test('a booked slot is taken, and free again when released', async () => {
      const zone = await zoneOf(sydney)
      await setDay(zone, '2026-11-18', { capacity: 1 })
      expect(await book(zone, '2026-11-18')).toBe(true)
      expect((await dateOf(sydney, '2026-11-18'))?.available).toBe(false)
      expect(await book(zone, '2026-11-18')).toBe(false)
      await release(zone, '2026-11-18')
      expect((await dateOf(sydney, '2026-11-18'))?.available).toBe(true)
      expect(await book(zone, '2026-11-18')).toBe(true)
    })

    test('a day without its own settings accepts as many orders as its tier', async () => {
      const zone = await zoneOf(dubbo)
      const answers = []
      for (let order = 0; order < 21; order++) answers.push(await book(zone, '2026-11-19'))
      expect(answers.filter(Boolean)).toHaveLength(20)
      expect(answers.at(-1)).toBe(false)
      expect(await bookedOn(zone, '2026-11-19')).toBe(20)
    })

    test('card promises follow bookings and closed days from any source', async () => {
      const firstDay = async () => (await delivery.estimates(sydney, [everywhere]))[0]?.first?.day
      const zone = await zoneOf(sydney)
      expect(await firstDay()).toBe('2026-11-17')
      await setDay(zone, '2026-11-17', { capacity: 1 })
      expect(await book(zone, '2026-11-17')).toBe(true)
      await expect.poll(firstDay).toBe('2026-11-18')
      await setDay(zone, '2026-11-18', { is_closed: true })
      await expect.poll(firstDay).toBe('2026-11-19')
      await release(zone, '2026-11-17')
      await expect.poll(firstDay).toBe('2026-11-17')
    })

    test('a closed day or one without capacity accepts no order', async () => {
      const zone = await zoneOf(sydney)
      await setDay(zone, '2026-11-18', { is_closed: true })
      await setDay(zone, '2026-11-19', { capacity: 0 })
      expect([await book(zone, '2026-11-18'), await book(zone, '2026-11-19')]).toEqual([false, false])
    })

    test('of 200 concurrent orders exactly as many get a slot as there are', async () => {
      const zone = await zoneOf(sydney)
      await setDay(zone, '2026-11-20', { capacity: 20 })
      const answers = await Promise.all(Array.from({ length: 200 }, () => book(zone, '2026-11-20')))
      expect(answers.filter(Boolean)).toHaveLength(20)
      expect(await bookedOn(zone, '2026-11-20')).toBe(20)
    })

    test('the first orders of a day can be concurrent, before the day has a row', async () => {
      const zone = await zoneOf(dubbo)
      const answers = await Promise.all(Array.from({ length: 30 }, () => book(zone, '2026-11-23')))
      expect([answers.filter(Boolean).length, await bookedOn(zone, '2026-11-23')]).toEqual([20, 20])
    })

    test('a booking is rolled back with its transaction', async () => {
      const zone = await zoneOf(sydney)
      const failed = database.transaction(async (tx) => {
        await delivery.book(tx, zone, '2026-11-24')
        throw new Error('declined')
      })
      await expect(failed).rejects.toThrow('declined')
      expect(await bookedOn(zone, '2026-11-24')).toBeNull()
    })

    test('releasing more than was booked stops at zero', async () => {
      const zone = await zoneOf(sydney)
      await book(zone, '2026-11-25')
      await book(zone, '2026-11-25')
      await Promise.all(Array.from({ length: 10 }, () => release(zone, '2026-11-25')))
      expect(await bookedOn(zone, '2026-11-25')).toBe(0)
      await release(zone, '2026-11-26')
      expect(await bookedOn(zone, '2026-11-26')).toBeNull()
    })
  })
}
