import { lazy } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { data, redirect } from 'react-router'
import type { Route } from './+types/cart.ts'
import type { FieldMessages, Typed } from '../../../platform/forms/typed-form.ts'
import { cardNumberFieldOf, cardNumberText } from '../../../platform/text/card-numbers.ts'
import { maxLinkedLines } from '../../../modules/cart/cart-link.ts'
import { choicesIn } from '../../../modules/cart/chosen-options.ts'
import { toCartResponse, type Cart, type CartProblem } from '../../../modules/cart/cart.ts'
import { depositPercentageOf } from '../../../modules/checkout/deposit.ts'
import { cartDelivery, noPlace } from '../../../modules/checkout/cart-parcels.server.ts'
import { cartProblemText } from '../../../modules/cart/cart-texts.ts'
import { lineChangeText } from '../../../modules/cart/last-visit.ts'
import type { StoredLine } from '../../../modules/cart/merging.ts'
import { mailErrors } from '../../../modules/cart/mail-form.ts'
import { mailLimits } from '../../../modules/cart/shared-carts.server.ts'
import type { RemovedLine } from '../../../modules/cart/ui/cart-calls.ts'
import { CartPage } from '../../../modules/cart/ui/cart-page.tsx'
import { LinkedCartOffer } from '../../../modules/cart/ui/linked-cart.tsx'
import { PlainLines } from '../../../modules/cart/ui/plain-lines.tsx'
import { ShareCart } from '../../../modules/cart/ui/share-cart.tsx'
import { bundleGoneMessage } from '../../../modules/promotions/bundles.ts'
import { SavedLines } from '../../../modules/wishlists/ui/saved-for-later.tsx'
import { wishlistProblemText } from '../../../modules/wishlists/wishlists.ts'
import { cardsThatGoWith } from '../../../modules/search/related.server.ts'
import { sha256 } from '../../../platform/digest.ts'
import { isStorable } from '../../../platform/database/storable.ts'
import { requestContext, type RequestContext } from '../../../composition/request-context.ts'
import { cardRules } from '../catalogue/card-rules.server.ts'
import { shownLists } from '../wishlists/shown-lists.server.ts'
import { linkedCart, linesOfLink } from './linked-cart.server.ts'

const SavedForLater = lazy(() => import('../../../modules/wishlists/ui/saved-for-later.tsx'))

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  // A prefetched page has not been seen yet.
  const isAhead = /prefetch|prerender/.test(request.headers.get('sec-purpose') ?? '')
  const changes = isAhead ? [] : await shop.services.cart.visitor.look(shop)
  const cart = await shop.services.cart.visitor.current(shop)
  const products = cart?.lines.flatMap(({ productId }) => shop.services.catalogue.product(productId) ?? []) ?? []
  const place = await shop.services.geo.visitorPlace.current(shop)
  const removed = removedLine(shop, url.searchParams)
  const shown = toCartResponse(cart === null ? null : withLostBundles(shop, cart, removed), {
    ...(place === null ? noPlace : await cartDelivery(shop.services, cart, place)),
    depositPercentage: depositPercentageOf((name) => shop.services.settings.text(shop.brand, name)),
  })
  const link = url.searchParams.get('add')
  const later = (await shownLists(shop)).find((list) => list.isSavedForLater)
  return {
    cart: shown,
    plain: {
      lines: renderToStaticMarkup(<PlainLines cart={shown} />),
      after: renderToStaticMarkup(
        <>
          {shown.products.length > 0 && <ShareCart lines={shown.products} origin={shop.brand.origin} />}
          <SavedLines items={later?.items ?? []} />
        </>,
      ),
    },
    linked:
      link === null ? '' : renderToStaticMarkup(<LinkedCartOffer {...linkedCart(shop, link, shown.products.length)} />),
    notAdded: titlesOf(shop, url.searchParams.get('missing')),
    alsoLike: {
      cards: await cardsThatGoWith(products, { brand: shop.brand, ...shop.services }),
      rules: await cardRules(shop),
    },
    changes: changes.map(lineChangeText),
    removed,
    wasMailed: url.searchParams.get('sent') === 'mail',
  }
}

