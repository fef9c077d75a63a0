import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseEngines } from '../../../testing/database.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'

describe.each(await databaseEngines())('marketing consent on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine })
  })
  afterAll(async () => shop.close())

  const consentsOf = (email: string) =>
    shop.database.db
      .selectFrom('marketing_consent')
      .select(['app', 'source', 'is_given', 'words'])
      .where('email', '=', email)
      .orderBy('id')
      .execute()

  test('is stored with the order, its text and the shop; an unticked box is no consent', async () => {
    for (const [newsletter, email] of [
      [true, 'yes@example.com'],
      [false, 'no@example.com'],
    ] as const) {
      const visitor = shop.visitor()
      await visitor.add('LAMP-1')
      const body = { ...(await visitor.order({ card: await shop.card() })), email, newsletter }
      expect((await visitor.submit(body)).status).toBe(200)
    }
    expect(await consentsOf('yes@example.com')).toEqual([
      { app: 'aol', source: 'checkout', is_given: true, words: 'Keep me updated with news and offers' },
    ])
    expect(await consentsOf('no@example.com')).toEqual([])
  })

  test('in the account is recorded when given and withdrawn, and not when unchanged', async () => {
    const member = await shop.colleague('customer', { app: 'wa' })
    const { email } = await shop.database.db
      .selectFrom('account')
      .select('email')
      .where('role', '=', 'customer')
      .executeTakeFirstOrThrow()
    for (const newsletter of [true, true, false])
      expect((await member.send('PATCH', '/api/account/privacy', { body: { newsletter } })).status).toBe(200)
    expect(await consentsOf(email)).toEqual([
      { app: 'wa', source: 'account', is_given: true, words: 'News and offers' },
      { app: 'wa', source: 'account', is_given: false, words: 'News and offers' },
    ])
  })

  test('by the mail’s button is recorded with the button text, as is its end', async () => {
    await shop.services.content.newsletter.ask('aol', 'reader@example.com')
    const token =
      (await shop.services.content.newsletter.linkFor('aol', 'reader@example.com')) ?? expect.fail('no link')
    await shop.services.content.newsletter.answer('aol', token, true)
    await shop.services.content.newsletter.answer('aol', token, true)
    await shop.services.content.newsletter.answer('aol', token, false)
    expect(await consentsOf('reader@example.com')).toEqual([
      { app: 'aol', source: 'newsletter', is_given: true, words: 'Yes, send me the news' },
      { app: 'aol', source: 'newsletter', is_given: false, words: 'Yes, send me the news' },
    ])
  })
})

test('the checkout’s newsletter box follows the app’s setting, ticked by default except in the trade app [CHK-08] [CHK-09]', async () => {
  const shop = await openTestShop({ sandbox: false })
  const { settings } = shop.services
  const { effectiveBrand } = shop.services.site
  const isTicked = (app: 'aol' | 'wac') => settings.isOn(effectiveBrand(app), 'newsletterOptInDefault')
  expect([isTicked('aol'), isTicked('wac')]).toEqual([true, false])
  await shop.set('aol', 'newsletterOptInDefault', 'false')
  expect(isTicked('aol')).toBe(false)
  await shop.close()
})
