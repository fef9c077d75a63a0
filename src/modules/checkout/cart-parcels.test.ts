import { expect, test } from 'vitest'
import { parcelsOf } from './cart-parcels.ts'

const line = (productCode: string, more: Partial<Parameters<typeof parcelsOf>[1][number]> = {}) => ({
  productCode,
  brand: 'Nordhaus',
  supplierDirect: null,
  carrier: 'own' as const,
  ...more,
})
const date = (day: string, price: number | string, available = true) => ({ day, price, available })
const none = { own: { kind: 'none' as const }, suppliers: [], supplierErrors: [] }

test('our own goods arrive together on the first day that can be had, at its price', () => {
  const own = { kind: 'dated' as const, dates: [date('2026-11-24', 0, false), date('2026-11-25', 49_00)] }
  expect(parcelsOf({ ...none, own }, [line('A'), line('B')])).toEqual([
    { by: null, day: '2026-11-25', text: 'Wed 25 Nov · $49', productCodes: ['A', 'B'] },
  ])
})

test('each supplier and each manufacturer has a parcel of its own, after ours', () => {
  const own = { kind: 'dated' as const, dates: [date('2026-11-25', 0)] }
  const first = date('2026-12-01', 20_00)
  const suppliers = [{ supplier: 'halden-row', dates: [first], first }]
  const supplierErrors = [{ supplier: 'far-away', message: 'Not there.' }]
  expect(
    parcelsOf({ own, suppliers, supplierErrors }, [
      line('MAKER', { carrier: 'maker', brand: 'Miele' }),
      line('SUP', { carrier: 'supplier', supplierDirect: 'halden-row' }),
      line('FAR', { carrier: 'supplier', supplierDirect: 'far-away' }),
      line('OWN'),
    ]),
  ).toEqual([
    { by: null, day: '2026-11-25', text: 'Wed 25 Nov · FREE', productCodes: ['OWN'] },
    { by: 'Halden Row', day: '2026-12-01', text: 'Tue 1 Dec · $20', productCodes: ['SUP'] },
    { by: 'Far Away', day: null, text: 'Not there.', productCodes: ['FAR'] },
    { by: 'Miele', day: null, text: 'Delivery date by arrangement with the manufacturer', productCodes: ['MAKER'] },
  ])
})

test('without a day the parcel says how it is found', () => {
  expect(parcelsOf({ ...none, own: { kind: 'arranged' } }, [line('A')])).toMatchObject([
    { day: null, text: 'We will call you to arrange the day' },
  ])
  const own = { kind: 'dated' as const, dates: [date('2026-11-24', 0, false)] }
  expect(parcelsOf({ ...none, own }, [line('A')])).toMatchObject([
    { day: null, text: 'No delivery date available. Please contact us.' },
  ])
})
