import { randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { json, mayReturnTo, withQuery, type Answer, type Route, type SandboxRequest } from '../http.ts'
import { randomReference, type Ledger, type MovementKind } from '../ledger.ts'

/** Afterpay's online API, version 2 (payments.md section 4): the same paths, bodies, codes and strictness. */

export type Afterpay = ReturnType<typeof createAfterpay>

export type AfterpayLimits = { readonly minimumCents: number | null; readonly maximumCents: number }

type Checkout = {
  readonly token: string
  readonly body: string
  readonly cents: number
  readonly currency: string
  readonly reference: string
  readonly confirm_url: string
  readonly cancel_url: string
  /** confirmed: the shopper agreed; the merchant has to take the money. */
  readonly state: 'created' | 'confirmed' | 'cancelled'
  /** The shopper chose, or the security code says, that the payment will be declined. */
  readonly is_declined: number
  readonly expires_at: number
}

type Payment = {
  readonly id: string
  readonly token: string
  readonly status: 'APPROVED' | 'DECLINED'
  readonly reference: string
  readonly cents: number
  readonly currency: string
  readonly captured: number
  readonly voided: number
  readonly refunded: number
  readonly is_reversed: number
  readonly created_at: number
  readonly auth_expires_at: number | null
  readonly events: string
  readonly refunds: string
}

type Event = {
  readonly id: string
  readonly created: string
  readonly expires: string | null
  readonly type: string
  readonly amount: Money
  readonly paymentEventMerchantReference: string | null
}

type Money = { readonly amount: string; readonly currency: string }

const schema = `
create table if not exists afterpay_checkout (
  token text primary key,
  body text not null,
  cents integer not null,
  currency text not null,
  reference text not null,
  confirm_url text not null,
  cancel_url text not null,
  state text not null check (state in ('created', 'confirmed', 'cancelled')),
  is_declined integer not null default 0,
  expires_at integer not null
) strict;
create table if not exists afterpay_payment (
  id text primary key,
  token text not null unique,
  status text not null check (status in ('APPROVED', 'DECLINED')),
  reference text not null,
  cents integer not null,
  currency text not null,
  captured integer not null default 0 check (captured + voided <= cents),
  voided integer not null default 0,
  refunded integer not null default 0 check (refunded <= captured),
  is_reversed integer not null default 0,
  created_at integer not null,
  auth_expires_at integer,
  events text not null,
  refunds text not null
) strict;
create table if not exists afterpay_answer (
  key text primary key,
  status integer not null,
  body text not null
) strict;
`

// Bodies.

const optionalText = (longest: number) => z.string().max(longest).optional()
const MoneyBody = z.strictObject({ amount: z.string(), currency: z.string() })
const Contact = z.strictObject({
  name: z.string().min(1).max(255),
  line1: z.string().min(1).max(128),
  line2: optionalText(128),
  area1: optionalText(128),
  region: optionalText(128),
  postcode: z.string().min(1).max(128),
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  phoneNumber: optionalText(32),
})

const CheckoutBody = z.strictObject({
  amount: MoneyBody,
  consumer: z.strictObject({
    email: z.email().max(128),
    givenNames: optionalText(128),
    surname: optionalText(128),
    phoneNumber: optionalText(32),
  }),
  billing: Contact.optional(),
  shipping: Contact.optional(),
  courier: z
    .strictObject({
      shippedAt: z.string().optional(),
      name: optionalText(128),
      tracking: optionalText(128),
      priority: z.enum(['STANDARD', 'EXPRESS']).optional(),
    })
    .optional(),
  items: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(255),
        sku: optionalText(128),
        quantity: z.int().min(1),
        price: MoneyBody,
        pageUrl: optionalText(2048),
        imageUrl: optionalText(2048),
        categories: z.array(z.array(z.string())).optional(),
      }),
    )
    .optional(),
  discounts: z.array(z.strictObject({ displayName: z.string().max(128), amount: MoneyBody })).optional(),
  taxAmount: MoneyBody.optional(),
  shippingAmount: MoneyBody.optional(),
  merchantReference: z.string().max(128),
  merchant: z.strictObject({ redirectConfirmUrl: z.url(), redirectCancelUrl: z.url() }),
  description: optionalText(256),
  purchaseCountry: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  mode: z.literal('STANDARD').optional(),
})

