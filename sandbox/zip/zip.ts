import { z } from 'zod'
import { centsOfDecimal } from '../amounts.ts'
import { json, mayReturnTo, withQuery, type Answer, type Route, type SandboxRequest } from '../http.ts'
import { randomReference, type Ledger, type MovementKind } from '../ledger.ts'

/** Zip's checkouts and charges (payments.md section 5.1): the same paths, bodies, codes and strictness. */

export type Zip = ReturnType<typeof createZip>

export type ZipChoice = 'approve' | 'decline' | 'cancel' | 'refer'

export type ZipCheckout = {
  readonly id: string
  readonly body: string
  readonly cents: number
  readonly currency: string
  readonly reference: string
  readonly confirm_url: string
  readonly state: 'created' | 'approved' | 'completed' | 'cancelled' | 'declined'
  readonly last_name: string
  readonly created_at: number
  readonly approved_at: number | null
}

type Charge = {
  readonly id: string
  readonly checkout_id: string
  readonly state: 'captured' | 'refunded'
  readonly reference: string
  readonly cents: number
  readonly currency: string
  readonly refunded: number
  readonly created_at: number
}

const schema = `
create table if not exists zip_checkout (
  id text primary key,
  body text not null,
  cents integer not null,
  currency text not null,
  reference text not null,
  confirm_url text not null,
  state text not null check (state in ('created', 'approved', 'completed', 'cancelled', 'declined')),
  last_name text not null,
  created_at integer not null,
  approved_at integer,
  unique (reference, cents)
) strict;
create table if not exists zip_charge (
  id text primary key,
  checkout_id text not null unique,
  state text not null check (state in ('captured', 'refunded')),
  reference text not null unique,
  cents integer not null,
  currency text not null,
  refunded integer not null default 0 check (refunded <= cents),
  created_at integer not null
) strict;
create table if not exists zip_answer (
  key text primary key,
  status integer not null,
  body text not null
) strict;
`

// Bodies. Amounts are JSON numbers here and nowhere else.

const Address = z.strictObject({
  line1: z.string().min(1).max(200),
  line2: z.string().max(200).optional(),
  city: z.string().min(1).max(100),
  state: z.string().min(1).max(100),
  postal_code: z.string().min(1).max(20),
  country: z.string().regex(/^[A-Z]{2}$/),
  first_name: z.string().max(200).optional(),
  last_name: z.string().max(200).optional(),
})
const Order = z.strictObject({
  reference: z.string().max(200).optional(),
  amount: z.number(),
  currency: z.string(),
  cart_reference: z.string().max(200).optional(),
  shipping: z.strictObject({ pickup: z.boolean(), address: Address.optional() }),
  items: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(200),
        amount: z.number(),
        type: z.enum(['sku', 'tax', 'shipping', 'discount', 'store_credit']),
        quantity: z.int().min(1).optional(),
        reference: z.string().max(200).optional(),
        product_code: z.string().max(200).optional(),
      }),
    )
    .optional(),
})
const CheckoutBody = z.strictObject({
  type: z.enum(['standard', 'express']).optional(),
  shopper: z.strictObject({
    first_name: z.string().min(1).max(200),
    last_name: z.string().min(1).max(200),
    email: z.email().max(200),
    phone: z.string().max(200).optional(),
    billing_address: Address,
  }),
  order: Order,
  config: z.strictObject({ redirect_uri: z.url() }),
  metadata: z.record(z.string(), z.string()).optional(),
})
const ChargeBody = z.strictObject({
  authority: z.strictObject({ type: z.literal('checkout_id'), value: z.string().min(1) }),
  amount: z.number(),
  currency: z.string(),
  capture: z.boolean().optional(),
  reference: z.string().max(200),
})
const RefundBody = z.strictObject({
  charge_id: z.string().min(1),
  reason: z.string().min(1).max(200),
  amount: z.number(),
})
const NoBody = z.unknown()

const approvalLivesMs = 15 * 60_000
const checkoutLivesMs = 24 * 60 * 60_000

class Refused extends Error {
  readonly answer: Answer
  constructor(status: number, code: string, message: string) {
    super(message)
    this.answer = json(status, { error: { code, message, details: [] } })
  }
}

