import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brandOf } from '../../brands/brands.ts'
import { htmlOf } from '../../platform/text/markup.ts'
import { staticPages } from '../content/static-pages.server.ts'
import { addDays } from '../../platform/calendar.ts'
import type { DatedPrice, Zone } from '../delivery/delivery.ts'
import type { OfferedService } from '../delivery/services.ts'
import {
  agreeOn,
  arrangedDay,
  isUnwieldy,
  needsStorageAcknowledgement,
  nothingDelivered,
  knownDeliveryPrice,
  proformaDates,
  type DeliveryPlan,
  type DeliveryInput,
  storageTerms,
  deliveryTexts,
  withTicks,
} from './delivery-plan.ts'

const today = '2026-11-24'
const date = (day: string, price: DatedPrice['price'], available = true): DatedPrice => ({ day, price, available })
const dates = [
  date('2026-11-24', 79_00, false),
  date('2026-11-25', 40_00),
  date('2026-11-26', 0),
  date('2026-11-27', 0),
  date('2026-11-28', 60_00),
]
const open = (all: readonly DatedPrice[]) => all.filter((one) => one.available).map((one) => one.day)

describe('delivery dates with proforma goods', () => {
  test('end with the first free one [DLV-37]', () => {
    expect(open(proformaDates(dates))).toEqual(['2026-11-25', '2026-11-26'])
    expect(open(proformaDates([date('2026-11-25', -1), date('2026-11-26', 0)]))).toEqual(['2026-11-25'])
    const cheap = [date('2026-11-25', 1), date('2026-11-26', 0), date('2026-11-27', 0)]
    expect(open(proformaDates(cheap))).toEqual(['2026-11-25', '2026-11-26'])
    expect(
      open(proformaDates([date('2026-11-25', 0, false), date('2026-11-26', 'Call us'), date('2026-11-27', 5)])),
    ).toEqual(['2026-11-26', '2026-11-27'])
  })

  test('arranged by phone count as 21 days from now, across months and years [DLV-43]', () => {
    expect(arrangedDay('2026-11-24')).toBe('2026-12-15')
    expect(arrangedDay('2026-12-20')).toBe('2027-01-10')
  })
})

test('an item over 70 kg or 1.9 m needs more than two people and a trolley', () => {
  const small = { widthMm: 600, heightMm: 1_900, depthMm: 600, weightKg: 70 }
  expect(isUnwieldy(small)).toBe(false)
  expect(isUnwieldy({ ...small, weightKg: 70.5 })).toBe(true)
  for (const side of ['widthMm', 'heightMm', 'depthMm']) expect(isUnwieldy({ ...small, [side]: 1_901 })).toBe(true)
  expect(isUnwieldy({ widthMm: null, heightMm: null, depthMm: null, weightKg: null })).toBe(false)
})

