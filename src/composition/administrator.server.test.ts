import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAdministrator } from '../modules/identity/administrator.server.ts'
import { totpCode, totpStep } from '../modules/identity/internal/factors/totp.server.ts'
import { randomIds } from '../platform/ids.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import type { Visitor } from '../testing/shop/visitor.ts'

/** `npm run admin:create` for an address that has an account already. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())

const password = 'a long fridge 42'

const create = async (email: string) => {
  const made = await createAdministrator(
    { database: shop.database, clock: shop.clock, ids: randomIds },
    { email, firstName: 'Ada', lastName: 'Byron', cmsUrl: shop.config.cmsUrl },
  )
  if (!made.ok) throw new Error(made.problem)
  return made.value
}

const accountOf = (email: string) =>
  shop.database.db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
const kindsOf = async (accountId: string) =>
  (
    await shop.database.db
      .selectFrom('security_event')
      .select('kind')
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)
const canSignIn = (visitor: Visitor, email: string) =>
  visitor.postLogin({ email, password }).then(
    ({ headers }) => /#|second-step/.test(headers.location ?? ''),
    () => false,
  )

/** Somebody who has an account with a password, a second factor, recovery codes, another provider and a session. */
async function registered(email: string): Promise<Visitor> {
  const visitor = await shop.colleague('customer')
  const { email: before } = (await visitor.get('/api/account')).json<{ email: string }>()
  const { db } = shop.database
  const ask = (call: string, body: object) => visitor.identity('POST', `/api/account/${call}`, { body })
  const { secret } = (await ask('begintotp', {})).json<{ secret: string }>()
  expect((await ask('confirmtotp', { code: totpCode(secret, totpStep(shop.clock.now())) })).status).toBe(200)
  await sql`update account set email = ${email} where email = ${before}`.execute(db)
  const { id } = await accountOf(email)
  const [now, later] = [shop.clock.now(), new Date(shop.clock.now().getTime() + 60_000)]
  await sql`insert into identity_external (provider, subject, account_id, created_at) values ('google', ${email}, ${id}, ${now})`.execute(
    db,
  )
  await sql`insert into identity_passkey (id, account_id, rp_id, public_key, counter, transports, name, is_backed_up, created_at)
    values (${`key-${id}`}, ${id}, 'localhost', 'k', 0, '[]', 'A key', false, ${now})`.execute(db)
  await sql`insert into identity_link (token_hash, kind, account_id, email, created_at, expires_at)
    values (${`hash-${id}`}, 'change-new', ${id}, 'stranger@elsewhere.test', ${now}, ${later})`.execute(db)
  return visitor
}

const leftOf = async (id: string) => {
  const tables = ['identity_totp', 'identity_passkey', 'identity_recovery_code', 'identity_external'] as const
  const counts = tables.map(async (table) => {
    const { rows } = await sql`select 1 from ${sql.table(table)} where account_id = ${id}`.execute(shop.database.db)
    return [table, rows.length] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

const sessionsOf = async (id: string) =>
  (await sql`select 1 from identity_session where account_id = ${id} and ended_at is null`.execute(shop.database.db))
    .rows.length
const linksOf = async (id: string) =>
  (
    await sql<{ kind: string }>`select kind from identity_link where account_id = ${id} and used_at is null`.execute(
      shop.database.db,
    )
  ).rows.map(({ kind }) => kind)

describe('making an existing account an administrator', () => {
  test('with an unconfirmed email removes every login method that a stranger could have registered', async () => {
    const email = 'ada@shop.test'
    await registered(email)
    await sql`update account set email_confirmed_at = null, first_name = 'Mallory' where email = ${email}`.execute(
      shop.database.db,
    )
    const { id } = await accountOf(email)
    const { token, before } = await create(email)
    expect(before).toBe('unconfirmed')
    expect(await accountOf(email)).toMatchObject({ role: 'administrator', password_hash: null, first_name: 'Ada' })
    expect(await leftOf(id)).toEqual({
      identity_totp: 0,
      identity_passkey: 0,
      identity_recovery_code: 0,
      identity_external: 0,
    })
    expect([await sessionsOf(id), await linksOf(id)]).toEqual([0, ['reset']])
    expect(await canSignIn(shop.visitor(), email)).toBe(false)
    const kinds = await kindsOf(id)
    for (const kind of ['role_changed', 'sessions_ended', 'password_changed', 'factor_removed', 'provider_removed'])
      expect(kinds).toContain(kind)
    // Whoever has the link signs in.
    const reset = { body: { clientId: 'storefront-aol', token, password: 'another fridge 43' } }
    expect((await shop.visitor().identity('POST', '/api/account/resetpassword', reset)).status).toBe(200)
  })

  test('with a confirmed email keeps its login methods and ends its sessions', async () => {
    const email = 'grace@shop.test'
    const owner = await registered(email)
    const { id } = await accountOf(email)
    expect((await create(email)).before).toBe('confirmed')
    expect(await leftOf(id)).toMatchObject({ identity_totp: 1, identity_passkey: 1, identity_external: 1 })
    expect([await sessionsOf(id), await linksOf(id)]).toEqual([0, ['reset']])
    expect((await owner.identity('GET', '/api/account/securityevents')).status).toBe(401)
    expect(await kindsOf(id)).toEqual(expect.arrayContaining(['role_changed', 'sessions_ended']))
    expect(await canSignIn(shop.visitor(), email)).toBe(true)
  })

  test('a new administrator sets a password first', async () => {
    expect((await create('new@shop.test')).before).toBe('none')
    expect(await canSignIn(shop.visitor(), 'new@shop.test')).toBe(false)
  })
})
