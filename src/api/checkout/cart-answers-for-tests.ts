import { expect } from 'vitest'
import type { CartResponse } from '../../modules/cart/cart.ts'
import type { TestAnswer } from '../../testing/shop/browser.ts'
import type { TestShop } from '../../testing/shop.server.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'

/** Somebody with reading lamps in the cart. */
export async function visitorWithLamps(shop: TestShop, quantity = 2): Promise<Visitor> {
  const visitor = shop.visitor()
  await visitor.add('LAMP-1', quantity)
  return visitor
}
export const cartOf = (answer: TestAnswer) => answer.json<CartResponse>()
export const quantities = (cart: CartResponse) => cart.products.map((line) => [line.productCode, line.quantity])
/** Status, code and words of a refusal, which says the words in both of its places. */
export const refused = (answer: TestAnswer) => {
  const body = answer.json<{ errors: { message: string; code: string }[]; status: { errors: string[] } }>()
  expect(body.status.errors).toEqual(body.errors.map((one) => one.message))
  return [answer.status, body.errors[0]?.code, body.errors[0]?.message]
}
