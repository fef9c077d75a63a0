import { sql } from 'kysely'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cmsEndpoints } from '../api/cms.server.ts'
import { firstBrokenEntry } from '../modules/staff/audit.server.ts'
import { brandAtExample } from '../testing/brand.ts'
import { brandOf } from '../brands/brands.ts'
import { places, upsells } from '../testing/catalogue.ts'
import type { WireCart } from '../modules/cart/cart.ts'
import { sentCartMail } from '../modules/cart/mail/sent-cart-mail.tsx'
import { buyableLines } from '../modules/cart/sent-carts.server.ts'
import { readQuoteForm } from '../modules/quotes/quotes.ts'
import { days, hours, minutes, seconds } from '../platform/clock.ts'
import { databaseEngines } from '../testing/database.ts'
import { openTestShop, until, type TestShop, type Visitor } from '../testing/shop.server.ts'

/** The staff host over HTTP, and what pages of the shop ask for its sake. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  let seller: Visitor
  let staff: Visitor
  let administrator: Visitor
  let member: Visitor

  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
    seller = await shop.colleague('sales')
    staff = await shop.colleague('staff')
    administrator = await shop.colleague('administrator')
    member = await shop.colleague('customer')
    for (const one of [seller, staff, administrator]) await one.openPanel('/panel/product?sku=LAMP-1')
  })
  afterAll(() => shop.close())

  const frameAncestors = (policy: unknown) => /frame-ancestors ([^;]*)/.exec(String(policy))?.[1]
  const audit = async () =>
    (
      await sql<{
        act: string
        subject: string
        outcome: string
        before: unknown
        after: unknown
        winning_user_id: string
      }>`
      select * from staff_audit order by id`.execute(shop.database.db)
    ).rows
  /** What nobody who is known was refused: in the program's log, not in the chain. */
  const lastRefusal = () =>
    JSON.parse(shop.logged.findLast((line) => line.includes('a panel was refused')) ?? '{}') as object
  const lastAudit = async () => (await audit()).at(-1)
  const call = (who: Visitor, method: string, path: string, body?: object) =>
    who.staff(method, path, body === undefined ? {} : { body, headers: { 'sec-fetch-site': 'same-origin' } })

  const reminder = { name: 'Call back', notes: 'about the fridge', date: '2026-11-25T01:00:00.000Z' }
  const project = {
    name: 'Kitchen',
    customerName: 'Ana Botha',
    customerEmail: 'Ana@Example.com',
    customerPhone: '0412 345 678',
    lines: [{ sku: 'FR-1', room: 'Kitchen', quantity: 1, price: 2_400 }],
  }
  type Made = { id: string; version: number; total: number; lines: { sku: string; price: number }[] }
  const makeProject = async (who: Visitor, more: object = {}) =>
    (await call(who, 'POST', '/api/projects', { ...project, ...more })).json<Made>()
  const makeReminder = async (who: Visitor, more: object = {}) =>
    (await call(who, 'POST', '/api/reminders', { ...reminder, ...more })).json<{ id: string }>()

  describe('opening a panel', () => {
    test('trades the tokens of its address for a session of ten hours, and takes them out of the address at once', async () => {
      const who = await shop.colleague('sales')
      const answer = await who.openPanel('/panel/product?sku=LAMP-1')
      expect([answer.status, answer.headers.location, answer.text]).toEqual([303, '/panel/product?sku=LAMP-1', ''])
      const [cookie = ''] = answer.headers['set-cookie'] ?? []
      expect(cookie).toMatch(
        /^staffsession=[0-9a-f]{32}; Path=\/; HttpOnly; Secure; SameSite=None; Partitioned; Max-Age=43200$/,
      )
      expect(answer.headers['referrer-policy']).toBe('no-referrer')
      const shown = await who.staff('GET', '/panel/product?sku=LAMP-1')
      expect(shown.status).toBe(200)
      expect(shown.text).toContain('<h1>Reading lamp</h1>')
      expect(frameAncestors(shown.headers['content-security-policy'])).toBe(who.origin)
      expect(shown.headers['x-frame-options']).toBeUndefined()
      expect(shown.headers['cache-control']).toBe('private, no-store')
      expect(shop.logged.filter((line) => /access_token|panel\/product/.test(line))).toEqual([])
    })

    test('the tokens are for the panels alone, for a minute and for one page', async () => {
      const tokens = await seller.panelTokens()
      const claims = decodeJwt(tokens.access_token)
      expect([claims.aud, (claims.exp ?? 0) - (claims.iat ?? 0), claims['parent']]).toEqual([
        'staff-panels',
        60,
        seller.origin,
      ])
      // At the shop they say nothing.
      const thief = shop.visitor()
      thief.token = tokens.access_token
      expect((await thief.get('/api/account')).status).toBe(401)
      // And the shop's own token opens no panel.
      const own = new URLSearchParams({
        access_token: seller.token ?? '',
        id_token: seller.token ?? '',
        parent_base_url: seller.origin,
      })
      expect((await seller.staff('GET', `/panel/product?sku=LAMP-1&${own.toString()}`)).status).toBe(403)
    })

    const open = (who: Visitor, tokens: object, parent: string) =>
      who.staff(
        'GET',
        `/panel/product?sku=LAMP-1&${new URLSearchParams({ ...tokens, parent_base_url: parent }).toString()}`,
      )

    test('expired, replayed, mixed and tampered tokens are refused and written down', async () => {
      const fresh = shop.visitor()
      const refusedAs = async (tokens: object, parent: string, outcome: string) => {
        const answer = await open(fresh, tokens, parent)
        expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
        expect(lastRefusal()).toMatchObject({ act: 'open panel', outcome })
      }
      const used = await seller.panelTokens()
      expect((await open(shop.visitor(), used, seller.origin)).status).toBe(303)
      await refusedAs(used, seller.origin, 'token_used')
      const [one, two] = [await seller.panelTokens(), await seller.panelTokens()]
      await refusedAs({ ...one, id_token: two.id_token }, seller.origin, 'token_invalid')
      await refusedAs({ access_token: one.id_token, id_token: one.access_token }, seller.origin, 'token_invalid')
      await refusedAs(
        { ...one, access_token: `${one.access_token.slice(0, -6)}AAAAAA` },
        seller.origin,
        'token_invalid',
      )
      await refusedAs({ access_token: '', id_token: '' }, seller.origin, 'token_invalid')
      await refusedAs(one, 'http://wa.localhost:' + new URL(shop.url).port, 'token_invalid')
      const late = await seller.panelTokens()
      await shop.advance(seconds(61))
      await refusedAs(late, seller.origin, 'token_expired')
    })

    test('of two who use an address at once one gets in', async () => {
      const tokens = await seller.panelTokens()
      const answers = await Promise.all([1, 2, 3, 4].map(() => open(shop.visitor(), tokens, seller.origin)))
      expect(answers.map((one) => one.status).toSorted()).toEqual([303, 403, 403, 403])
    })

    test('a page that is not one of our shops is shown nothing in any frame', async () => {
      for (const parent of ['https://evil.example', '', 'null', `${seller.origin}.evil.example`, `${seller.origin}/`]) {
        const tokens = await seller.panelTokens()
        const answer = await open(shop.visitor(), tokens, parent)
        expect([answer.status, frameAncestors(answer.headers['content-security-policy'])]).toEqual([403, `'none'`])
        expect(lastRefusal()).toMatchObject({ act: 'open panel', outcome: 'foreign_parent' })
      }
    })

    test('ends with the sign-in it came from, wherever that is ended', async () => {
      const who = await shop.colleague('sales')
      await who.openPanel('/panel/product?sku=LAMP-1')
      expect((await who.staff('GET', '/panel/product?sku=LAMP-1')).status).toBe(200)
      const tokens = await who.panelTokens()
      const body = { userId: '', clientId: 'storefront-aol' }
      expect((await who.identity('POST', '/api/account/logout', { body })).status).toBe(200)
      const answer = await who.staff('GET', '/panel/product?sku=LAMP-1')
      expect(answer.status).toBe(401)
      expect(answer.text).toContain('Your sign-in has ended.')
      expect((await call(who, 'GET', '/api/reminders')).status).toBe(401)
      expect((await open(shop.visitor(), tokens, who.origin)).status).toBe(403)
      expect(lastRefusal()).toMatchObject({ outcome: 'session_ended' })
    })

    test('a form that another page sends is refused and written down', async () => {
      const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
      const answer = await seller.panelForm('/panel/product?sku=LAMP-1', { act: 'note', text: 'x' }, headers)
      expect(answer.status).toBe(403)
      expect(await lastAudit()).toMatchObject({ act: 'post a form', outcome: 'cross_site' })
      const body = { app: 'aol' }
      expect((await seller.staff('POST', '/api/product/LAMP-1/cart', { body, headers })).status).toBe(403)
    })
  })

  describe('who may what', () => {
    /** What each call answers a salesperson, and what is in its way for the rest of staff. */
    const calls: Readonly<Record<string, { path: string; body?: object; allowed: number; others: 'same' | 403 }>> = {
      'GET /api/product/:sku': { path: '/api/product/LAMP-1', allowed: 200, others: 'same' },
      'POST /api/product/:sku/cart': {
        path: '/api/product/LAMP-1/cart',
        body: { app: 'aol' },
        allowed: 200,
        others: 'same',
      },
      'GET /api/projects': { path: '/api/projects?search=kit', allowed: 200, others: 403 },
      'POST /api/projects': { path: '/api/projects', body: project, allowed: 201, others: 403 },
      'GET /api/projects/:id': { path: '/api/projects/none', allowed: 404, others: 403 },
      'PUT /api/projects/:id': { path: '/api/projects/none', body: project, allowed: 404, others: 403 },
      'DELETE /api/projects/:id': { path: '/api/projects/none', allowed: 404, others: 403 },
      'POST /api/projects/:id/cart': {
        path: '/api/projects/none/cart',
        body: { app: 'aol' },
        allowed: 404,
        others: 403,
      },
      'GET /api/reminders': { path: '/api/reminders', allowed: 200, others: 403 },
      'POST /api/reminders': { path: '/api/reminders', body: reminder, allowed: 201, others: 403 },
      'GET /api/reminders/stats': { path: '/api/reminders/stats', allowed: 200, others: 403 },
      'PUT /api/reminders/:id': { path: '/api/reminders/none', body: reminder, allowed: 404, others: 403 },
      'DELETE /api/reminders/:id': { path: '/api/reminders/none', allowed: 404, others: 403 },
    }
    const names = cmsEndpoints
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => name !== 'POST /api/session')

    test('every call of the staff host stands in the table', () => {
      expect(Object.keys(calls).toSorted()).toEqual(names.toSorted())
    })

    test.each(names)('%s: nobody is asked to sign in, and only those whose work it is may', async (name) => {
      const { path, body, allowed, others } = calls[name] ?? { path: '', allowed: 0, others: 'same' }
      const [method = ''] = name.split(' ')
      const ask = async (who: Visitor) => (await call(who, method, path, body)).status
      expect(await ask(shop.visitor())).toBe(401)
      expect(await ask(member)).toBe(401)
      expect(await ask(seller)).toBe(allowed)
      for (const who of [staff, administrator]) {
        expect(await ask(who)).toBe(others === 'same' ? allowed : others)
        if (others === 403) expect(await lastAudit()).toMatchObject({ outcome: 'not_allowed' })
      }
    })

    test.each(names)(
      '%s: who asks is decided before what is asked, so bad input is no 400 to others [platform-15]',
      async (name) => {
        const { path, body, others } = calls[name] ?? { path: '', others: 'same' }
        const [method = ''] = name.split(' ')
        const ask = async (who: Visitor) =>
        (await who.staff(method, `${path.replace(/\?.*/, '')}?page=x&from=x`, body === undefined ? {} : { body: { app: 1 }, headers: { 'sec-fetch-site': 'same-origin' } })).status // prettier-ignore
        expect([await ask(shop.visitor()), await ask(member)]).toEqual([401, 401])
        if (others === 403) expect([await ask(staff), await ask(administrator)]).toEqual([403, 403])
        if (body !== undefined) expect(await ask(seller)).toBe(400)
      },
    )

    test.each([
      ['/panel/product?sku=LAMP-1', [401, 200, 200, 200]],
      ['/panel/project?salesperson=NT01', [401, 403, 200, 403]],
      ['/panel/customer?salesperson=NT01', [401, 403, 200, 403]],
      ['/panel/reminders?salesperson=NT01', [401, 403, 200, 403]],
      ['/panel/reminders/create?salesperson=NT01', [401, 403, 200, 403]],
      ['/panel/reminders/stats?salesperson=NT01', [401, 403, 200, 403]],
      ['/panel/project?salesperson=NT02', [401, 403, 403, 403]],
      ['/panel/project', [401, 403, 403, 403]],
      ['/panel/nothing', [401, 404, 404, 404]],
      ['/', [404, 404, 404, 404]],
    ])('the panel %s for nobody, staff, sales staff and administrators is %j', async (path, statuses) => {
      const answers = await Promise.all(
        [shop.visitor(), staff, seller, administrator].map((who) => who.staff('GET', path)),
      )
      expect(answers.map((one) => one.status)).toEqual(statuses)
    })

    test.each([
      ['GET', '/api/account/reminders', 403, 200],
      ['GET', '/api/staff/projects', 403, 200],
      ['POST', '/api/staff/panel-tokens', 200, 200],
    ])('on the shop, %s %s is 401 for guests and 403 for customers', async (method, path, others, sales) => {
      const ask = async (who: Visitor) => (await who.send(method, path, method === 'POST' ? { body: {} } : {})).status
      expect(await ask(shop.visitor())).toBe(401)
      expect([await ask(member), await ask(staff), await ask(administrator), await ask(seller)]).toEqual([
        403,
        others,
        others,
        sales,
      ])
    })

    test('tokens for a panel are made for pages of the same shop only', async () => {
      for (const origin of ['https://evil.example', 'null', seller.origin.replace('aol', 'wa')])
        expect((await seller.post('/api/staff/panel-tokens', {}, { headers: { origin } })).status).toBe(403)
      const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }
      expect((await seller.post('/api/staff/panel-tokens', {}, { headers })).status).toBe(400)
    })

    test('only administrators set what a product costs us', async () => {
      const form = { act: 'cost', cost: '600.50' }
      expect((await seller.panelForm('/panel/product?sku=WM-1', form)).status).toBe(403)
      expect(await lastAudit()).toMatchObject({ act: 'set cost', outcome: 'not_allowed' })
      const done = await administrator.panelForm('/panel/product?sku=WM-1', form)
      expect([done.status, done.headers.location]).toEqual([303, '/panel/product?sku=WM-1&done=cost'])
      expect(await lastAudit()).toMatchObject({
        act: 'set cost',
        subject: 'product WM-1',
        before: { cost: null, currency: 'AUD' },
        after: { cost: 600_50, currency: 'AUD' },
      })
      const shown = await seller.staff('GET', '/panel/product?sku=WM-1')
      expect(shown.text).toContain('$600.50')
      expect(shown.text).toContain('$307.68 (33.9\u00a0%)')
      expect(shown.text).not.toContain('Change the cost')
    })
  })

  describe('reminders', () => {
    test('the soonest ten that are not done, with their number [STAFF-16] [ACCT-11]', async () => {
      const who = await shop.colleague('sales')
      await who.openPanel('/panel/reminders?salesperson=NT01')
      for (let day = 12; day > 0; day--)
        await makeReminder(who, { name: `Day ${day}`, date: `2026-12-${String(day).padStart(2, '0')}T01:00:00.000Z` })
      await makeReminder(who, { name: 'Done', date: '2026-11-01T00:00:00.000Z', isDone: true })
      const answer = (await who.get('/api/account/reminders')).json<{ totalCount: number; reminders: object[] }>()
      expect([answer.totalCount, answer.reminders.length]).toEqual([12, 10])
      expect(answer.reminders[0]).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        name: 'Day 1',
        notes: 'about the fridge',
        date: '2026-12-01T01:00:00.000Z',
        projectId: null,
        isDone: false,
      })
      const stats = (await call(who, 'GET', '/api/reminders/stats?to=2026-12-02T00:00:00Z')).json()
      expect(stats).toEqual({
        open: 1,
        done: 1,
        overdue: 0,
        byDay: [
          { date: '2026-11-01', count: 1 },
          { date: '2026-12-01', count: 1 },
        ],
      })
    })

    test('are made, changed and deleted by forms; what was typed stays when it is refused', async () => {
      const path = '/panel/reminders/create?salesperson=NT01'
      const wrong = await seller.panelForm(path, { act: 'save', name: ' ', date: 'soon', notes: 'keep <me>' })
      expect(wrong.status).toBe(400)
      expect(wrong.text).toContain('Please enter a name')
      expect(wrong.text).toContain('Please enter a date and a time')
      expect(wrong.text).toContain('keep &lt;me&gt;')
      const done = await seller.panelForm(path, { act: 'save', name: 'Ring', date: '2026-12-24T09:30', notes: '' })
      expect(done.headers.location).toBe('/panel/reminders?salesperson=NT01&done=save')
      const entry = await lastAudit()
      // Half past nine in Sydney's summer.
      expect(entry).toMatchObject({
        act: 'create reminder',
        after: { name: 'Ring', dueAt: '2026-12-23T22:30:00.000Z' },
      })
      const id = entry?.subject.replace('reminder ', '') ?? ''
      await seller.panelForm(`${path}&reminderId=${id}`, {
        act: 'save',
        name: 'Ring',
        date: '2026-12-24T09:30',
        notes: '',
        isDone: 'on',
      })
      expect(await lastAudit()).toMatchObject({ before: { isDone: false }, after: { isDone: true } })
      await seller.panelForm(`${path}&reminderId=${id}`, { act: 'delete' })
      expect(await lastAudit()).toMatchObject({ act: 'delete reminder', before: { name: 'Ring' }, after: null })
      expect((await seller.staff('GET', `${path}&reminderId=${id}`)).status).toBe(404)
    })

    test("are one's own: another's is not found, and that is written down", async () => {
      const { id } = await makeReminder(seller)
      const other = await shop.colleague('sales')
      await other.openPanel('/panel/reminders?salesperson=NT01')
      expect((await call(other, 'PUT', `/api/reminders/${id}`, reminder)).status).toBe(404)
      expect((await call(other, 'DELETE', `/api/reminders/${id}`)).status).toBe(404)
      expect((await other.staff('GET', `/panel/reminders/create?salesperson=NT01&reminderId=${id}`)).status).toBe(404)
      expect((await audit()).slice(-3).map((one) => [one.act, one.outcome])).toEqual([
        ['change reminder', 'not_found'],
        ['delete reminder', 'not_found'],
        ['open reminder', 'not_found'],
      ])
    })
  })

  describe('projects', () => {
    test('are kept by a store: colleagues there open them, other stores do not find them', async () => {
      const { id } = await makeProject(seller)
      const colleague = await shop.colleague('sales')
      const elsewhere = await shop.colleague('sales', { store: '2', code: 'NT09' })
      await colleague.openPanel('/panel/project?salesperson=NT01')
      await elsewhere.openPanel('/panel/project?salesperson=NT09')
      expect((await call(colleague, 'GET', `/api/projects/${id}`)).json()).toMatchObject({
        name: 'Kitchen',
        customerEmail: 'ana@example.com',
        customerPhone: '0412345678',
        status: 'Open',
        total: 2_400,
        lines: [{ sku: 'FR-1', title: 'French door fridge 600 L', room: 'Kitchen', quantity: 1, price: 2_400 }],
      })
      expect((await call(elsewhere, 'GET', `/api/projects/${id}`)).status).toBe(404)
      expect((await call(elsewhere, 'PUT', `/api/projects/${id}`, project)).status).toBe(404)
      expect((await call(elsewhere, 'POST', `/api/projects/${id}/cart`, { app: 'aol' })).status).toBe(404)
      expect((await elsewhere.staff('GET', `/panel/project?salesperson=NT09&id=${id}`)).status).toBe(404)
      const theirs = (await audit()).filter((one) => one.subject === `project ${id}` && one.outcome === 'not_found')
      expect(theirs.map((one) => one.act)).toEqual([
        'open project',
        'change project',
        'project to cart',
        'open project',
      ])
      // The same person at another of our shops keeps other projects there.
      const atWa = await shop.colleague('sales', { app: 'wa' })
      await atWa.openPanel('/panel/project?salesperson=NT01')
      expect((await call(atWa, 'GET', `/api/projects/${id}`)).status).toBe(404)
    })

    test('are found by name, customer, email and phone, and by one email all of a customer [STAFF-25]', async () => {
      const customerEmail = 'rita@shopper.example'
      await makeProject(seller, {
        name: 'Laundry 100%',
        customerName: 'Rita Ng',
        customerEmail,
        customerPhone: '0298765432',
      })
      const found = async (query: string) =>
        (await call(seller, 'GET', `/api/projects?${query}`)).json<{ items: { name: string }[]; totalCount: number }>()
      for (const search of ['laundry', 'rita', 'RITA@', '98765', '100%25'])
        expect((await found(`search=${search}`)).items.map((one) => one.name)).toEqual(['Laundry 100%'])
      expect((await found('search=_')).totalCount).toBe(0)
      expect((await found('email=Rita@Shopper.example')).totalCount).toBe(1)
      const panel = await seller.staff(
        'GET',
        `/panel/project?salesperson=NT01&email=${encodeURIComponent(customerEmail)}`,
      )
      expect(panel.text).toContain('Laundry 100%')
      expect(panel.text).not.toContain('>Kitchen<')
      expect((await seller.get('/api/staff/projects?search=laundry')).json()).toMatchObject({ totalCount: 1 })
    })

    test('prices are agreed within the limit of who agrees, and a refused change changes nothing', async () => {
      const { id } = await makeProject(seller)
      const put = (more: object) => call(seller, 'PUT', `/api/projects/${id}`, { ...project, ...more })
      const at = (price: number) => ({ lines: [{ sku: 'FR-1', room: 'Kitchen', quantity: 2, price }] })
      // Ten percent off 2,499.95.
      expect((await put(at(2_249.96))).status).toBe(200)
      const beyond = await put(at(2_249.95))
      expect([beyond.status, beyond.json()['errors']]).toEqual([
        400,
        [
          {
            field: 'lines.0.price',
            code: 'invalid',
            message: 'You may take off at most 10 %: the least is $2249.96',
          },
        ],
      ])
      for (const price of [2_500, 2_249.999]) expect((await put(at(price))).status).toBe(400)
      expect((await put({ lines: [{ sku: 'NOPE', quantity: 1 }] })).status).toBe(400)
      expect((await put({ lines: [{ sku: 'FR-1', quantity: 100 }] })).status).toBe(400)
      expect((await call(seller, 'GET', `/api/projects/${id}`)).json()).toMatchObject({ total: 4_499.92, version: 2 })
      // Somebody with a wider limit.
      const manager = await shop.colleague('sales')
      await manager.openPanel('/panel/project?salesperson=NT01')
      const sub = decodeJwt(manager.token ?? '').sub ?? ''
      await shop.database.db.insertInto('staff_limit').values({ account_id: sub, discount_percent: 30 }).execute()
      const wide = await call(manager, 'PUT', `/api/projects/${id}`, { ...project, ...at(1_749.97) })
      expect(wide.status).toBe(200)
      // What was agreed stays agreed, whoever saves the rest.
      expect((await put({ ...at(1_749.97), name: 'Kitchen again' })).status).toBe(200)
    })

    test('the price of a maker is not agreed on', async () => {
      const { catalogue } = shop.services
      const id = catalogue.productBySku('MI-1')?.id ?? 0
      await catalogue.setOffer(id, 'aol', { price: 1_899_00, rrp: null, priceType: 'manufacturer' })
      await until(() => catalogue.product(id)?.offers.aol?.priceType === 'manufacturer')
      const lines = [{ sku: 'MI-1', quantity: 1, price: 1_800 }]
      const answer = await call(seller, 'POST', '/api/projects', { ...project, lines })
      expect([answer.status, answer.json()['errors']]).toEqual([
        400,
        [{ field: 'lines.0.price', code: 'invalid', message: 'The maker has fixed this price' }],
      ])
    })

    test('two people do not undo each other unseen', async () => {
      const { id, version } = await makeProject(seller)
      const first = await call(seller, 'PUT', `/api/projects/${id}`, { ...project, name: 'Mine', version })
      expect(first.status).toBe(200)
      const second = await call(seller, 'PUT', `/api/projects/${id}`, { ...project, name: 'Theirs', version })
      expect(second.status).toBe(409)
      const form = { act: 'details', version: String(version), name: 'Theirs', customerName: '', status: 'Won' }
      const panel = await seller.panelForm(`/panel/project?salesperson=NT01&id=${id}`, form)
      expect(panel.status).toBe(409)
      expect(panel.text).toContain('Somebody has changed this meanwhile.')
      expect((await call(seller, 'GET', `/api/projects/${id}`)).json()).toMatchObject({ name: 'Mine' })
    })

    test('go into the cart that the salesperson works in, at the prices agreed on, all or nothing', async () => {
      const who = await shop.colleague('sales')
      await who.openPanel('/panel/project?salesperson=NT01')
      const lines = [
        { sku: 'FR-1', room: 'Kitchen', quantity: 1, price: 2_400 },
        { sku: 'FR-1', room: 'Garage', quantity: 1, price: 2_300 },
        { sku: 'LAMP-1', quantity: 3 },
      ]
      const { id } = await makeProject(who, { lines })
      expect((await call(who, 'POST', `/api/projects/${id}/cart`, { app: 'wa' })).status).toBe(400)
      expect((await call(who, 'POST', `/api/projects/${id}/cart`, { app: 'aol' })).json()).toEqual({ success: true })
      const cart = await who.cart()
      expect(cart.products.map((line) => [line.sku, line.quantity, line.price])).toEqual([
        ['FR-1', 2, 2_300],
        ['LAMP-1', 3, 49.5],
      ])
      expect(cart.orderTotal).toBe(4_748.5)
      const many = await makeProject(who, {
        lines: [
          { sku: 'LAMP-1', quantity: 1 },
          { sku: 'SC-20', quantity: 21 },
        ],
      })
      const over = await call(who, 'POST', `/api/projects/${many.id}/cart`, { app: 'aol' })
      expect(over.status).toBe(400)
      expect((await who.cart()).products).toEqual(cart.products)
      const entries = (await audit()).filter((one) => one.act === 'project to cart' && one.subject === `project ${id}`)
      expect(entries).toMatchObject([{ outcome: 'done', after: { cartId: cart.cartId } }])
    })

    test('are mailed as a quote, which the customer opens and orders at the prices agreed on', async () => {
      const lines = [
        { sku: 'FR-1', quantity: 2, price: 2_300 },
        { sku: 'LAMP-1', quantity: 1 },
      ]
      const { id } = await makeProject(seller, { lines, customerEmail: 'quoted@shopper.example' })
      const panel = `/panel/project?salesperson=NT01&id=${id}`
      const done = await seller.panelForm(panel, { act: 'quote' })
      expect(done.headers.location).toBe(`${panel}&done=quote`)
      const { rows } = await sql<{ data: { app: string; token: string; recipient: string } }>`
      select data from pgboss.job where name = 'mail-cart' order by created_on desc limit 1`.execute(shop.database.db)
      const { token, recipient } = rows[0]?.data ?? { token: '', recipient: '' }
      expect(recipient).toBe('quoted@shopper.example')
      const sent = await shop.services.cart.shared.open(brandOf('aol'), token)
      const link = `http://aol.localhost/cart/${token}`
      const mail = await sentCartMail({ ...sent!, brand: brandAtExample('aol'), link, recipient, from: undefined })
      expect(mail.subject).toBe('Your quote from Appliances Online')
      for (const part of [
        'Our sales team put this together for you.',
        '$4,600',
        '$4,649.50',
        'The prices and the link are good until',
      ])
        expect(mail.plain).toContain(part)
      expect(await shop.services.cart.shared.open(brandOf('wa'), token)).toBeNull()

      const taken = await shop.services.cart.putAll(brandOf('aol'), null, buyableLines(sent!))
      expect(taken.ok && taken.value.cart.totals.orderTotal).toBe(4_649_50)
      const customer = shop.visitor()
      customer.cookies.set('cart', taken.ok ? taken.value.secret : '')
      // Fewer cost as much each, more than were quoted what the shop asks.
      const ask = (quantity: number) =>
        customer
          .post('/api/cart/product/', { sku: 'FR-1', productCode: 'FR-1', quantity })
          .then((one) => one.json<WireCart>())
      expect((await ask(1)).products[0]?.price).toBe(2_300)
      expect((await ask(3)).products[0]?.price).toBe(2_499.95)
      expect((await ask(2)).products[0]?.price).toBe(2_300)
      await shop.advance(days(31))
      expect((await customer.cart()).products[0]?.price).toBe(2_499.95)
      await shop.advance(-days(31))
      expect(await lastAudit()).toMatchObject({ act: 'send quote', after: { recipient, total: 4_649_50 } })
      const nobody = await makeProject(seller, { customerEmail: null })
      const refused = await seller.panelForm(`/panel/project?salesperson=NT01&id=${nobody.id}`, { act: 'quote' })
      expect([refused.status, refused.text.includes('email first')]).toEqual([400, true])
    })

    test('lines are changed, removed and added by one form', async () => {
      const made = await makeProject(seller, {
        lines: [
          { sku: 'FR-1', quantity: 1 },
          { sku: 'LAMP-1', quantity: 1 },
        ],
      })
      const panel = `/panel/project?salesperson=NT01&id=${made.id}`
      const { rows } = await sql<{ id: number; sku: string }>`select id, sku from product`.execute(shop.database.db)
      const idOf = (sku: string) => String(rows.find((row) => row.sku === sku)?.id)
      const form = {
        act: 'lines',
        version: '1',
        id_0: idOf('FR-1'),
        room_0: 'Kitchen',
        quantity_0: '2',
        price_0: '$2,400.00',
        id_1: idOf('LAMP-1'),
        room_1: '',
        quantity_1: '1',
        price_1: '',
        remove_1: 'on',
        new_sku: 'HOSE-1',
        new_room: 'Laundry',
        new_quantity: '3',
      }
      const wrong = await seller.panelForm(panel, { ...form, price_0: '2,0o0' })
      expect([
        wrong.status,
        wrong.text.includes('Please enter an amount'),
        wrong.text.includes('value="2,0o0"'),
      ]).toEqual([400, true, true])
      const done = await seller.panelForm(panel, form)
      expect(done.headers.location).toBe(`${panel}&done=lines`)
      expect((await call(seller, 'GET', `/api/projects/${made.id}`)).json()).toMatchObject({
        total: 4_830,
        lines: [
          { sku: 'FR-1', room: 'Kitchen', quantity: 2, price: 2_400 },
          { sku: 'HOSE-1', room: 'Laundry', quantity: 3, price: 10 },
        ],
      })
    })
  })

  describe('acting for a customer', () => {
    const path = '/panel/customer?salesperson=NT01'
    let customer: Visitor
    let email = ''
    let who: Visitor
    const asks = (fields: Readonly<Record<string, string>>) => who.panelForm(path, fields)

    beforeAll(async () => {
      who = await shop.colleague('sales')
      await who.openPanel(path)
      customer = await shop.colleague('customer')
      email = (await customer.get('/api/account')).json<{ email: string }>().email
      await sql`update account set phone = '0411222333' where email = ${email}`.execute(shop.database.db)
      await customer.add('WM-1')
    })

    test('finds them by email, phone or order number, whole ones only, and writes down who was looked for', async () => {
      for (const find of [email.toUpperCase(), '0411 222 333', '+61 411 222 333']) {
        const { status, text } = await asks({ act: 'find', find })
        expect([find, status, text.includes(email), text.includes('1 piece, $999.00')]).toEqual([find, 200, true, true])
      }
      expect(await lastAudit()).toMatchObject({ act: 'find customer', after: { found: [email] } })
      expect((await asks({ act: 'find', find: 'nobody@shopper.example' })).text).toContain('Nobody is known by that.')
      for (const find of ['%', 'W1', '0411', '@'])
        expect((await asks({ act: 'find', find })).text).toContain('Please enter a whole email, phone or order number')
    })

    test('opens their cart beside them; what is changed in it they see, and a price takes a reason and has a limit', async () => {
      await asks({ act: 'find', find: email })
      const opened = await asks({ act: 'open', email, cart: (await customer.cart()).cartId })
      expect(opened.headers.location).toBe(`${path}&done=open`)
      await who.post('/api/session/start')
      expect((await who.cart()).products.map((line) => line.sku)).toEqual(['WM-1'])
      await who.add('LAMP-1', 2)
      expect((await customer.cart()).products.map((line) => line.sku)).toEqual(['WM-1', 'LAMP-1'])

      const line = { act: 'line', code: 'WM-1', quantity: '1', reason: '', competitorUrl: '' }
      const wrong = await asks({ ...line, price: '950' })
      expect([wrong.status, wrong.text.includes('Please say why the price is another')]).toEqual([400, true])
      const beyond = await asks({ ...line, price: '899.00', reason: 'Regular' })
      expect(beyond.text).toContain('You may take off at most 10 %: the least is $899.10')
      expect((await asks({ ...line, price: '950', reason: 'x', competitorUrl: 'javascript:alert(1)' })).status).toBe(
        400,
      )
      expect((await customer.cart()).products[0]?.price).toBe(999)
      const agreed = { ...line, price: '950', reason: 'Price match', competitorUrl: 'https://other.example/wm' }
      expect((await asks(agreed)).status).toBe(303)
      expect((await customer.cart()).products[0]?.price).toBe(950)
      expect(await lastAudit()).toMatchObject({
        act: 'change line',
        before: { quantity: 1, agreed: null },
        after: { agreed: 950_00, reason: 'Price match', competitorUrl: 'https://other.example/wm' },
      })
      await asks({ act: 'line', code: 'LAMP-1', quantity: '2', price: '', reason: '', remove: '1' })
      expect((await customer.cart()).products.map((one) => one.sku)).toEqual(['WM-1'])
      expect((await asks({ ...line, code: 'FR-1', price: '' })).status).toBe(404)

      // The checkout knows whom it is for; nothing of the salesperson is filled in.
      const view = (await who.get('/api/checkout')).json<{ customer: object }>()
      expect(view.customer).toEqual({ email, phone: null, locked: false, shippingAddress: null, billingAddress: null })

      await asks({ act: 'finish' })
      expect((await who.cart()).products).toEqual([])
      expect((await customer.cart()).products[0]?.price).toBe(950)
    })

    test("the salesperson orders in their own name; the order is the customer's, and staff prices hold", async () => {
      await asks({ act: 'open', email, cart: (await customer.cart()).cartId })
      await who.post('/api/session/start')
      const order = await who.order({ option: 128 })
      const body = { ...order, email }
      const done = await who.submit(body)
      expect([done.status, done.text.slice(0, 300)]).toEqual([200, expect.any(String)])
      const { webOrderId } = done.json<{ webOrderId: string }>()
      const orders = (await customer.get('/api/account/orders')).json<{
        orders: { webOrderId: string; total: number }[]
      }>()
      expect(orders.orders.map((one) => one.webOrderId)).toEqual([webOrderId])
      const { rows } = await sql<{ sale: object; unit: number }>`
      select snapshot->'sale' as sale, (snapshot->'lines'->0->>'unit')::integer as unit from customer_order
      where web_order_id = ${webOrderId}`.execute(shop.database.db)
      expect(rows[0]).toMatchObject({ sale: { salespersonCode: 'NT01' }, unit: 950_00 })
      // It is found by its number, and the salesperson works in no cart any more.
      expect((await asks({ act: 'find', find: webOrderId })).text).toContain(webOrderId)
      expect((await who.cart()).products).toEqual([])
      await customer.post('/api/session/start')
      await customer.add('WM-1')
    })

    test("nobody's cart is opened by its id alone", async () => {
      const { cartId } = await customer.cart()
      const stranger = shop.visitor()
      const { cartId: strangers } = await stranger.add('HOSE-1')
      for (const [address, cart] of [
        ['other@shopper.example', cartId],
        [email, strangers],
        ['no address', ''],
      ] as const)
        expect((await asks({ act: 'open', email: address, cart })).status).toBe(404)
      expect(await lastAudit()).toMatchObject({ act: 'work for customer', outcome: 'not_found' })
    })

    test('a cart that is begun for somebody with an account is theirs from its first line', async () => {
      const other = await shop.colleague('customer')
      const address = (await other.get('/api/account')).json<{ email: string }>().email
      expect((await asks({ act: 'open', email: address })).status).toBe(303)
      await who.post('/api/session/start')
      await who.add('FR-1')
      await other.post('/api/session/start')
      expect((await other.cart()).products.map((line) => line.sku)).toEqual(['FR-1'])
      // Opened for the next customer, it is out of the hands of who worked in it.
      expect((await asks({ act: 'open', email: 'walk-in@shopper.example' })).status).toBe(303)
      await who.post('/api/session/start')
      expect((await who.cart()).products).toEqual([])
    })

    test('a quote that is said on the telephone is opened by number or link and goes on as cart or project', async () => {
      const { quotes, catalogue } = shop.services
      const aol = brandOf('aol')
      const washer = catalogue.productBySku('WM-1')
      const warrantyId = await shop.upsellId(upsells.oneYear)
      const line = { productCode: 'WM-1', productId: washer?.id ?? 0, quantity: 2, warrantyId, installId: null }
      const form = readQuoteForm(new URLSearchParams({ place: '2800 Orange, NSW', service: 'old-appliance-removal' }))
      const made = await quotes.make(aol, { lines: [line], form, place: null })
      if (!made.ok) throw new Error('the quote was refused')
      const { token } = made.value
      const number = (await quotes.open(aol, token))?.number ?? ''

      for (const find of [
        number,
        ` ${number.slice(0, 4).toLowerCase()} ${number.slice(4)}`,
        `https://aol.shop/cart/${token}`,
      ]) {
        const { status, text } = await asks({ act: 'find', find })
        expect([find, status]).toEqual([find, 200])
        for (const part of [
          `Quote ${number}`,
          '2800 Orange, NSW',
          'holds until 1 December 2026',
          'Old appliance removal',
        ])
          expect([part, text.includes(part)]).toEqual([part, true])
        expect(await lastAudit()).toMatchObject({ act: 'open quote', subject: `quote ${number}`, outcome: 'done' })
      }
      const missing = await asks({ act: 'find', find: 'Q00000000' })
      expect([missing.status, missing.text.includes('No quote of this shop has this number or link')]).toEqual([
        400,
        true,
      ])

      await asks({ act: 'open', email: 'caller@shopper.example' })
      for (const time of [1, 2]) {
        const done = await asks({ act: 'quote-cart', number })
        expect([time, done.headers.location]).toEqual([time, `${path}&done=quote-cart`])
      }
      await who.post('/api/session/start')
      expect((await who.cart()).products).toMatchObject([{ sku: 'WM-1', quantity: 2, warrantyId, price: 999 }])
      expect((await who.order({ place: places.orange })).deliveryServices).toEqual(['old-appliance-removal'])
      expect(await lastAudit()).toMatchObject({ act: 'quote to cart', subject: `quote ${number}` })

      const project = await asks({ act: 'quote-project', number })
      expect(project.headers.location).toMatch(/^\/panel\/project\?salesperson=NT01&id=[0-9a-f-]+&done=create$/)
      const page = await who.staff('GET', project.headers.location ?? '')
      expect([page.text.includes(`Quote ${number}`), page.text.includes('Front load washer 8 kg')]).toEqual([
        true,
        true,
      ])

      expect((await asks({ act: 'quote-cart', number: 'Q00000000' })).status).toBe(404)
      expect((await asks({ act: 'quote-project', number: 'Q00000000' })).status).toBe(404)
      // Not at another of our shops.
      const elsewhere = await shop.colleague('sales', { app: 'wa' })
      await elsewhere.openPanel(path)
      const foreign = await elsewhere.panelForm(path, { act: 'find', find: number })
      expect([foreign.status, foreign.text.includes('No quote of this shop')]).toEqual([400, true])
    })
  })

  describe('a product', () => {
    test('shows stock by warehouse, notes and what others ask, and goes into the cart', async () => {
      const path = '/panel/product?sku=SC-20'
      await seller.panelForm(path, { act: 'note', text: 'Door swings\nto the left' })
      const wrong = await seller.panelForm(path, {
        act: 'competitor',
        competitor: 'Shop',
        url: 'javascript:alert(1)',
        price: '1',
      })
      expect([wrong.status, wrong.text.includes('Please enter the address of the offer, with https://')]).toEqual([
        400,
        true,
      ])
      const url = 'https://other.example/cooker'
      await seller.panelForm(path, { act: 'competitor', competitor: 'Other shop', url, price: '$439.00' })
      const { text } = await seller.staff('GET', path)
      for (const part of [
        'Sydney</th><td>12',
        'Melbourne</th><td>8',
        'Door swings\nto the left',
        '$439.00',
        url,
        'Kim Vale',
      ])
        expect(text).toContain(part)
      const done = await seller.panelForm(path, { act: 'cart', quantity: '2' })
      expect(done.headers.location).toBe(`${path}&done=cart`)
      // What the panel sends to the page around it, and to whose page.
      const told = async (query: string) => (await seller.staff('GET', `/panel/product.data?sku=SC-20${query}`)).text
      expect(await told('&done=cart')).toContain('"refreshCart"')
      expect(await told('&done=cart')).toContain(`"${seller.origin}"`)
      expect(await told('')).not.toContain('"refreshCart"')
      const over = await seller.panelForm(path, { act: 'cart', quantity: '19' })
      expect([over.status, over.text.includes('Only 20 of Copper range cooker can be had.')]).toEqual([400, true])
      expect((await call(seller, 'GET', '/api/product/SC-20')).json()).toEqual({
        sku: 'SC-20',
        title: 'Copper range cooker',
        price: 450,
        rrp: null,
        priceType: 0,
        stock: expect.arrayContaining([
          { warehouse: 'Sydney', onHand: 12, reserved: 0, nextArrival: null },
          { warehouse: 'Melbourne', onHand: 8, reserved: 0, nextArrival: null },
        ]) as object,
      })
    })

    test('goes into an open project from its panel; more of it where it stands in that room already', async () => {
      const { id } = await makeProject(seller)
      const path = '/panel/product?sku=LAMP-1'
      expect((await seller.staff('GET', path)).text).toContain(`<option value="${id}">Kitchen, Ana Botha</option>`)
      const add = (fields: object) =>
        seller.panelForm(path, { act: 'project', project: id, room: 'Hall', pieces: '2', ...fields })
      expect((await add({})).headers.location).toBe(`${path}&done=project`)
      expect((await add({ pieces: '1' })).status).toBe(303)
      expect((await add({ pieces: '99' })).status).toBe(400)
      expect((await add({ project: 'none' })).status).toBe(404)
      expect((await call(seller, 'GET', `/api/projects/${id}`)).json()).toMatchObject({
        lines: [{ sku: 'FR-1' }, { sku: 'LAMP-1', room: 'Hall', quantity: 3 }],
      })
      // A status shuts it out of the choice; another store's is not found.
      const elsewhere = await shop.colleague('sales', { store: '2', code: 'NT09' })
      await elsewhere.openPanel(path)
      const foreign = { act: 'project', project: id, room: '', pieces: '1' }
      expect((await elsewhere.panelForm(path, foreign)).status).toBe(404)
      expect((await staff.panelForm(path, foreign)).status).toBe(403)
    })

    test('that this app does not sell is not found', async () => {
      expect((await seller.staff('GET', '/panel/product?sku=NZ-1')).status).toBe(404)
      expect((await call(seller, 'GET', '/api/product/NZ-1')).status).toBe(404)
    })
  })

  describe('the log of what staff do', () => {
    test('is only added to, and shows when somebody has been at it', async () => {
      await makeProject(seller)
      for (const statement of [
        sql`update staff_audit set act = 'nothing'`,
        sql`delete from staff_audit`,
        sql`truncate staff_audit`,
      ])
        await expect(statement.execute(shop.database.db)).rejects.toThrow('the audit log is only ever added to')
      expect(await firstBrokenEntry(shop.database.db)).toBeNull()
      await sql`alter table staff_audit disable trigger staff_audit_stays`.execute(shop.database.db)
      await sql`update staff_audit set outcome = 'tampered' where id = 3`.execute(shop.database.db)
      expect(await firstBrokenEntry(shop.database.db)).toBe(3)
    })

    test('has no entry of what did not happen', async () => {
      const before = (await audit()).length
      expect((await call(seller, 'POST', '/api/projects', { ...project, name: '' })).status).toBe(400)
      expect((await audit()).length).toBe(before)
    })
  })

  test('an address that names another host is not where a panel opens', async () => {
    const opened = await seller.openPanel('//evil.example/panel/product')
    expect([opened.status, opened.headers.location]).toEqual([303, '/evil.example/panel/product'])
  })

  test('nobody without a sign-in adds to the log', async () => {
    const before = (await audit()).length
    const stranger = shop.visitor()
    const tokens = new URLSearchParams({ access_token: 'x', id_token: 'y', parent_base_url: seller.origin })
    expect((await stranger.staff('GET', `/panel/product?${tokens}`)).status).toBe(403)
    tokens.set('parent_base_url', 'https://evil.example')
    expect((await stranger.staff('GET', `/panel/product?${tokens}`)).status).toBe(403)
    const session = { access_token: 'x', id_token: 'y', parent_base_url: seller.origin }
    expect((await stranger.staff('POST', '/api/session', { body: session })).status).toBe(401)
    expect((await audit()).length).toBe(before)
  })

  test('a session of the staff host ends after twelve hours', async () => {
    await shop.advance(hours(12) + minutes(1))
    expect((await seller.staff('GET', '/panel/product?sku=LAMP-1')).status).toBe(401)
    await shop.services.staff.forget()
  })
})
