import type { ApiShop } from '../../testing/api-shop.ts'
import { withCart, type Call } from '../../testing/api-visitors.ts'
import type { ExampleCalls } from '../../testing/endpoint-contract.ts'
import { openMember } from '../../testing/members.ts'
import { testAddress } from '../../testing/shop/order-body.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'

const savedAddress = {
  label: null,
  ...testAddress,
  companyName: null,
  suburb: 'Sydney',
  state: 'NSW',
  postcode: '2000',
  country: 'AU',
  phone: '0412 345 678',
  deliveryInstructions: null,
  isDefault: false,
}

/** Of somebody in a shop that has a club. */
async function ofClub(shop: ApiShop): Promise<Call> {
  await shop.set('aol', 'dealsClubEnabled', 'true')
  return { visitor: await shop.owner(), path: '/api/account/deals-club' }
}

/** A member who has paid by card and had it saved. */
async function withSavedCard(shop: ApiShop): Promise<Call> {
  const visitor = await shop.owner()
  await visitor.add('LAMP-1')
  const body = await visitor.order({ card: await shop.card() })
  await visitor.submit({ ...body, savesCard: true })
  const { cards } = (await visitor.get('/api/account/cards')).json<{ cards: { id: string }[] }>()
  return { visitor, path: `/api/account/cards/${cards[0]?.id}` }
}

/** A guest with a list that has a lamp on it. */
async function withList(shop: ApiShop): Promise<{ readonly visitor: Visitor; readonly path: string }> {
  const visitor = shop.visitor()
  const made = await visitor.post('/api/wishlists/', { name: 'Kitchen', sku: 'LAMP-1' })
  return { visitor, path: `/api/wishlists/${made.json<{ id: string }>().id}` }
}

/** One good request for each call about an account and what staff see of it. */
export const accountCalls: ExampleCalls = {
  'GET /api/wishlists/': async (shop) => ({ ...(await withList(shop)), path: '/api/wishlists/' }),
  'POST /api/wishlists/': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/wishlists/',
    body: { name: 'Kitchen', sku: 'LAMP-1' },
  }),
  'PATCH /api/wishlists/:id': async (shop) => ({
    ...(await withList(shop)),
    body: { name: 'Laundry', link: 'on' },
  }),
  'DELETE /api/wishlists/:id': withList,
  'PUT /api/wishlists/:id/products/:sku': async (shop) => {
    const { visitor, path } = await withList(shop)
    return { visitor, path: `${path}/products/WM-1`, body: { quantity: 2 } }
  },
  'DELETE /api/wishlists/:id/products/:sku': async (shop) => {
    const { visitor, path } = await withList(shop)
    return { visitor, path: `${path}/products/LAMP-1` }
  },
  'POST /api/wishlists/:id/products/:sku/cart': async (shop) => {
    const { visitor, path } = await withList(shop)
    return { visitor, path: `${path}/products/LAMP-1/cart` }
  },
  'POST /api/cart/product/:code/later': async (shop) => ({
    visitor: await withCart(shop),
    path: '/api/cart/product/LAMP-1/later',
  }),
  'GET /api/account/reminders': async (shop) => ({ visitor: await shop.salesperson(), path: '/api/account/reminders' }),
  'GET /api/staff/projects': async (shop) => ({
    visitor: await shop.salesperson(),
    path: '/api/staff/projects?search=kitchen',
  }),
  'POST /api/staff/panel-tokens': async (shop) => ({
    visitor: await shop.salesperson(),
    path: '/api/staff/panel-tokens',
    body: {},
  }),
  'GET /api/account': async (shop) => ({ visitor: await shop.owner(), path: '/api/account' }),
  'PATCH /api/account': async (shop) => ({
    visitor: await shop.owner(),
    path: '/api/account',
    body: { phone: '0412 345 678', newsletter: true },
  }),
  'GET /api/account/orders': async (shop) => ({ visitor: await shop.owner(), path: '/api/account/orders' }),
  'GET /api/account/order/invoiced': async (shop) => ({
    visitor: await shop.owner(),
    path: '/api/account/order/invoiced?page=0',
  }),
  'GET /api/account/order/invoiced/:id': async (shop) => {
    const visitor = await shop.owner()
    const { items } = (await visitor.get('/api/account/order/invoiced')).json<{ items: { id: string }[] }>()
    return { visitor, path: `/api/account/order/invoiced/${items[0]?.id}` }
  },
  'GET /api/account/order/addresses': async (shop) => ({
    visitor: await shop.owner(),
    path: '/api/account/order/addresses',
  }),
  'POST /api/account/order/addresses/save': async (shop) => {
    const visitor = await shop.owner()
    const stored = await visitor.get('/api/account/order/addresses')
    const id = stored.json<{ addresses: { id: string }[] }>().addresses[0]?.id ?? null
    return { visitor, path: '/api/account/order/addresses/save', body: { id, ...savedAddress } }
  },
  'DELETE /api/account/order/addresses/:id': async (shop) => {
    const visitor = await shop.owner()
    const saved = await visitor.post('/api/account/order/addresses/save', savedAddress)
    return { visitor, path: `/api/account/order/addresses/${saved.json<{ id: string }>().id}` }
  },
  'GET /api/account/cards': async (shop) => ({ visitor: await shop.owner(), path: '/api/account/cards' }),
  'DELETE /api/account/cards/:id': withSavedCard,
  'GET /api/account/deals-club': ofClub,
  'PATCH /api/account/deals-club': async (shop) => ({ ...(await ofClub(shop)), body: { isMember: false } }),
  'GET /api/account/owned': async (shop) => ({ visitor: await shop.owner(), path: '/api/account/owned' }),
  'GET /api/account/privacy': async (shop) => ({ visitor: await shop.owner(), path: '/api/account/privacy' }),
  'PATCH /api/account/privacy': async (shop) => ({
    visitor: await shop.owner(),
    path: '/api/account/privacy',
    // As it is: the call is asked many times.
    body: { newsletter: false, careReminders: true },
  }),
  // This call and the next want a proof of identity that is a moment old.
  'GET /api/account/data': async (shop) => {
    const { visitor } = await openMember(shop)
    return { visitor, path: '/api/account/data' }
  },
  'POST /api/account/close': async (shop) => {
    const { visitor, email } = await openMember(shop)
    return { visitor, path: '/api/account/close', body: { email } }
  },
}
