import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cmsEndpoints } from '../api/cms.server.ts'
import { endpoints } from '../api/endpoints.server.ts'
import { identityEndpoints } from '../api/identity/identity.server.ts'
import { minutes } from '../platform/clock.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import type { TestAnswer } from '../testing/shop/browser.ts'
import type { Visitor } from '../testing/shop/visitor.ts'

/** Every call and form that has a limit refuses by it before it reads what was sent, and says how long to wait. */

let shop: TestShop
let lastNetwork = 0

beforeAll(async () => {
  shop = await openTestShop({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' }, sandbox: false })
})
afterAll(async () => shop.close())

/** More than any limit of a call, and less than what one address may ask for in all. */
const enough = 700

type Ask = (visitor: Visitor, headers: Readonly<Record<string, string>>) => Promise<TestAnswer>

async function refusedByLimit(ask: Ask): Promise<TestAnswer | null> {
  const visitor = shop.visitor()
  // Each from a network of its own, so that no limit is used up by the one before.
  const headers = { 'x-forwarded-for': `10.${Math.floor(++lastNetwork / 200)}.${lastNetwork % 200}.7` }
  for (let requested = 0; requested < enough; requested++) {
    const answer = await ask(visitor, headers)
    if (answer.status === 429) return answer
  }
  return null
}

function expectWait(answer: TestAnswer | null): void {
  expect(answer?.status).toBe(429)
  expect(Number(answer?.headers['retry-after'])).toBeGreaterThan(0)
}

const filledPath = (path: string) => path.replaceAll(/:[A-Za-z]+/g, '%20')
const wrong = { body: ['not what it asks for'] }

describe('an endpoint that can answer 429 does so before validation, with Retry-After', () => {
  const limited = (one: { problems: readonly number[] }) => one.problems.includes(429)
  for (const { method, path } of endpoints.filter(limited)) {
    test(`shop ${method} ${path}`, { timeout: 60_000 }, async () => {
      const sent = method === 'GET' || method === 'DELETE' ? {} : wrong
      expectWait(
        await refusedByLimit((visitor, headers) => visitor.send(method, filledPath(path), { ...sent, headers })),
      )
    })
  }
  for (const { method, path } of identityEndpoints.filter(limited)) {
    test(`identity ${method} ${path}`, { timeout: 60_000 }, async () => {
      const sent = method === 'GET' ? {} : wrong
      expectWait(
        await refusedByLimit((visitor, headers) => visitor.identity(method, filledPath(path), { ...sent, headers })),
      )
    })
  }
  for (const { method, path } of cmsEndpoints.filter(limited)) {
    test(`staff ${method} ${path}`, { timeout: 60_000 }, async () => {
      expectWait(
        await refusedByLimit((visitor, headers) => visitor.staff(method, filledPath(path), { ...wrong, headers })),
      )
    })
  }
  test('every endpoint with a limit declares 429, and vice versa', () => {
    const all = [...endpoints, ...identityEndpoints, ...cmsEndpoints]
    expect(all.filter((one) => limited(one) !== (one.limit !== null)).map(({ path }) => path)).toEqual([])
  })
})

describe('addresses without an endpoint are limited too', () => {
  const form = { raw: 'x=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const others: Readonly<Record<string, Ask>> = {
    'a form of a page': (visitor, headers) =>
      visitor.send('POST', '/contact-us', {
        ...form,
        headers: { ...form.headers, ...headers, 'sec-fetch-site': 'same-origin' },
      }),
    'the form of a login': (visitor, headers) =>
      visitor.identity('POST', '/api/account/login-redir', { ...form, headers: { ...form.headers, ...headers } }),
    "the form of another provider's answer": (visitor, headers) =>
      visitor.identity('POST', '/api/account/externallogin/apple/callback', {
        ...form,
        headers: { ...form.headers, ...headers },
      }),
    'a panel that is opened': (visitor, headers) =>
      visitor.staff('GET', '/panel/product?access_token=x&id_token=y', { headers }),
    'programs at /mcp': (visitor, headers) => visitor.send('POST', '/mcp', { ...wrong, headers }),
  }
  for (const [name, ask] of Object.entries(others)) {
    test(name, { timeout: 60_000 }, async () => expectWait(await refusedByLimit(ask)))
  }

  test('an unknown address of the identity host', { timeout: 60_000 }, async () => {
    expectWait(await refusedByLimit((visitor, headers) => visitor.identity('GET', '/api/nothing', { headers })))
  })
})

test('a page that answers 429 itself has Retry-After', async () => {
  const own = await openTestShop({
    env: { RATE_LIMITS: 'on' },
    sandbox: false,
    pages: async (_request, context) => {
      const { requestContext } = await import('../composition/request-context.ts')
      const wait = context.get(requestContext).visitor.waitFor({ name: 'one', count: 1, windowMs: minutes(5) })
      return new Response('Too many', { status: wait > 0 ? 429 : 200 })
    },
  })
  try {
    const visitor = own.visitor()
    expect((await visitor.get('/cart')).status).toBe(200)
    const refused = await visitor.get('/cart')
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '300'])
  } finally {
    await own.close()
  }
})

test('a body announced as too long is rejected before anything else is checked', async () => {
  const limited = endpoints.filter(({ body, authorize }) => body !== undefined && authorize === undefined)
  for (const { method, path, bodyLimit } of limited) {
    const visitor = shop.visitor()
    const headers = { 'x-forwarded-for': `10.200.${++lastNetwork % 200}.9`, 'content-type': 'text/plain' }
    const answer = await visitor.send(method, filledPath(path), { raw: 'x'.repeat(bodyLimit + 1), headers })
    expect([path, answer.status]).toEqual([path, 413])
  }
})
