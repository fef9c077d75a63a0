import { expect, test } from 'vitest'
import { optionsFor, type UpsellOption } from './upsell.ts'

let count = 0
const option = (kind: UpsellOption['kind'], categoryUri: string | null, more: Partial<UpsellOption> = {}) => ({
  id: ++count,
  kind,
  name: `${kind} of ${categoryUri}`,
  blurb: '',
  termMonths: kind === 'warranty' ? 12 : null,
  price: 49_00,
  from: 0,
  below: null,
  categoryUri,
  ...more,
})
const namesOf = (found: ReturnType<typeof optionsFor>) => [
  found.warranties.map(({ name }) => name),
  found.installs.map(({ name }) => name),
]

test('of each kind the nearest options count alone', () => {
  const wide = [option('warranty', 'kitchen'), option('install', 'kitchen'), option('install', 'kitchen/ovens')]
  expect(namesOf(optionsFor(wide, 500_00))).toEqual([['warranty of kitchen'], ['install of kitchen/ovens']])
  const own = [...wide, option('warranty', null)]
  expect(namesOf(optionsFor(own, 500_00))).toEqual([['warranty of null'], ['install of kitchen/ovens']])
  expect(optionsFor([], 500_00)).toEqual({ warranties: [], installs: [] })
})

test('an option is for products from its lower price on and below its upper one', () => {
  const options = [
    option('warranty', 'kitchen', { name: 'cheap', below: 300_00 }),
    option('warranty', 'kitchen', { name: 'dear', from: 300_00 }),
  ]
  expect([299_99, 300_00].map((price) => namesOf(optionsFor(options, price))[0])).toEqual([['cheap'], ['dear']])
})
