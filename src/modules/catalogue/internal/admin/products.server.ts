import type { Database, Writer } from '../../../../platform/database/database.server.ts'
import type { RecordValues } from '../../../../platform/database/records.ts'
import type { KnownFile } from '../../../../platform/files/file-kinds.server.ts'
import { ok } from '../../../../platform/result.ts'
import { slug } from '../../../../platform/text/slug.ts'
import { optionsOf, type AdminResource, type Problem, type Related } from '../../../admin/admin-resource.server.ts'
import type { Field } from '../../../admin/admin.ts'
import { appNames, appOptions, conditionNames } from '../../../admin/labels.ts'
import { moneyText } from '../../../admin/shown-values.ts'
import { priceRecords } from '../../prices/price-records.server.ts'
import { modelAddress, productVideos } from '../../product/product-media.ts'
import {
  attributePrefix,
  insertProduct,
  productRecords,
  productTaken,
  updateProduct,
  videosOf,
} from '../product-records.server.ts'
import { stockRecords } from '../stock-records.server.ts'
import type { Catalogue } from '../../catalogue.server.ts'
import { pictureErrors, pictureItems, pictureSet, picturesOf } from '../../product/product-pictures.ts'

const listed = { search: '', sort: { column: 'app', isDescending: false }, cursor: null, isBackwards: false, limit: 50 }

type ProductCatalogue = Pick<Catalogue, 'attributes' | 'brands' | 'categories' | 'category'>

export function productResource({
  catalogue,
  database,
}: {
  readonly catalogue: ProductCatalogue
  readonly database: Database
}): AdminResource {
  return {
    name: 'products',
    title: 'Products',
    one: 'product',
    section: 'Catalogue',
    about: 'Product texts, pictures and facts. Prices and stock levels have their own lists.',
    see: 'use the back office',
    change: 'manage the catalogue',
    records: productRecords,
    sort: { column: 'title', isDescending: false },
    searchHint: 'Title, SKU or model',
    columns: [
      { name: 'title', label: 'Title', sorts: true },
      { name: 'sku', label: 'SKU', sorts: true },
      { name: 'brand', label: 'Brand', sorts: true },
      { name: 'category', label: 'Category', sorts: true },
      { name: 'condition', label: 'Condition', words: conditionNames },
      { name: 'isLive', label: 'Live', kind: 'switch' },
      { name: 'updatedAt', label: 'Changed', kind: 'instant', sorts: true },
    ],
    get filters() {
      return [
        { name: 'status', label: 'Status', options: optionsOf({ live: 'Live', archived: 'Archived' }) },
        { name: 'brand', label: 'Brand', options: brandOptions(catalogue) },
        { name: 'category', label: 'Category and below', options: categoryOptions(catalogue) },
        { name: 'condition', label: 'Condition', options: optionsOf(conditionNames) },
        { name: 'pictures', label: 'Pictures', options: optionsOf({ none: 'Without pictures' }) },
        { name: 'app', label: 'Sold by', options: appOptions },
      ]
    },
    links: [{ label: 'Bulk edit', href: '/office/bulk?list=products', permission: 'manage the catalogue' }],
    fields: (values) => productFields(catalogue, values),
    nameOf: (values) => String(values['title'] ?? ''),
    takesProductFiles: true,
    files: withFile,
    check: ({ tx }, values, key) => productErrors(tx, values, key),
    save: ({ tx, now }, key, values) => updateProduct(tx, key, withUri(values), now),
    create: async ({ tx, now }, values) => {
      const uri = String(values['uri'] ?? '') || slug(String(values['title']))
      return ok(await insertProduct(tx, { ...values, uri }, now))
    },
    related: (key) => productRelated(database, key),
    shopPath: (values) => (values['isLive'] === true ? `/p/${String(values['uri'])}` : null),
  }
}

/** The fields of a product with a file that has been uploaded for it; none where it cannot be used. */
function withFile(
  before: RecordValues,
  address: string,
  { file, title }: { readonly file: KnownFile; readonly title: string },
): RecordValues {
  const list = (name: string) => (before[name] ?? []) as readonly string[]
  switch (file.kind) {
    case 'pdf':
      return {
        documents: [...list('documents'), `${address} | ${title} | ${Math.ceil(file.bytes.byteLength / 1_024)}`],
      }
    case 'glb':
      return { model: address }
    case 'mp4':
    case 'webm':
      return { videos: [...list('videos'), `${address} | ${title}`] }
    case 'vtt': {
      // Of the last video, which was uploaded before them.
      const [last, ...earlier] = list('videos').toReversed()
      const [src = '', name = '', , poster = ''] = (last ?? '').split('|').map((part) => part.trim())
      if (!/^(https:|\/)/.test(src)) return {}
      return { videos: [...earlier.toReversed(), [src, name, address, ...(poster === '' ? [] : [poster])].join(' | ')] }
    }
    default:
      return { images: pictureItems([...picturesOf(before['images']), { url: address, alt: title }]) }
  }
}

const brandOptions = (catalogue: Pick<Catalogue, 'brands'>) =>
  catalogue.brands.map(({ uri, title }) => ({ value: uri, label: title }))