/** The same changes as the API's, for visitors without script: every one ends on this page. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(requestContext)
  const cart = shop.services.cart.visitor
  const fields = await request.formData()
  // A browser sends no such text, and a database has no place for it.
  if (![...fields.values()].every((value) => typeof value === 'string' && isStorable(value))) {
    return data({ problem: 'Something went wrong. Please try again.' }, { status: 400 })
  }
  if (cardNumberFieldOf(fields) !== null) return data({ problem: cardNumberText }, { status: 400 })
  const text = (name: string) => String(fields.get(name) ?? '')
  const intent = text('intent')
  if (intent === 'mail') return mail(shop, { email: text('email') })
  if (intent === 'add-link') return addLines(shop, linesOfLink(shop, text('add')))
  if (intent === 'add-bundle') return addBundle(shop, text('bundle'))
  const productCode = text('productCode')
  if (intent === 'later') {
    const saved = await shop.services.wishlists.saveForLater(shop, productCode)
    if (!saved.ok) return data({ problem: wishlistProblemText(saved.problem) }, { status: 400 })
    throw redirect('/cart', 303)
  }
  const quantity = Number(fields.get('quantity') ?? 1)
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > 99) {
    return data({ problem: 'The quantity must be a whole number from 1 to 99.' }, { status: 400 })
  }
  const item = { sku: text('sku'), quantity, ...choicesIn(fields) }
  const isRemoval = intent === 'remove' || (intent !== 'clear' && quantity === 0)
  const before = isRemoval
    ? (await cart.current(shop))?.lines.find((line) => line.productCode === productCode)
    : undefined
  const done = isRemoval
    ? await cart.remove(shop, productCode)
    : intent === 'set'
      ? await cart.put(shop, { ...item, productCode })
      : intent === 'code'
        ? await cart.applyCode(shop, text('code'), null)
        : intent === 'remove-code'
          ? await cart.removeCode(shop, text('code'))
          : intent === 'clear'
            ? await cart.clear(shop)
            : await cart.put(shop, item)
  if (!done.ok) return refusedChange(done.problem)
  if (before === undefined) throw redirect('/cart', 303)
  const { sku, warranty, install } = before
  const way = new URLSearchParams({ removed: sku, quantity: String(before.quantity) })
  if (warranty !== null) way.set('warrantyId', String(warranty.id))
  if (install !== null) way.set('installId', String(install.id))
  throw redirect(`/cart?${way}`, 303)
}

const refusedChange = (problem: CartProblem) =>
  data({ problem: cartProblemText(problem) }, { status: problem.code === 'checkout_in_progress' ? 409 : 400 })

/** Adds the products of a link or a bundle, as far as there are any; what is left out is named on the page that follows. */
async function addLines(shop: RequestContext, lines: readonly StoredLine[]) {
  const done = await shop.services.cart.visitor.takeAgain(shop, lines)
  if (!done.ok) return refusedChange(done.problem)
  const missing = new URLSearchParams({ missing: done.value.missing.join('~') })
  throw redirect(done.value.missing.length === 0 ? '/cart' : `/cart?${missing}`, 303)
}

/** Adds one of each product of a bundle that is not in the cart yet. Without all of them the cart has no discount, and says what is missing. */
async function addBundle(shop: RequestContext, id: string) {
  const { catalogue, promotions } = shop.services
  const bundle = promotions.bundles(shop.brand).find((one) => String(one.id) === id)
  if (bundle === undefined) return refusedChange({ code: 'not_available' })
  const products = bundle.skus.flatMap((sku) => catalogue.productBySku(sku) ?? [])
  const one = { quantity: 1, warrantyId: null, installId: null }
  return addLines(
    shop,
    products.map((product) => ({ ...one, productCode: product.sku, productId: product.id })),
  )
}

/** With a message for each bundle that the removed line would make whole; with script the change itself answers it. */
function withLostBundles({ brand, services }: RequestContext, cart: Cart, removed: RemovedLine | null): Cart {
  const has = (sku: string) => cart.lines.some((line) => line.sku === sku)
  if (removed === null || has(removed.sku)) return cart
  const lost = services.promotions
    .bundles(brand, removed.sku)
    .filter(({ skus }) => skus.every((sku) => sku === removed.sku || has(sku)))
  return { ...cart, messages: [...cart.messages, ...lost.map(({ title }) => bundleGoneMessage(title, removed.title))] }
}

/** Of products that a link could not add, or not so many of. */
const titlesOf = ({ services: { catalogue } }: RequestContext, skus: string | null): string[] =>
  (skus ?? '').split('~', maxLinkedLines).flatMap((sku) => catalogue.productBySku(sku)?.title ?? [])

/** With script; the code comes with the first line that is saved. */
async function saveForLater(productCode: string): Promise<void> {
  const { saveLineForLater } = await import('../../../modules/wishlists/ui/wishlist-calls.ts')
  await saveLineForLater(productCode)
}

async function mail(shop: RequestContext, typed: Typed) {
  const { waitFor } = shop.visitor
  const refuse = (problems: FieldMessages, status: number) => data({ mail: { typed, problems } }, { status })
  const wrong = mailErrors(typed)
  if (Object.keys(wrong).length > 0) return refuse(wrong, 400)
  const email = (typed['email'] ?? '').trim().toLowerCase()
  const wait = waitFor(mailLimits.byVisitor) || waitFor(mailLimits.byRecipient, sha256(email))
  if (wait > 0) return refuse({ email: 'Too many attempts. Please try again later.' }, 429)
  const done = await shop.services.cart.visitor.mail(shop, email)
  if (!done.ok) return refusedChange(done.problem)
  throw redirect('/cart?sent=mail', 303)
}

/** The line that a form has just removed, from the address; null when it cannot be restored. */
function removedLine({ brand, services: { catalogue } }: RequestContext, query: URLSearchParams): RemovedLine | null {
  const product = catalogue.productBySku(query.get('removed') ?? '')
  const quantity = Number(query.get('quantity'))
  if (product === null || product.offers[brand.app] === undefined) return null
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 99) return null
  const id = (name: string) => Number(query.get(name)) || null
  const { sku, title } = product
  return { sku, productCode: sku, title, quantity, warrantyId: id('warrantyId'), installId: id('installId') }
}

export const meta = () => [{ title: 'Your cart' }, { name: 'robots', content: 'noindex' }]

export default function Cart({ loaderData, actionData }: Route.ComponentProps) {
  const { cart, ...rest } = loaderData
  return (
    <CartPage
      initial={cart}
      {...rest}
      refused={actionData ?? null}
      saved={<SavedForLater />}
      onSave={(productCode) => void saveForLater(productCode)}
    />
  )
}
