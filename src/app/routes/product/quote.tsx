import { data, redirect } from 'react-router'
import type { Route } from './+types/quote.ts'
import { cardNumberFieldOf, cardNumberText } from '../../../platform/text/card-numbers.ts'
import type { SharedLine } from '../../../modules/cart/cart.server.ts'
import { isBuyable, stockStatusOf } from '../../../modules/catalogue/catalogue.ts'
import { isValidPrice } from '../../../modules/pricing/pricing.ts'
import { quoteLimit, type QuoteInput } from '../../../modules/quotes/quotes.server.ts'
import { cartQuotePath, productQuotePath, quotePath, readQuoteForm } from '../../../modules/quotes/quotes.ts'
import { QuoteForm } from '../../../modules/quotes/ui/quote-form.tsx'
import styles from '../../../modules/quotes/ui/quote.module.css'
import { isStorable } from '../../../platform/database/storable.ts'
import { requestContext, type RequestContext } from '../../../composition/request-context.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { soldProduct } from './sold-product.server.ts'

/** What a product (`/p/{uri}/quote`) or the visitor's cart (`/cart/quote`) would cost delivered, and a quote of it. */

type Subject = { readonly lines: readonly SharedLine[]; readonly path: string; readonly soldOut: string | null }

async function subjectOf(shop: RequestContext, uri: string | undefined): Promise<Subject> {
  const { brand, services } = shop
  // Visitors who may not see prices get no quote.
  if (brand.hidesPricesWhenAnonymous) throw data(null, { status: 404 })
  if (uri === undefined) return { lines: await services.cart.visitor.lines(shop), path: cartQuotePath, soldOut: null }
  const product = soldProduct(shop, uri)
  const line = { productCode: product.sku, productId: product.id, quantity: 1, warrantyId: null, installId: null }
  const canBeHad = isValidPrice(product.offers[brand.app]?.price) && isBuyable(stockStatusOf(product, brand.country))
  return { lines: [line], path: productQuotePath(uri), soldOut: canBeHad ? null : product.title }
}

async function deliveryInputOf(
  shop: RequestContext,
  subject: Subject,
  fields: FormData | URLSearchParams,
): Promise<QuoteInput> {
  const isText = [...fields.values()].every((value) => typeof value === 'string' && isStorable(value))
  if (!isText) throw data(null, { status: 400 })
  const form = readQuoteForm(fields)
  const isOfCart = subject.path === cartQuotePath
  return {
    lines: subject.lines,
    form: isOfCart ? { ...form, quantity: null } : form,
    place: await shop.services.geo.visitorPlace.current(shop),
  }
}

const ownHeaders = { 'cache-control': 'private, no-store' }

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const subject = await subjectOf(shop, params.uri)
  const { path, soldOut } = subject
  if (soldOut !== null || subject.lines.length === 0)
    return data({ path, soldOut, draft: null, quantity: null, isRequested: false }, { headers: ownHeaders })
  const inputs = await deliveryInputOf(shop, subject, new URL(request.url).searchParams)
  const { form } = inputs
  return data(
    {
      path,
      soldOut,
      draft: await shop.services.quotes.draft(shop.brand, inputs),
      quantity: path === cartQuotePath ? null : (form.quantity ?? '1'),
      isRequested: form.place !== null,
    },
    { headers: ownHeaders },
  )
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(requestContext)
  const subject = await subjectOf(shop, params.uri)
  const fields = await request.formData().catch(() => null)
  if (fields === null) throw data(null, { status: 400 })
  if (cardNumberFieldOf(fields) !== null) throw data(cardNumberText, { status: 400 })
  if (subject.soldOut !== null || subject.lines.length === 0) return data(null, { status: 409 })
  const inputs = await deliveryInputOf(shop, subject, fields)
  const quantity = inputs.form.quantity
  const wait = shop.visitor.waitFor(quoteLimit)
  if (wait > 0) {
    const draft = await shop.services.quotes.draft(shop.brand, inputs)
    const form = 'Too many attempts. Please try again later.'
    return data({ draft: { ...draft, problems: { form } }, quantity }, { status: 429 })
  }
  const made = await shop.services.quotes.make(shop.brand, inputs)
  if (!made.ok) return data({ draft: made.problem, quantity }, { status: 400 })
  throw redirect(quotePath(made.value.token), 303)
}

export const meta = () => [{ title: 'Get a quote' }, { name: 'robots', content: 'noindex' }]

export default function Quote({ loaderData, actionData }: Route.ComponentProps) {
  const { path, soldOut, isRequested } = loaderData
  const draft = actionData?.draft ?? loaderData.draft
  return (
    <div className={`page ${styles.page}`}>
      <h1>Get a quote</h1>
      {draft === null ? (
        <>
          <Notice kind="info">
            {soldOut === null
              ? 'Your cart is empty, so there is nothing to quote yet.'
              : `${soldOut} is not available at the moment, so we cannot quote for it.`}
          </Notice>
          <p>
            <a className="button" href={soldOut === null ? '/products' : path.replace(/\/quote$/, '')}>
              {soldOut === null ? 'See all products' : 'Back to the product'}
            </a>
          </p>
        </>
      ) : (
        <>
          <p>
            One total for everything, including delivery, connection, removal of your old item and extended warranty.
          </p>
          <QuoteForm
            path={path}
            {...draft}
            quantity={actionData?.quantity ?? loaderData.quantity}
            isRefused={actionData != null || isRequested}
          />
        </>
      )}
    </div>
  )
}
