import { data } from 'react-router'
import type { Route } from './+types/save.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { productPath } from '../../../modules/catalogue/catalogue.ts'
import { SavePage } from '../../../modules/wishlists/ui/save-to-list.tsx'
import { pageTypeMeta } from '../../head/page-type.ts'
import { shownLists } from './shown-lists.server.ts'

/** Asks for the list of a product (`/wishlists/save?sku=`). Opening it changes nothing. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const product = shop.services.catalogue.productBySku(url.searchParams.get('sku') ?? '')
  if (product?.offers[shop.brand.app] === undefined) throw data(null, { status: 404 })
  const { sku, title, uri } = product
  return { product: { sku, title, href: productPath(uri) }, lists: await shownLists(shop) }
}

export const meta = () => [
  { title: 'Save to a list' },
  { name: 'robots', content: 'noindex' },
  pageTypeMeta('accounts'),
]

export default function SaveToList({ loaderData }: Route.ComponentProps) {
  return <SavePage {...loaderData} />
}
