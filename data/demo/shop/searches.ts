import type { AppCode } from '../../../src/brands/apps.ts'
import { demoSearchMark } from '../../../src/modules/search/search-events.ts'
import { randomFrom } from '../random.ts'

/** What a demo shop's visitors have searched for lately, made up; every row is marked as demo. */

const appliances = [
  'french door fridge',
  'front loader',
  'heat pump dryer',
  'dishwasher',
  'air fryer',
  'oled tv',
  'coffee machine',
  'induction cooktop',
]
const furniture = ['chaise sofa', 'dining table', 'queen bed', 'bedside table', 'desk', 'floor lamp', 'rug', 'armchair']

const termsOf: Readonly<Record<AppCode, readonly string[]>> = {
  wa: [
    'integrated dishwasher',
    'steam oven',
    'induction cooktop',
    'wine fridge',
    'undermount rangehood',
    'kitchen tap',
  ],
  wac: ['undermount rangehood', 'kitchen sink', 'kitchen tap', 'built in oven', 'induction cooktop', 'dishwasher'],
  andoo: furniture,
  aol: appliances,
  'aol-nz': ['heat pump dryer', 'front loader', 'fridge freezer', 'dishwasher', 'dehumidifier', 'air fryer'],
  aoc: ['built in oven', 'kitchen sink', 'laundry tub', 'dishwasher', 'rangehood', 'split system'],
  hc: ['fridge', 'washing machine', 'dryer', 'runout tv', 'oven', 'sofa'],
  fk: ['fridge', 'freezer', 'chest freezer', 'bar fridge', 'wine fridge', 'washing machine'],
}

/** Rows of `search_event`, some days back from today. */
export function demoSearches(today: string) {
  return Object.entries(termsOf).flatMap(([app, terms]) =>
    terms.map((query, place) => {
      const draw = randomFrom(`searches ${app} ${query}`)
      const day = new Date(Date.parse(today) - draw.int(2, 12) * 86_400_000)
      const count = 40 - place * 4 + draw.int(0, 3)
      return {
        app,
        happened_on: day.toISOString().slice(0, 10),
        event: 'opened',
        query,
        sku: demoSearchMark,
        count,
        repeat_count: Math.floor(count / 5),
      }
    }),
  )
}
