import type { ProductRecordInput } from '../../src/modules/catalogue/product/product-record.ts'
import { randomFrom } from './random.ts'

/** Which demo products go together: what replaced a superseded one, and what a shopper may need beside it. */

/** What an accessory says of a television it fits: '32 to 75 inch TVs'. */
const screens = /^(\d+) to (\d+) inch TVs$/
const accessoriesEach = 4

/** Whether an accessory is made for a product: its `fits` names the product's category, or one above, or a span of screens. */
function fitsOn(accessory: ProductRecordInput, { categoryUri, attributes }: ProductRecordInput): boolean {
  const fits = accessory.attributes?.['fits']
  if (!Array.isArray(fits)) return false
  const kinds = categoryUri.split('/')
  return fits.some((one) => {
    const [, min, max] = screens.exec(one) ?? []
    if (min === undefined || max === undefined) return kinds.includes(one.toLowerCase().replaceAll(' ', '-'))
    const inches = Number(attributes?.['screen_in'])
    return kinds.includes('televisions') && inches >= Number(min) && inches <= Number(max)
  })
}

/** The same records with their relations filled in. All of them must be here: a relation may point forward. */
export function related<Given extends ProductRecordInput>(records: readonly Given[]): Given[] {
  const ofCategory = Map.groupBy(records, (record) => record.categoryUri)
  const accessories = records.filter(({ categoryUri }) => categoryUri.startsWith('accessories/'))
  return records.map((record) => {
    const draw = randomFrom(`relations ${record.sku}`)
    const fitting = accessories.filter((one) => fitsOn(one, record))
    const relatedSkus = draw.some(fitting, Math.min(accessoriesEach, fitting.length)).map(({ sku }) => sku)
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
