import { data } from 'react-router'
import type { Route } from './+types/shared-wishlist.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { toWishlistResponse } from '../../../modules/wishlists/wishlists.ts'
import { SharedWishlistPage } from '../../../modules/wishlists/ui/shared-wishlist-page.tsx'
import { pageTypeMeta } from '../../head/page-type.ts'

/** The link of a shared list. It shows its name and products, and nothing about its owner. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { brand, services } = context.get(requestContext)
  const list = await services.wishlists.shared(brand, params.token.toLowerCase())
  if (list === null) return data({ list }, { status: 404 })
  const shown = toWishlistResponse({ ...list, id: '', kind: 'list', shareToken: null, wantsMail: false }, String)
  return data({ list: { name: shown.name, items: shown.items } })
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.list?.name ?? 'This list is no longer shared' },
  { name: 'robots', content: 'noindex' },
  // The address is the key.
  { name: 'referrer', content: 'same-origin' },
  pageTypeMeta('accounts'),
]

export default function SharedList({ loaderData }: Route.ComponentProps) {
  return <SharedWishlistPage list={loaderData.list} />
}
