import { expect } from 'vitest'
import type { CartResponse } from '../../modules/cart/cart.ts'
import type { WishlistResponse } from '../../modules/wishlists/wishlists.ts'
import type { ErrorBody } from '../../platform/http/problem.ts'
import type { TestAnswer } from '../../testing/shop/browser.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'

/** What tests ask of the calls about lists, and read from their answers. */

export const refused = (answer: TestAnswer) => {
  const [error] = answer.json<ErrorBody>().errors
  return [answer.status, error?.code, error?.field, error?.message]
}
export const listsOf = async (visitor: Visitor) =>
  (await visitor.get('/api/wishlists/')).json<{ lists: WishlistResponse[] }>().lists
export const contents = (lists: readonly WishlistResponse[]) =>
  lists.map((list) => [list.name, ...list.items.map((item) => `${item.sku} ${item.quantity}`)])
export async function create(visitor: Visitor, name: string, sku?: string): Promise<WishlistResponse> {
  const answer = await visitor.post('/api/wishlists/', { name, sku })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.json<WishlistResponse>()
}
export const put = (visitor: Visitor, id: string, sku: string, quantity?: number) =>
  visitor.send('PUT', `/api/wishlists/${id}/products/${encodeURIComponent(sku)}`, { body: { quantity } })
export const patch = (visitor: Visitor, id: string, body: object) =>
  visitor.send('PATCH', `/api/wishlists/${id}`, { body })
export const quantities = (cart: CartResponse) => cart.products.map((line) => [line.sku, line.quantity])
