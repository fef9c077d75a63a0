import { json, type SandboxRequest } from '../http.ts'
import { randomReference, type Ledger, type MovementKind } from '../ledger.ts'
import { ChargeBody, NoBody, RefundBody } from './zip-bodies.ts'
import { cents, checkCurrency, Refused, type ZipCalls } from './zip-calls.ts'
import { stateAt } from './zip-checkouts.ts'
import type { ZipCharge, ZipCheckout, ZipStore } from './zip-store.ts'

/** Charging an approved checkout, and giving it back. */
export function chargeCalls({
  calls: { call, once },
  store,
  ledger,
}: {
  readonly calls: ZipCalls
  readonly store: ZipStore
  readonly ledger: Ledger
}) {
  const { insertCharge, chargeById, chargeOfReference, someCharges, setCharge, setCheckout, checkoutById } = store
  const nowMs = () => ledger.now().getTime()

  function move(charge: ZipCharge, kind: MovementKind, amount: number, { headers }: SandboxRequest): void {
    const { reference, id, currency } = charge
    const key = headers['idempotency-key']
    const idempotencyKey = typeof key === 'string' ? key : null
    const movement = { provider: 'zip', merchant: 'sandbox-zip', reference, payment: id, currency, kind } as const
    ledger.record({ ...movement, cents: amount, idempotencyKey })
  }

  const createCharge = call(ChargeBody, (body, request) =>
    once(request, 'charge', () => {
      const amount = cents(body.amount)
      checkCurrency(body.currency)
      const checkout = checkoutById.get(body.authority.value) as ZipCheckout | undefined
      if (checkout === undefined) throw new Refused(404, 'not_found', 'The checkout was not found.')
      if (chargeOfReference.get(body.reference) !== undefined)
        return json(409, { error: { code: 'invalid_reference', message: 'The reference has been used.', details: [] } })
      const state = stateAt(nowMs(), checkout)
      if (state !== 'approved')
        return json(402, { error: { code: 'invalid_state', message: `The checkout is ${state}.`, details: [] } })
      if (amount > checkout.cents || body.currency !== checkout.currency)
        return json(402, { error: { code: 'amount_invalid', message: 'More than was approved.', details: [] } })
      // An amount that ends in .53 is more than the shopper has left.
      if (amount % 100 === 53)
        return json(402, { error: { code: 'account_insufficient_funds', message: 'Not enough credit.', details: [] } })
      const id = `ch_${randomReference(18)}`
      const { id: checkout_id, currency } = checkout
      insertCharge.run({
        id,
        checkout_id,
        reference: body.reference,
        cents: amount,
        currency,
        created_at: nowMs(),
      })
      setCheckout.run('completed', checkout.approved_at, checkout.id)
      const charge = chargeById.get(id) as ZipCharge
      move(charge, 'authorise', amount, request)
      move(charge, 'capture', amount, request)
      // An amount that ends in .92 is charged and answered with a fault, which the key replays for ever.
      if (amount % 100 === 92)
        return json(500, { error: { code: 'internal_error', message: 'Something went wrong.', details: [] } })
      return json(201, chargeBody(charge))
    }),
  )

  const readCharge = call(NoBody, (_body, request) => {
    const charge = chargeById.get(request.params['id'] ?? '') as ZipCharge | undefined
    if (charge === undefined) throw new Refused(404, 'not_found', 'The charge was not found.')
    return json(200, chargeBody(charge))
  })

  const listCharges = call(NoBody, (_body, request) => {
    const whole = (name: string, otherwise: number) => Number(request.query.get(name) ?? otherwise)
    const rows = someCharges.all(Math.min(whole('limit', 100), 100), whole('skip', 0)) as ZipCharge[]
    return json(200, { items: rows.map(chargeBody) })
  })

  const createRefund = call(RefundBody, (body, request) =>
    once(request, 'refund', () => {
      const charge = chargeById.get(body.charge_id) as ZipCharge | undefined
      if (charge === undefined) throw new Refused(404, 'not_found', 'The charge was not found.')
      const amount = cents(body.amount)
      const open = charge.cents - charge.refunded
      if (amount === 0 || amount > open)
        return json(402, { error: { code: 'invalid_state', message: 'Less is left to refund.', details: [] } })
      const refunded = charge.refunded + amount
      setCharge.run(refunded === charge.cents ? 'refunded' : 'captured', refunded, charge.id)
      move(charge, 'refund', amount, request)
      const id = `rf_${randomReference(18)}`
      const made = { id, charge_id: charge.id, reason: body.reason, amount: body.amount, created_date: ledger.now() }
      return json(201, made)
    }),
  )

  return { createCharge, readCharge, listCharges, createRefund }
}

function chargeBody(charge: ZipCharge): object {
  return {
    id: charge.id,
    reference: charge.reference,
    amount: charge.cents / 100,
    currency: charge.currency,
    state: charge.state,
    captured_amount: charge.cents / 100,
    refunded_amount: charge.refunded / 100,
    created_date: new Date(charge.created_at).toISOString(),
    receipt_number: charge.id.slice(-8),
    product: 'zipMoney',
  }
}
