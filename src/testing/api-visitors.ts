import { brandOf } from '../brands/brands.ts'
import { anyDemo } from '../modules/events/events.ts'
import { randomIds } from '../platform/ids.ts'
import { openMember } from './members.ts'
import { chooseAtProvider } from './shop/provider-pages.ts'
import { testCard } from './shop/merchant.ts'
import type { TestShop } from './shop.server.ts'
import type { Visitor } from './shop/visitor.ts'

/** Visitors in the state that an API call requires: with a cart, at the bank, with an order, or as a member. */

/** A call as sent, and its visitor. */
export type Call = {
  readonly visitor: Visitor
  readonly path: string
  readonly body?: object
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
}

export const withKey = () => ({ 'idempotency-key': randomIds.uuid() })

export async function withCart(shop: TestShop): Promise<Visitor> {
  const visitor = shop.visitor()
  await visitor.add('LAMP-1', 2)
  return visitor
}

/** A shopper who returns after approving at a provider. */
export async function backFrom(shop: TestShop, provider: string, option: number): Promise<Call> {
  const visitor = await withCart(shop)
  const { redirectUrl } = (await visitor.submit(await visitor.order({ option }))).json<{ redirectUrl: string }>()
  const back = await chooseAtProvider(redirectUrl, 'approve')
  return { visitor, path: back.replace('/customer/checkout', `/api/checkout/${provider}confirmation`) }
}

/** A shopper redirected to the bank, with the submit's body and response. */
export async function atTheBank(shop: TestShop) {
  const visitor = await withCart(shop)
  const body = await visitor.order({ card: await shop.card({ number: testCard.challenged }) })
  const answer = (await visitor.submit(body)).json<{ paymentReference: string; secure3DResponse: never }>()
  return { visitor, body, ...answer }
}

export async function ordered(shop: TestShop) {
  const visitor = await withCart(shop)
  const body = await visitor.order({ card: await shop.card() })
  return { visitor, body, answer: (await visitor.submit(body)).json<{ paymentReference: string }>() }
}

/** A guest's order of two lamps, opened by order lookup; with a deposit in dollars, if any. */
export async function lookedUp(shop: TestShop, deposit = 0) {
  const buyer = await withCart(shop)
  const body = { ...(await buyer.order({ card: await shop.card() })), partialPayment: deposit }
  const { webOrderId } = (await buyer.submit(body)).json<{ webOrderId: string }>()
  const visitor = shop.visitor()
  const found = await visitor.post('/api/orders/lookup', { orderNumber: webOrderId, email: 'ana.botha@example.com' })
  return { visitor, webOrderId, id: found.json<{ id: string }>().id }
}

/** The form that pays the balance of such an order. */
export async function payingTheRest(shop: TestShop, option: number) {
  const { visitor, id } = await lookedUp(shop, 40)
  const card = await shop.card()
  const paid =
    option === 0
      ? { encryptedValues: { 'Appliances Online': card.encrypted }, cardHolderName: card.holder }
      : { selectedPaymentOption: option }
  return { visitor, path: `/api/orders/${id}/payment`, body: { expectedBalance: 59, ...paid }, headers: withKey() }
}

/** A shopper redirected to a provider with it. */
export async function payingAt(shop: TestShop, option: number) {
  const { visitor, path, body, headers } = await payingTheRest(shop, option)
  const answer = await visitor.post(path, body, { headers })
  const { paymentReference: reference, redirectUrl } = answer.json<{ paymentReference: string; redirectUrl: string }>()
  return { visitor, path, reference, redirectUrl }
}

export async function backWithTheRest(shop: TestShop, provider: string, option: number): Promise<Call> {
  const { visitor, path, redirectUrl } = await payingAt(shop, option)
  const back = new URL(await chooseAtProvider(redirectUrl, 'approve'), shop.url)
  back.searchParams.delete('provider')
  return { visitor, path: `${path}/${provider}?${back.searchParams}` }
}

/** A member with an order. */
export async function memberWithOrder(shop: TestShop): Promise<Visitor> {
  const { visitor } = await openMember(shop)
  await visitor.add('LAMP-1')
  await visitor.submit(await visitor.order({ card: await shop.card() }))
  return visitor
}

/** The id of a new cooking demo with seats for every test, or without any. */
export async function cookingDemo(shop: TestShop, { isFull = false } = {}): Promise<string> {
  const title = isFull ? 'Full' : 'Bread'
  const startsAt = new Date('2027-02-01T00:00:00Z')
  const { events: cookingDemos } = shop.services
  const find = async () => {
    const { items } = await cookingDemos.list(brandOf('wa'), { ...anyDemo, storeUri: 'newtown' }, 48)
    return items.find((one) => one.title === title)?.id
  }
  if ((await find()) === undefined)
    await cookingDemos.add([
      {
        storeUri: 'newtown',
        title,
        summary: '',
        description: '',
        brand: '',
        presenter: null,
        cookingDemoType: 2,
        cookingDemoSubEventType: 0,
        startsAt,
        endsAt: new Date(startsAt.getTime() + 3_600_000),
        priceCents: 0,
        imageUrl: null,
        capacity: 1_000,
        seatsTaken: isFull ? 1_000 : 0,
        maxGuests: 4,
        isBookedByStore: false,
        skus: [],
        isDemo: false,
      },
    ])
  return (await find()) ?? ''
}

/** A seat request of a visitor without a booking. */
export async function demoBooking(shop: TestShop, { isFull = false } = {}) {
  return {
    cookingDemoId: await cookingDemo(shop, { isFull }),
    firstName: 'Robin',
    lastName: 'Vale',
    email: `${randomIds.uuid()}@shopper.example`,
    phone: '0412 345 678',
    guests: 1,
    orderNumber: null,
    dietaryRequirements: null,
    newsletter: false,
  }
}
