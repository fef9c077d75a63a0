import { expect, test } from 'vitest'
import type { ImportItem } from '../../../import-options.ts'
import type { AttributeDefinition, ProductRecord } from '../../../../catalogue/product/product-record.ts'
import { delimited } from '../delimited.ts'
import type { Fields } from '../feed.ts'
import { merchantXml } from '../merchant-xml.ts'
import { itemsOf } from '../records.ts'
import { googleMerchantMapping } from './google-merchant.ts'
import type { MappingContext } from './mapping.ts'

const capacity: AttributeDefinition = {
  code: 'capacity_l',
  title: 'Capacity',
  group: 'Capacity',
  valueType: 'number',
  unit: 'L',
  facet: 'range',
}

const context: MappingContext = {
  apps: ['aol', 'aol-nz'],
  warehouses: [
    { code: '2000', country: 'AU' },
    { code: '1010', country: 'NZ' },
  ],
  attributes: [capacity],
  now: new Date('2026-11-20T00:00:00Z'),
  priceColumn: null,
}

const fridge: Fields = {
  id: 'NFD-605X',
  title: 'Norrsken 605 L French door fridge',
  description: 'Cold & quiet.',
  image_link: 'https://x.example/a.jpg',
  additional_image_link: 'https://x.example/b,1.jpg,https://x.example/c.jpg',
  price: '2,499.00 AUD',
  availability: 'in stock',
  brand: 'Norrsken',
  gtin: '9 312345 67890 7',
  condition: 'new',
  product_type: 'Kitchen > Fridges > French Door Fridges',
}

async function* rows(fields: Fields) {
  yield { line: 2, fields }
}

async function mapped(more: Fields, changes: Partial<MappingContext> = {}): Promise<ImportItem | undefined> {
  const mapping = googleMerchantMapping({ ...context, ...changes })
  return (await Array.fromAsync(itemsOf(rows({ ...fridge, ...more }), mapping)))[0]
}

async function record(more: Fields = {}, changes: Partial<MappingContext> = {}): Promise<ProductRecord> {
  const item = await mapped(more, changes)
  if (item?.record === undefined) throw new Error(`refused: ${JSON.stringify(item)}`)
  return item.record
}

test('a row becomes a product record', async () => {
  expect(await record()).toMatchObject({
    sku: 'NFD-605X',
    gtin: '9312345678907',
    categoryUri: 'kitchen/fridges/french-door-fridges',
    offers: [{ app: 'aol', price: 249_900, rrp: null }],
    stock: { '2000': { quantity: 10, incoming: null } },
    images: [
      { url: 'https://x.example/a.jpg' },
      { url: 'https://x.example/b,1.jpg' },
      { url: 'https://x.example/c.jpg' },
    ],
    condition: 'NewCondition',
    isDemo: false,
  })
})

test('videos that browsers play and a model in one file are the product’s; others are left out', async () => {
  const films = [
    'https://x.example/a.mp4?v=1',
    'https://x.example/b.mov',
    'https://youtu.be/abc_123-xyz',
    'https://x.example/page',
  ]
  expect(
    await record({ video_link: films.join(', '), virtual_model_link: 'https://x.example/fridge.glb' }),
  ).toMatchObject({
    videos: [
      { src: films[0], title: expect.stringMatching(/^Video of /), poster: null, captions: null },
      { provider: 'youtube', id: 'abc_123-xyz' },
    ],
    model3d: 'https://x.example/fridge.glb',
  })
  expect(await record({ virtual_model_link: 'https://x.example/fridge.gltf' })).toMatchObject({
    videos: [],
    model3d: null,
  })
})

test('videos that browsers play and a model in one file are the product’s; others are left out', async () => {
  const films = [
    'https://x.example/a.mp4?v=1',
    'https://x.example/b.mov',
    'https://youtu.be/abc_123-xyz',
    'https://x.example/page',
  ]
  const { videos, model3d } = await record({
    video_link: films.join(', '),
    virtual_model_link: 'https://x.example/fridge.glb',
  })
  expect(videos).toEqual([
    { src: films[0], title: 'Video of Norrsken 605 L French door fridge', poster: null, captions: null },
    { provider: 'youtube', id: 'abc_123-xyz' },
  ])
  expect(model3d).toBe('https://x.example/fridge.glb')
  expect((await record({ virtual_model_link: 'https://x.example/fridge.gltf' })).model3d).toBe(null)
})

test('category titles come from the feed', async () => {
  const mapping = googleMerchantMapping(context)
  await Array.fromAsync(itemsOf(rows({ ...fridge, product_type: 'Café & Bar > Stools' }), mapping))
  expect([...mapping.categories]).toEqual([
    { uri: 'cafe-and-bar', title: 'Café & Bar' },
    { uri: 'cafe-and-bar/stools', title: 'Stools' },
  ])
})

test('tab-separated headers with spaces and capitals are the same fields', async () => {
  async function* text() {
    yield 'ID\tTitle\tg:price\timage link\tAvailability\tBrand\tproduct type\n'
    yield 'A\tSofa\t499.00 AUD\thttps://x.example/a.jpg\tin_stock\tOslo\tLiving > Sofas\n'
  }
  const items = await Array.fromAsync(itemsOf(delimited(text(), { delimiter: '\t' }), googleMerchantMapping(context)))
  expect(items[0]?.record).toMatchObject({
    sku: 'A',
    offers: [{ price: 49_900 }],
    images: [{ url: 'https://x.example/a.jpg' }],
  })
})

