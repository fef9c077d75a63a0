import { sql } from 'kysely'
import { expect } from 'vitest'
import { brandAtExample } from '../../../testing/brand.ts'
import { places } from '../../../testing/catalogue.ts'
import type { TestShop } from '../../../testing/shop.server.ts'
import { testAddress, type SubmitBody } from '../../../testing/shop/order-body.ts'
import type { Visitor } from '../../../testing/shop/visitor.ts'
import { orderConfirmationMail } from '../../orders/mail/order-confirmation.tsx'
import type { Confirmation, OrderSnapshot } from '../../orders/orders.ts'
import type { AvailabilityResponse } from '../availability.ts'
import { paymentOrder } from './order-snapshot.ts'

/** The days and services that the checkout offers a visitor's cart. */
export async function availabilityFor(
  visitor: Visitor,
  more: object = {},
  place: { suburb: string; state: string | null; postcode: string } = places.sydney,
) {
  const { suburb, state, postcode } = place
  const answer = await visitor.post('/api/checkout/avail', {
    cartId: (await visitor.cart()).cartId,
    deliveryAddress: { ...testAddress, suburb, state: state ?? '', postcode },
    cardDetails: null,
    deliveryDate: null,
    winningDeliveryServiceOverride: false,
    ...more,
  })
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return answer.json<AvailabilityResponse>()
}

/** Status, code and words of a submit that is refused. */
export const problemOf = async (visitor: Visitor, body: SubmitBody) => {
  const answer = await visitor.submit(body)
  const [error] = answer.json<{ errors: { code: string; message: string }[] }>().errors
  return [answer.status, error?.code, error?.message]
}

/** The order of a submit: as its page shows it, as it is stored, and as its mail tells of it. */
export async function confirmedDelivery(shop: TestShop, visitor: Visitor, body: SubmitBody) {
  const answer = await visitor.submit(body)
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  const shown = (await visitor.get(`/api/checkout/confirmation?id=${body.cartId}`)).json<Confirmation>()
  const { rows } = await sql<{ id: string; snapshot: OrderSnapshot; total: number }>`
    select id, snapshot, total_cents as total from customer_order where cart_id = ${body.cartId}`.execute(
    shop.database.db,
  )
  const [order] = rows
  if (order === undefined) throw new Error('there is no order')
  const whole = await shop.services.orders.byId(order.id)
  if (whole === null) throw new Error('the order is gone')
  const { plain } = await orderConfirmationMail(whole, brandAtExample('aol'), undefined)
  return { shown, snapshot: order.snapshot, total: order.total, mail: plain }
}

/** What the provider is told adds up to what is charged. */
export function sumFor(snapshot: OrderSnapshot): number {
  const { lines, shippingCents, discountCents } = paymentOrder(snapshot)
  return lines.reduce((sum, { unit, quantity }) => sum + unit * quantity, shippingCents - discountCents)
}
