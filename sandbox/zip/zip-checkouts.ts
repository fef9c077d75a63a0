import { json, canReturnTo } from '../http.ts'
import { randomReference, type Ledger } from '../ledger.ts'
import { CheckoutBody, NoBody } from './zip-bodies.ts'
import { cents, checkCurrency, Refused, type ZipCalls } from './zip-calls.ts'
import type { ZipCheckout, ZipStore } from './zip-store.ts'

const approvalLivesMs = 15 * 60_000
const checkoutLivesMs = 24 * 60 * 60_000

/** Making and reading checkouts. */
export function checkoutCalls({
  calls: { call, once },
  store,
  ledger,
  shopUrl,
}: {
  readonly calls: ZipCalls
  readonly store: ZipStore
  readonly ledger: Ledger
  readonly shopUrl: string
}) {
  const { insertCheckout, checkoutById, sameCheckout } = store
  const nowMs = () => ledger.now().getTime()
  const checkoutOf = (id: string) => checkoutById.get(id) as ZipCheckout | undefined

  function checkoutBody(checkout: ZipCheckout, origin: string): object {
    const requested = JSON.parse(checkout.body) as object
    return {
      id: checkout.id,
      uri: `${origin}/zip/checkout/${checkout.id}`,
      ...requested,
      created: new Date(checkout.created_at).toISOString(),
      state: stateAt(nowMs(), checkout),
    }
  }

  const createCheckout = call(CheckoutBody, (body, request) =>
    once(request, 'checkout', () => {
      const { order, shopper, config } = body
      const total = cents(order.amount)
      checkCurrency(order.currency)
      if (total === 0) throw new Refused(400, 'amount_invalid', 'order.amount must be above zero')
      if (!order.shipping.pickup && order.shipping.address === undefined)
        throw new Refused(400, 'request_invalid', 'order.shipping.address missing')
      if (!canReturnTo(config.redirect_uri, shopUrl))
        throw new Refused(400, 'request_invalid', 'config.redirect_uri must lead to the shop')
      const items = order.items?.reduce((sum, item) => sum + Math.round(item.amount * 100) * (item.quantity ?? 1), 0)
      if (items !== undefined && items !== total)
        throw new Refused(400, 'request_invalid', 'order.items do not add up to order.amount')
      // The same order of the same amount is the same checkout, whatever became of it.
      const earlier = sameCheckout.get(order.reference ?? '', total) as ZipCheckout | undefined
      if (earlier !== undefined) return json(201, checkoutBody(earlier, request.origin))
      const id = `${order.currency === 'NZD' ? 'nz' : 'au'}-co_${randomReference(20)}`
      insertCheckout.run({
        id,
        body: JSON.stringify(body),
        cents: total,
        currency: order.currency,
        reference: order.reference ?? id,
        confirm_url: config.redirect_uri,
        last_name: shopper.last_name,
        created_at: nowMs(),
      })
      return json(201, checkoutBody(checkoutOf(id) as ZipCheckout, request.origin))
    }),
  )

  const readCheckout = call(NoBody, (_body, request) => {
    const checkout = checkoutOf(request.params['id'] ?? '')
    if (checkout === undefined) throw new Refused(404, 'not_found', 'The checkout was not found.')
    return json(200, checkoutBody(checkout, request.origin))
  })

  return { createCheckout, readCheckout }
}

/** created, approved and so on as it is now: an approval that was not used in time has lapsed. */
export function stateAt(now: number, checkout: ZipCheckout): string {
  const { state, approved_at: approvedAt, created_at: createdAt } = checkout
  const isLapsed = state === 'approved' && approvedAt !== null && now - approvedAt >= approvalLivesMs
  const isOld = state === 'created' && now - createdAt >= checkoutLivesMs
  return isLapsed || isOld ? 'expired' : state
}
