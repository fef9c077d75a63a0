import { data, redirect } from 'react-router'
import type { Route } from './+types/wishlists.ts'
import { requestContext, type RequestContext } from '../../../composition/request-context.ts'
import { wishlistPath, wishlistProblemText, wishlistsPath } from '../../../modules/wishlists/wishlists.ts'
import { WishlistsPage } from '../../../modules/wishlists/ui/wishlists-page.tsx'
import { isStorable } from '../../../platform/database/storable.ts'
import { minutes } from '../../../platform/clock.ts'
import { cardNumberProblems } from '../../../platform/text/card-numbers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'
import { typedFields } from '../product/sold-product.server.ts'
import { shownLists } from './shown-lists.server.ts'

const edits = { name: 'wish list forms', count: 120, windowMs: minutes(10) }

export async function loader({ context }: Route.LoaderArgs) {
  return { lists: await shownLists(context.get(requestContext)) }
}

/** The same changes as the API's, for visitors without script. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(requestContext)
  const fields = await typedFields(request)
  const refuse = (problem: string, status = 400) => data({ problem }, { status })
  if (!Object.values(fields).every(isStorable)) return refuse('Something went wrong. Please try again.')
  const cardNumber = cardNumberProblems(fields)
  if (cardNumber !== null) return refuse(Object.values(cardNumber)[0] ?? '')
  if (shop.visitor.waitFor(edits) > 0) return refuse('Too many attempts. Please try again later.', 429)
  const { intent = '', list: id = params.id ?? '', sku = '', name = '' } = fields
  if (intent === 'delete') {
    await shop.services.wishlists.remove(shop, id)
    throw redirect(wishlistsPath, 303)
  }
  if (intent === 'cart') {
    const moved = await shop.services.wishlists.moveToCart(shop, id, sku)
    if (!moved.ok) return refuse(wishlistProblemText(moved.problem))
    throw redirect('/cart', 303)
  }
  const quantity = Number(fields['quantity'] ?? 1)
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 99)
    return refuse('The quantity must be a whole number from 1 to 99.')
  const done = await changed(shop, { intent, id, sku, name, quantity })
  if (!done.ok) return refuse(wishlistProblemText(done.problem))
  throw redirect(wishlistPath(done.value.kind === 'later' ? 'later' : done.value.id), 303)
}

/** The change that a form asks for; one without a known intent saves its product. */
function changed(
  shop: RequestContext,
  form: {
    readonly intent: string
    readonly id: string
    readonly sku: string
    readonly name: string
    readonly quantity: number
  },
): ReturnType<RequestContext['services']['wishlists']['rename']> {
  const { intent, id, sku, name, quantity } = form
  const { wishlists } = shop.services
  switch (intent) {
    case 'create':
      return sku === '' ? wishlists.create(shop, name) : wishlists.create(shop, name, sku)
    case 'rename':
      return wishlists.rename(shop, id, name)
    case 'link-on':
      return wishlists.share(shop, id, 'on')
    case 'link-off':
      return wishlists.share(shop, id, 'off')
    case 'link-new':
      return wishlists.share(shop, id, 'new')
    case 'mail-on':
    case 'mail-off':
      return wishlists.setMail(shop, id, intent === 'mail-on')
    case 'quantity':
      return wishlists.put(shop, id, { sku, quantity })
    case 'remove':
      return wishlists.take(shop, id, sku)
    default:
      return wishlists.put(shop, id, { sku })
  }
}

export const meta = () => [{ title: 'My lists' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('accounts')]

export default function Wishlists({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <WishlistsPage initial={loaderData.lists} selectedId={params.id ?? null} problem={actionData?.problem ?? null} />
  )
}
