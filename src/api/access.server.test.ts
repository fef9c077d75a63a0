import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../platform/http/endpoint.ts'
import { createPasskey } from '../testing/passkey.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import type { TestAnswer } from '../testing/shop/browser.ts'
import type { Visitor } from '../testing/shop/visitor.ts'
import { cmsEndpoints } from './cms.server.ts'
import { endpoints } from './endpoints.server.ts'
import { identityEndpoints } from './identity/identity.server.ts'

/** Every call of the shop and of the identity host by everybody there is, and from pages that are not ours (promises S3 and S6). */

const roles = {
  member: { role: 'customer' },
  trade: { role: 'trade', has_approved_credit: true },
  sales: { role: 'sales', winning_user_id: 'W1', salesperson_code: 'NT01' },
  staff: { role: 'staff', winning_user_id: 'W2' },
  administrator: { role: 'administrator', winning_user_id: 'W3' },
} as const
type Role = keyof typeof roles | 'guest'
const everybody: readonly Role[] = ['guest', 'member', 'trade', 'sales', 'staff', 'administrator']

const password = 'a long fridge 42'
let shop: TestShop
const visitors = new Map<Role, Visitor>()
const emails = new Map<Role, string>()
const as = (role: Role): Visitor => visitors.get(role) ?? expect.fail(`nobody is ${role}`)

beforeAll(async () => {
  shop = await openTestShop()
  visitors.set('guest', shop.visitor())
  for (const [name, columns] of Object.entries(roles) as [keyof typeof roles, object][]) {
    const email = `${name}@access.example`
    const visitor = shop.visitor()
    const body = {
      email,
      password,
      firstName: 'Ana',
      lastName: 'Botha',
      phone: '0412 345 678',
      clientId: 'storefront-aol',
      ABN: '',
    }
    await visitor.identity('POST', '/api/account/register', { body })
    await shop.database.db
      .updateTable('account')
      .set({ ...columns, email_confirmed_at: shop.clock.now() })
      .where('email', '=', email)
      .execute()
    await visitor.signIn(email, password)
    visitors.set(name, visitor)
    emails.set(name, email)
  }
})
afterAll(() => shop.close())

const pathOf = (path: string, id = 'x') => path.replaceAll(/:[A-Za-z]+/g, id)
/** Longer than any id that a call takes. */
const longId = 'x'.repeat(60)
/** A request that means nothing: who may ask is decided before what is asked. */
async function bare(visitor: Visitor, { method, path }: Pick<Endpoint<never>, 'method' | 'path'>): Promise<TestAnswer> {
  const cookies = [...visitor.cookies]
  const answer = await visitor.send(method, pathOf(path), method === 'GET' ? {} : { body: {} })
  // Whoever asked is who they were: some calls begin or end a login.
  visitor.cookies.clear()
  for (const [name, value] of cookies) visitor.cookies.set(name, value)
  return answer
}
const isProblem = ({ status }: TestAnswer) => status === 401 || status === 403

/** Calls of the shop's own people, and whose they are. */
const ofStaff: Readonly<Record<string, readonly Role[]>> = {
  '/api/staff/panel-tokens': ['sales', 'staff', 'administrator'],
  '/api/staff/projects': ['sales'],
  '/api/account/reminders': ['sales'],
}
const needsStaff = ({ path }: Pick<Endpoint<never>, 'path'>) => path in ofStaff

/** Calls of an account are for those who have one; every other call of the shop is for everybody. */
const needsAccount = ({ path }: Pick<Endpoint<never>, 'path'>) => /^\/api\/(account|session\/start)(\/|$)/.test(path)

describe.each(endpoints.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })))(
  '$name',
  ({ endpoint }) => {
    if (needsStaff(endpoint)) {
      test('is 401 for a guest, 403 for the wrong role, and answered for the right one', async () => {
        for (const role of everybody) {
          const answer = await bare(as(role), endpoint)
          const isTheirs = ofStaff[endpoint.path]?.includes(role)
          if (isTheirs) expect([role, isProblem(answer)]).toEqual([role, false])
          else expect([role, answer.status]).toEqual([role, role === 'guest' ? 401 : 403])
        }
      })
    } else if (needsAccount(endpoint)) {
      test('is 401 for a guest before the request is parsed, and answered for every account [platform-15]', async () => {
        // An empty body is no request of most of these calls: who asks comes first all the same.
        expect((await bare(as('guest'), endpoint)).status).toBe(401)
        const odd = await as('guest').send(
          endpoint.method,
          `${pathOf(endpoint.path)}?page=x`,
          endpoint.method === 'GET' ? {} : { raw: '{' },
        )
        expect(odd.status).toBe(401)
        const long = await as('guest').send(
          endpoint.method,
          pathOf(endpoint.path, longId),
          endpoint.method === 'GET' ? {} : { body: {} },
        )
        expect(long.status).toBe(401)
        for (const role of everybody.slice(1)) {
          const answer = await bare(as(role), endpoint)
          expect([role, isProblem(answer)]).toEqual([role, false])
        }
      })
    } else {
      test('is open to everyone', async () => {
        for (const role of everybody) expect([role, isProblem(await bare(as(role), endpoint))]).toEqual([role, false])
      })
    }
    test('accepts a token only together with its own cookie', async () => {
      if (!(needsAccount(endpoint) || needsStaff(endpoint)) || endpoint.body !== undefined) return
      const thief = shop.visitor()
      thief.token = as('member').token
      expect((await bare(thief, endpoint)).status).toBe(401)
      thief.cookies.set('binding', as('trade').cookies.get('binding') ?? '')
      expect((await bare(thief, endpoint)).status).toBe(401)
    })
  },
)

