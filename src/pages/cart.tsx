import { data, redirect } from 'react-router'
import type { Route } from './+types/cart.ts'
import { choicesIn, wireCart } from '../modules/cart/cart.ts'
import { CartPage } from '../modules/cart/ui/cart-page.tsx'
import { cartProblemText } from '../modules/cart/cart-texts.ts'
import { isStorable } from '../platform/storable.ts'
import { shopContext } from '../shop.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const cart = await context.get(shopContext).cart.current()
  return { cart: wireCart(cart) }
}

/** The same changes as the API's, for visitors without script: every one ends on this page. */
export async function action({ context, request }: Route.ActionArgs) {
  const { cart } = context.get(shopContext)
  const fields = await request.formData()
  // A browser sends no such text, and a database has no place for it.
  if (![...fields.values()].every((value) => typeof value === 'string' && isStorable(value))) {
    return data({ problem: 'Something went wrong. Please try again.' }, { status: 400 })
  }
  const intent = fields.get('intent')
  const sku = String(fields.get('sku') ?? '')
  const productCode = String(fields.get('productCode') ?? '')
  const quantity = Number(fields.get('quantity') ?? 1)
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > 99) {
    return data({ problem: 'The quantity must be a whole number from 1 to 99.' }, { status: 400 })
  }
  const done =
    intent === 'remove' || quantity === 0
      ? await cart.remove(productCode)
      : intent === 'set'
        ? await cart.put({ sku, productCode, quantity, ...choicesIn(fields) })
        : intent === 'code'
          ? await cart.applyCode(String(fields.get('code') ?? ''), null)
          : await cart.put({ sku, quantity, ...choicesIn(fields) })
  if (!done.ok) return data({ problem: cartProblemText(done.problem) }, { status: 400 })
  throw redirect('/cart', 303)
}

export const meta = () => [{ title: 'Your cart' }, { name: 'robots', content: 'noindex' }]

export default function Cart({ loaderData, actionData }: Route.ComponentProps) {
  return <CartPage initial={loaderData.cart} problem={actionData?.problem ?? null} />
}
