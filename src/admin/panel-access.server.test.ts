import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cmsEndpoints } from '../api/cms.server.ts'
import { hours, minutes, seconds } from '../platform/clock.ts'
import { databaseEngines } from '../testing/database.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import type { Visitor } from '../testing/shop/visitor.ts'
import { frameAncestors, project, reminder, staffHostOf } from '../testing/staff-host.ts'

/** How a panel is opened, and who may do what in it. */

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
  const { audit, lastAudit, lastDenial, call } = staffHostOf(() => shop)

  describe('opening a panel', () => {
    test('exchanges the tokens in its address for a ten-hour session and removes them from the address', async () => {
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

    test('tokens are valid for the panels only, for one minute and one page', async () => {
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

    test('rejects and logs expired, replayed, swapped and tampered tokens', async () => {
      const fresh = shop.visitor()
      const refusedAs = async (tokens: object, parent: string, outcome: string) => {
        const answer = await open(fresh, tokens, parent)
        expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
        expect(lastDenial()).toMatchObject({ act: 'open panel', outcome })
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

    test('when an address is opened twice at once, one request succeeds', async () => {
      const tokens = await seller.panelTokens()
      const answers = await Promise.all([1, 2, 3, 4].map(() => open(shop.visitor(), tokens, seller.origin)))
      expect(answers.map((one) => one.status).toSorted()).toEqual([303, 403, 403, 403])
    })

    test('a page of another site cannot frame a panel', async () => {
      for (const parent of ['https://evil.example', '', 'null', `${seller.origin}.evil.example`, `${seller.origin}/`]) {
        const tokens = await seller.panelTokens()
        const answer = await open(shop.visitor(), tokens, parent)
        expect([answer.status, frameAncestors(answer.headers['content-security-policy'])]).toEqual([403, `'none'`])
        expect(lastDenial()).toMatchObject({ act: 'open panel', outcome: 'foreign_parent' })
      }
    })

    test('the session ends with the sign-in it came from, wherever that is ended', async () => {
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
      expect(lastDenial()).toMatchObject({ outcome: 'session_ended' })
    })

    test('rejects and logs a form posted by another site', async () => {
      const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
      const answer = await seller.panelForm('/panel/product?sku=LAMP-1', { intent: 'note', text: 'x' }, headers)
      expect(answer.status).toBe(403)
      expect(await lastAudit()).toMatchObject({ act: 'post a form', outcome: 'cross_site' })
      const body = { app: 'aol' }
      expect((await seller.staff('POST', '/api/product/LAMP-1/cart', { body, headers })).status).toBe(403)
    })
  })

  describe('permissions', () => {
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

    test('every staff host call is in the table', () => {
      expect(Object.keys(calls).toSorted()).toEqual(names.toSorted())
    })

    test.each(names)('%s: requires sign-in and the right role', async (name) => {
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

    test.each(names)('%s: permission is checked before input, so others never get 400 [platform-15]', async (name) => {
      const { path, body, others } = calls[name] ?? { path: '', others: 'same' }
      const [method = ''] = name.split(' ')
      const ask = async (who: Visitor) =>
        (
          await who.staff(
            method,
            `${path.replace(/\?.*/, '')}?page=x&from=x`,
            body === undefined ? {} : { body: { app: 1 }, headers: { 'sec-fetch-site': 'same-origin' } },
          )
        ).status
      expect([await ask(shop.visitor()), await ask(member)]).toEqual([401, 401])
      if (others === 403) expect([await ask(staff), await ask(administrator)]).toEqual([403, 403])
      if (body !== undefined) expect(await ask(seller)).toBe(400)
    })

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
    ])('the panel %s for anonymous, staff, sales staff and administrators is %j', async (path, statuses) => {
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

    test('tokens for a panel are issued only for pages of the same shop', async () => {
      for (const origin of ['https://evil.example', 'null', seller.origin.replace('aol', 'wa')])
        expect((await seller.post('/api/staff/panel-tokens', {}, { headers: { origin } })).status).toBe(403)
      const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }
      expect((await seller.post('/api/staff/panel-tokens', {}, { headers })).status).toBe(400)
    })

    test('only administrators set cost prices', async () => {
      const form = { intent: 'cost', cost: '600.50' }
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
      expect(shown.text).not.toContain('Change cost')
    })
  })

  test('an address that names another host does not open a panel', async () => {
    const opened = await seller.openPanel('//evil.example/panel/product')
    expect([opened.status, opened.headers.location]).toEqual([303, '/evil.example/panel/product'])
  })

  test('anonymous requests add nothing to the audit log', async () => {
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

  test('a staff host session expires after twelve hours', async () => {
    await shop.advance(hours(12) + minutes(1))
    expect((await seller.staff('GET', '/panel/product?sku=LAMP-1')).status).toBe(401)
    await shop.services.staff.forget()
  })
})