export function createZip(options: { readonly ledger: Ledger; readonly apiKey: string; readonly shopUrl: string }) {
  const { ledger } = options
  const { database } = ledger
  database.exec(schema)
  ledger.onReset(() => database.exec('delete from zip_checkout; delete from zip_charge; delete from zip_answer'))

  const insertCheckout = database.prepare(`
    insert into zip_checkout (id, body, cents, currency, reference, confirm_url, state, last_name, created_at)
    values (:id, :body, :cents, :currency, :reference, :confirm_url, 'created', :last_name, :created_at)`)
  const checkoutById = database.prepare('select * from zip_checkout where id = ?')
  const sameCheckout = database.prepare('select * from zip_checkout where reference = ? and cents = ?')
  const setCheckout = database.prepare('update zip_checkout set state = ?, approved_at = ? where id = ?')
  const insertCharge = database.prepare(`
    insert into zip_charge (id, checkout_id, state, reference, cents, currency, created_at)
    values (:id, :checkout_id, 'captured', :reference, :cents, :currency, :created_at)`)
  const chargeById = database.prepare('select * from zip_charge where id = ?')
  const chargeOfReference = database.prepare('select * from zip_charge where reference = ?')
  const someCharges = database.prepare('select * from zip_charge order by created_at desc, id limit ? offset ?')
  const setCharge = database.prepare('update zip_charge set state = ?, refunded = ? where id = ?')
  const storedAnswer = database.prepare('select status, body from zip_answer where key = ?')
  const storeAnswer = database.prepare('insert into zip_answer (key, status, body) values (?, ?, ?)')

  const nowMs = () => ledger.now().getTime()
  const checkoutOf = (id: string) => checkoutById.get(id) as ZipCheckout | undefined

  function call<Body>(schemaOfBody: z.ZodType<Body>, work: (body: Body, request: SandboxRequest) => Answer) {
    return (request: SandboxRequest): Answer => {
      try {
        const { headers } = request
        if (headers.authorization !== `Bearer ${options.apiKey}`)
          throw new Refused(401, 'unauthorized', 'The request is not authenticated.')
        if (headers['zip-version'] !== '2017-03-01')
          throw new Refused(400, 'request_invalid', 'A Zip-Version of 2017-03-01 is required.')
        const body = bodyOf(schemaOfBody, request)
        return ledger.inOneStep(() => work(body, request))
      } catch (error) {
        if (error instanceof Refused) return error.answer
        throw error
      }
    }
  }

  function bodyOf<Body>(schemaOfBody: z.ZodType<Body>, request: SandboxRequest): Body {
    if (request.method === 'GET') return schemaOfBody.parse(undefined)
    let value: unknown
    try {
      value = JSON.parse(request.body)
    } catch {
      throw new Refused(400, 'request_invalid', 'The body is not JSON.')
    }
    const parsed = schemaOfBody.safeParse(value)
    if (parsed.success) return parsed.data
    throw new Refused(400, 'request_invalid', `${parsed.error.issues[0]?.path.join('.') ?? ''} missing or invalid`)
  }

  /**
   * Runs a call once per key and replays whatever it came to, a fault of 500 included. Only what was begun is kept: a body that is
   * refused as invalid is not (payments.md section 5.1).
   */
  function once(request: SandboxRequest, scope: string, work: () => Answer): Answer {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string') return work()
    const earlier = storedAnswer.get(`${scope} ${key}`) as { status: number; body: string } | undefined
    if (earlier !== undefined) return json(earlier.status, JSON.parse(earlier.body))
    const answer = work()
    storeAnswer.run(`${scope} ${key}`, answer.status, answer.body)
    return answer
  }

  function cents(amount: number): number {
    const found = centsOfDecimal(String(amount))
    if (found === null) throw new Refused(400, 'amount_invalid', 'The amount must be a number of at most two decimals.')
    return found
  }

  function checkCurrency(currency: string): void {
    if (currency !== 'AUD' && currency !== 'NZD')
      throw new Refused(400, 'request_invalid', 'order.currency is not supported')
  }

  /** created, approved and so on as it is now: an approval that was not used in time has lapsed. */
  function stateNow(checkout: ZipCheckout): string {
    const { state, approved_at: approvedAt, created_at: createdAt } = checkout
    const isLapsed = state === 'approved' && approvedAt !== null && nowMs() - approvedAt >= approvalLivesMs
    const isOld = state === 'created' && nowMs() - createdAt >= checkoutLivesMs
    return isLapsed || isOld ? 'expired' : state
  }

  function checkoutBody(checkout: ZipCheckout, origin: string): object {
    const asked = JSON.parse(checkout.body) as object
    return {
      id: checkout.id,
      uri: `${origin}/zip/checkout/${checkout.id}`,
      ...asked,
      created: new Date(checkout.created_at).toISOString(),
      state: stateNow(checkout),
    }
  }

  function chargeBody(charge: Charge): object {
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

  function move(charge: Charge, kind: MovementKind, amount: number, { headers }: SandboxRequest): void {
    const { reference, id, currency } = charge
    const key = headers['idempotency-key']
    const idempotencyKey = typeof key === 'string' ? key : null
    const movement = { provider: 'zip', merchant: 'sandbox-zip', reference, payment: id, currency, kind } as const
    ledger.record({ ...movement, cents: amount, idempotencyKey })
  }

  const createCheckout = call(CheckoutBody, (body, request) =>
    once(request, 'checkout', () => {
      const { order, shopper, config } = body
      const total = cents(order.amount)
      checkCurrency(order.currency)
      if (total === 0) throw new Refused(400, 'amount_invalid', 'order.amount must be above zero')
      if (!order.shipping.pickup && order.shipping.address === undefined)
        throw new Refused(400, 'request_invalid', 'order.shipping.address missing')
      if (!mayReturnTo(config.redirect_uri, options.shopUrl))
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

  const createCharge = call(ChargeBody, (body, request) =>
    once(request, 'charge', () => {
      const amount = cents(body.amount)
      checkCurrency(body.currency)
      const checkout = checkoutOf(body.authority.value)
      if (checkout === undefined) throw new Refused(404, 'not_found', 'The checkout was not found.')
      if (chargeOfReference.get(body.reference) !== undefined)
        return json(409, { error: { code: 'invalid_reference', message: 'The reference has been used.', details: [] } })
      const state = stateNow(checkout)
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
      const charge = chargeById.get(id) as Charge
      move(charge, 'authorise', amount, request)
      move(charge, 'capture', amount, request)
      // An amount that ends in .92 is charged and answered with a fault, which the key replays for ever.
      if (amount % 100 === 92)
        return json(500, { error: { code: 'internal_error', message: 'Something went wrong.', details: [] } })
      return json(201, chargeBody(charge))
    }),
  )

  const readCharge = call(NoBody, (_body, request) => {
    const charge = chargeById.get(request.params['id'] ?? '') as Charge | undefined
    if (charge === undefined) throw new Refused(404, 'not_found', 'The charge was not found.')
    return json(200, chargeBody(charge))
  })

  const listCharges = call(NoBody, (_body, request) => {
    const whole = (name: string, otherwise: number) => Number(request.query.get(name) ?? otherwise)
    const rows = someCharges.all(Math.min(whole('limit', 100), 100), whole('skip', 0)) as Charge[]
    return json(200, { items: rows.map(chargeBody) })
  })

  const createRefund = call(RefundBody, (body, request) =>
    once(request, 'refund', () => {
      const charge = chargeById.get(body.charge_id) as Charge | undefined
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

  const base = '/zip/merchant'
  const routes: Route[] = [
    { name: 'zip.checkouts', method: 'POST', path: `${base}/checkouts`, handle: createCheckout },
    { name: 'zip.checkout-read', method: 'GET', path: `${base}/checkouts/{id}`, handle: readCheckout },
    { name: 'zip.charges', method: 'POST', path: `${base}/charges`, handle: createCharge },
    { name: 'zip.charge-list', method: 'GET', path: `${base}/charges`, handle: listCharges },
    { name: 'zip.charge-read', method: 'GET', path: `${base}/charges/{id}`, handle: readCharge },
    { name: 'zip.refunds', method: 'POST', path: `${base}/refunds`, handle: createRefund },
  ]

  return {
    routes,
    checkoutOf: (id: string): ZipCheckout | null => checkoutOf(id) ?? null,
    isExpired: (checkout: ZipCheckout): boolean => stateNow(checkout) === 'expired',
    /** What the shopper chose on the hosted page. Answers where the browser goes. */
    choose(checkout: ZipCheckout, choice: ZipChoice): string {
      const states = { approve: 'approved', decline: 'declined', cancel: 'cancelled', refer: 'created' } as const
      const results = { approve: 'approved', decline: 'declined', cancel: 'cancelled', refer: 'referred' } as const
      if (checkout.state === 'created')
        setCheckout.run(states[choice], choice === 'approve' ? nowMs() : null, checkout.id)
      const after = checkoutOf(checkout.id) ?? checkout
      const result = after.state === 'created' ? results[choice] : after.state
      return withQuery(after.confirm_url, { result, checkoutId: after.id })
    },
  }
}
