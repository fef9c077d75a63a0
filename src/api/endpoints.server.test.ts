import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openApiShop, type ApiShop } from '../testing/api-shop.ts'
import { atTheBank, ordered, withCart } from '../testing/api-visitors.ts'
import { places } from '../testing/catalogue.ts'
import {
  describedPaths,
  describeEndpoints,
  expectProblem,
  nameOf,
  type ExampleCalls,
} from '../testing/endpoint-contract.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import type { TestAnswer } from '../testing/shop/browser.ts'
import { accountCalls } from './account/example-calls-for-tests.ts'
import { catalogueCalls } from './catalogue/example-calls-for-tests.ts'
import { checkoutCalls } from './checkout/example-calls-for-tests.ts'
import { contentCalls } from './content/example-calls-for-tests.ts'
import { apiDescription, endpoints } from './endpoints.server.ts'
import { identityCalls } from './identity/example-calls-for-tests.ts'

/**
 * What is true of the API as a whole: its description, what belongs to somebody else, limits and errors. What every endpoint promises by
 * itself is tested beside it, in endpoints.server.test.ts of its folder.
 */

let shop: ApiShop
beforeAll(async () => {
  shop = await openApiShop()
})
afterAll(async () => shop.close())

const ownCalls: ExampleCalls = {
  'GET /api/openapi.json': async (shop) => ({ visitor: shop.visitor(), path: '/api/openapi.json' }),
}

test('every call has a valid example request, and no example is for a removed call', () => {
  // Every table below is described in the folder where it lies. A call that two of them have would be described twice.
  const tables = [accountCalls, catalogueCalls, checkoutCalls, contentCalls, identityCalls, ownCalls]
  expect(tables.flatMap((calls) => Object.keys(calls)).toSorted()).toEqual(endpoints.map(nameOf).toSorted())
})

test('the data digest changes with every write, so read-only calls can be verified', async () => {
  const before = await shop.databaseDigest()
  await withCart(shop)
  const after = await shop.databaseDigest()
  const changed = Object.keys(after).filter((name) => after[name] !== before[name])
  expect(changed).toEqual(expect.arrayContaining(['cart', 'cart_line']))
  expect(changed).not.toContain('product')
})

describeEndpoints(ownCalls, () => shop)

describe('the OpenAPI document', () => {
  const operations = Object.entries(describedPaths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

  test('is OpenAPI 3.1, served as generated, and lists every call once', async () => {
    const served = (await shop.visitor().get('/api/openapi.json')).json<typeof apiDescription>()
    expect(served).toEqual(JSON.parse(JSON.stringify(apiDescription)))
    expect(served.openapi).toMatch(/^3\.1\.\d+$/)
    expect(served.info).toEqual({
      title: expect.any(String),
      version: expect.any(String),
      license: { name: expect.any(String), identifier: expect.any(String) },
    })
    const ids = operations.map((one) => one.operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => /^[A-Za-z][A-Za-z0-9]*$/.test(id))).toBe(true)
    expect(operations).toHaveLength(endpoints.length - 1)
  })

  test('declares exactly the parameters of its paths, and describes every response', () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, parameter]) => parameter).toSorted()
      const declared = operation.parameters.filter((one) => one.in === 'path')
      expect([path, declared.map((one) => one.name).toSorted()]).toEqual([path, inPath])
      expect(declared.every((one) => one.required)).toBe(true)
      const keys = operation.parameters.map((one) => `${one.in} ${one.name}`)
      expect(new Set(keys).size).toBe(keys.length)
      expect(Object.keys(operation.responses).length).toBeGreaterThan(0)
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^[1-5]\d\d$/)
        expect([path, status, typeof response.description]).toEqual([path, status, 'string'])
      }
    }
  })

  test('has no dangling references and no invalid schemas', () => {
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      for (const [key, inner] of Object.entries(value)) {
        if (key === '$ref') {
          const target = String(inner)
            .replace(/^#\//, '')
            .split('/')
            .reduce<unknown>((inside, part) => (inside as Record<string, unknown> | undefined)?.[part], apiDescription)
          expect([inner, typeof target]).toEqual([inner, 'object'])
        } else visit(inner)
      }
    }
    visit(apiDescription)
    for (const { operation } of operations) {
      const schemas = [
        ...operation.parameters.map((one) => one.schema),
        ...Object.values(operation.requestBody?.content ?? {}).map((one) => one.schema),
        ...Object.values(operation.responses['200']?.content ?? {}).map((one) => one.schema),
      ]
      for (const schema of schemas) expect(() => z.fromJSONSchema(schema as never)).not.toThrow()
    }
  })

  test('describes the error body that is actually sent', async () => {
    const answer = await shop.visitor().post('/api/cart/product/', {})
    const { ErrorBody: described } = apiDescription.components.schemas
    expect(z.fromJSONSchema(described as never).safeParse(answer.json()).success).toBe(true)
  })
})

