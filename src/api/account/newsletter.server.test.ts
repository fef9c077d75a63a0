import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseEngines, type TestDatabase } from '../../testing/database.ts'
import { clockOf, minutes } from '../../platform/clock.ts'
import { newsletterTexts } from '../../modules/content/forms/newsletter.ts'
import { createNewsletter, newsletterMailJob, type Newsletter } from '../../modules/content/forms/newsletter.server.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'

const at = new Date('2026-11-24T02:00:00Z')

describe.each(await databaseEngines())('newsletter subscription on $name', (engine) => {
  let database: TestDatabase
  let newsletter: Newsletter
  let now = at
  let secrets = 0
  const mails: unknown[] = []
  beforeAll(async () => {
    database = await engine.open()
    newsletter = createNewsletter({
      database,
      clock: clockOf(() => now),
      ids: {
        secret: () => String(++secrets).padStart(32, '0'),
        uuid: () => expect.fail('no id is wanted'),
        sortable: () => expect.fail('no id is wanted'),
      },
      jobs: { enqueue: async (_tx, job, order) => void mails.push([job, order]) },
    })
  })
  afterAll(() => database.close())

  test('starts once its link is confirmed, and the same link ends it', async () => {
    expect(await newsletter.ask('aol', ' Ana@Shopper.example ')).toBeNull()
    expect(mails).toEqual([[newsletterMailJob, { app: 'aol', email: 'ana@shopper.example' }]])
    const token = (await newsletter.linkFor('aol', 'ana@shopper.example')) ?? expect.fail('no link')
    expect(await newsletter.find('aol', token)).toEqual({ email: 'ana@shopper.example', getsNews: false })
    // A link is of its own app, and nobody's when it is guessed.
    expect(await newsletter.find('wa', token)).toBeNull()
    expect(await newsletter.answer('wa', token, true)).toBeNull()
    expect(await newsletter.answer('aol', 'f'.repeat(32), true)).toBeNull()
    expect(await newsletter.answer('aol', token, true)).toEqual({ email: 'ana@shopper.example', getsNews: true })
    expect(await newsletter.answer('aol', token, true)).toEqual({ email: 'ana@shopper.example', getsNews: true })
    // Whoever gets it already is not asked again, and nobody learns that.
    now = new Date(at.getTime() + minutes(60))
    expect(await newsletter.ask('aol', 'ana@shopper.example')).toBeNull()
    expect(await newsletter.linkFor('aol', 'ana@shopper.example')).toBeNull()
    expect(mails).toHaveLength(1)
    expect(await newsletter.answer('aol', token, false)).toEqual({ email: 'ana@shopper.example', getsNews: false })
  })

  test('accepts every address of the loose pattern and no other [PHONE-12]', async () => {
    mails.length = 0
    for (const email of ['a@b.c', 'ana@exa_mple.com', 'ünï@cödé.example'])
      expect([email, await newsletter.ask('hc', email)]).toEqual([email, null])
    expect(mails).toHaveLength(3)
    for (const email of ['', 'a@b', 'a b@c.d', '@b.c', 'a@b@c.d'])
      expect([email, await newsletter.ask('hc', email)]).toEqual([email, newsletterTexts.email])
    expect(mails).toHaveLength(3)
  })

  test('mails an address once in ten minutes, even with concurrent requests', async () => {
    mails.length = 0
    await Promise.all(Array.from({ length: 8 }, () => newsletter.ask('wa', 'kim@shopper.example')))
    expect(mails).toHaveLength(1)
    now = new Date(now.getTime() + minutes(10))
    await newsletter.ask('wa', 'kim@shopper.example')
    expect(mails).toHaveLength(2)
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from newsletter_subscriber
      where email = 'kim@shopper.example'`.execute(database.db)
    expect(rows[0]?.count).toBe(1)
  })

  test.each(['', 'no address', 'a@b', `${'x'.repeat(250)}@b.nz`])('rejects "%s"', async (email) => {
    expect(await newsletter.ask('aol', email)).toBe('Enter an email address like name@example.com')
  })
})

describe('the call', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ sandbox: false, env: { RATE_LIMITS: 'on' } })
  })
  afterAll(() => shop.close())

  test('answers 201, 400 with the field, or 429 when called too often', async () => {
    const visitor = shop.visitor()
    const ask = (email: string) => visitor.post('/api/newsletter', { email })
    const first = await ask('lee@shopper.example')
    expect([first.status, first.json()]).toEqual([201, { success: true }])
    const wrong = await ask('lee')
    expect([wrong.status, wrong.json<{ errors: object[] }>().errors]).toEqual([
      400,
      [{ code: 'validation', field: 'email', message: 'Enter an email address like name@example.com' }],
    ])
    for (let again = 0; again < 3; again++) await ask(`lee${again}@shopper.example`)
    expect((await ask('lee9@shopper.example')).status).toBe(429)
  })
})
