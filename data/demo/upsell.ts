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
  /** What the attributes of a product have to be. */
  readonly conditions: readonly string[]
  readonly position: number
}

const appliances = ['kitchen', 'laundry', 'small-appliances', 'floor-care', 'heating-and-cooling', 'tv-and-audio']
const furniture = ['living', 'dining', 'bedroom', 'office', 'outdoor/outdoor-lounges', 'outdoor/outdoor-tables']

/** Upper ends of price bands with what one, two and three more years cost in them. */
const bands = [
  [0, 300_00, [24_00, 39_00, 49_00]],
  [300_00, 1_000_00, [59_00, 99_00, 129_00]],
  [1_000_00, 2_500_00, [119_00, 199_00, 269_00]],
  [2_500_00, null, [199_00, 339_00, 449_00]],
] as const

const years = ['One more year', 'Two more years', 'Three more years']

/**
 * Work of licensed trades, which is none of the crew's: what the crew does is a service of the delivery, at one price, and is not sold a second
 * time here (decision 0049).
 */
// A table, one row a line.
// prettier-ignore
const installs: readonly (readonly [categoryUri: string, name: string, blurb: string, cents: number, conditions: readonly string[]])[] = [
  ['kitchen/ovens', 'Oven installation', 'A licensed electrician fits it into your cabinet and connects it.', 229_00, ['installation = Built-in', 'fuel = Electric']],
  ['kitchen/cooktops/gas-cooktops', 'Gas cooktop installation', 'A licensed gas fitter connects and certifies it.', 289_00, ['fuel = Gas']],
  ['kitchen/cooktops', 'Cooktop installation', 'A licensed electrician connects it on its own circuit.', 219_00, ['fuel = Electric | Induction']],
  ['kitchen/rangehoods', 'Rangehood installation', 'Fitted and ducted through an opening that is there.', 259_00, ['ducting = Ducted | Ducted or recirculating']],
  ['kitchen/sinks-and-taps', 'Tap or sink fitting', 'A licensed plumber fits it in place of the old one.', 199_00, []],
  ['laundry/dryers', 'Dryer wall mounting', 'Mounted on a brick or studded wall.', 119_00, ['installation = Wall or floor']],
  ['heating-and-cooling/split-system-air-conditioners', 'Back-to-back installation', 'A licensed team fits both units to one outside wall.', 799_00, []],
]

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
            blurb: `Repairs for ${more === 1 ? 'a year' : `${more} years`} after the manufacturer's warranty ends.`,
            termMonths: more * 12,
            priceCents: local(cents),
            fromCents: local(fromCents),
            belowCents: belowCents === null ? null : local(belowCents),
            conditions: [],
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
        conditions: [],
        position: position++,
      }
    }
    for (const [categoryUri, name, blurb, cents, conditions] of installs) {
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
        conditions,
        position: position++,
      }
    }
  }
}