test('no call answers a bare "ok": every change answers "success" [platform-01]', () => {
  const answers = [...endpoints, ...identityEndpoints, ...cmsEndpoints].flatMap(({ method, path, answer }) =>
    answer === null ? [] : [{ call: `${method} ${path}`, schema: z.toJSONSchema(answer, { unrepresentable: 'any' }) }],
  )
  expect(answers.length).toBeGreaterThan(100)
  /** Whether some object in it has `ok` and not `success`. */
  const saysOk = (schema: unknown): boolean => {
    if (typeof schema !== 'object' || schema === null) return false
    const { properties } = schema as { properties?: object }
    const isBare = properties !== undefined && 'ok' in properties && !('success' in properties)
    return isBare || Object.values(schema).some(saysOk)
  }
  expect(answers.filter(({ schema }) => saysOk(schema)).map(({ call }) => call)).toEqual([])
  expect(saysOk(z.toJSONSchema(z.object({ items: z.array(z.object({ ok: z.literal(true) })) })))).toBe(true)
})

describe('data of one account', () => {
  const others = everybody.filter((role) => role !== 'member')
  let invoiceId = ''
  let addressId = ''
  let passkeyId = ''
  let sessionId = ''
  let userId = ''
  const address = {
    firstName: 'Ana',
    lastName: 'Botha',
    address: '12 Harbour Street',
    suburb: 'Sydney',
    state: 'NSW',
    postcode: '2000',
    country: 'AU',
  }

  beforeAll(async () => {
    const owner = as('member')
    await owner.add('LAMP-1')
    await owner.submit(await owner.order({ card: await shop.card() }))
    const { items } = (await owner.get('/api/account/order/invoiced')).json<{ items: { id: string }[] }>()
    invoiceId = items[0]?.id ?? ''
    addressId = (await owner.post('/api/account/order/addresses/save', address)).json<{ id: string }>().id
    const passkey = createPasskey(owner.origin)
    const requested = (await owner.identity('POST', '/api/account/passkeycreation', { body: {} })).json<{
      challenge: string
    }>()
    const made = { name: 'Mine', response: passkey.create(requested) }
    expect((await owner.identity('POST', '/api/account/addpasskey', { body: made })).status).toBe(200)
    passkeyId = passkey.id
    const listed = (await owner.identity('GET', '/api/account/sessions')).json<{ sessions: { id: string }[] }>()
    sessionId = listed.sessions[0]?.id ?? ''
    userId = (await owner.get('/api/account')).json<{ userId: string }>().userId
    expect([invoiceId, addressId, sessionId].includes('')).toBe(false)
  })

  test.each(others)('is not found by %s', async (role) => {
    const visitor = as(role)
    const missing = role === 'guest' ? 401 : 404
    expect((await visitor.get(`/api/account/order/invoiced/${invoiceId}`)).status).toBe(missing)
    expect((await visitor.post('/api/account/order/addresses/save', { ...address, id: addressId })).status).toBe(
      missing,
    )
    await visitor.delete(`/api/account/order/addresses/${addressId}`)
    await visitor.identity('POST', '/api/account/endsessions', { body: { sessionId } })
    await visitor.identity('POST', '/api/account/removefactor', { body: { kind: 'passkey', id: passkeyId } })
    // It takes the cookie away in any case, and ends the session of whoever it names only.
    const session = visitor.cookies.get('idsession')
    await visitor.identity('POST', '/api/account/logout', { body: { userId, clientId: 'storefront-aol' } })
    if (session !== undefined) visitor.cookies.set('idsession', session)
    const change = {
      userId,
      clientId: 'storefront-aol',
      email: '',
      emailChanged: false,
      firstName: 'Eve',
      firstNameChanged: true,
      lastName: '',
      lastNameChanged: false,
    }
    const changed = await visitor.identity('POST', '/api/account/updateprofile', { body: change })
    expect(changed.status).toBe(role === 'guest' ? 401 : 403)
    const copy = await visitor.get('/api/account/data')
    expect(copy.text).not.toContain(emails.get('member'))

    const owner = as('member')
    expect((await owner.get('/api/account')).json()).toMatchObject({ firstName: 'Ana' })
    expect((await owner.get(`/api/account/order/invoiced/${invoiceId}`)).status).toBe(200)
    const stored = (await owner.get('/api/account/order/addresses')).json<{ addresses: { id: string }[] }>().addresses
    expect(stored.map((one) => one.id)).toContain(addressId)
    const factors = (await owner.identity('GET', '/api/account/factors')).json<{ passkeys: { id: string }[] }>()
    expect(factors.passkeys.map((one) => one.id)).toEqual([passkeyId])
  })
})

