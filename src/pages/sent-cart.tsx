import { data, redirect } from 'react-router'
import type { Route } from './+types/sent-cart.ts'
import { timeZoneOf } from '../brands/apps.ts'
import { wireCart } from '../modules/cart/cart.ts'
import { cartProblemText } from '../modules/cart/cart-texts.ts'
import { SentCartPage, sentCartTitle } from '../modules/cart/ui/sent-cart-page.tsx'
import { dayIn, longDay } from '../platform/calendar.ts'
import { shopContext } from '../shop.ts'

/** What is in the mail with a cart (`/cart/{token}`). Opening it changes nothing, and says nothing of whose cart it was. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const sent = await shop.cart.sent(params.token)
  if (sent === null) return data({ sent }, { status: 404 })
  const until = longDay(dayIn(timeZoneOf[shop.brand.country], sent.expiresAt))
  return data({ sent: { cart: wireCart(sent.cart), gone: sent.gone, until, isQuote: sent.isQuote } })
}

/** Puts it into the visitor's own cart. */
export async function action({ context, params }: Route.ActionArgs) {
  const done = await context.get(shopContext).cart.takeSent(params.token)
  if (done.ok) throw redirect('/cart', 303)
  const isBusy = done.problem.code === 'checkout_in_progress'
  return data({ problem: cartProblemText(done.problem) }, { status: isBusy ? 409 : 400 })
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: sentCartTitle(loaderData?.sent ?? null) },
  { name: 'robots', content: 'noindex' },
]

export default function SentCart({ loaderData, actionData }: Route.ComponentProps) {
  return <SentCartPage sent={loaderData.sent} problem={actionData?.problem ?? null} />
}
