import type {
  AttributeDefinition,
  CategoryDefinition,
  ProductRecordInput,
} from '../../src/modules/catalogue/product/product-record.ts'
import { accessories } from './products/accessories.ts'
import { attributes } from './attributes.ts'
import { bedroom } from './products/bedroom.ts'
import { type Brand, brands, makersOf } from './brands.ts'
import { categories } from './categories.ts'
import { climate } from './products/climate.ts'
import { cooking } from './products/cooking.ts'
import { cooling } from './products/cooling.ts'
import { decor } from './products/decor.ts'
import type { DemoRecord, Template } from './design.ts'
import { dining } from './products/dining.ts'
import { dishwashing } from './products/dishwashing.ts'
import { floorCare } from './products/floor-care.ts'
import { laundry } from './products/laundry.ts'
import { living } from './products/living.ts'
import { admin } from './products/office.ts'
import { outdoor } from './products/outdoor.ts'
import { plumbing } from './products/plumbing.ts'
import { newPress, printed } from './press.ts'
import { randomFrom } from './random.ts'
import { screens } from './products/screens.ts'
import { smallAppliances } from './products/small-appliances.ts'
import { calendarFrom } from './stock.ts'

export const templates: readonly Template[] = [
  ...cooling,
  ...cooking,
  ...dishwashing,
  ...plumbing,
  ...laundry,
  ...smallAppliances,
  ...floorCare,
  ...climate,
  ...screens,
  ...living,
  ...dining,
  ...bedroom,
  ...admin,
  ...decor,
  ...outdoor,
  ...accessories,
]

export const demoTaxonomy: {
  readonly attributes: readonly AttributeDefinition[]
  readonly categories: readonly CategoryDefinition[]
  readonly brands: readonly Brand[]
} = { attributes, categories, brands }

/**
 * The demo catalogue, product by product. Without `count` it is the shop's own, a little over a thousand products. A smaller count gives
 * the beginning of it, spread over the categories; a larger one gives all of it and goes on inventing models, for benchmarks.
 */
export function* demoProducts({ count, today }: { count?: number; today: string }): Generator<DemoRecord> {
  const press = newPress(calendarFrom(today))
  const shelves = templates.map((template, position) => ({
    template,
    makers: makersOf(template.line).filter((maker) => !template.without?.(maker)),
    position,
    designs: 0,
    products: 0,
  }))
  let left = count ?? Number.POSITIVE_INFINITY

  function nextDesign({ template, makers, position, designs }: (typeof shelves)[number]): DemoRecord[] {
    const draw = randomFrom(`${template.category}#${designs}`)
    const maker = makers[(designs + position) % makers.length]
    if (!maker) throw new Error(`nobody makes ${template.category}`)
    return printed(press, draw, template, maker, template.design(draw, maker))
  }

  for (;;) {
    const unfilled = shelves.filter((shelf) => shelf.products < shelf.template.quota)
    // Once every shelf is full the shop is complete; a larger count goes round again, in proportion.
    const turn = unfilled.length > 0 ? unfilled : count === undefined ? [] : shelves
    if (turn.length === 0) return
    const rounds =
      unfilled.length > 0 ? () => 1 : (shelf: (typeof shelves)[number]) => Math.ceil(shelf.template.quota / 8)
    for (const shelf of turn) {
      for (let round = rounds(shelf); round > 0; round--) {
        const records = nextDesign(shelf)
        shelf.designs++
        shelf.products += records.length
        for (const record of records) {
          if (left-- <= 0) return
          yield record
        }
      }
    }
  }
}

export type EdgeCase = keyof typeof edgeCases

/** What pages have to be able to show, and how to recognise a product that asks it of them. */
export const edgeCases = {
  title_over_100: (record) => record.title.length > 100,
  title_of_58: (record) => record.title.length === 58,
  no_picture: (record) => record.model === null,
  no_rating: (record) => record.rating === null,
  no_rrp: (record) => record.offers.every((offer) => offer.rrp === null),
  price_with_cents: (record) => record.offers.some((offer) => (offer.price ?? 0) % 100 !== 0),
  out_of_stock: (record) => !record.superseded && unitsOf(record) === 0 && arrivalsOf(record) === 0,
  back_order: (record) => unitsOf(record) === 0 && arrivalsOf(record) > 0,
  superseded_in_stock: (record) => record.superseded === true && unitsOf(record) > 0,
  superseded_without_stock: (record) => record.superseded === true && unitsOf(record) === 0,
  not_for_nz: (record) => record.offers.every((offer) => offer.app !== 'aol-nz'),
  over_70_kg: (record) => (record.weightKg ?? 0) > 70,
  over_1900_mm: (record) => Math.max(record.widthMm ?? 0, record.heightMm ?? 0, record.depthMm ?? 0) > 1_900,
  runout: (record) => record.condition === 'BrandNewRunout',
  imperfect: (record) => record.condition === 'CosmeticImperfection',
  missing_parts: (record) => typeof record.missingParts === 'string',
  one_of_four_variants: (record) => record.variant?.axes['Colour'] !== undefined && record.variant.group.endsWith('-4'),
  supplier_direct: (record) => typeof record.supplierDirect === 'string',
  agency: (record) => record.brand === 'Miele',
} satisfies Record<string, (record: DemoRecord) => boolean>

/** The first product of each edge case, by sku. */
export function demoEdgeCases(today: string): Record<EdgeCase, string> {
  const found: Partial<Record<EdgeCase, string>> = {}
  for (const record of demoProducts({ today })) {
    for (const name of Object.keys(edgeCases) as EdgeCase[]) {
      if (found[name] === undefined && edgeCases[name](record)) found[name] = record.sku
    }
  }
  const missing = (Object.keys(edgeCases) as EdgeCase[]).filter((name) => found[name] === undefined)
  if (missing.length > 0) throw new Error(`the demo catalogue has no product for: ${missing.join(', ')}`)
  return found as Record<EdgeCase, string>
}

function unitsOf({ stock = {} }: ProductRecordInput): number {
  return Object.values(stock).reduce((sum, { quantity }) => sum + quantity, 0)
}

function arrivalsOf({ stock = {} }: ProductRecordInput): number {
  return Object.values(stock).reduce((sum, { incoming }) => sum + (incoming?.quantity ?? 0), 0)
}
