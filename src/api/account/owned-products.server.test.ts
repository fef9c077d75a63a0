import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { buy, openFridgeShop, openOwner } from '../../testing/owners.ts'
import type { TestShop } from '../../testing/shop.server.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import { sendCareMail } from '../../composition/jobs.server.ts'
import type { CareMailOrder } from '../../modules/account/care-mails.ts'

/** The appliances that a customer has bought, and the reminders to look after them. */

let shop: TestShop
beforeAll(async () => {
  shop = await openFridgeShop()
})
afterAll(() => shop.close())
const member = () => openOwner(shop)

type Owned = {
  orderId: string
  sku: string
  since: string
  parts: { sku: string }[]
  filter: { sku: string; dueOn: string } | null
}
const owned = async (visitor: Visitor) => (await visitor.get('/api/account/owned')).json<{ owned: Owned[] }>().owned

describe('owned products', () => {
  test('come from orders, with documents, warranty, accessories and the next filter date', async () => {
    const { visitor } = await member()
    expect(await owned(visitor)).toEqual([])
    await visitor.add('WF-1')
    await buy(shop, visitor, 'FD-1')
    const [one, ...more] = await owned(visitor)
    // The filter itself is no appliance.
    expect(more).toEqual([])
    const since = one?.since ?? ''
    expect(since > '2026-11-24').toBe(true)
    expect(one).toMatchObject({
      sku: 'FD-1',
      title: 'French door fridge with ice',
      quantity: 1,
      warranty: { years: 2, endsOn: since.replace('2026', '2028'), isOver: false },
      manuals: [{ title: 'User manual', url: 'https://maker.example/manual.pdf' }],
      filter: { sku: 'WF-1', title: 'Fridge Water Filter' },
    })
    expect(one?.parts.map(({ sku }) => sku)).toEqual(['WF-1', 'AK-1'])
    expect(one?.filter?.dueOn.startsWith('2027-05')).toBe(true)
    // Somebody else's, and another shop's, are not there.
    expect(await owned((await member()).visitor)).toEqual([])
  })

  test('are reminded of a filter change once, if the owner wants it', async () => {
    const { visitor, email, userId } = await member()
    await buy(shop, visitor, 'FD-1')
    const { visitor: quiet, userId: quietId } = await member()
    await buy(shop, quiet, 'FD-1')
    const chosen = await quiet.send('PATCH', '/api/account/privacy', { body: { careReminders: false } })
    // News was ticked at the checkout.
    expect(chosen.json()).toEqual({ newsletter: true, careReminders: false })
    const [one] = await owned(visitor)
    const reminders = () =>
      shop.database.db.selectFrom('owned_reminder').selectAll().where('account_id', 'in', [userId, quietId]).execute()
    await shop.services.account.ownedProducts.remind()
    expect(await reminders()).toEqual([])
    await shop.advance(days(190))
    await Promise.all([shop.services.account.ownedProducts.remind(), shop.services.account.ownedProducts.remind()])
    await shop.services.account.ownedProducts.remind()
    const sent = await reminders()
    expect(sent.map((row) => [row.account_id, row.sku, row.due_on])).toEqual([[userId, 'FD-1', one?.filter?.dueOn]])

    const order: CareMailOrder = {
      app: 'aol',
      accountId: userId,
      orderId: one?.orderId ?? '',
      sku: 'FD-1',
      dueOn: one?.filter?.dueOn ?? '',
    }
    await sendCareMail(shop.services, shop.config, order)
    await sendCareMail(shop.services, shop.config, order)
    const mails = (await shop.services.mail.newest(50)).filter(
      (mail) => mail.recipient === email && mail.id.startsWith('care-'),
    )
    expect(mails.map((mail) => mail.subject)).toEqual(['Time for a new filter: Nordhaus French door fridge with ice'])
    expect(mails[0]?.plain).toContain('The right one is: Fridge Water Filter.')
    // Its link ends them without a login.
    const [, token = ''] = /no-reminders\/([\w.-]+)/.exec(mails[0]?.html ?? '') ?? []
    expect(await shop.services.account.personalData.stopReminders(token.replace(/.$/, 'x'))).toBe(false)
    expect(await shop.services.account.personalData.stopReminders(`${quietId}.${token.split('.')[1]}`)).toBe(false)
    expect(await shop.services.account.personalData.stopReminders(token)).toBe(true)
    expect(await shop.services.account.ownedProducts.mailFor(order)).toBeNull()
    // So late it says nothing any more.
    await shop.advance(days(30))
    await shop.services.account.ownedProducts.remind()
    expect(await reminders()).toHaveLength(1)
  })
})