describe('the storage fee', () => {
  test('is at most $4 a day, as agreed by shoppers and stated in the terms and the API [FEE-10]', () => {
    expect(storageTerms.feeCapPerDay).toBe(4_00)
    const said = (text: string) =>
      [...text.matchAll(/\$(\d+)(?= (?:a|per) day)/g)].map(([, dollars]) => Number(dollars) * 100)
    expect(said(deliveryTexts.storage)).toEqual([storageTerms.feeCapPerDay])
    const { body } = staticPages['winning-storage-terms-and-conditions'] ?? expect.fail('no terms')
    expect(said(htmlOf(...body(brandOf('wa'))))).toEqual([storageTerms.feeCapPerDay])
    expect(deliveryTexts.storage).toContain(`beyond ${storageTerms.freeDays} days`)
  })

  const all = {
    isCharged: true,
    lines: [{ price: 300_00, isProforma: false }],
    first: '2026-11-25',
    selected: '2027-01-24',
  }

  test('must be agreed to where storage is charged [FEE-02]', () => {
    expect(needsStorageAcknowledgement(all)).toBe(true)
    expect(needsStorageAcknowledgement({ ...all, isCharged: false })).toBe(false)
  })

  test('does not apply to manufacturer deliveries [FEE-03]', () => {
    expect(needsStorageAcknowledgement({ ...all, lines: [{ price: 900_00, isProforma: true }] })).toBe(false)
    expect(needsStorageAcknowledgement({ ...all, lines: [] })).toBe(false)
  })

  test('applies to goods from $300, per unit [FEE-04]', () => {
    const cheap = { price: 299_99, isProforma: false }
    expect(needsStorageAcknowledgement({ ...all, lines: [cheap, { price: 900_00, isProforma: true }] })).toBe(false)
    expect(needsStorageAcknowledgement({ ...all, lines: [cheap, ...all.lines] })).toBe(true)
  })

  test('applies to dates from 60 days after the first one [FEE-05]', () => {
    expect(addDays(all.first, 60)).toBe(all.selected)
    // Day 60 after the first one is the first that is charged, over ends of months and of years; the day before is free.
    for (const first of ['2026-11-25', '2026-01-31', '2027-12-30', '2028-01-01']) {
      const on = (days: number) => needsStorageAcknowledgement({ ...all, first, selected: addDays(first, days) })
      expect([first, on(0), on(58), on(59), on(60), on(61)]).toEqual([first, false, false, false, true, true])
    }
    expect(storageTerms.freeDays).toBe(60)
    expect(needsStorageAcknowledgement({ ...all, selected: '2027-01-23' })).toBe(false)
    expect(needsStorageAcknowledgement({ ...all, selected: '2027-02-24' })).toBe(true)
    expect(needsStorageAcknowledgement({ ...all, selected: null })).toBe(false)
    expect(needsStorageAcknowledgement({ ...all, first: null })).toBe(false)
  })
})

const service = (sku: string, more: Partial<OfferedService> = {}): OfferedService => ({
  sku,
  title: sku,
  blurb: '',
  kind: 'other',
  price: 49_00,
  selected: false,
  hidden: false,
  ...more,
})
const zone = { warehouse: { code: '2000' }, tier: { code: 'metro-au' } } as Zone
const plan: DeliveryPlan = {
  today,
  zone,
  own: { kind: 'dated', dates },
  windows: ['07:00-12:00'],
  suppliers: [],
  supplierErrors: [],
  makers: [],
  services: [
    service('connect'),
    service('levy', { hidden: true, selected: true, price: 5_00 }),
    service('spare', { hidden: true }),
  ],
  override: false,
  offersEarlierDate: false,
  offersInstallationContact: false,
  offersUniqueRequirements: false,
  hasUniqueRequirements: false,
}
const inputs: DeliveryInput = {
  deliversOn: '2026-11-25',
  window: null,
  suppliers: [],
  services: [],
  wantsContact: false,
  wantsInstallationContact: false,
  wantsEarlierDate: false,
  hasUniqueRequirements: false,
  acknowledgesStorageFee: false,
  pickup: null,
}
const noStorage = { isCharged: false, lines: [] }
const agree = (
  planned: Partial<DeliveryPlan> = {},
  requested: Partial<DeliveryInput> = {},
  storage = noStorage as Parameters<typeof agreeOn>[2],
) => agreeOn({ ...plan, ...planned }, { ...inputs, ...requested }, storage)
test('the delivery total uses the first date of every carrier, and is unknown where delivery is arranged', () => {
  const on = (price: number | string | null) => [
    date('2026-11-26', 9, false),
    date('2026-11-27', price),
    date('2026-11-28', 0),
  ]
  const known = (planned: Partial<DeliveryPlan>) => knownDeliveryPrice({ ...plan, services: [], ...planned })
  const dated = (price: number | string | null) => ({ own: { kind: 'dated', dates: on(price) } }) as const
  expect(known(dated(65_00))).toBe(65_00)
  expect(known(dated(0))).toBe(0)
  expect(known({ ...dated(65_00), services: plan.services })).toBe(70_00)
  const first = date('2026-11-30', 30_00)
  expect(known({ ...dated(65_00), suppliers: [{ supplier: 's', dates: [first], first }] })).toBe(95_00)
  expect(known({ own: { kind: 'none' }, suppliers: [{ supplier: 's', dates: [first], first }] })).toBe(30_00)
  expect(known(dated('Call us'))).toBeNull()
  const onRequest = date('2026-11-30', 'Call us')
  const supplier = { supplier: 's', dates: [onRequest], first: onRequest }
  expect(known({ ...dated(65_00), suppliers: [supplier] })).toBeNull()
  expect(known({ own: { kind: 'arranged' } })).toBeNull()
  expect(known({ own: { kind: 'dated', dates: [] } })).toBeNull()
  expect(known({ ...dated(0), makers: ['Miele'] })).toBeNull()
  expect(known({ ...dated(0), supplierErrors: [{ supplier: 's', message: 'Not there.' }] })).toBeNull()
})