const categoryOptions = (catalogue: Pick<Catalogue, 'categories'>) =>
  catalogue.categories
    .map(({ uri, title }) => ({ value: uri, label: `${title} – ${uri}` }))
    .toSorted((a, b) => a.value.localeCompare(b.value))

const identityFields = (catalogue: ProductCatalogue): readonly Field[] => [
  { name: 'title', label: 'Title', kind: 'text', max: 150, isRequired: true },
  {
    name: 'sku',
    label: 'SKU',
    kind: 'text',
    max: 60,
    isRequired: true,
    isFixed: 'once made',
    pattern: /^[^\s~]+$/,
    patternHint: 'must not contain spaces or ~',
  },
  {
    name: 'uri',
    label: 'Address',
    kind: 'text',
    max: 200,
    help: 'Of its page: /p/… Leave empty for a new product to create it from the title.',
    pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/,
    patternHint: 'must be lower-case letters and digits with single hyphens between',
  },
  {
    name: 'isLive',
    label: 'Live',
    kind: 'switch',
    initial: true,
    help: 'Turn off to archive the product: it is no longer sold or found.',
  },
  { name: 'brand', label: 'Brand', kind: 'choice', isRequired: true, options: brandOptions(catalogue) },
  { name: 'category', label: 'Category', kind: 'choice', isRequired: true, options: categoryOptions(catalogue) },
  { name: 'mpn', label: 'Model number', kind: 'text', max: 70 },
  {
    name: 'gtin',
    label: 'GTIN',
    kind: 'text',
    max: 14,
    pattern: /^(\d{8}|\d{12,14})$/,
    patternHint: 'must be 8, 12, 13 or 14 digits',
  },
]

const textFields: readonly Field[] = [
  { name: 'shortDescription', label: 'Short description', kind: 'long', max: 300, group: 'Texts' },
  {
    name: 'description',
    label: 'Description',
    kind: 'html',
    max: 20_000,
    group: 'Texts',
    help: 'HTML. Anything not allowed on a page is removed.',
  },
  {
    name: 'features',
    label: 'Features',
    kind: 'lines',
    max: 20,
    group: 'Texts',
    help: 'One per line: title | text.',
    pattern: /^[^|]{1,120}\|.{1,600}$/,
    patternHint: 'must be a title, | and a text',
  },
]

const statusFields: readonly Field[] = [
  {
    name: 'condition',
    label: 'Condition',
    kind: 'choice',
    isRequired: true,
    options: optionsOf(conditionNames),
    initial: 'NewCondition',
    group: 'Status',
  },
  { name: 'missingParts', label: 'Missing parts', kind: 'text', max: 200, group: 'Status' },
  {
    name: 'superseded',
    label: 'Superseded',
    kind: 'switch',
    group: 'Status',
    help: 'Replaced by the manufacturer, with no more stock to come.',
  },
  { name: 'supersededBy', label: 'Superseded by (SKU)', kind: 'text', max: 60, group: 'Status' },
  {
    name: 'supplierDirect',
    label: 'Delivered by supplier',
    kind: 'text',
    max: 60,
    group: 'Status',
    help: 'The key of the supplier, for example fisher-paykel.',
  },
  { name: 'releasedOn', label: 'Released on', kind: 'day', group: 'Status' },
]

const mediaFields: readonly Field[] = [
  {
    name: 'images',
    label: 'Pictures',
    kind: 'items',
    set: pictureSet,
    initial: '[]',
    group: 'Pictures and documents',
    help: 'The first one shows on product cards.',
  },
  {
    name: 'hasOwnPictures',
    label: 'Keep these pictures when products are imported',
    kind: 'switch',
    initial: false,
    group: 'Pictures and documents',
    help: 'Turned on whenever the pictures are changed here. Turn it off to have those of the feed again.',
  },
  {
    name: 'videos',
    label: 'Videos',
    kind: 'lines',
    max: 10,
    group: 'Pictures and documents',
    help: 'MP4 or WebM files, one per line: address | title | captions (WebVTT) | picture before it plays.',
  },
  {
    name: 'model',
    label: '3D model',
    kind: 'text',
    max: 2_000,
    group: 'Pictures and documents',
    help: 'The address of a GLB file at true size. Upload one below to replace it.',
  },
  {
    name: 'documents',
    label: 'Documents',
    kind: 'lines',
    max: 20,
    group: 'Pictures and documents',
    help: 'One per line: address | title | size in kB.',
    picks: 'document line',
    pattern: /^(https:\/\/|\/)[^\s|]+\s*\|[^|]{1,122}\|\s*\d{1,7}$/,
    patternHint: 'must be an address, a title and a size with | between',
  },
  {
    name: 'relatedSkus',
    label: 'Related products',
    kind: 'lines',
    max: 24,
    group: 'Pictures and documents',
    help: 'SKUs, one per line.',
  },
]

