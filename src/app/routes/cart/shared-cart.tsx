import { data, redirect } from 'react-router'
import type { Route } from './+types/shared-cart.ts'
import { cardNumberFieldOf, cardNumberText } from '../../../platform/text/card-numbers.ts'
import { timeZoneOf } from '../../../brands/apps.ts'
import { toCartResponse } from '../../../modules/cart/cart.ts'
import { depositPercentageOf } from '../../../modules/checkout/deposit.ts'
import { cartProblemText, sharedCartGone } from '../../../modules/cart/cart-texts.ts'
import { mailLimits } from '../../../modules/cart/shared-carts.server.ts'
import { SharedCartPage, sharedCartTitle } from '../../../modules/cart/ui/shared-cart-page.tsx'
import { quoteEmailText, quoteLink, quotePath } from '../../../modules/quotes/quotes.ts'
import { QuotePage } from '../../../modules/quotes/ui/quote-page.tsx'
import { dayIn, longDay } from '../../../platform/calendar.ts'
import { sha256 } from '../../../platform/digest.ts'
import { isStandardEmail } from '../../../platform/text/email.ts'
import { requestContext, type RequestContext } from '../../../composition/request-context.ts'

/** The link of a shared cart or a quote (`/cart/{token}`). Opening it changes nothing, and does not reveal whose cart it was. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const { token } = params
  const sent = await shop.services.cart.shared.open(shop.brand, token)
  if (sent === null) return data({ sent, quote: null }, { status: 404 })
  const until = longDay(dayIn(timeZoneOf[shop.brand.country], sent.expiresAt))
  const quote = await shop.services.quotes.open(shop.brand, token)
  const { cart, gone, isQuote, number } = sent
  const depositPercentage = depositPercentageOf((name) => shop.services.settings.text(shop.brand, name))
  return data({
    sent: { cart: toCartResponse(cart, { depositPercentage }), gone, until, isQuote, number },
    quote:
      quote === null
        ? null
        : {
            quote,
            token,
            link: quoteLink(shop.brand, token),
            supportNumber: shop.brand.supportNumber,
            wasMailed: url.searchParams.get('sent') === 'mail',
          },
  })
}

/** Puts it into the visitor's own cart, or mails the link of a quote. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(requestContext)
  const fields = await request.formData().catch(() => null)
  if (fields !== null && cardNumberFieldOf(fields) !== null) return data({ problem: cardNumberText }, { status: 400 })
  if (fields?.get('intent') === 'mail') return mail(shop, params.token, String(fields.get('email') ?? ''))
  const done = await shop.services.cart.visitor.takeShared(shop, params.token)
  if (done.ok) throw redirect('/cart', 303)
  const isBusy = done.problem.code === 'checkout_in_progress'
  return data({ problem: cartProblemText(done.problem) }, { status: isBusy ? 409 : 400 })
}

/** The form shows the address again when the mail is rejected. */
async function mail({ brand, services, visitor: { waitFor } }: RequestContext, token: string, typed: string) {
  const email = typed.trim().toLowerCase()
  if (!isStandardEmail(email)) return data({ problem: quoteEmailText, email: typed }, { status: 400 })
  if ((await services.quotes.open(brand, token)) === null) return data({ problem: sharedCartGone }, { status: 400 })
  const wait = waitFor(mailLimits.byVisitor) || waitFor(mailLimits.byRecipient, sha256(email))
  if (wait > 0) return data({ problem: 'Too many attempts. Please try again later.', email: typed }, { status: 429 })
  await services.cart.shared.mailLink(brand.app, token, email)
  throw redirect(`${quotePath(token)}?sent=mail`, 303)
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  {
    title:
      loaderData?.quote == null ? sharedCartTitle(loaderData?.sent ?? null) : `Quote ${loaderData.quote.quote.number}`,
  },
  { name: 'robots', content: 'noindex' },
]

export default function SharedCart({ loaderData, actionData }: Route.ComponentProps) {
  const { sent, quote } = loaderData
  if (quote !== null) return <QuotePage {...quote} refused={actionData ?? null} />
  return <SharedCartPage sent={sent} problem={actionData?.problem ?? null} />
}
