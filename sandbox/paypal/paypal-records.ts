import { decimalOf } from '../amounts.ts'
import type { SandboxRequest } from '../http.ts'
import { randomReference, type Ledger, type MovementKind } from '../ledger.ts'
import type { OrderBody } from './paypal-bodies.ts'
import { Refused } from './paypal-calls.ts'
import type { PayPalCapture, PayPalOrder, PayPalStore } from './paypal-store.ts'
import type { PayPalEvent } from './paypal-webhooks.ts'

export const orderLivesMs = 3 * 60 * 60_000

/** Orders and captures as PayPal shows them, the ledger's rows, and the webhooks that say so. */
export type PayPalRecords = ReturnType<typeof createPayPalRecords>

export function createPayPalRecords({
  ledger,
  store,
  clientId,
  notify,
}: {
  readonly ledger: Ledger
  readonly store: PayPalStore
  readonly clientId: string
  readonly notify: (event: PayPalEvent) => void
}) {
  const { orderById, captureOfOrder } = store
  const nowMs = () => ledger.now().getTime()
  const orderOf = (id: string) => orderById.get(id) as PayPalOrder | undefined

  function orderBody(order: PayPalOrder, origin: string): object {
    const requested = JSON.parse(order.body) as OrderBody
    const capture = captureOfOrder.get(order.id) as PayPalCapture | undefined
    const [unit] = requested.purchase_units
    const isOpen = order.state === 'PAYER_ACTION_REQUIRED'
    return {
      id: order.id,
      intent: 'CAPTURE',
      status: order.state,
      create_time: new Date(order.created_at).toISOString(),
      update_time: new Date(order.updated_at).toISOString(),
      purchase_units: [
        { ...unit, ...(capture === undefined ? {} : { payments: { captures: [captureBody(capture, origin)] } }) },
      ],
      links: [
        { href: `${origin}/paypal/v2/checkout/orders/${order.id}`, rel: 'self', method: 'GET' },
        ...(isOpen ? [{ href: payPage(origin, order.id), rel: 'payer-action', method: 'GET' }] : []),
      ],
    }
  }

  function move(capture: PayPalCapture, kind: MovementKind, amount: number, key: string | null): void {
    const { reference, id, currency } = capture
    const movement = { provider: 'paypal', merchant: clientId, reference, payment: id, currency, kind } as const
    ledger.record({ ...movement, cents: amount, idempotencyKey: key })
  }

  function notifyOf(eventType: PayPalEvent['event_type'], resourceType: string, resource: object): void {
    notify({
      id: `WH-${randomReference(17)}-${randomReference(17)}`,
      event_version: '1.0',
      create_time: ledger.now().toISOString(),
      resource_type: resourceType,
      event_type: eventType,
      summary: eventType,
      resource,
    })
  }

  /** An order as long as it can be seen: one that nobody approved is gone after three hours. */
  function known(request: SandboxRequest): PayPalOrder {
    const order = orderOf(request.params['id'] ?? '')
    const isGone = order === undefined || (order.state !== 'COMPLETED' && nowMs() - order.created_at >= orderLivesMs)
    if (isGone)
      throw new Refused(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID', 'Specified resource ID does not exist.')
    return order
  }

  function take(capture: PayPalCapture, { headers, origin }: Pick<SandboxRequest, 'headers' | 'origin'>): void {
    const id = headers['paypal-request-id']
    const key = typeof id === 'string' ? id : null
    move(capture, 'authorise', capture.cents, key)
    move(capture, 'capture', capture.cents, key)
    notifyOf('PAYMENT.CAPTURE.COMPLETED', 'capture', captureBody(capture, origin))
  }

  return { orderOf, orderBody, known, take, move, notifyOf }
}

export function payPage(origin: string, id: string): string {
  return `${origin}/paypal/checkoutnow?token=${id}`
}

export function captureBody(capture: PayPalCapture, origin: string): object {
  return {
    id: capture.id,
    status: capture.state,
    ...(capture.state === 'PENDING' ? { status_details: { reason: 'PENDING_REVIEW' } } : {}),
    amount: { currency_code: capture.currency, value: decimalOf(capture.cents) },
    custom_id: capture.reference,
    final_capture: true,
    create_time: new Date(capture.created_at).toISOString(),
    supplementary_data: { related_ids: { order_id: capture.order_id } },
    links: [{ href: `${origin}/paypal/v2/payments/captures/${capture.id}`, rel: 'self', method: 'GET' }],
  }
}
