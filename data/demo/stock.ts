import type { ProductRecordInput } from '../../src/modules/catalogue/product/product-record.ts'
import type { Random } from './random.ts'

export type Stock = NonNullable<ProductRecordInput['stock']>

/** Warehouse codes of decision delivery-16, with the share of the country's stock each one holds. */
const australia = [
  ['2000', 0.29],
  ['3000', 0.26],
  ['4000', 0.18],
  ['6000', 0.1],
  ['5000', 0.08],
  ['2600', 0.04],
  ['7000', 0.03],
  ['0800', 0.02],
] as const
const newZealand = [
  ['1010', 0.7],
  ['8011', 0.3],
] as const

export const warehouseCodes: readonly string[] = [...australia, ...newZealand].map(([code]) => code)

export type Supply = 'plenty' | 'none' | 'on_order' | 'last_pieces'

/** Dates as text, counted from the day the catalogue is for. */
export type Calendar = { on(daysFromToday: number): string }

export function calendarFrom(today: string): Calendar {
  const start = Date.parse(`${today}T00:00:00Z`)
  if (Number.isNaN(start)) throw new Error(`not a date: ${today}`)
  const known = new Map<number, string>()
  return {
    on(days) {
      const date = known.get(days) ?? new Date(start + days * 86_400_000).toISOString().slice(0, 10)
      known.set(days, date)
      return date
    },
  }
}

export function stockFor(
  draw: Random,
  {
    supply,
    dollars,
    soldIn,
    calendar,
  }: { supply: Supply; dollars: number; soldIn: { au: boolean; nz: boolean }; calendar: Calendar },
): Stock {
  const warehouses = [...(soldIn.au ? australia : []), ...(soldIn.nz ? newZealand : [])]
  // Dear and bulky goods are held in ones and twos, kettles by the pallet.
  const total = Math.max(9, (9_000 / (dollars + 60)) * 10 ** (draw.next() * 1.2 - 0.2))
  const only = draw.pick(warehouses)[0]
  const stock: Stock = {}

  for (const [code, share] of warehouses) {
    if (supply === 'last_pieces') {
      stock[code] = { quantity: code === only ? draw.int(1, 3) : 0, incoming: null }
      continue
    }
    if (supply === 'none') {
      stock[code] = { quantity: 0, incoming: null }
      continue
    }
    const country = code === '1010' || code === '8011' ? total * 0.2 : total
    const quantity = supply === 'on_order' ? 0 : Math.floor(draw.near(country * share, 0.9))
    const expected =
      supply === 'on_order' ? code === only || draw.chance(0.3) : quantity < 2 ? draw.chance(0.4) : draw.chance(0.08)
    stock[code] = {
      quantity,
      incoming: expected
        ? { quantity: Math.max(1, Math.ceil(country * share)), arrivesOn: calendar.on(draw.int(2, 50)) }
        : null,
    }
  }
  return stock
}