describe('data of others', () => {
  test('no call changes a cart other than the one of the cookie', async () => {
    const { visitor: owner, body, paymentReference } = await atTheBank(shop)
    const stranger = await withCart(shop)
    const before = await shop.databaseDigest()
    const { cartId } = body
    const address = { suburb: 'Sydney', state: 'NSW', postcode: '2000' }
    for (const thief of [stranger, shop.visitor()]) {
      expectProblem(await thief.post('/api/checkout/void', { cartId }), 400)
      expectProblem(await thief.post('/api/checkout/avail', { cartId, deliveryAddress: address }), 400)
      expectProblem(await thief.submit(body), 400)
      expectProblem(await thief.get(`/api/payment/status?cartId=${cartId}&paymentReference=${paymentReference}`), 400)
      expectProblem(
        await thief.post(`/api/checkout/afterpayconfirmation?cartId=${cartId}&status=SUCCESS&orderToken=x`),
        400,
      )
      expectProblem(await thief.get(`/api/checkout/paymenterror/${paymentReference}`), 404)
      expectProblem(await thief.get(`/api/checkout/confirmation?id=${cartId}`), 404)
    }
    // A reference of another cart under one's own cart id says nothing either.
    const own = (await stranger.cart()).cartId
    expectProblem(await stranger.get(`/api/payment/status?cartId=${own}&paymentReference=${paymentReference}`), 400)
    expect(await shop.databaseDigest()).toEqual(before)
    expect((await owner.post('/api/checkout/void', { cartId })).status).toBe(200)
  })

  test('a cart or order of one brand does not exist for another', async () => {
    const { visitor, body } = await ordered(shop)
    const cookie = [...visitor.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const elsewhere = shop.visitor('wa')
    expect((await elsewhere.get('/api/cart/', { headers: { cookie } })).json()).toMatchObject({ products: [] })
    expectProblem(await elsewhere.get(`/api/checkout/confirmation?id=${body.cartId}`), 404)
  })

  test('a line is changed only by its own code', async () => {
    const visitor = await withCart(shop)
    await visitor.add('WM-1')
    const wrong = await visitor.post('/api/cart/product/', { sku: 'WM-1', productCode: 'LAMP-1', quantity: 9 })
    expectProblem(wrong, 400)
    expect((await visitor.cart()).products.map((line) => [line.sku, line.quantity])).toEqual([
      ['LAMP-1', 2],
      ['WM-1', 1],
    ])
  })
})

test('an unknown address or method returns the error body', async () => {
  const visitor = shop.visitor()
  for (const path of [
    '/api',
    '/api/',
    '/API/nothing',
    '/api/cart/product/a/b',
    '/api//',
    '/api/%zz',
    '/api/cart/%2e%2e',
  ]) {
    expect(expectProblem(await visitor.get(path), 404, path).errors[0]?.message).toBe(
      'The requested resource could not be found.',
    )
  }
  for (const method of ['PUT', 'PATCH', 'OPTIONS']) expectProblem(await visitor.send(method, '/api/cart/'), 404, method)
})

test('an encoded SKU with a slash is one path segment', async () => {
  const visitor = shop.visitor()
  await visitor.add('A/B-1')
  const line = await visitor.get('/api/cart/product/A%2FB-1')
  expect(line.json()).toMatchObject({ sku: 'A/B-1' })
  expect((await visitor.delete('/api/cart/product/A%2fB-1')).json()).toMatchObject({ products: [] })
})

describe('rate limits', () => {
  let guarded: TestShop
  beforeAll(async () => {
    guarded = await openTestShop({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' }, sandbox: false })
  })
  afterAll(async () => guarded.close())

  async function refusedAfter(max: number, ask: (at: number) => Promise<TestAnswer>): Promise<number> {
    for (let done = 0; done <= max; done++) {
      const answer = await ask(done)
      if (answer.status !== 429) continue
      const { errors, traceId } = expectProblem(answer, 429)
      expect(answer.headers['x-trace-id']).toBe(traceId)
      expect(errors).toEqual([
        { message: 'Too many attempts. Please try again later.', code: 'too_many_requests', field: null },
      ])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      return done
    }
    return Infinity
  }

  test('count cart changes, codes and submits by cart, with a correct Retry-After', async () => {
    const visitor = guarded.visitor()
    await visitor.add('LAMP-1')
    expect(
      await refusedAfter(80, () =>
        visitor.post('/api/cart/product/', { sku: 'LAMP-1', productCode: 'LAMP-1', quantity: 1 }),
      ),
    ).toBe(59 + 1)
    const again = await visitor.post('/api/cart/product/', { sku: 'LAMP-1', quantity: 1 })
    await guarded.advance(Number(again.headers['retry-after']) * 1_000)
    expect(
      (await visitor.post('/api/cart/product/', { sku: 'LAMP-1', productCode: 'LAMP-1', quantity: 1 })).status,
    ).toBe(200)
    const cart = await visitor.cart()
    expect(await refusedAfter(20, () => visitor.post('/api/checkout', { ...minimalSubmit, cartId: cart.cartId }))).toBe(
      6,
    )
    expect(await refusedAfter(20, () => visitor.post('/api/cart/coupon/', { code: 'GUESS', userEmail: null }))).toBe(10)
  })

  test('cannot be avoided by a new cart or a forged cookie for every guess', async () => {
    await guarded.advance(3_600_000)
    const visitor = guarded.visitor()
    const guess = async (at: number) => {
      if (at % 5 === 0) {
        visitor.cookies.delete('cart')
        await visitor.add('LAMP-1')
      }
      visitor.cookies.set('junk', String(at))
      return visitor.post('/api/cart/coupon/', { code: `GUESS-${at}`, userEmail: null })
    }
    expect(await refusedAfter(60, guess)).toBe(30)
  })

  test('count all addresses of one IPv6 customer as one', async () => {
    await guarded.advance(3_600_000)
    const guess = async (network: string, at: number) => {
      const visitor = guarded.visitor()
      const headers = { 'x-forwarded-for': `2001:db8:0:${network}::${at.toString(16)}` }
      return visitor.post('/api/cart/coupon/', { code: `GUESS-${at}`, userEmail: null }, { headers })
    }
    // Without a cart it is the address that counts: ten codes a minute.
    expect(await refusedAfter(20, (at) => guess('a', at))).toBe(10)
    expect((await guess('b', 1)).status).toBe(400)
  })

  test('allow an address 1,200 requests a minute, pages and calls together', async () => {
    await guarded.advance(3_600_000)
    const visitor = guarded.visitor()
    expect(await refusedAfter(1_300, (at) => visitor.get(at % 2 === 0 ? '/api/geo' : '/some-page'))).toBe(1_200)
    expect((await visitor.get('/livez')).text).toBe('ok')
  })

  const minimalSubmit = {
    email: '',
    phoneNumber: '',
    deliveryAddress: { firstName: '', lastName: '', address: '', suburb: '', postcode: '' },
    billingAddress: null,
    deliveryDate: null,
    cart: { orderTotal: 1 },
  }
})

test('a server error hides its cause from the caller and logs it', async () => {
  const broken = await openTestShop({ sandbox: false })
  try {
    await sql`drop table visitor cascade`.execute(broken.database.db)
    const answer = await broken.visitor().post('/api/geo/setlocation', { localityId: places.sydney.id })
    const body = expectProblem(answer, 500)
    expect(body.errors).toEqual([
      { message: 'A server error occurred. Please try again later.', code: 'fault', field: null },
    ])
    expect(answer.text).not.toMatch(/visitor|relation|select|\.ts/i)
    const line = broken.logged.find((one) => one.includes('request failed')) ?? ''
    expect(JSON.parse(line)).toMatchObject({ level: 'error', traceId: body.traceId, route: '/api/geo/setlocation' })
  } finally {
    await broken.close()
  }
})
