import { type AppCode, appCodes } from '../../src/brands/apps.ts'
import type { ProductRecordInput } from '../../src/modules/catalogue/product/product-record.ts'
import type { Segment } from './brands.ts'
import type { Range } from './design.ts'
import type { Random } from './random.ts'

export type Condition = 'NewCondition' | 'BrandNewRunout' | 'CosmeticImperfection'

/** How likely each app is to sell something of this range. */
const reach: Record<Range, Record<AppCode, number>> = {
  kitchen: { wa: 0.92, andoo: 0.4, aol: 0.94, 'aol-nz': 0.6, aoc: 0.42, wac: 0.75, hc: 0.05, fk: 0.66 },
  appliance: { wa: 0.6, andoo: 0.45, aol: 0.96, 'aol-nz': 0.6, aoc: 0.16, wac: 0.08, hc: 0.06, fk: 0.1 },
  screen: { wa: 0.35, andoo: 0.45, aol: 0.96, 'aol-nz': 0.5, aoc: 0.22, wac: 0.05, hc: 0.06, fk: 0 },
  furniture: { wa: 0, andoo: 1, aol: 0.32, 'aol-nz': 0.28, aoc: 0.24, wac: 0, hc: 0.03, fk: 0 },
  outdoor: { wa: 0.45, andoo: 0.9, aol: 0.7, 'aol-nz': 0.4, aoc: 0.12, wac: 0.06, hc: 0.05, fk: 0 },
  plumbing: { wa: 0.85, andoo: 0.1, aol: 0.72, 'aol-nz': 0.42, aoc: 0.72, wac: 0.88, hc: 0.04, fk: 0.96 },
  accessory: { wa: 0.5, andoo: 0.3, aol: 1, 'aol-nz': 0.6, aoc: 0.25, wac: 0.25, hc: 0.03, fk: 0.4 },
}

/** The showroom and its trade desk carry premium and mid makers; plumbing for sites may be plain. */
function suits(app: AppCode, range: Range, segment: Segment): boolean {
  if ((app === 'wa' || app === 'wac') && segment === 'value') return range === 'plumbing' || range === 'accessory'
  if (app === 'aoc' && segment === 'premium') return range === 'kitchen' || range === 'plumbing'
  return true
}

export function appsFor(draw: Random, range: Range, segment: Segment): AppCode[] {
  const apps = appCodes.filter((app) => suits(app, range, segment) && draw.chance(reach[range][app]))
  if (apps.some((app) => app !== 'hc' && app !== 'aol-nz')) return apps
  return ['aol', ...apps]
}

/** Runout and imperfect stock goes to the outlet; a runout may also stay where it was sold. */
export function appsForCondition(draw: Random, condition: Condition, apps: readonly AppCode[]): AppCode[] {
  if (condition === 'NewCondition') return [...apps]
  const keep = condition === 'BrandNewRunout' ? 0.3 : 0.06
  return appCodes.filter((app) => app === 'hc' || (apps.includes(app) && app !== 'aoc' && draw.chance(keep)))
}

const nzdPerAud = 1.08

/** The nearest price a shop would put on a ticket, in cents: $17.95, $89, $349, $1,495, $2,099 or $1,299.95. */
export function pricePoint(dollars: number, ending: 'nine' | 'five' | 'cents' = 'nine'): number {
  if (dollars < 40) return Math.max(4, Math.round(dollars)) * 100 - 5
  const step = dollars < 400 ? 10 : dollars < 3_000 ? 50 : 100
  const ticket = Math.max(Math.round(dollars / step) * step, 40)
  if (ending === 'cents' && dollars >= 100) return ticket * 100 - 5
  // x45 looks odd beside x99, so only round hundreds end in 95.
  if (ending === 'five' && ticket % 100 === 0) return ticket * 100 - 500
  return ticket * 100 - 100
}

type Offer = ProductRecordInput['offers'][number]

/** How one design is priced. Its colours and sizes share it, as they do on a ticket. */
export type PricePlan = {
  readonly ending: 'nine' | 'five' | 'cents'
  readonly hasRrp: boolean
  /** Share off the recommended price, everywhere it is sold. */
  readonly saving: number
  /** Share off the recommended price at the outlet. */
  readonly outletCut: number
}

export function planPrice(draw: Random, condition: Condition): PricePlan {
  const plan = draw.next()
  const isNew = condition === 'NewCondition'
  return {
    ending: draw.chance(0.1) ? 'cents' : draw.chance(0.18) ? 'five' : 'nine',
    // Six in ten carry a recommended price; for half of those the shop asks at least 5 % less.
    hasRrp: plan < 0.6 || !isNew,
    saving: plan < 0.3 ? 0.06 + draw.next() ** 2 * 0.28 : 0,
    outletCut: condition === 'CosmeticImperfection' ? 0.24 + draw.next() * 0.2 : 0.12 + draw.next() * 0.18,
  }
}

export function offersFor(
  { ending, hasRrp, saving, outletCut }: PricePlan,
  { dollars, apps, condition }: { dollars: number; apps: readonly AppCode[]; condition: Condition },
): Offer[] {
  return apps.map((app) => {
    const local = dollars * (app === 'aol-nz' ? nzdPerAud : 1)
    const recommended = pricePoint(local, ending)
    const shelf = local * (1 - saving)
    // The outlet is never dearer than the other apps.
    const ask =
      app === 'hc'
        ? Math.min(local * (1 - outletCut), shelf * appFactor('hc', condition) * 0.95)
        : shelf * appFactor(app, condition)
    const price = pricePoint(ask, ending)
    return { app, price, rrp: hasRrp ? Math.max(recommended, price) : null }
  })
}

function appFactor(app: AppCode, condition: Condition): number {
  const runout = condition === 'NewCondition' ? 1 : 0.9
  if (app === 'aoc') return runout * 0.96
  if (app === 'wac') return runout * 0.975
  return runout
}
