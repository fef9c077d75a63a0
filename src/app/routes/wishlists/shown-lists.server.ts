import type { RequestContext } from '../../../composition/request-context.ts'
import { sharedWishlistPath, toWishlistResponse, type WishlistResponse } from '../../../modules/wishlists/wishlists.ts'

/** The lists that the visitor's browser names; those of an account come by the API. */
export async function shownLists(shop: RequestContext): Promise<WishlistResponse[]> {
  const link = (token: string) => new URL(sharedWishlistPath(token), shop.brand.origin).href
  return (await shop.services.wishlists.of(shop)).map((list) => toWishlistResponse(list, link))
}
