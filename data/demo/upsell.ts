import { appCodes, countryOfApp, type AppCode } from '../../src/brands/apps.ts'

/** Warranties and installs of the demo catalogue. Made up, and marked as demo in the database. Money in cents of the app's currency. */

export type DemoUpsell = {
  readonly kind: 'warranty' | 'install'
  readonly app: AppCode
  readonly categoryUri: string
  readonly name: string
  readonly blurb: string
  readonly termMonths: number | null
  readonly priceCents: number
  /** For products that cost at least this much … */
  readonly fromCents: number
  /** … and less than that; null without an end. */
  readonly belowCents: number | null
  readonly position: number
}

const appliances = ['kitchen', 'laundry', 'small-appliances', 'floor-care', 'heating-and-cooling', 'tv-and-audio']
const furniture = ['living', 'dining', 'bedroom', 'office', 'outdoor']

/** Upper ends of price bands with what one, two and three more years cost in them. */
const bands = [
  [0, 300_00, [24_00, 39_00, 49_00]],
  [300_00, 1_000_00, [59_00, 99_00, 129_00]],
  [1_000_00, 2_500_00, [119_00, 199_00, 269_00]],
  [2_500_00, null, [199_00, 339_00, 449_00]],
] as const

const years = ['One more year', 'Two more years', 'Three more years']

const installs: readonly (readonly [categoryUri: string, name: string, blurb: string, cents: number])[] = [
  ['kitchen/dishwashers', 'Dishwasher connection', 'We connect it to your tap, drain and power, and run a test.', 149_00],
  ['kitchen/ovens', 'Oven installation', 'A licensed electrician fits it into your cabinet and connects it.', 229_00],
  ['kitchen/cooktops/gas-cooktops', 'Gas cooktop installation', 'A licensed gas fitter connects and certifies it.', 289_00],
  ['kitchen/cooktops', 'Cooktop installation', 'A licensed electrician connects it on its own circuit.', 219_00],
  ['kitchen/rangehoods', 'Rangehood installation', 'Fitted and ducted through an opening that is there.', 259_00],
  ['kitchen/fridges', 'Water connection', 'We connect the ice and water filter to your tap.', 129_00],
  ['kitchen/sinks-and-taps', 'Tap or sink fitting', 'A licensed plumber fits it in place of the old one.', 199_00],
  ['laundry/washing-machines', 'Washer connection', 'We level it, connect the hoses and run a test.', 59_00],
  ['laundry/dryers', 'Dryer wall mounting', 'Mounted on a brick or studded wall.', 119_00],
  ['heating-and-cooling/split-system-air-conditioners', 'Back-to-back installation', 'A licensed team fits both units to one outside wall.', 799_00],
  ['tv-and-audio/televisions', 'Wall mounting', 'Mounted with a bracket of yours, cables tidied.', 189_00],
  ['living/bookcases', 'Assembly', 'Built in the room you choose; we take the packaging away.', 89_00],
  ['bedroom/beds', 'Assembly', 'Built in the room you choose; we take the packaging away.', 99_00],
  ['bedroom/wardrobes', 'Assembly', 'Built in the room you choose, and fixed to the wall.', 149_00],
  ['office', 'Assembly', 'Built in the room you choose; we take the packaging away.', 79_00],
] // prettier-ignore

const nzdPerAud = 1.08

export function* demoUpsells(): Generator<DemoUpsell> {
  for (const app of appCodes) {
    const local = (cents: number) => (countryOfApp[app] === 'NZ' ? Math.round((cents / 100) * nzdPerAud) * 100 : cents)
    let position = 0
    for (const categoryUri of appliances) {
      for (const [fromCents, belowCents, prices] of bands) {
        for (const [at, cents] of prices.entries()) {
          const more = at + 1
          yield {
            kind: 'warranty',
            app,
            categoryUri,
            name: `Extended warranty: ${years[at]}`,
            blurb: `Repairs for ${more === 1 ? 'a year' : `${more} years`} after the maker's own warranty has ended.`,
            termMonths: more * 12,
            priceCents: local(cents),
            fromCents: local(fromCents),
            belowCents: belowCents === null ? null : local(belowCents),
            position: position++,
          }
        }
      }
    }
    for (const categoryUri of furniture) {
      yield {
        kind: 'warranty',
        app,
        categoryUri,
        name: 'Stain and damage cover: five years',
        blurb: 'Cleaning or repair of accidental stains, rips and scratches for five years.',
        termMonths: 60,
        priceCents: local(149_00),
        fromCents: local(300_00),
        belowCents: null,
        position: position++,
      }
    }
    for (const [categoryUri, name, blurb, cents] of installs) {
      yield {
        kind: 'install',
        app,
        categoryUri,
        name,
        blurb,
        termMonths: null,
        priceCents: local(cents),
        fromCents: 0,
        belowCents: null,
        position: position++,
      }
    }
  }
}
