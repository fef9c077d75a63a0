import { expect, test } from 'vitest'
import { chosenOf, choiceGroups, choiceTotals, optionsFor, type UpsellOption } from './upsell.ts'

let count = 0
const option = (
  kind: UpsellOption['kind'],
  categoryUri: string | null,
  more: Partial<UpsellOption> = {},
): UpsellOption => ({
  id: ++count,
  kind,
  name: `${kind} of ${categoryUri}`,
  blurb: '',
  termMonths: kind === 'warranty' ? 12 : null,
  price: 49_00,
  from: 0,
  below: null,
  categoryUri,
  conditions: [],
  ...more,
})
const namesOf = (found: ReturnType<typeof optionsFor>) => [
  found.warranties.map(({ name }) => name),
  found.installs.map(({ name }) => name),
]

test('only the closest options of each kind apply', () => {
  const wide = [option('warranty', 'kitchen'), option('install', 'kitchen'), option('install', 'kitchen/ovens')]
  expect(namesOf(optionsFor(wide, 500_00))).toEqual([['warranty of kitchen'], ['install of kitchen/ovens']])
  const own = [...wide, option('warranty', null)]
  expect(namesOf(optionsFor(own, 500_00))).toEqual([['warranty of null'], ['install of kitchen/ovens']])
  expect(optionsFor([], 500_00)).toEqual({ warranties: [], installs: [] })
})

test('an option applies from its minimum price and below its maximum', () => {
  const options = [
    option('warranty', 'kitchen', { name: 'cheap', below: 300_00 }),
    option('warranty', 'kitchen', { name: 'dear', from: 300_00 }),
  ]
  expect([299_99, 300_00].map((price) => namesOf(optionsFor(options, price))[0])).toEqual([['cheap'], ['dear']])
})

test('an option applies to products that meet its attribute conditions, and the next option to the others', () => {
  const options = [
    option('install', 'kitchen', { name: 'Installation' }),
    option('install', 'kitchen/ovens', { name: 'Into a cabinet', conditions: ['installation = Built-in'] }),
  ]
  const names = (installation: string) => namesOf(optionsFor(options, 500_00, { installation }))[1]
  expect(names('Built-in')).toEqual(['Into a cabinet'])
  expect(names('Freestanding')).toEqual(['Installation'])
  expect(namesOf(optionsFor(options, 500_00))[1]).toEqual(['Installation'])
})

test('a chosen option must be offered; otherwise its kind is named', () => {
  const [warranty, install] = [option('warranty', 'kitchen'), option('install', 'kitchen')]
  const offered = { warranties: [warranty], installs: [install] }
  const none = { warrantyId: null, installId: null }
  expect(chosenOf(offered, none)).toEqual({ warranty: null, install: null, gone: [] })
  const both = { warrantyId: warranty.id, installId: install.id }
  expect(chosenOf(offered, both)).toEqual({ warranty, install, gone: [] })
  expect(chosenOf({ warranties: [], installs: [] }, both).gone).toEqual(['warranty', 'install'])
  // The id of an install is no warranty.
  expect(chosenOf(offered, { ...none, warrantyId: install.id })).toEqual({
    warranty: null,
    install: null,
    gone: ['warranty'],
  })
  expect(chosenOf(offered, { ...none, installId: Number.NaN }).gone).toEqual(['install'])
})

test('a kind is shown when it has options', () => {
  const install = option('install', 'laundry', { name: 'Washer connection', blurb: 'With a test run.' })
  expect(choiceGroups({ warranties: [], installs: [install] })).toEqual([
    {
      field: 'installId',
      title: 'Installation',
      options: [{ id: install.id, name: 'Washer connection', blurb: 'With a test run.', price: 49_00 }],
    },
  ])
})

test('options are charged per unit of the line', () => {
  const warranty = { id: 1, name: 'One more year', price: 59_00 }
  expect(choiceTotals({ quantity: 3, warranty })).toEqual([{ name: 'One more year', total: 177_00 }])
  expect(choiceTotals({ quantity: 3, warranty: null, install: null })).toEqual([])
})