const sizeFields: readonly Field[] = [
  { name: 'widthMm', label: 'Width in mm', kind: 'number', min: 1, max: 20_000, group: 'Size' },
  { name: 'heightMm', label: 'Height in mm', kind: 'number', min: 1, max: 20_000, group: 'Size' },
  { name: 'depthMm', label: 'Depth in mm', kind: 'number', min: 1, max: 20_000, group: 'Size' },
  { name: 'weightKg', label: 'Weight in kg', kind: 'number', min: 0, max: 5_000, group: 'Size' },
]

const productFields = (catalogue: ProductCatalogue, values: RecordValues | null): readonly Field[] => [
  ...identityFields(catalogue),
  ...textFields,
  ...statusFields,
  ...mediaFields,
  ...sizeFields,
  ...(values === null ? [] : attributeFields(catalogue, values)),
]

/** Those of its category and those that it has. */
function attributeFields(catalogue: Pick<Catalogue, 'attributes' | 'category'>, values: RecordValues): Field[] {
  const category = catalogue.category(String(values['category']))
  const requested = new Set([
    ...(category?.facets ?? []),
    ...(category?.promotedFacets ?? []),
    ...(category?.cardFacts ?? []),
    ...(category?.furtherAttributes ?? []),
    ...Object.keys(values)
      .filter((name) => name.startsWith(attributePrefix))
      .map((name) => name.slice(attributePrefix.length)),
  ])
  return catalogue.attributes.filter(({ code }) => requested.has(code)).map(attributeField)
}

/** Validation errors of a product; the key is null for a new one. */
async function productErrors(tx: Writer, values: RecordValues, key: string | null): Promise<Problem> {
  const errors = pictureErrors(picturesOf(values['images']))
  if (((values['documents'] ?? []) as readonly string[]).length > 20)
    errors.push({ field: 'documents', message: 'A product has at most 20 documents.' })
  const videos = productVideos.safeParse(videosOf((values['videos'] ?? []) as readonly string[]))
  if (!videos.success) {
    const [issue] = videos.error.issues
    const [at = 0, part = ''] = issue?.path ?? []
    errors.push({ field: 'videos', message: `Video ${Number(at) + 1}: ${String(part)} ${issue?.message ?? ''}.` })
  }
  const model = modelAddress.nullable().safeParse(values['model'] ?? null)
  if (!model.success) errors.push({ field: 'model', message: `The model ${model.error.issues[0]?.message ?? ''}.` })
  const uri = String(values['uri'] ?? '') || slug(String(values['title'] ?? ''))
  if (await productTaken(tx, 'uri', uri, key))
    errors.push({ field: 'uri', message: `Another product has the address ${uri}.` })
  if (key === null && (await productTaken(tx, 'sku', String(values['sku']), key)))
    errors.push({ field: 'sku', message: 'Another product has this SKU.' })
  return errors
}

/** A product's price in each shop, and its stock in each warehouse. */
async function productRelated(database: Database, key: string): Promise<readonly Related[]> {
  const input = { ...listed, filters: { product: key } }
  const prices = await priceRecords.list(database.db, input)
  const stock = await stockRecords.list(database.db, {
    ...input,
    sort: { column: 'warehouse', isDescending: false },
  })
  return [
    {
      title: 'Prices',
      columns: ['Shop', 'Price', 'RRP'],
      empty: 'No shop sells this product yet. Add a price to sell it.',
      rows: prices.records.map(({ key: priceKey, values }) => [
        { text: appNames[String(values['app'])] ?? '', href: `/office/prices/${priceKey}` },
        values['price'] === null ? 'Call for price' : moneyText(Number(values['price'])),
        values['rrp'] === null ? '–' : moneyText(Number(values['rrp'])),
      ]),
    },
    {
      title: 'Stock',
      columns: ['Warehouse', 'Free', 'Held', 'On order'],
      empty: 'No stock records yet.',
      rows: stock.records.map(({ key: stockKey, values }) => [
        {
          text: `${String(values['warehouseTitle'])} ${String(values['warehouse'])}`,
          href: `/office/stock/${stockKey}`,
        },
        String(values['quantity']),
        String(values['held']),
        values['incomingOn'] === null ? '–' : `${String(values['incoming'])} on ${String(values['incomingOn'])}`,
      ]),
    },
  ]
}

/** A cleared address is generated from the title, where that is known; otherwise it stays. */
function withUri(values: RecordValues): RecordValues {
  if (values['uri'] !== null && values['uri'] !== '') return values
  const { uri: _uri, ...rest } = values
  return rest
}

type AttributeDefinition = Catalogue['attributes'][number]

function attributeField({ code, title, valueType, unit, group }: AttributeDefinition): Field {
  const base = {
    name: `${attributePrefix}${code}`,
    label: unit === null ? title : `${title} (${unit})`,
    group: `Facts: ${group}`,
  }
  switch (valueType) {
    case 'boolean':
      return {
        ...base,
        kind: 'choice',
        options: [
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ],
      }
    case 'list':
      return { ...base, kind: 'lines', max: 40, help: 'One per line.' }
    case 'number':
      return { ...base, kind: 'number' }
    case 'stars':
      return { ...base, kind: 'number', min: 0, max: 10 }
    case 'text':
      return { ...base, kind: 'text', max: 500 }
  }
}
