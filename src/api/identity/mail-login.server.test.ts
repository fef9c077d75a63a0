import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IdentityMailOrder } from '../../modules/identity/identity-mails.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { deliver, mailsTo, newEmail, register } from '../../testing/members.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import { accepted, ask, secondFactorsOf, step } from './second-factors-for-tests.ts'

/** Logging in with a code by mail, over HTTP (decision 0068). */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(() => shop.close())

const { account, withTotp, code: totp } = secondFactorsOf(() => shop)

async function askForCode(visitor: Visitor, email: string) {
  const { nonce } = (await visitor.send('POST', '/api/session/nonce')).json<{ nonce: string }>()
  return ask(visitor, 'mailcode', { email, nonce })
}

/** Orders of such mails to an address, newest first. */
async function orders(email: string) {
  const { rows } = await sql<{ data: Extract<IdentityMailOrder, { kind: 'mail-login-code' }> }>`
    select data from pgboss.job_common where name = 'identity-mail' and data->>'kind' = 'mail-login-code'
      and data->>'email' = ${email} order by created_on desc`.execute(shop.database.db)
  return rows.map(({ data }) => data)
}

/** Sends the newest mail as the worker does; returns the code in it. */
async function mailed(email: string): Promise<string> {
  const [order] = await orders(email)
  await deliver(shop, order ?? expect.fail('no mail was ordered'))
  const [mail] = await mailsTo(shop, email)
  expect(mail?.subject).toBe('Your code to log in to Appliances Online')
  expect(mail?.plain).toContain('Didn’t ask for it?')
  return /Your code is (\d{6})\./.exec(mail?.plain ?? '')?.[1] ?? expect.fail('no code in the mail')
}

const wrongThan = (code: string) => (code === '000000' ? '000001' : '000000')
const logIn = (visitor: Visitor, email: string, code: string) => ask(visitor, 'maillogin', { email, code })
const wrongCode = {
  errors: [
    { field: 'code', message: 'This code is incorrect or has expired. Please check it, or ask for another one' },
  ],
}

describe('a code by mail', () => {
  test('logs in once, in the browser that asked for it, with spaces and capitals as typed', async () => {
    const email = await account()
    const visitor = shop.visitor()
    expect((await askForCode(visitor, ` ${email.toUpperCase()} `)).json()).toEqual({ success: true })
    expect(visitor.cookies.get('idmailed')).toMatch(/^[0-9a-f]{32}$/)
    const code = await mailed(email)
    const stranger = shop.visitor()
    expect([(await logIn(stranger, email, code)).status]).toEqual([400])
    const wrong = await logIn(visitor, email, wrongThan(code))
    expect([wrong.status, wrong.json()]).toMatchObject([400, wrongCode])
    const answer = await logIn(visitor, email, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect([answer.status, await accepted(visitor, answer)]).toEqual([200, 200])
    expect((await logIn(visitor, email, code)).status).toBe(400)
  })

  test('is the newest one’s, for ten minutes, and for its own address', async () => {
    const [email, other] = [await account(), await account()]
    const visitor = shop.visitor()
    await askForCode(visitor, email)
    const first = await mailed(email)
    expect((await logIn(visitor, other, first)).status).toBe(400)
    await askForCode(visitor, email)
    expect((await logIn(visitor, email, first)).status).toBe(400)
    const second = await mailed(email)
    shop.clock.advance(minutes(10) + seconds(1))
    expect((await logIn(visitor, email, second)).status).toBe(400)
  })

  test('is answered alike, and mailed to nobody, without an account, unconfirmed, for staff and with a second factor', async () => {
    const unconfirmed = newEmail()
    await register(shop.visitor(), unconfirmed)
    const guarded = await withTotp()
    for (const email of [newEmail(), unconfirmed, await account('sales'), guarded.email]) {
      const visitor = shop.visitor()
      const requested = await askForCode(visitor, email)
      expect([requested.status, requested.json(), visitor.cookies.has('idmailed')]).toEqual([
        200,
        { success: true },
        true,
      ])
      expect(await orders(email)).toEqual([])
      const answer = await logIn(visitor, email, '123456')
      expect([answer.status, answer.json()]).toMatchObject([400, wrongCode])
    }
  })

  test('is not replaced by an app, and its login sets up no factor', async () => {
    const email = await account()
    const visitor = shop.visitor()
    await askForCode(visitor, email)
    const secret = visitor.cookies.get('idmailed') ?? expect.fail('no cookie')
    // Were it taken for a login whose password was right.
    visitor.cookies.set('idpending', secret)
    expect((await step(visitor)).status).toBe(401)
    const code = await mailed(email)
    for (const proof of [
      { kind: 'mail', value: code },
      { kind: 'totp', value: totp('A'.repeat(32)) },
    ])
      expect((await ask(visitor, 'loginstep', proof)).status).toBe(401)
    expect((await ask(visitor, 'begintotp')).status).toBe(401)
    expect(await accepted(visitor, await logIn(visitor, email, code))).toBe(200)
  })

  test('has to wait after five tries, known address or not, and so have requests for it', async () => {
    for (const email of [await account(), newEmail()]) {
      const visitor = shop.visitor()
      const statuses: number[] = []
      for (let at = 0; at < 6; at++) statuses.push((await logIn(visitor, email, '123456')).status)
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
      const statusesOfRequests: number[] = []
      for (let at = 0; at < 6; at++) statusesOfRequests.push((await askForCode(visitor, email)).status)
      expect(statusesOfRequests).toEqual([200, 200, 200, 200, 200, 429])
    }
  })
})
