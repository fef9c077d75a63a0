import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { centsOfDecimal, decimalOf } from '../amounts.ts'
import { formOf, json, mayReturnTo, withQuery, type Answer, type Route, type SandboxRequest } from '../http.ts'
import { randomReference, type Ledger, type MovementKind } from '../ledger.ts'
import type { PayPalEvent } from './paypal-webhooks.ts'

/** PayPal's Orders v2 and Payments v2 (payments.md section 3): the same paths, bodies, codes and strictness. */

export type PayPal = ReturnType<typeof createPayPal>

/** What the shopper chose on the hosted page, and so what a capture comes to. */
export type PayPalChoice = 'approve' | 'decline' | 'decline-instrument' | 'review' | 'cancel'

export type PayPalOrder = {
  readonly id: string
  readonly body: string
  readonly cents: number
  readonly currency: string
  readonly reference: string
  readonly confirm_url: string
  readonly cancel_url: string
  readonly state: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  readonly capture_as: 'approve' | 'decline' | 'decline-instrument' | 'review'
  readonly created_at: number
  readonly updated_at: number
}

type Capture = {
  readonly id: string
  readonly order_id: string
  readonly state: 'COMPLETED' | 'DECLINED' | 'PENDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED'
  readonly cents: number
  readonly currency: string
  readonly reference: string
  readonly refunded: number
  readonly created_at: number
}

const schema = `
create table if not exists paypal_token (
  token text primary key,
  expires_at integer not null
) strict;
create table if not exists paypal_order (
  id text primary key,
  body text not null,
  cents integer not null,
  currency text not null,
  reference text not null,
  confirm_url text not null,
  cancel_url text not null,
  state text not null check (state in ('PAYER_ACTION_REQUIRED', 'APPROVED', 'COMPLETED')),
  capture_as text not null default 'approve',
  created_at integer not null,
  updated_at integer not null
) strict;
create table if not exists paypal_capture (
  id text primary key,
  order_id text not null unique,
  state text not null check (state in ('COMPLETED', 'DECLINED', 'PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED')),
  cents integer not null,
  currency text not null,
  reference text not null,
  refunded integer not null default 0 check (refunded <= cents),
  created_at integer not null
) strict;
create table if not exists paypal_answer (
  key text primary key,
  body text not null,
  kept_until integer not null
) strict;
`

// Bodies.

const Money = z.strictObject({ currency_code: z.string(), value: z.string().max(32) })
const Address = z.strictObject({
  address_line_1: z.string().max(300).optional(),
  address_line_2: z.string().max(300).optional(),
  admin_area_2: z.string().max(120).optional(),
  admin_area_1: z.string().max(300).optional(),
  postal_code: z.string().max(60).optional(),
  country_code: z.string().regex(/^[A-Z]{2}$/),
})
const Unit = z.strictObject({
  reference_id: z.string().max(256).optional(),
  custom_id: z.string().max(127).optional(),
  invoice_id: z.string().max(127).optional(),
  description: z.string().max(127).optional(),
  soft_descriptor: z.string().max(22).optional(),
  amount: Money.extend({
    breakdown: z
      .strictObject({
        item_total: Money.optional(),
        shipping: Money.optional(),
        handling: Money.optional(),
        tax_total: Money.optional(),
        insurance: Money.optional(),
        shipping_discount: Money.optional(),
        discount: Money.optional(),
      })
      .optional(),
  }),
  items: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(127),
        quantity: z.string().regex(/^[1-9]\d{0,9}$/),
        unit_amount: Money,
        sku: z.string().max(127).optional(),
        category: z.enum(['PHYSICAL_GOODS', 'DIGITAL_GOODS', 'DONATION']).optional(),
      }),
    )
    .optional(),
  shipping: z
    .strictObject({
      name: z.strictObject({ full_name: z.string().max(300) }).optional(),
      type: z.enum(['SHIPPING', 'PICKUP_IN_PERSON']).optional(),
      address: Address.optional(),
    })
    .optional(),
})
const OrderBody = z.strictObject({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([Unit]),
  payment_source: z.strictObject({
    paypal: z.strictObject({
      email_address: z.email().max(254).optional(),
      experience_context: z.strictObject({
        return_url: z.url(),
        cancel_url: z.url(),
        user_action: z.enum(['CONTINUE', 'PAY_NOW']).optional(),
        shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']).optional(),
        landing_page: z.enum(['LOGIN', 'GUEST_CHECKOUT', 'NO_PREFERENCE']).optional(),
        brand_name: z.string().max(127).optional(),
        locale: z.string().max(10).optional(),
        payment_method_preference: z.enum(['UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED']).optional(),
      }),
    }),
  }),
})
type OrderBody = z.output<typeof OrderBody>
const RefundBody = z.strictObject({
  amount: Money.optional(),
  custom_id: z.string().max(127).optional(),
  invoice_id: z.string().max(127).optional(),
  note_to_payer: z.string().max(255).optional(),
})
const EmptyBody = z.strictObject({})