test('reads XML with nested details', async () => {
  async function* text() {
    yield `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>A</g:id><title>Fridge</title><g:price>499 AUD</g:price>
      <g:availability>in_stock</g:availability><g:brand>Oslo</g:brand><g:product_type>Kitchen &gt; Fridges</g:product_type>
      <g:product_detail><g:section_name>General</g:section_name><g:attribute_name>Capacity</g:attribute_name>
      <g:attribute_value>605 L</g:attribute_value></g:product_detail></item></channel></rss>`
  }
  const items = await Array.fromAsync(itemsOf(merchantXml(text()), googleMerchantMapping(context)))
  expect(items[0]?.record).toMatchObject({ sku: 'A', categoryUri: 'kitchen/fridges', attributes: { capacity_l: 605 } })
})

test('details map to known attributes in their unit only; others are new', async () => {
  const mapping = googleMerchantMapping(context)
  const product_detail = ['General:Capacity:605 litres', 'Noise: Sound: 38 dB: low'].join(',')
  const [item] = await Array.fromAsync(itemsOf(rows({ ...fridge, product_detail }), mapping))
  expect(item?.record?.attributes).toMatchObject({ capacity_l: 605, sound: '38 dB: low' })
  expect([...mapping.attributes]).toMatchObject([{ code: 'sound', title: 'Sound', group: 'Noise' }])
  expect((await record({ product_detail: 'General:Capacity:21 cubic feet' })).attributes).toEqual({})
})

test('during a sale its price applies and the regular one is the RRP', async () => {
  const sale = { sale_price: '1999 AUD', sale_price_effective_date: '2026-11-19T00:00+1000/2026-11-30T00:00+1000' }
  expect((await record(sale)).offers).toMatchObject([{ app: 'aol', price: 199_900, rrp: 249_900 }])
  const over = { ...sale, sale_price_effective_date: '2026-10-01T00:00+1000/2026-10-30T00:00+1000' }
  expect((await record(over)).offers).toMatchObject([{ app: 'aol', price: 249_900, rrp: null }])
})

test('the currency determines the apps', async () => {
  expect((await record({ price: '2699 NZD' })).offers.map(({ app }) => app)).toEqual(['aol-nz'])
  expect((await record({}, { apps: null })).offers.map(({ app }) => app)).not.toContain('aol-nz')
  expect(await mapped({ price: '2699 NZD' }, { apps: ['aol'] })).toMatchObject({
    field: 'price',
    reason: 'is in NZD, which aol does not sell in',
  })
})

test('a preorder has an arrival day', async () => {
  const coming = { availability: 'backorder', availability_date: '2026-12-24T00:00:00Z' }
  expect((await record(coming)).stock['2000']).toEqual({
    quantity: 0,
    incoming: { quantity: 10, arrivesOn: '2026-12-24' },
  })
  expect((await record({ availability: 'out of stock' })).stock['2000']).toEqual({ quantity: 0, incoming: null })
})

test('sizes and weights can have any unit of the specification', async () => {
  const sizes = {
    product_width: '90.8 cm',
    product_height: '70 in',
    product_length: '0.72 m',
    shipping_weight: '250 lb',
  }
  expect(await record(sizes)).toMatchObject({
    widthMm: 908,
    heightMm: 1778,
    depthMm: 720,
    weightKg: 113.398,
    attributes: { width_mm: 908, height_mm: 1778, depth_mm: 720, weight_kg: 113.398 },
  })
})

test('variants name their differences', async () => {
  const variant = { item_group_id: 'SOFA-1', color: 'Sand/Ash', size: '3 seats' }
  const { variant: found, attributes } = await record(variant)
  expect(found).toEqual({ group: 'SOFA-1', axes: { Colour: 'Sand/Ash', Size: '3 seats' } })
  expect(attributes).toMatchObject({ colour: 'Sand / Ash', size: '3 seats' })
})

test.each([
  [{ id: '' }, 'id', 'is missing'],
  [{ id: 'a b' }, 'id', 'must not contain spaces or ~, not "a b"'],
  [{ price: '' }, 'price', 'is missing'],
  [{ price: 'call us' }, 'price', 'must be like "499.00 AUD", not "call us"'],
  [{ price: '0.00 AUD' }, 'price.0.price', 'must be above 0, not "0"'],
  [{ gtin: '123' }, 'gtin', 'must be 8, 12, 13 or 14 digits, not "123"'],
  [{ brand: '' }, 'brand', 'is missing'],
  [{ availability: 'soon' }, 'availability', 'must be in_stock, out_of_stock, preorder or backorder, not "soon"'],
  [{ condition: 'used' }, 'condition', 'is used: the shop sells new goods only'],
  [
    { product_type: '', google_product_category: '686' },
    'google_product_category',
    'is the number 686: give its full path, or a product_type',
  ],
  [{ product_type: '' }, 'product_type', 'is missing'],
  [{ product_width: 'wide' }, 'product_width', 'must be a number with its unit, not "wide"'],
  [{ title: 'Caf\uFFFD' }, 'text', 'is not valid UTF-8: save the file as UTF-8'],
] as [Fields, string, string][])('%j is rejected by column', async (more, field, reason) => {
  const sku = more['id'] === '' ? null : (more['id'] ?? 'NFD-605X')
  expect(await mapped(more)).toEqual({ line: 2, sku, field, reason })
})