const ImmediateBody = z.strictObject({ token: z.string().min(1), merchantReference: optionalText(128) })
const AuthBody = ImmediateBody.extend({ requestId: optionalText(64) })
const AmountBody = z.strictObject({
  amount: MoneyBody,
  requestId: optionalText(64),
  paymentEventMerchantReference: optionalText(128),
})
const VoidBody = z.strictObject({ amount: MoneyBody.optional(), requestId: optionalText(64) })
const RefundBody = z.strictObject({
  amount: MoneyBody,
  requestId: optionalText(64),
  merchantReference: optionalText(85),
  refundMerchantReference: optionalText(128),
})
const NoBody = z.unknown()

const tokenLivesMs = 3 * 60 * 60_000
const authLivesMs = 13 * 24 * 60 * 60_000
const reversalWithinMs = 10 * 60_000

class Refused extends Error {
  readonly answer: Answer
  constructor(httpStatusCode: number, errorCode: string, message: string) {
    super(message)
    this.answer = json(httpStatusCode, { errorCode, errorId: randomUUID(), message, httpStatusCode })
  }
}

export function createAfterpay(options: {
  readonly ledger: Ledger
  readonly merchantId: string
  readonly secretKey: string
  readonly shopUrl: string
  readonly limits: AfterpayLimits
}) {
  const { ledger, merchantId } = options
  const { database } = ledger
  database.exec(schema)
  ledger.onReset(() =>
    database.exec('delete from afterpay_checkout; delete from afterpay_payment; delete from afterpay_answer'),
  )
  let limits = options.limits

  const insertCheckout = database.prepare(`
    insert into afterpay_checkout (token, body, cents, currency, reference, confirm_url, cancel_url, state, expires_at)
    values (:token, :body, :cents, :currency, :reference, :confirm_url, :cancel_url, 'created', :expires_at)`)
  const checkoutByToken = database.prepare('select * from afterpay_checkout where token = ?')
  const setCheckout = database.prepare(
    "update afterpay_checkout set state = ?, is_declined = ? where token = ? and state <> 'confirmed'",
  )
  const insertPayment = database.prepare(`
    insert into afterpay_payment (id, token, status, reference, cents, currency, captured, created_at, auth_expires_at, events, refunds)
    values (:id, :token, :status, :reference, :cents, :currency, :captured, :created_at, :auth_expires_at, :events, '[]')`)
  const paymentById = database.prepare('select * from afterpay_payment where id = ?')
  const paymentByToken = database.prepare('select * from afterpay_payment where token = ?')
  const addCaptured = database.prepare('update afterpay_payment set captured = captured + ?, events = ? where id = ?')
  const addVoided = database.prepare('update afterpay_payment set voided = voided + ?, events = ? where id = ?')
  const addRefunded = database.prepare('update afterpay_payment set refunded = refunded + ?, refunds = ? where id = ?')
  const setReversed = database.prepare('update afterpay_payment set is_reversed = 1 where id = ?')
  const storedAnswer = database.prepare('select status, body from afterpay_answer where key = ?')
  const storeAnswer = database.prepare('insert into afterpay_answer (key, status, body) values (?, ?, ?)')

  const checkoutOf = (token: string) => checkoutByToken.get(token) as Checkout | undefined
  const paymentOfToken = (token: string) => paymentByToken.get(token) as Payment | undefined

  // What every call has in common.

  function call<Body>(schemaOfBody: z.ZodType<Body>, work: (body: Body, request: SandboxRequest) => Answer) {
    return (request: SandboxRequest): Answer => {
      try {
        checkHeaders(request)
        const body = request.method === 'POST' ? bodyOf(schemaOfBody, request) : schemaOfBody.parse(undefined)
        return ledger.inOneStep(() => work(body, request))
      } catch (error) {
        if (error instanceof Refused) return error.answer
        throw error
      }
    }
  }

  function checkHeaders({ headers }: SandboxRequest): void {
    const wanted = `Basic ${Buffer.from(`${merchantId}:${options.secretKey}`).toString('base64')}`
    if (headers.authorization !== wanted)
      throw new Refused(401, 'unauthorized', 'Credentials are required to access this resource.')
    const userAgent = headers['user-agent'] ?? ''
    if (!userAgent.includes('/') || !userAgent.includes(merchantId)) {
      throw new Refused(403, 'forbidden', 'A User-Agent with platform, version and merchant id is required.')
    }
    const accept = headers.accept ?? '*/*'
    if (!/(^|,)\s*(application\/(json|\*)|\*\/\*)/.test(accept))
      throw new Refused(406, 'not_acceptable', 'Accept must allow application/json.')
  }

  function bodyOf<Body>(schemaOfBody: z.ZodType<Body>, request: SandboxRequest): Body {
    const isEmptyAllowed = schemaOfBody === (NoBody as z.ZodType)
    const isJson = /^application\/json\b/.test(request.headers['content-type'] ?? '')
    if (!isJson && !(isEmptyAllowed && request.body === '')) {
      throw new Refused(415, 'unsupported_media_type', 'Content-Type must be application/json.')
    }
    let value: unknown
    try {
      value = request.body === '' && isEmptyAllowed ? undefined : JSON.parse(request.body)
    } catch {
      throw new Refused(400, 'malformed_request', 'The body is not JSON.')
    }
    const parsed = schemaOfBody.safeParse(value)
    if (parsed.success) return parsed.data
    const issue = parsed.error.issues[0]
    const what = issue?.code === 'unrecognized_keys' ? `unknown ${issue.keys.join(', ')}` : 'missing or invalid'
    throw new Refused(422, 'invalid_object', `${issue?.path.join('.') ?? ''} ${what}`.trim())
  }

  /** Cents of a decimal string; a JSON number, a comma or a third decimal is refused (payments.md section 4.3). */
  function centsOf(money: z.infer<typeof MoneyBody>, field: string): number {
    const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(money.amount)
    if (match === null)
      throw new Refused(422, 'invalid_object', `${field}.amount must be a valid ISO 4217 format value`)
    if (money.currency !== 'AUD' && money.currency !== 'NZD') {
      throw new Refused(422, 'unsupported_currency', `${field}.currency Currency not supported for this merchant`)
    }
    return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  }

  function move(payment: Payment, kind: MovementKind, cents: number, idempotencyKey: string | null): void {
    const { reference, id, currency } = payment
    ledger.record({
      provider: 'afterpay',
      merchant: merchantId,
      reference,
      payment: id,
      cents,
      currency,
      kind,
      idempotencyKey,
    })
  }

  /** Runs a call once per request id; a repeat gets the first answer. */
  function once(key: string | null, work: () => Answer): Answer {
    if (key === null) return work()
    const earlier = storedAnswer.get(key) as { status: number; body: string } | undefined
    if (earlier !== undefined) return json(earlier.status, JSON.parse(earlier.body))
    const answer = work()
    storeAnswer.run(key, answer.status, answer.body)
    return answer
  }

  // Configuration and checkouts.

  const configuration = call(NoBody, () => {
    const { minimumCents, maximumCents } = limits
    const body = {
      ...(minimumCents === null ? {} : { minimumAmount: moneyOf(minimumCents, 'AUD') }),
      maximumAmount: moneyOf(maximumCents, 'AUD'),
    }
    return json(200, body, { 'cache-control': 'max-age=86400' })
  })

  const createCheckout = call(CheckoutBody, (body, request) => {
    const cents = centsOf(body.amount, 'amount')
    for (const [at, item] of (body.items ?? []).entries()) centsOf(item.price, `items[${at}].price`)
    for (const [at, discount] of (body.discounts ?? []).entries()) centsOf(discount.amount, `discounts[${at}].amount`)
    if (body.shippingAmount !== undefined) centsOf(body.shippingAmount, 'shippingAmount')
    if (body.taxAmount !== undefined) centsOf(body.taxAmount, 'taxAmount')
    for (const url of [body.merchant.redirectConfirmUrl, body.merchant.redirectCancelUrl]) {
      if (!mayReturnTo(url, options.shopUrl)) {
        throw new Refused(422, 'invalid_object', 'merchant: return addresses must lead to the shop or to this machine')
      }
    }
    if (cents === 0 || cents > limits.maximumCents || cents < (limits.minimumCents ?? 0)) {
      throw new Refused(422, 'unsupported_payment_type', 'The amount is outside the range of this merchant.')
    }
    const token = `002.${randomReference(40).toLowerCase()}`
    const expiresAt = ledger.now().getTime() + tokenLivesMs
    insertCheckout.run({
      token,
      body: JSON.stringify(body),
      cents,
      currency: body.amount.currency,
      reference: body.merchantReference,
      confirm_url: body.merchant.redirectConfirmUrl,
      cancel_url: body.merchant.redirectCancelUrl,
      expires_at: expiresAt,
    })
    const redirectCheckoutUrl = `${request.origin}/afterpay/checkout/${token}`
    return json(201, { token, expires: new Date(expiresAt).toISOString(), redirectCheckoutUrl })
  })

  const readCheckout = call(NoBody, (_body, request) => {
    const checkout = checkoutOf(request.params['token'] ?? '')
    if (checkout === undefined) throw new Refused(404, 'not_found', 'No checkout was found.')
    const { token, expires_at: expiresAt, body } = checkout
    const redirectCheckoutUrl = `${request.origin}/afterpay/checkout/${token}`
    const asked = JSON.parse(body) as object
    return json(200, { token, expires: new Date(expiresAt).toISOString(), redirectCheckoutUrl, ...asked })
  })

  // Payments.

  /** Takes the money of a confirmed checkout, all at once or by authorisation. Asked again for a token, it answers the same payment. */
  function pay(body: z.infer<typeof AuthBody>, isImmediate: boolean): Answer {
    const earlier = paymentOfToken(body.token)
    if (earlier !== undefined) return paymentAnswer(earlier)
    const checkout = checkoutOf(body.token)
    const now = ledger.now().getTime()
    if (checkout === undefined || now >= checkout.expires_at) throw new Refused(402, 'invalid_token', 'Invalid token')
    if (checkout.state !== 'confirmed') {
      throw new Refused(412, 'invalid_order_transaction_status', 'The shopper has not confirmed this payment.')
    }
    const isDeclined = checkout.is_declined === 1
    const authExpiresAt = isImmediate || isDeclined ? null : now + authLivesMs
    const events = isDeclined
      ? [eventOf(checkout, isImmediate ? 'CAPTURE_DECLINED' : 'AUTH_DECLINED', checkout.cents, null)]
      : isImmediate
        ? [
            eventOf(checkout, 'AUTH_APPROVED', checkout.cents, null),
            eventOf(checkout, 'CAPTURED', checkout.cents, null),
          ]
        : [eventOf(checkout, 'AUTH_APPROVED', checkout.cents, authExpiresAt)]
    const id = Array.from({ length: 12 }, (_, at) => randomInt(at === 0 ? 1 : 0, 10)).join('')
    insertPayment.run({
      id,
      token: checkout.token,
      status: isDeclined ? 'DECLINED' : 'APPROVED',
      reference: body.merchantReference ?? checkout.reference,
      cents: checkout.cents,
      currency: checkout.currency,
      captured: isImmediate && !isDeclined ? checkout.cents : 0,
      created_at: now,
      auth_expires_at: authExpiresAt,
      events: JSON.stringify(events),
    })
    const payment = byId(id)
    if (!isDeclined) {
      const key = body.requestId ?? checkout.token
      move(payment, 'authorise', payment.cents, key)
      if (isImmediate) move(payment, 'capture', payment.cents, key)
    }
    return paymentAnswer(payment)
  }

  function eventOf(of: { readonly currency: string }, type: string, cents: number, expiresAt: number | null): Event {
    return {
      id: randomReference(27),
      created: ledger.now().toISOString(),
      expires: expiresAt === null ? null : new Date(expiresAt).toISOString(),
      type,
      amount: moneyOf(cents, of.currency),
      paymentEventMerchantReference: null,
    }
  }

  function byId(id: string): Payment {
    const payment = paymentById.get(id) as Payment | undefined
    if (payment === undefined) throw new Refused(404, 'not_found', 'No payment was found.')
    return payment
  }

  function openToCapture(payment: Payment): number {
    const isLapsed = payment.auth_expires_at !== null && ledger.now().getTime() >= payment.auth_expires_at
    const isOpen = payment.status === 'APPROVED' && payment.is_reversed === 0 && !isLapsed
    return isOpen ? payment.cents - payment.captured - payment.voided : 0
  }

  function paymentState(payment: Payment): string {
    if (payment.status === 'DECLINED') return (JSON.parse(payment.events) as Event[])[0]?.type ?? 'AUTH_DECLINED'
    if (payment.is_reversed === 1 || payment.voided === payment.cents) return 'VOIDED'
    if (payment.captured + payment.voided === payment.cents) return 'CAPTURED'
    if (openToCapture(payment) === 0) return 'EXPIRED'
    return payment.captured > 0 ? 'PARTIALLY_CAPTURED' : 'AUTH_APPROVED'
  }

  function paymentBody(payment: Payment): object {
    const checkout = checkoutOf(payment.token)
    return {
      id: payment.id,
      token: payment.token,
      status: payment.status,
      created: new Date(payment.created_at).toISOString(),
      originalAmount: moneyOf(payment.cents, payment.currency),
      openToCaptureAmount: moneyOf(openToCapture(payment), payment.currency),
      paymentState: paymentState(payment),
      merchantReference: payment.reference,
      refunds: JSON.parse(payment.refunds) as object[],
      orderDetails: checkout === undefined ? {} : orderDetails(checkout),
      events: JSON.parse(payment.events) as Event[],
    }
  }

  function paymentAnswer(payment: Payment): Answer {
    return json(payment.status === 'APPROVED' ? 201 : 402, paymentBody(payment))
  }

  const captureNow = call(ImmediateBody, (body) => pay(body, true))
  const authorise = call(AuthBody, (body) =>
    once(body.requestId === undefined ? null : `auth ${body.requestId}`, () => pay(body, false)),
  )
  const readPayment = call(NoBody, (_body, request) => json(200, paymentBody(byId(request.params['id'] ?? ''))))
  const readByToken = call(NoBody, (_body, request) => {
    const payment = paymentOfToken(request.params['token'] ?? '')
    if (payment === undefined)
      throw new Refused(404, 'not_found', 'No Afterpay Order was found matching the token provided.')
    return json(200, paymentBody(payment))
  })

  /** A payment by its order id, or the refusal that changing a missing one gets. */
  function changed(request: SandboxRequest): Payment {
    const payment = paymentById.get(request.params['id'] ?? '') as Payment | undefined
    if (payment === undefined)
      throw new Refused(412, 'precondition_failed', 'The order does not exist or is not eligible.')
    return payment
  }

  function centsFor(payment: Payment, money: z.infer<typeof MoneyBody>): number {
    const cents = centsOf(money, 'amount')
    if (money.currency !== payment.currency) {
      throw new Refused(422, 'invalid_object', 'The currency does not match the currency of the order.')
    }
    return cents
  }

  function withEvent(payment: Payment, event: Event): string {
    return JSON.stringify([...(JSON.parse(payment.events) as Event[]), event])
  }

  const captureLater = call(AmountBody, (body, request) => {
    const payment = changed(request)
    return once(body.requestId === undefined ? null : `capture ${payment.id} ${body.requestId}`, () => {
      const cents = centsFor(payment, body.amount)
      if (payment.status === 'DECLINED') throw new Refused(412, 'invalid_state', 'The order was declined.')
      const state = paymentState(payment)
      if (state === 'CAPTURED') throw new Refused(410, 'payment_captured', 'Payment has already been captured.')
      if (state === 'VOIDED') throw new Refused(412, 'payment_voided', 'The auth has been voided.')
      if (state === 'EXPIRED') throw new Refused(412, 'payment_expired', 'The auth has expired.')
      if (cents === 0 || cents > openToCapture(payment)) {
        throw new Refused(422, 'invalid_amount', 'The amount is not within openToCaptureAmount.')
      }
      addCaptured.run(cents, withEvent(payment, eventOf(payment, 'CAPTURED', cents, null)), payment.id)
      move(payment, 'capture', cents, body.requestId ?? null)
      return json(201, paymentBody(byId(payment.id)))
    })
  })

  const voidPayment = call(VoidBody, (body, request) => {
    const payment = byId(request.params['id'] ?? '')
    return once(body.requestId === undefined ? null : `void ${payment.id} ${body.requestId}`, () => {
      const open = openToCapture(payment)
      if (open === 0) throw new Refused(410, 'payment_captured', 'There is nothing left to void.')
      const cents = body.amount === undefined ? open : centsFor(payment, body.amount)
      if (cents === 0 || cents > open) {
        throw new Refused(422, 'invalid_amount', 'The amount is not within openToCaptureAmount.')
      }
      addVoided.run(cents, withEvent(payment, eventOf(payment, 'VOIDED', cents, null)), payment.id)
      move(payment, 'void', cents, body.requestId ?? null)
      return json(201, paymentBody(byId(payment.id)))
    })
  })

  const refund = call(RefundBody, (body, request) => {
    const payment = changed(request)
    const { requestId, merchantReference } = body
    // Only the two together make a refund safe to repeat, as documented.
    const isRepeatable = requestId !== undefined && merchantReference !== undefined
    return once(isRepeatable ? `refund ${payment.id} ${requestId} ${merchantReference}` : null, () => {
      const cents = centsFor(payment, body.amount)
      if (payment.status === 'DECLINED')
        throw new Refused(412, 'precondition_failed', 'The order is not eligible for a refund.')
      const open = payment.is_reversed === 1 ? 0 : payment.captured - payment.refunded
      if (cents === 0 || cents > open) {
        throw new Refused(422, 'invalid_amount', 'The amount requested exceeded the amount available.')
      }
      const made = {
        refundId: randomReference(20),
        refundedAt: ledger.now().toISOString(),
        ...body,
      }
      const refunds = JSON.stringify([...(JSON.parse(payment.refunds) as object[]), made])
      addRefunded.run(cents, refunds, payment.id)
      move(payment, 'refund', cents, requestId ?? null)
      return json(201, made)
    })
  })

  const reverse = call(NoBody, (_body, request) => {
    const token = request.params['token'] ?? ''
    const payment = paymentOfToken(token)
    if (payment === undefined) {
      if (checkoutOf(token) === undefined) throw new Refused(402, 'invalid_token', 'Invalid Token')
      throw new Refused(412, 'precondition_failed', 'Payment not eligible for a reversal')
    }
    if (payment.is_reversed === 1)
      throw new Refused(412, 'precondition_failed', 'Payment reversal previously processed')
    const held = payment.cents - payment.voided - payment.refunded
    if (payment.status === 'DECLINED' || held === 0) {
      throw new Refused(412, 'precondition_failed', 'Payment not eligible for a reversal')
    }
    if (ledger.now().getTime() - payment.created_at > reversalWithinMs) {
      throw new Refused(412, 'precondition_failed', 'Order outside reversal window')
    }
    setReversed.run(payment.id)
    move(payment, 'reversal', held, null)
    return { status: 204, headers: {}, body: '' }
  })

  const base = '/afterpay/v2'
  const routes: Route[] = [
    { name: 'afterpay.configuration', method: 'GET', path: `${base}/configuration`, handle: configuration },
    { name: 'afterpay.checkouts', method: 'POST', path: `${base}/checkouts`, handle: createCheckout },
    { name: 'afterpay.checkout-read', method: 'GET', path: `${base}/checkouts/{token}`, handle: readCheckout },
    { name: 'afterpay.capture', method: 'POST', path: `${base}/payments/capture`, handle: captureNow },
    { name: 'afterpay.auth', method: 'POST', path: `${base}/payments/auth`, handle: authorise },
    { name: 'afterpay.token-read', method: 'GET', path: `${base}/payments/token:{token}`, handle: readByToken },
    { name: 'afterpay.reversal', method: 'POST', path: `${base}/payments/token:{token}/reversal`, handle: reverse },
    { name: 'afterpay.payment-read', method: 'GET', path: `${base}/payments/{id}`, handle: readPayment },
    { name: 'afterpay.capture-later', method: 'POST', path: `${base}/payments/{id}/capture`, handle: captureLater },
    { name: 'afterpay.void', method: 'POST', path: `${base}/payments/{id}/void`, handle: voidPayment },
    { name: 'afterpay.refund', method: 'POST', path: `${base}/payments/{id}/refund`, handle: refund },
  ]

  return {
    routes,
    merchantId,
    checkoutOf: (token: string): Checkout | null => checkoutOf(token) ?? null,
    isPaid: (token: string): boolean => paymentOfToken(token) !== undefined,
    isExpired: (checkout: Checkout): boolean => ledger.now().getTime() >= checkout.expires_at,
    setLimits: (next: AfterpayLimits) => void (limits = next),
    /** What the shopper chose on the hosted page; a confirmation stands. Answers where the browser goes. */
    choose(checkout: Checkout, choice: 'approve' | 'decline' | 'cancel'): string {
      const isConfirmed = choice !== 'cancel'
      setCheckout.run(isConfirmed ? 'confirmed' : 'cancelled', choice === 'decline' ? 1 : 0, checkout.token)
      const after = checkoutOf(checkout.token) ?? checkout
      const isSuccess = after.state === 'confirmed'
      return withQuery(isSuccess ? after.confirm_url : after.cancel_url, {
        status: isSuccess ? 'SUCCESS' : 'CANCELLED',
        orderToken: after.token,
      })
    },
  }
}

/** A Money object with two decimals, built from integers. */
function moneyOf(cents: number, currency: string): Money {
  return { amount: `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`, currency }
}

function orderDetails(checkout: Checkout): object {
  const {
    merchant: _merchant,
    merchantReference: _reference,
    amount: _amount,
    ...rest
  } = JSON.parse(checkout.body) as Record<string, unknown>
  return rest
}
