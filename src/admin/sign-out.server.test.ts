import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import type { Visitor } from '../testing/shop/visitor.ts'

/** How sessions of the staff host end on purpose: one's own by logging out, another's by an administrator. */

let shop: TestShop
let administrator: Visitor
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
  administrator = await shop.colleague('administrator')
  await administrator.openPanel('/office')
})
afterAll(() => shop.close())

const statusOf = async (who: Visitor, path = '/office') => (await who.staff('GET', path)).status
const accountOf = (who: Visitor) => decodeJwt(who.token ?? '').sub ?? ''

describe('logging out of the back office', () => {
  test('ends this session and its cookie, but not the shop sign-in or other browsers', async () => {
    const who = await shop.colleague('staff')
    await who.openPanel('/office')
    const stored = new Map(who.staffCookies)
    const answer = await who.panelForm('/office/log-out', {})
    expect([answer.status, answer.headers.location]).toEqual([303, '/logged-out'])
    expect(answer.headers['set-cookie']).toEqual([
      'staffsession=; Path=/; HttpOnly; Secure; SameSite=None; Partitioned; Max-Age=0',
    ])
    const shown = await who.staff('GET', '/logged-out')
    expect([shown.status, shown.text.includes('You are logged out of the back office')]).toEqual([200, true])
    expect(await statusOf(who)).toBe(401)
    // The cookie is worth nothing to whoever still has it.
    for (const [name, value] of stored) who.staffCookies.set(name, value)
    expect(await statusOf(who)).toBe(401)
    expect((await who.get('/api/account')).status).toBe(200)
    expect(await statusOf(administrator)).toBe(200)
    expect((await who.openPanel('/office')).status).toBe(303)
    expect(await statusOf(who)).toBe(200)
  })

  test('cannot be triggered by another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await administrator.panelForm('/office/log-out', {}, headers)).status).toBe(403)
    expect([await statusOf(administrator), await statusOf(administrator, '/office/log-out')]).toEqual([200, 404])
  })
})

describe('ending all sessions of an account', () => {
  test.each([
    ['staff', 'staff'],
    ['customers', 'customer'],
  ] as const)('in the list of %s logs them out everywhere, and is logged', async (list, role) => {
    const who = await shop.colleague(role)
    if (role === 'staff') await who.openPanel('/office')
    const here = `/office/${list}/${accountOf(who)}`
    expect((await administrator.staff('GET', here)).text).toContain('Log out everywhere')
    const done = await administrator.panelForm(here, { intent: 'end-sign-ins', version: '' })
    expect([done.status, done.headers.location]).toEqual([303, `${here}?done=end-sign-ins`])
    expect((await who.get('/api/account')).status).toBe(401)
    expect(await statusOf(who)).toBe(401)
    const { rows } = await sql<{ act: string; outcome: string }>`
      select act, outcome from staff_audit where subject = ${`${list} ${accountOf(who)}`}`.execute(shop.database.db)
    expect(rows.at(-1)?.outcome).toBe('done')
    expect(rows.at(-1)?.act).toMatch(/^end-sign-ins /)
    const { rows: events } = await sql<{ kind: string }>`
      select kind from security_event where account_id = ${accountOf(who)} order by id desc limit 1`.execute(
      shop.database.db,
    )
    expect(events).toEqual([{ kind: 'sessions_ended' }])
  })

  test('requires an administrator', async () => {
    const sales = await shop.colleague('sales')
    await sales.openPanel('/office')
    const customer = await shop.colleague('customer')
    const here = `/office/customers/${accountOf(customer)}`
    expect((await sales.staff('GET', here)).text).not.toContain('Log out everywhere')
    expect((await sales.panelForm(here, { intent: 'end-sign-ins' })).status).toBe(403)
    expect((await customer.get('/api/account')).status).toBe(200)
  })
})