test('the delivery total includes preselected services only', () => {
  const own = { kind: 'dated', dates: [date('2026-11-27', 65_00)] } as const
  const services = [service('connect', { selected: true }), service('removal', { price: 39_00 })]
  expect(knownDeliveryPrice({ ...plan, own, services })).toBe(114_00)
})

test('services chosen before the checkout are preselected, and hidden ones stay unchanged', () => {
  const offered = [
    service('connect'),
    service('packaging', { selected: true }),
    service('levy', { hidden: true, selected: true }),
    service('spare', { hidden: true }),
  ]
  const tickedOf = (ticked: readonly string[] | null) =>
    withTicks(offered, ticked)
      .filter((one) => one.selected)
      .map((one) => one.sku)
  expect(tickedOf(null)).toEqual(['packaging', 'levy'])
  expect(tickedOf([])).toEqual(['levy'])
  expect(tickedOf(['connect', 'spare'])).toEqual(['connect', 'levy'])
})

const agreed = (...request: Parameters<typeof agree>) => {
  const done = agree(...request)
  return done.ok ? done.value : expect.fail(done.problem.code)
}
const problem = (...request: Parameters<typeof agree>) => {
  const done = agree(...request)
  return done.ok ? 'none' : done.problem.code
}

describe('the agreed delivery', () => {
  test('is an available date at its price, which takes a slot in the calendar', () => {
    expect(agreed()).toMatchObject({ deliversOn: '2026-11-25', shipping: 40_00, takesDay: true, isArranged: false })
    expect(problem({}, { deliversOn: '2026-11-24' })).toBe('date_unavailable')
    expect(problem({}, { deliversOn: '2027-11-24' })).toBe('date_unavailable')
    expect(problem({}, { window: '12:00-17:00' })).toBe('date_unavailable')
    expect(problem({ windows: [] }, { window: '07:00-12:00' })).toBe('date_unavailable')
    expect(problem({ today: '2026-11-25' }, { window: '07:00-12:00' })).toBe('date_unavailable')
    expect(problem({}, { deliversOn: null })).toBe('date_missing')
    expect(problem({ own: { kind: 'dated', dates: [] } }, { deliversOn: null })).toBe('date_missing')
  })

  test('has the selected services at their prices, and those included in every order', () => {
    expect(agreed({}, { services: ['connect'] }).services.map((one) => [one.sku, one.price])).toEqual([
      ['connect', 49_00],
      ['levy', 5_00],
    ])
    expect(agreed({}, { services: ['connect', 'connect', 'spare'] }).services.map((one) => one.sku)).toEqual([
      'connect',
      'levy',
    ])
    expect(agreed().services.map((one) => one.sku)).toEqual(['levy'])
    expect(problem({}, { services: ['wall-mount-tv'] })).toBe('cart_changed')
  })

  const first = date('2026-12-01', 99_00)
  const supplied = { suppliers: [{ supplier: 'halden-row', dates: [first, date('2026-12-02', 99_00)], first }] }
  const theirs = { supplier: 'halden-row', deliversOn: '2026-12-01', price: 99_00 }

  test('has every supplier on its first date at its price', () => {
    expect(agreed(supplied, { suppliers: [theirs] }).suppliers).toEqual([theirs])
    for (const suppliers of [
      [],
      [theirs, theirs],
      [{ ...theirs, deliversOn: '2026-12-02' }],
      [{ ...theirs, price: 0 }],
      [{ ...theirs, supplier: 'nobody' }],
    ])
      expect(problem(supplied, { suppliers })).toBe('cart_changed')
  })

  test('does not exist while a supplier cannot deliver', () => {
    const supplierErrors = [{ supplier: 'halden-row', message: 'Not there.' }]
    expect(agree({ supplierErrors })).toEqual({
      ok: false,
      problem: { code: 'supplier_refuses', message: 'Not there.' },
    })
  })

  test('with suppliers only has no date of ours and takes no slot', () => {
    const alone = { ...supplied, own: { kind: 'none' } } as const
    expect(agreed(alone, { deliversOn: null, suppliers: [theirs], services: [] })).toMatchObject({
      deliversOn: null,
      shipping: 0,
      takesDay: false,
      wantsContact: false,
    })
  })

  test('without any delivery is empty and free', () => {
    const undelivered = { own: { kind: 'none' }, zone: null, services: [] } as const
    expect(agreed(undelivered, { deliversOn: null })).toEqual(nothingDelivered)
  })

  test('by phone is 21 days from now, free, takes no slot, and includes a call', () => {
    const own = { kind: 'arranged' } as const
    expect(agreed({ own }, { deliversOn: '2026-12-15' })).toMatchObject({
      deliversOn: '2026-12-15',
      shipping: 0,
      takesDay: false,
      isArranged: true,
      wantsContact: true,
    })
    expect(problem({ own }, { deliversOn: '2026-12-14' })).toBe('date_unavailable')
  })

  test('has only the requests that are offered', () => {
    const ticked = { wantsEarlierDate: true, wantsInstallationContact: true }
    expect(agreed({}, ticked)).toMatchObject({ wantsEarlierDate: false, wantsInstallationContact: false })
    const offers = { offersEarlierDate: true, offersInstallationContact: true }
    expect(agreed(offers, ticked)).toMatchObject(ticked)
    expect(agreed(offers)).toMatchObject({ wantsEarlierDate: false, wantsInstallationContact: false })
  })

  test('requires agreement to a possible storage fee, and records its text', () => {
    const late = date(addDays('2026-11-25', 60), 0)
    const own = { kind: 'dated', dates: [...dates, late] } as const
    const storage = { isCharged: true, lines: [{ price: 300_00, isProforma: false }] }
    expect(problem({ own }, { deliversOn: late.day }, storage)).toBe('storage_not_acknowledged')
    expect(agreed({ own }, { deliversOn: late.day, acknowledgesStorageFee: true }, storage).storageText).toBe(
      'I understand that goods stored beyond 60 days from the first available delivery date may be charged a storage fee of up to $4 per day.',
    )
    expect(agreed({ own }, { acknowledgesStorageFee: true }, storage).storageText).toBeNull()
  })
})

