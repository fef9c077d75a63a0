import { json, canReturnTo } from '../http.ts'
import { randomReference, type Ledger } from '../ledger.ts'
import type { z } from 'zod'
import { EmptyBody, OrderBody, type Money } from './paypal-bodies.ts'
import { cents, Refused, unprocessable, type PayPalCalls } from './paypal-calls.ts'
import { captureBody, payPage, type PayPalRecords } from './paypal-records.ts'
import type { PayPalCapture, PayPalOrder, PayPalStore } from './paypal-store.ts'

const orderRetentionMs = 6 * 60 * 60_000

/** Orders v2: made, read and captured. */
export function orderCalls({
  calls: { call, once },
  records: { orderOf, orderBody, known, take, notifyOf },
  store,
  ledger,
  shopUrl,
}: {
  readonly calls: PayPalCalls
  readonly records: PayPalRecords
  readonly store: PayPalStore
  readonly ledger: Ledger
  readonly shopUrl: string
}) {
  const { insertOrder, insertCapture, setOrder, captureById } = store
  const nowMs = () => ledger.now().getTime()

  const createOrder = call(OrderBody, (body, request) => {
    if (request.headers['paypal-request-id'] === undefined)
      throw new Refused(400, 'INVALID_REQUEST', 'PAYPAL_REQUEST_ID_REQUIRED', 'A PayPal-Request-Id is required.')
    return once(request, 'order', orderRetentionMs, () => {
      const total = checkSums(body)
      const [unit] = body.purchase_units
      const context = body.payment_source.paypal.experience_context
      const address = unit.shipping?.address
      if (context.shipping_preference === 'SET_PROVIDED_ADDRESS') {
        if (address?.admin_area_2 === undefined) throw unprocessable('CITY_REQUIRED', 'A city is required.')
        if (address.postal_code === undefined) throw unprocessable('POSTAL_CODE_REQUIRED', 'A postal code is required.')
      }
      for (const url of [context.return_url, context.cancel_url]) {
        if (!canReturnTo(url, shopUrl))
          throw new Refused(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_VALUE', 'experience_context: not an own address')
      }
      const id = randomReference(17)
      insertOrder.run({
        id,
        body: JSON.stringify(body),
        cents: total,
        currency: unit.amount.currency_code,
        reference: unit.custom_id ?? unit.reference_id ?? id,
        confirm_url: context.return_url,
        cancel_url: context.cancel_url,
        now: nowMs(),
      })
      return orderBody(orderOf(id) as PayPalOrder, request.origin)
    })
  })

  const readOrder = call(EmptyBody, (_body, request) => json(200, orderBody(known(request), request.origin)))

  const captureOrder = call(EmptyBody, (_body, request) =>
    once(request, `capture ${request.params['id'] ?? ''}`, orderRetentionMs, () => {
      const order = known(request)
      if (order.state === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED', 'Order already captured.')
      if (order.state !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED', 'Payer has not yet approved the Order.')
      if (order.capture_as === 'decline') throw unprocessable('TRANSACTION_REFUSED', 'The request was refused.')
      if (order.capture_as === 'decline-instrument') {
        const again = { href: payPage(request.origin, order.id), rel: 'payer-action', method: 'GET' }
        throw unprocessable('INSTRUMENT_DECLINED', 'The instrument presented was declined.', [again])
      }
      const { id: order_id, cents: amount, currency, reference } = order
      const id = randomReference(17)
      const state = order.capture_as === 'review' ? 'PENDING' : 'COMPLETED'
      insertCapture.run({ id, order_id, state, cents: amount, currency, reference, created_at: nowMs() })
      setOrder.run('COMPLETED', order.capture_as, nowMs(), order.id)
      const capture = captureById.get(id) as PayPalCapture
      if (state === 'COMPLETED') take(capture, request)
      else notifyOf('PAYMENT.CAPTURE.PENDING', 'capture', captureBody(capture, request.origin))
      return orderBody(orderOf(order.id) as PayPalOrder, request.origin)
    }),
  )

  return { createOrder, readOrder, captureOrder }
}

function checkSums({ purchase_units: [unit] }: OrderBody): number {
  const total = cents(unit.amount)
  if (total === 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.')
  const { breakdown } = unit.amount
  if (unit.items !== undefined) {
    const items = unit.items.reduce((sum, item) => sum + Number(item.quantity) * cents(item.unit_amount), 0)
    const stated = breakdown?.item_total
    if (stated === undefined || cents(stated) !== items)
      throw unprocessable('ITEM_TOTAL_MISMATCH', 'Should equal sum of (unit_amount * quantity) across all items.')
  }
  if (breakdown !== undefined) {
    const { item_total, shipping, handling, tax_total, insurance, shipping_discount, discount } = breakdown
    const of = (money: z.output<typeof Money> | undefined) => (money === undefined ? 0 : cents(money))
    const added = of(item_total) + of(shipping) + of(handling) + of(tax_total) + of(insurance)
    if (added - of(shipping_discount) - of(discount) !== total)
      throw unprocessable('AMOUNT_MISMATCH', 'Should equal item_total + tax_total + shipping + handling - discount.')
  }
  return total
}
