import { expect } from 'vitest'
import { memberPassword, registration } from './members.ts'
import { openTestShop, type TestShop } from './shop.server.ts'
import type { Visitor } from './shop/visitor.ts'

const offers = ['wa', 'aol'].map((app) => ({ app: app as 'wa' | 'aol', price: 100_00 }))

/** A shop with a fridge and its accessories: a filter and a kit that fit, and a tray that does not. */
export async function openFridgeShop(): Promise<TestShop> {
  const shop = await openTestShop({
    moreProducts: {
      owned: {
        sku: 'FD-1',
        title: 'French door fridge with ice',
        brand: 'Nordhaus',
        categoryUri: 'kitchen/fridges/french-door-fridges',
        offers,
        stock: { '2000': { quantity: 50 } },
        attributes: { warranty_years: 2 },
        documents: [{ title: 'User manual', url: 'https://maker.example/manual.pdf', sizeKb: 900 }],
      },
      filter: {
        sku: 'WF-1',
        title: 'Fridge Water Filter',
        brand: 'Nordhaus',
        categoryUri: 'accessories/kitchen-accessories',
        offers,
        stock: { '2000': { quantity: 50 } },
        attributes: { fits: ['French door fridges', 'Side by side fridges'] },
      },
      kit: {
        sku: 'AK-1',
        title: 'A plumbing kit',
        brand: 'Nordhaus',
        categoryUri: 'accessories/kitchen-accessories',
        offers,
        stock: { '2000': { quantity: 50 } },
        attributes: { fits: ['French door fridges'] },
      },
      other: {
        sku: 'TR-1',
        title: 'A tray',
        brand: 'Nordhaus',
        categoryUri: 'accessories/kitchen-accessories',
        offers,
        stock: { '2000': { quantity: 50 } },
        attributes: { fits: ['Built-in ovens'] },
      },
    },
  })
  const category = shop.database.db.updateTable('category').set({ title: 'French Door Fridges' })
  await category.where('uri', '=', 'kitchen/fridges/french-door-fridges').execute()
  return shop
}

export type Owner = { readonly visitor: Visitor; readonly email: string; readonly userId: string }

let count = 0
/** Zelda Quist, with a new account each time, signed in. */
export async function openOwner(shop: TestShop, { isConfirmed = true } = {}): Promise<Owner> {
  const email = `private${++count}@shopper.example`
  const visitor = shop.visitor()
  const body = registration(email, { firstName: 'Zelda', lastName: 'Quist' })
  await visitor.identity('POST', '/api/account/register', { body })
  if (isConfirmed)
    await shop.database.db
      .updateTable('account')
      .set({ email_confirmed_at: shop.clock.now() })
      .where('email', '=', email)
      .execute()
  await visitor.signIn(email, memberPassword)
  const { userId } = (await visitor.get('/api/account')).json<{ userId: string }>()
  return { visitor, email, userId }
}

export async function buy(shop: TestShop, visitor: Visitor, sku: string, more: object = {}): Promise<void> {
  await visitor.add(sku)
  const done = await visitor.submit({ ...(await visitor.order({ card: await shop.card() })), ...more })
  expect(done.status).toBe(200)
}
