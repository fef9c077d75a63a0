import type { ProductRecordInput } from '../../src/modules/catalogue/product-record.ts'
import { randomFrom } from './random.ts'

/** Which demo products go together: what replaced a superseded one, and what a shopper may need beside it. */

/** Where the accessories of a top category lie. */
const accessoriesOf: Readonly<Record<string, string>> = {
  kitchen: 'accessories/kitchen-accessories',
  laundry: 'accessories/laundry-accessories',
  'floor-care': 'accessories/floor-care-accessories',
  'tv-and-audio': 'accessories/tv-and-audio-accessories',
}
const accessoriesEach = 4

/** The same records with their relations filled in. All of them must be here: a relation may point forward. */
export function related(records: readonly ProductRecordInput[]): ProductRecordInput[] {
  const ofCategory = Map.groupBy(records, (record) => record.categoryUri)
  return records.map((record) => {
    const draw = randomFrom(`relations ${record.sku}`)
    const accessories = ofCategory.get(accessoriesOf[record.categoryUri.split('/')[0] ?? ''] ?? '') ?? []
    const relatedSkus = draw.some(accessories, Math.min(accessoriesEach, accessories.length)).map(({ sku }) => sku)
    if (record.superseded !== true) return { ...record, relatedSkus }
    const successors = (ofCategory.get(record.categoryUri) ?? []).filter(
      (one) => one.superseded !== true && one.condition === 'NewCondition' && sharesApp(one, record),
    )
    const own = successors.filter((one) => one.brand === record.brand)
    const [successor] = own.length > 0 ? own : successors
    return { ...record, relatedSkus, supersededBy: successor?.sku ?? null }
  })
}

function sharesApp(one: ProductRecordInput, other: ProductRecordInput): boolean {
  return one.offers.some(({ app }) => other.offers.some((offer) => offer.app === app))
}