test('for any input, the agreed delivery is a date and services of the plan at their prices', () => {
  const price = fc.oneof(fc.nat(200_00), fc.constant('Call us'), fc.constant(null), fc.constant(-5_00))
  const calendar = fc.array(fc.record({ price, available: fc.boolean() }), { maxLength: 30 })
  const skus = fc.subarray(['a', 'b', 'c', 'd'])
  const offered = fc.uniqueArray(
    fc.record({
      sku: fc.constantFrom('a', 'b', 'c'),
      price: fc.nat(99_00),
      selected: fc.boolean(),
      hidden: fc.boolean(),
    }),
    { selector: (one) => one.sku },
  )
  fc.assert(
    fc.property(calendar, fc.nat(32), skus, offered, fc.boolean(), (days, at, services, some, hasMakers) => {
      const raw = days.map((one, offset) => ({ ...one, day: addDays(today, offset) }))
      const own = { kind: 'dated', dates: hasMakers ? proformaDates(raw) : raw } as const
      const all = some.map((one) => service(one.sku, one))
      const deliversOn = addDays(today, at)
      const done = agree({ own, services: all }, { deliversOn, services })
      if (!done.ok) return
      const { value } = done
      const found = raw.find((one) => one.day === value.deliversOn)
      expect(found?.available).toBe(true)
      expect(value.shipping).toBe(typeof found?.price === 'number' ? Math.max(0, found.price) : 0)
      for (const one of value.services)
        expect(some).toContainEqual(expect.objectContaining({ sku: one.sku, price: one.price }))
      expect(services.every((sku) => some.some((one) => one.sku === sku))).toBe(true)
    }),
    { numRuns: 500 },
  )
})
