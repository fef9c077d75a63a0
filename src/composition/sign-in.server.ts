import type { RequestContext } from './request-context.ts'

/** After a sign-in: the guest's cart, place, compare list and wish lists become the member's. */
export async function joinAccount(request: RequestContext): Promise<void> {
  const { brand, services, visitor } = request
  await services.cart.visitor.join(request)
  const accountId = await visitor.customerId()
  if (accountId === null) return
  await services.geo.visitorPlace.joinAccount(request, accountId)
  await services.compare.joinAccount(brand, visitor.visitorSecret, accountId)
  await services.wishlists.joinAccount(brand, visitor.visitorSecret, accountId)
}

/** After a sign-out: nothing of the member's stays in the browser. */
export async function leaveAccount({ services, visitor }: RequestContext): Promise<void> {
  if (visitor.cartSecret !== null) await services.cart.forget(visitor.cartSecret)
  for (const name of ['cart', 'binding', 'loginNonce'] as const) visitor.setCookie(name, null)
}
