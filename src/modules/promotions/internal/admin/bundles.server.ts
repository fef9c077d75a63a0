import { isAppCode } from '../../../../brands/apps.ts'
import { brandOf } from '../../../../brands/brands.ts'
import type { RecordValues } from '../../../../platform/database/records.ts'
import {
  creating,
  optionsOf,
  removing,
  type AdminResource,
  type Problem,
  type Related,
} from '../../../admin/admin-resource.server.ts'
import { appNames, appOptions } from '../../../admin/labels.ts'
import { moneyText } from '../../../admin/shown-values.ts'
import type { Catalogue } from '../../../catalogue/catalogue.server.ts'
import { bundleRecords, insertBundle, removeBundle, updateBundle } from '../../bundle-records.server.ts'
import { bundleProblem, hasBundles, maxParts, minParts, sumOfParts, type BundleProblem } from '../../bundles.ts'
import { partsOf } from '../bundle-parts.server.ts'

type BundleDeps = { readonly catalogue: Pick<Catalogue, 'productBySku'> }

const states = { published: 'Published', draft: 'Draft' }

export function bundleResource(deps: BundleDeps): AdminResource {
  const { catalogue } = deps
  return {
    name: 'bundles',
    title: 'Bundles',
    one: 'bundle',
    section: 'Promotions',
    about:
      'Products that a shop sells together for one price. Shown on the page of each of them while all can be bought.',
    see: 'use the back office',
    change: 'manage promotions',
    records: bundleRecords,
    sort: { column: 'title', isDescending: false },
    searchHint: 'Title or SKU',
    columns: [
      { name: 'title', label: 'Title', sorts: true },
      { name: 'app', label: 'Shop', words: appNames, sorts: true },
      { name: 'price', label: 'Price', kind: 'money' },
      { name: 'skus', label: 'Products' },
      { name: 'isPublished', label: 'Published', kind: 'switch' },
    ],
    filters: [
      { name: 'state', label: 'State', options: optionsOf(states) },
      { name: 'app', label: 'Shop', options: appOptions },
    ],
    // A table, one row a line.
    // prettier-ignore
    fields: () => [
      { name: 'title', label: 'Title', kind: 'text', max: 60, isRequired: true, help: 'As shoppers read it, for example Kitchen set.' },
      { name: 'app', label: 'Shop', kind: 'choice', isRequired: true, options: appOptions.filter(({ value }) => isAppCode(value) && hasBundles(brandOf(value))) },
      { name: 'skus', label: 'Products', kind: 'lines', max: maxParts, isRequired: true, help: `SKUs, one per line: ${minParts} to ${maxParts} products, one of each.` },
      { name: 'price', label: 'Price of the bundle', kind: 'money', min: 1, isRequired: true, help: 'Including GST. Below what the products cost by themselves.' },
      { name: 'isPublished', label: 'Published', kind: 'switch', initial: false, help: 'A draft can have any price.' },
    ],
    nameOf: (values) => String(values['title'] ?? ''),
    check: async (_change, values) => bundleErrors(deps, values),
    save: ({ tx }, key, values) => updateBundle(tx, key, values),
    create: creating(insertBundle),
    remove: removing(removeBundle),
    related: async (_key, values) => partsTable(deps, values),
    shopPath: (values) => {
      const product = catalogue.productBySku(skusOf(values)[0] ?? '')
      return product === null ? null : `/p/${product.uri}`
    },
  }
}

const skusOf = (values: RecordValues): readonly string[] => (values['skus'] ?? []) as readonly string[]

/** What is wrong with a bundle: its products always, and its price once it is to be published. */
function bundleErrors({ catalogue }: BundleDeps, values: RecordValues): Problem {
  const unknown = skusOf(values).find((sku) => catalogue.productBySku(sku) === null)
  if (unknown !== undefined) return [{ field: 'skus', message: `No product has the SKU ${unknown}.` }]
  const app = String(values['app'])
  if (!isAppCode(app) || !hasBundles(brandOf(app)))
    return [{ field: 'app', message: 'This shop sells no bundles. Please choose another.' }]
  const problem = bundleProblem(Number(values['price']), partsOf(skusOf(values), brandOf(app), catalogue))
  if (problem === null) return []
  const isOfPrice = problem.code === 'not_cheaper' || problem.code === 'below_makers'
  if (isOfPrice && values['isPublished'] !== true) return []
  return [{ field: isOfPrice ? 'price' : 'skus', message: problemText(problem) }]
}

function problemText(problem: BundleProblem): string {
  switch (problem.code) {
    case 'number_of_parts':
      return `Please list ${minParts} to ${maxParts} products.`
    case 'part_twice':
      return 'A product is listed twice. A bundle has one of each.'
    case 'part_not_sold':
      return `This shop does not sell ${problem.sku}.`
    case 'part_without_price':
      return `${problem.sku} has no price in this shop.`
    case 'part_discounted':
      return `${problem.sku} has a line discount, which does not add up with a bundle. Please remove one of them.`
    case 'not_cheaper':
      return `The price must be below ${moneyText(problem.sum)}, which the products cost by themselves.`
    case 'below_makers':
      return `The price must be at least ${moneyText(problem.min)}, which manufacturers have set for some of the products.`
  }
}

/** The products with their prices of now, and what the bundle saves. */
function partsTable({ catalogue }: BundleDeps, values: RecordValues): readonly Related[] {
  const app = String(values['app'])
  if (!isAppCode(app)) return []
  const parts = partsOf(skusOf(values), brandOf(app), catalogue)
  const price = Number(values['price'])
  const sum = sumOfParts(parts)
  return [
    {
      title: 'Products',
      columns: ['Product', 'Price', 'Can be bought'],
      empty: 'No products.',
      rows: [
        ...parts.map(({ title, offer, isBuyable }) => [
          title,
          offer?.price == null ? '–' : moneyText(offer.price),
          isBuyable ? 'Yes' : 'No: the bundle is not sold meanwhile',
        ]),
        [
          'Together',
          moneyText(sum),
          sum > price ? `The bundle saves ${moneyText(sum - price)}` : 'The bundle saves nothing',
        ],
      ],
    },
  ]
}
