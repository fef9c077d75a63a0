import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { seconds } from '../platform/clock.ts'
import { databaseEngines } from '../testing/database.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import { until } from '../testing/shop/until.ts'
import { startJobs } from './jobs.server.ts'

describe.each(await databaseEngines())('while the mail server cannot be reached, on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false, env: { SMTP_URL: `smtp://127.0.0.1:${await closedPort()}` } })
  })
  afterAll(async () => shop.close())

  /** A failing job is taken out and put in again by pg-boss: what is written to it before it waits for its next try may be lost. */
  const everyMailWaitsForItsNextTry = async () =>
    until(async () => {
      const { rows } = await sql<{ state: string }>`select distinct state::text from pgboss.job
        where state in ('created', 'retry', 'active')`.execute(shop.database.db)
      return rows.map(({ state }) => state).join(' ') === 'retry'
    })

  const metric = async (name: string) =>
    Number(
      new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (.+)$`, 'm').exec((await shop.visitor().get('/metrics')).text)?.[1],
    )

  test('log, metrics and dashboard report queued mails', async () => {
    await shop.services.content.newsletter.ask('aol', 'ana@example.com')
    await startJobs(shop.services, shop)
    await until(() => shop.logged.some((line) => line.includes('a job failed and is tried again')))
    const refused = shop.logged.find((line) => line.includes('a job failed and is tried again')) ?? ''
    expect(JSON.parse(refused)).toMatchObject({ job: expect.any(String), err: { code: 'ESOCKET' } })
    expect(refused).not.toContain('ana@example.com')

    await everyMailWaitsForItsNextTry()
    await shop.services.mail.queue.look()
    expect(await metric('mail_queue_depth')).toBe(1)
    expect(await metric('mails_total{outcome="failed"}')).toBeGreaterThan(0)
    await sql`update pgboss.job set created_on = created_on - interval '3 minutes' where state <> 'completed'`.execute(
      shop.database.db,
    )
    await shop.services.mail.queue.look()
    expect(await metric('mail_queue_oldest_seconds')).toBeGreaterThanOrEqual(seconds(170) / 1_000)
    const said = () => shop.logged.filter((line) => line.includes('mails wait: the mail server of SMTP_URL'))
    expect(said()).toHaveLength(1)
    await shop.services.mail.queue.look()
    expect(said()).toHaveLength(1)

    const administrator = await shop.colleague('administrator')
    await administrator.openPanel('/office')
    const dashboard = await administrator.staff('GET', '/office')
    expect(dashboard.text).toMatch(/(1 email is|\d+ emails are) waiting to be sent, the oldest for 3 minutes/)
    expect(dashboard.text).not.toContain('could not be sent')
  })

  test('a permanently failed mail is reported separately, without an outage alarm', async () => {
    const { db } = shop.database
    // As pg-boss leaves a job whose tries are used up, and what else waits is through.
    await sql`update pgboss.job set state = 'completed' where state in ('created', 'retry', 'active')`.execute(db)
    await shop.services.content.newsletter.ask('aol', 'ben@example.com')
    await everyMailWaitsForItsNextTry()
    await sql`update pgboss.job set state = 'failed', created_on = created_on - interval '3 days'
      where state in ('created', 'retry', 'active')`.execute(db)
    await shop.services.mail.queue.look()
    expect(await metric('mail_failed')).toBe(1)
    expect([await metric('mail_queue_depth'), await metric('mail_queue_oldest_seconds')]).toEqual([0, 0])
    expect(shop.logged.filter((line) => line.includes('mails are sent again'))).toHaveLength(1)
    expect(shop.logged.filter((line) => line.includes('a mail could not be sent and is not tried again'))).toHaveLength(
      1,
    )
    const administrator = await shop.colleague('administrator')
    await administrator.openPanel('/office')
    const { text } = await administrator.staff('GET', '/office')
    expect(text).toContain('1 email could not be sent.')
    expect(text).not.toMatch(/mails? waits? to be sent/)
  })
})

/** A port that nothing listens on. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address !== null ? address.port : 1
}
