import type { AppCode } from '../../../src/brands/apps.ts'
import { brandOf } from '../../../src/brands/brands.ts'
import { isInCountry } from '../../../src/modules/catalogue/catalogue.ts'
import type { ProductRecordInput } from '../../../src/modules/catalogue/product/product-record.ts'
import type { Bundle } from '../../../src/modules/promotions/bundles.ts'
import type { Cents } from '../../../src/platform/money.ts'

/** Bundles of a new database, made up for the demonstration. */

type Recipe = {
  readonly title: string
  readonly apps: readonly AppCode[]
  /** One product of each, all of one maker. */
  readonly categories: readonly string[]
  readonly saving: Cents
}

const recipes: readonly Recipe[] = [
  {
    title: 'Kitchen set',
    apps: ['aol', 'wa', 'fk', 'aol-nz'],
    categories: ['kitchen/ovens/built-in-ovens', 'kitchen/cooktops', 'kitchen/rangehoods'],
    saving: 300_00,
  },
  {
    title: 'Laundry pair',
    apps: ['aol', 'wa', 'aol-nz'],
    categories: ['laundry/washing-machines/front-load-washers', 'laundry/dryers'],
    saving: 200_00,
  },
  {
    title: 'Dining room',
    apps: ['andoo'],
    categories: ['dining/dining-tables', 'dining/sideboards'],
    saving: 150_00,
  },
]

/** Enough of it that a few orders do not end the bundle. */
const minStock = 6

/** Each recipe once in each of its apps, from the first maker whose products the app sells new and has in stock. */
export function demoBundles(products: readonly ProductRecordInput[]): Omit<Bundle, 'id'>[] {
  return recipes.flatMap(({ apps, ...recipe }) => apps.flatMap((app) => bundleOf(app, recipe, products) ?? []))
}

function bundleOf(
  app: AppCode,
  { title, categories, saving }: Omit<Recipe, 'apps'>,
  products: readonly ProductRecordInput[],
): Omit<Bundle, 'id'> | null {
  const sold = products.filter((one) => isOfferedBy(one, app))
  for (const maker of new Set(sold.map(({ brand }) => brand))) {
    const parts = categories.flatMap(
      (category) => sold.find((one) => one.brand === maker && one.categoryUri.startsWith(category)) ?? [],
    )
    const sum = parts.reduce((total, one) => total + (priceIn(one, app) ?? 0), 0)
    if (parts.length === categories.length && sum > 4 * saving)
      return { app, title, price: sum - saving, skus: parts.map(({ sku }) => sku) }
  }
  return null
}

const priceIn = ({ offers }: ProductRecordInput, app: AppCode): Cents | null =>
  offers.find((one) => one.app === app)?.price ?? null

function isOfferedBy(product: ProductRecordInput, app: AppCode): boolean {
  const offer = product.offers.find((one) => one.app === app)
  const { country } = brandOf(app)
  const stock = Object.entries(product.stock ?? {})
    .filter(([code]) => isInCountry(code, country))
    .reduce((sum, [, { quantity }]) => sum + quantity, 0)
  return (
    offer?.price != null &&
    (offer.lineDiscount ?? 0) === 0 &&
    offer.priceType !== 'manufacturer' &&
    product.condition === 'NewCondition' &&
    stock >= minStock
  )
}