const tokenLivesSeconds = 32_400
const orderLivesMs = 3 * 60 * 60_000
const ordersKeptMs = 6 * 60 * 60_000
const paymentsKeptMs = 45 * 24 * 60 * 60_000

class Refused extends Error {
  readonly answer: Answer
  constructor(status: number, name: string, issue: string | null, description: string, links: readonly object[] = []) {
    super(description)
    this.answer = json(status, {
      name,
      message: description,
      debug_id: randomBytes(7).toString('hex').slice(0, 13),
      ...(issue === null ? {} : { details: [{ issue, description }] }),
      links,
    })
  }
}

const unprocessable = (issue: string, description: string, links: readonly object[] = []) =>
  new Refused(422, 'UNPROCESSABLE_ENTITY', issue, description, links)

export function createPayPal(options: {
  readonly ledger: Ledger
  readonly clientId: string
  readonly clientSecret: string
  readonly shopUrl: string
  /** Puts a notice into the queue, in the transaction that is open now. */
  readonly notify: (event: PayPalEvent) => void
}) {
  const { ledger, clientId } = options
  const { database } = ledger
  database.exec(schema)
  ledger.onReset(() =>
    database.exec(
      'delete from paypal_token; delete from paypal_order; delete from paypal_capture; delete from paypal_answer',
    ),
  )

  const insertToken = database.prepare('insert into paypal_token (token, expires_at) values (?, ?)')
  const tokenExpiry = database.prepare('select expires_at from paypal_token where token = ?')
  const insertOrder = database.prepare(`
    insert into paypal_order (id, body, cents, currency, reference, confirm_url, cancel_url, state, created_at, updated_at)
    values (:id, :body, :cents, :currency, :reference, :confirm_url, :cancel_url, 'PAYER_ACTION_REQUIRED', :now, :now)`)
  const orderById = database.prepare('select * from paypal_order where id = ?')
  const setOrder = database.prepare('update paypal_order set state = ?, capture_as = ?, updated_at = ? where id = ?')
  const insertCapture = database.prepare(`
    insert into paypal_capture (id, order_id, state, cents, currency, reference, created_at)
    values (:id, :order_id, :state, :cents, :currency, :reference, :created_at)`)
  const captureById = database.prepare('select * from paypal_capture where id = ?')
  const captureOfOrder = database.prepare('select * from paypal_capture where order_id = ?')
  const captureOfReference = database.prepare('select * from paypal_capture where reference = ?')
  const setCapture = database.prepare('update paypal_capture set state = ?, refunded = ? where id = ?')
  const storedAnswer = database.prepare('select body from paypal_answer where key = ? and kept_until > ?')
  const storeAnswer = database.prepare('insert or replace into paypal_answer (key, body, kept_until) values (?, ?, ?)')

  const nowMs = () => ledger.now().getTime()
  const orderOf = (id: string) => orderById.get(id) as PayPalOrder | undefined

  function call<Body>(schemaOfBody: z.ZodType<Body>, work: (body: Body, request: SandboxRequest) => Answer) {
    return (request: SandboxRequest): Answer => {
      try {
        checkToken(request)
        const body = bodyOf(schemaOfBody, request)
        mockRefusal(request)
        return ledger.inOneStep(() => work(body, request))
      } catch (error) {
        if (error instanceof Refused) return error.answer
        throw error
      }
    }
  }

  function checkToken({ headers }: SandboxRequest): void {
    const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    const known = tokenExpiry.get(token) as { expires_at: number } | undefined
    if (known === undefined || known.expires_at <= nowMs())
      throw new Refused(401, 'AUTHENTICATION_FAILURE', null, 'Authentication failed due to invalid authentication.')
  }

  function bodyOf<Body>(schemaOfBody: z.ZodType<Body>, request: SandboxRequest): Body {
    if (request.method === 'POST' && !/^application\/json\b/.test(request.headers['content-type'] ?? ''))
      throw new Refused(
        415,
        'UNSUPPORTED_MEDIA_TYPE',
        null,
        'The server does not support the request payload media type.',
      )
    let value: unknown
    try {
      value = request.body === '' ? {} : JSON.parse(request.body)
    } catch {
      throw new Refused(400, 'INVALID_REQUEST', 'MALFORMED_REQUEST_JSON', 'The request JSON is not well formed.')
    }
    const parsed = schemaOfBody.safeParse(value)
    if (parsed.success) return parsed.data
    const issue = parsed.error.issues[0]
    const field = `/${issue?.path.join('/') ?? ''}`
    throw new Refused(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_SYNTAX', `${field} is missing or not well-formed.`)
  }

  /** The provider's own way to make its sandbox refuse (payments.md section 3.9). */
  function mockRefusal({ headers }: SandboxRequest): void {
    const asked = headers['paypal-mock-response']
    if (typeof asked !== 'string') return
    const codes = (JSON.parse(asked) as { mock_application_codes?: string }).mock_application_codes
    if (codes !== undefined) throw unprocessable(codes, `Mocked: ${codes}`)
  }

  /** Runs a call once per request id: the first time 201, a repeat 200 with the same body. */
  function once(request: SandboxRequest, scope: string, keptMs: number, work: () => object): Answer {
    const id = request.headers['paypal-request-id']
    if (typeof id !== 'string') return json(201, work())
    if (id.length > 108) throw new Refused(400, 'INVALID_REQUEST', 'INVALID_STRING_LENGTH', 'PayPal-Request-Id')
    const earlier = storedAnswer.get(`${scope} ${id}`, nowMs()) as { body: string } | undefined
    if (earlier !== undefined) return json(200, JSON.parse(earlier.body))
    const body = work()
    storeAnswer.run(`${scope} ${id}`, JSON.stringify(body), nowMs() + keptMs)
    return json(201, body)
  }

  function cents(money: z.output<typeof Money>): number {
    const found = centsOfDecimal(money.value)
    if (found === null) throw unprocessable('DECIMAL_PRECISION', 'The value is not a decimal of at most two places.')
    if (money.currency_code !== 'AUD' && money.currency_code !== 'NZD')
      throw unprocessable('CURRENCY_NOT_SUPPORTED', 'Currency code is not supported.')
    return found
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

  function payPage(origin: string, id: string): string {
    return `${origin}/paypal/checkoutnow?token=${id}`
  }

  function orderBody(order: PayPalOrder, origin: string): object {
    const asked = JSON.parse(order.body) as OrderBody
    const capture = captureOfOrder.get(order.id) as Capture | undefined
    const [unit] = asked.purchase_units
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

  function captureBody(capture: Capture, origin: string): object {
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

  function move(capture: Capture, kind: MovementKind, amount: number, key: string | null): void {
    const { reference, id, currency } = capture
    const movement = { provider: 'paypal', merchant: clientId, reference, payment: id, currency, kind } as const
    ledger.record({ ...movement, cents: amount, idempotencyKey: key })
  }

  function tell(eventType: PayPalEvent['event_type'], resourceType: string, resource: object): void {
    options.notify({
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

  const createOrder = call(OrderBody, (body, request) => {
    if (request.headers['paypal-request-id'] === undefined)
      throw new Refused(400, 'INVALID_REQUEST', 'PAYPAL_REQUEST_ID_REQUIRED', 'A PayPal-Request-Id is required.')
    return once(request, 'order', ordersKeptMs, () => {
      const total = checkSums(body)
      const [unit] = body.purchase_units
      const context = body.payment_source.paypal.experience_context
      const address = unit.shipping?.address
      if (context.shipping_preference === 'SET_PROVIDED_ADDRESS') {
        if (address?.admin_area_2 === undefined) throw unprocessable('CITY_REQUIRED', 'A city is required.')
        if (address.postal_code === undefined) throw unprocessable('POSTAL_CODE_REQUIRED', 'A postal code is required.')
      }
      for (const url of [context.return_url, context.cancel_url]) {
        if (!mayReturnTo(url, options.shopUrl))
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
    once(request, `capture ${request.params['id'] ?? ''}`, ordersKeptMs, () => {
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
      const capture = captureById.get(id) as Capture
      if (state === 'COMPLETED') take(capture, request)
      else tell('PAYMENT.CAPTURE.PENDING', 'capture', captureBody(capture, request.origin))
      return orderBody(orderOf(order.id) as PayPalOrder, request.origin)
    }),
  )

  function take(capture: Capture, { headers, origin }: Pick<SandboxRequest, 'headers' | 'origin'>): void {
    const id = headers['paypal-request-id']
    const key = typeof id === 'string' ? id : null
    move(capture, 'authorise', capture.cents, key)
    move(capture, 'capture', capture.cents, key)
    tell('PAYMENT.CAPTURE.COMPLETED', 'capture', captureBody(capture, origin))
  }

  function capturedBy(request: SandboxRequest): Capture {
    const capture = captureById.get(request.params['id'] ?? '') as Capture | undefined
    if (capture === undefined)
      throw new Refused(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID', 'Specified resource ID does not exist.')
    return capture
  }

  const readCapture = call(EmptyBody, (_body, request) => json(200, captureBody(capturedBy(request), request.origin)))

  const refund = call(RefundBody, (body, request) => {
    const found = capturedBy(request)
    return once(request, `refund ${found.id}`, paymentsKeptMs, () => {
      const capture = capturedBy(request)
      const open = capture.state === 'DECLINED' || capture.state === 'PENDING' ? 0 : capture.cents - capture.refunded
      if (open === 0) throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded.')
      const amount = body.amount === undefined ? open : cents(body.amount)
      if (body.amount !== undefined && body.amount.currency_code !== capture.currency)
        throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH', 'Refund must be in the same currency as the capture.')
      if (amount === 0 || amount > open)
        throw unprocessable('REFUND_AMOUNT_EXCEEDED', 'The refund amount must not exceed the captured amount.')
      const refunded = capture.refunded + amount
      setCapture.run(refunded === capture.cents ? 'REFUNDED' : 'PARTIALLY_REFUNDED', refunded, capture.id)
      const id = request.headers['paypal-request-id']
      move(capture, 'refund', amount, typeof id === 'string' ? id : null)
      const made = {
        id: randomReference(17),
        status: 'COMPLETED',
        amount: { currency_code: capture.currency, value: decimalOf(amount) },
        custom_id: capture.reference,
        links: [{ href: `${request.origin}/paypal/v2/payments/captures/${capture.id}`, rel: 'up', method: 'GET' }],
      }
      tell('PAYMENT.CAPTURE.REFUNDED', 'refund', made)
      return made
    })
  })

  function token(request: SandboxRequest): Answer {
    const wanted = `Basic ${Buffer.from(`${clientId}:${options.clientSecret}`).toString('base64')}`
    if (request.headers.authorization !== wanted)
      return json(401, { error: 'invalid_client', error_description: 'Client Authentication failed' })
    if (formOf(request).get('grant_type') !== 'client_credentials')
      return json(400, { error: 'unsupported_grant_type', error_description: 'Grant Type is NULL or not supported' })
    const made = `A21AA${randomBytes(36).toString('base64url')}`
    insertToken.run(made, nowMs() + tokenLivesSeconds * 1_000)
    return json(200, {
      scope: 'https://uri.paypal.com/services/payments/payment',
      access_token: made,
      token_type: 'Bearer',
      app_id: 'APP-80W284485P519543T',
      expires_in: tokenLivesSeconds,
      nonce: `${ledger.now().toISOString()}${randomUUID()}`,
    })
  }

  const orders = '/paypal/v2/checkout/orders'
  const captures = '/paypal/v2/payments/captures'
  const routes: Route[] = [
    { name: 'paypal.token', method: 'POST', path: '/paypal/v1/oauth2/token', handle: token },
    { name: 'paypal.orders', method: 'POST', path: orders, handle: createOrder },
    { name: 'paypal.order-read', method: 'GET', path: `${orders}/{id}`, handle: readOrder },
    { name: 'paypal.capture', method: 'POST', path: `${orders}/{id}/capture`, handle: captureOrder },
    { name: 'paypal.capture-read', method: 'GET', path: `${captures}/{id}`, handle: readCapture },
    { name: 'paypal.refund', method: 'POST', path: `${captures}/{id}/refund`, handle: refund },
  ]

  return {
    routes,
    clientId,
    orderOf: (id: string): PayPalOrder | null => orderOf(id) ?? null,
    isExpired: (order: PayPalOrder): boolean => nowMs() - order.created_at >= orderLivesMs,
    /** What the shopper chose on the hosted page. Answers where the browser goes. */
    choose(order: PayPalOrder, choice: PayPalChoice, origin: string): string {
      if (choice === 'cancel') return withQuery(order.cancel_url, { token: order.id })
      ledger.inOneStep(() => {
        setOrder.run('APPROVED', choice, nowMs(), order.id)
        tell('CHECKOUT.ORDER.APPROVED', 'checkout-order', orderBody(orderOf(order.id) as PayPalOrder, origin))
      })
      return withQuery(order.confirm_url, { token: order.id, PayerID: randomReference(13) })
    },
    /** Ends the review of a capture that waits for it; false when there is none. */
    decide(reference: string, isAccepted: boolean, origin: string): boolean {
      const capture = captureOfReference.get(reference) as Capture | undefined
      if (capture?.state !== 'PENDING') return false
      ledger.inOneStep(() => {
        setCapture.run(isAccepted ? 'COMPLETED' : 'DECLINED', 0, capture.id)
        const decided = captureById.get(capture.id) as Capture
        if (isAccepted) take(decided, { headers: {}, origin })
        else tell('PAYMENT.CAPTURE.DENIED', 'capture', captureBody(decided, origin))
      })
      return true
    },
  }
}