/** What the identity host answers to nobody: the rest needs the session's cookie, a login that waits, or nothing. */
const withoutSession = new Set([
  'GET /.well-known/jwks.json',
  'POST /api/account/register',
  'POST /api/account/logout',
  'POST /api/account/forgotpassword',
  'POST /api/account/mailcode',
  'POST /api/account/maillogin',
  'POST /api/account/resetpassword',
  'POST /api/account/resendconfirmemail',
  'GET /api/account/confirmemail/:token',
  'POST /api/account/passkeylogin',
  'GET /api/account/externallogin/:provider',
  'GET /api/account/externallogin/:provider/callback',
])

/** The least that calls take for a request which look for more than a session. */
const bodies: Readonly<Record<string, object>> = {
  'POST /api/account/relogin': { token: '', origin: '', nonce: '0'.repeat(32), returnUrl: '/' },
  'POST /api/account/loginstep': { kind: 'totp', value: '000000' },
  'POST /api/account/passkeyrequest': { purpose: 'fresh' },
  'POST /api/account/addpasskey': {
    name: 'x',
    response: { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: '' }, clientExtensionResults: {} },
  },
  'POST /api/account/confirmtotp': { code: '000000' },
}

describe.each(identityEndpoints.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })))(
  'the identity host: $name',
  ({ name, endpoint }) => {
    const ask = (visitor: Visitor, headers: Record<string, string> = {}) =>
      visitor.identity(endpoint.method, pathOf(endpoint.path), {
        headers,
        ...(endpoint.method === 'GET' ? {} : { body: bodies[name] ?? {} }),
      })

    test('is 401 for a guest where it concerns the signed-in account, and open otherwise', async () => {
      const { status } = await ask(as('guest'))
      if (withoutSession.has(name)) expect([401, 403]).not.toContain(status)
      else expect(status).toBe(401)
    })

    if (endpoint.method === 'GET') return

    test.each([
      ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
      ['another site that says it is near', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
      ['a sibling of our site', { origin: 'http://evil.aol.localhost', 'sec-fetch-site': 'same-site' }],
      ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
      ['our origin on another port', { origin: 'http://aol.localhost:9' }],
      ['our origin across sites', { 'sec-fetch-site': 'cross-site' }],
      ['our origin with a user in it', { origin: 'http://aol.localhost@evil.example' }],
    ])('changes nothing for %s', async (_who, headers) => {
      const before = await digest()
      const answer = await ask(as('trade'), headers)
      expect([answer.status, answer.json<{ errors: { code: string }[] }>().errors[0]?.code]).toEqual([
        403,
        'cross_site',
      ])
      expect(answer.headers['set-cookie']).toBeUndefined()
      if ('origin' in headers) expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      expect(await digest()).toEqual(before)
    })

    test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', ''])(
      'rejects a body of type "%s", which any site’s form could send',
      async (type) => {
        const before = await digest()
        const answer = await as('trade').identity('POST', pathOf(endpoint.path), {
          raw: JSON.stringify(bodies[name] ?? {}),
          headers: { 'content-type': type },
        })
        expect(answer.status).toBe(415)
        expect(await digest()).toEqual(before)
      },
    )
  },
)

/** All that the identity host keeps, in short. */
async function digest(): Promise<string> {
  const hash = createHash('sha256')
  for (const table of identityTables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t order by 1`.execute(
      shop.database.db,
    )
    hash.update(`${table} ${rows.map(({ row }) => row).join()}`)
  }
  return hash.digest('hex')
}

const identityTables = [
  'account',
  'identity_session',
  'identity_link',
  'identity_totp',
  'identity_recovery_code',
  'identity_passkey',
  'identity_challenge',
  'identity_pending',
  'identity_external',
  'identity_external_login',
] as const
