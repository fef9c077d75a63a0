import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes, products, upsells } from '../../../testing/catalogue.ts'
import type { PageRenderer } from '../../rendering/page-renderer.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import type { Visitor } from '../../../testing/shop/visitor.ts'
import { action, loader } from './cart.tsx'

/** The cart page and its form, as a browser without script asks for them: the real handler, loader and action, without the drawing. */

const cartForm: PageRenderer = async (request, context) => {
  if (request.method === 'GET')
    return Response.json(await loader({ request, context, url: new URL(request.url) } as never))
  try {
    const { data, init } = await action({ request, context } as unknown as Parameters<typeof action>[0])
    return Response.json(data, init ?? {})
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
}

const iron = { ...products.hose, sku: 'IRON-1', title: 'Steam iron', categoryUri: 'laundry/irons' }
const moreProducts = {
  washer: { ...products.washer, relatedSkus: ['LAMP-1', 'NZ-1', 'WHO-KNOWS'] },
  iron,
  otherIron: { ...iron, sku: 'IRON-2', title: 'Travel iron' },
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ pages: cartForm, sandbox: false, moreProducts })
})
afterAll(async () => shop.close())

const post = (visitor: Visitor, fields: Record<string, string>) =>
  visitor.post('/cart', undefined, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  })

test('forms add, change and remove lines and apply a code, each redirecting to the cart page', async () => {
  const visitor = shop.visitor()
  const steps = [
    { intent: 'add', sku: 'LAMP-1' },
    { intent: 'set', sku: 'LAMP-1', productCode: 'LAMP-1', quantity: '3' },
    { intent: 'add', sku: 'WM-1' },
    { intent: 'remove', productCode: 'WM-1' },
    { intent: 'code', code: codes.giftCard },
    { intent: 'remove-code', code: codes.giftCard },
    { intent: 'code', code: ` ${codes.tenPercent.toLowerCase()} ` },
  ]
  for (const step of steps) {
    const answer = await post(visitor, step)
    // What was removed is named, so that it can be brought back.
    const page = step.intent === 'remove' ? '/cart?removed=WM-1&quantity=1' : '/cart'
    expect([step, answer.status, answer.headers.location]).toEqual([step, 303, page])
  }
  const cart = await visitor.cart()
  expect(cart.products.map((line) => [line.sku, line.quantity])).toEqual([['LAMP-1', 3]])
  expect([cart.couponCode, cart.orderTotal]).toEqual([codes.tenPercent, 133.65])
})

test('adds a warranty and an install with a product, changes and removes them', async () => {
  const visitor = shop.visitor()
  const [warranty, install] = [await shop.upsellId(upsells.oneYear), await shop.upsellId(upsells.connection)]
  const line = { sku: 'WM-1', productCode: 'WM-1', quantity: '1' }
  const choicesAfter = async (fields: Record<string, string>) => {
    expect([fields, (await post(visitor, fields)).headers.location]).toEqual([fields, '/cart'])
    return (await visitor.cart()).products.map((one) => [one.warrantyId, one.installId])
  }
  const chosen = { warrantyId: String(warranty), installId: String(install) }
  expect(await choicesAfter({ intent: 'add', sku: 'WM-1', ...chosen })).toEqual([[warranty, install]])
  expect(await choicesAfter({ intent: 'set', ...line })).toEqual([[warranty, install]])
  expect(await choicesAfter({ intent: 'set', ...line, warrantyId: '' })).toEqual([[null, install]])
  expect(await choicesAfter({ intent: 'set', ...line, warrantyId: '', installId: '' })).toEqual([[null, null]])
  for (const warrantyId of ['1e9', 'x', '-1', '0.5', ' '])
    expect([warrantyId, (await post(visitor, { intent: 'set', ...line, warrantyId })).status]).toEqual([
      warrantyId,
      400,
    ])
})

test('shows errors on the page', async () => {
  const visitor = shop.visitor()
  await visitor.add('LAMP-1')
  const problemOf = async (fields: Record<string, string>) => {
    const answer = await post(visitor, fields)
    return [answer.status, answer.json()['problem']]
  }
  expect(await problemOf({ intent: 'add', sku: 'NONE' })).toEqual([400, 'Sorry, this product is not available.'])
  expect(await problemOf({ intent: 'remove', productCode: 'NONE' })).toEqual([
    400,
    'Something went wrong. Please try again.',
  ])
  expect(await problemOf({ intent: 'code', code: 'NONE' })).toEqual([400, 'This code is not valid or has expired.'])
  expect(await problemOf({ intent: 'set', sku: 'LAMP-1', productCode: 'LAMP-1', quantity: '1.5' })).toEqual([
    400,
    'The quantity must be a whole number from 1 to 99.',
  ])
})

test.each(['intent', 'sku', 'productCode', 'quantity', 'code'])(
  'a NUL byte in the field %s is rejected without a server error',
  async (field) => {
    const visitor = shop.visitor()
    const { products } = await visitor.add('LAMP-1')
    const good = { sku: 'LAMP-1', productCode: 'LAMP-1', quantity: '2', code: codes.tenPercent }
    for (const intent of ['add', 'set', 'remove', 'code']) {
      const answer = await post(visitor, { intent, ...good, [field]: '\0LAMP-1\0' })
      expect([intent, answer.status]).toEqual([intent, 400])
    }
    expect((await visitor.cart()).products).toEqual(products)
    expect(shop.logged.filter((line) => line.includes('request failed'))).toEqual([])
  },
)

test('suggests accessories for the cart’s products, one of each in turn and none already there, where the setting is on [SETT-23]', async () => {
  const visitor = shop.visitor()
  const page = async () => (await visitor.get('/cart')).json<Awaited<ReturnType<typeof loader>>>().alsoLike.cards
  expect(await page()).toEqual([])
  const skus = async () => (await page()).map(({ sku }) => sku)
  await visitor.add('WM-1')
  // What its feed names and the shop sells, then one of each other kind of the laundry: no second washing machine.
  expect(await skus()).toEqual(['LAMP-1', 'HOSE-1', 'IRON-1'])
  await visitor.add('HOSE-1')
  expect(await skus()).toEqual(['LAMP-1', 'IRON-1'])
  await visitor.add('FR-1')
  expect((await skus()).slice(0, 2)).toEqual(['LAMP-1', 'IRON-1'])
  expect(await skus()).not.toContain('FR-1')
  await shop.set('aol', 'CrossSellEnabled', 'false')
  expect(await page()).toEqual([])
  await shop.set('aol', 'CrossSellEnabled', 'true')
})
