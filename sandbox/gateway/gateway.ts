import { z } from 'zod'
import type { Certificates } from './certificates.ts'
import { json, mayReturnTo, withQuery, type Answer, type Route, type SandboxRequest } from '../http.ts'
import { randomReference, type Ledger, type MovementKind } from '../ledger.ts'
import { approval, cancelledChallenge, decide, failedChallenge, type Verdict } from './test-cards.ts'
import type { Wallets } from '../wallets/wallets.ts'
import type { GatewayEvent, Webhooks } from '../webhooks/webhooks.ts'

/**
 * A card gateway in the shape of Adyen Checkout v71 (payments.md section 7): the same paths, bodies, codes and webhooks, as strict as
 * its documentation, with a bank behind it that decides by test values.
 */

export type Gateway = ReturnType<typeof createGateway>

type Payment = {
  readonly psp: string
  readonly merchant: string
  readonly reference: string
  readonly cents: number
  readonly currency: string
  /** challenge: waits for the shopper; challenged: waits for /payments/details; final: decided. */
  readonly state: 'challenge' | 'challenged' | 'final'
  /** The bank's verdict as JSON; of a final payment it is the result. */
  readonly verdict: string
  readonly challenge: 'passed' | 'failed' | 'cancelled' | null
  readonly md: string | null
  readonly redirect_result: string | null
  readonly return_url: string
  readonly brand: string
  readonly last_four: string
  readonly expiry: string
  readonly auth_code: string
  readonly is_captured_later: number
  readonly authorised: number
  readonly captured: number
  /** Voided before the capture. */
  readonly voided: number
  /** Refunded after it. */
  readonly refunded: number
  readonly created_at: number
}

const schema = `
create table if not exists gateway_payment (
  psp text primary key,
  merchant text not null,
  reference text not null,
  cents integer not null,
  currency text not null,
  state text not null check (state in ('challenge', 'challenged', 'final')),
  verdict text not null,
  challenge text check (challenge in ('passed', 'failed', 'cancelled')),
  md text unique,
  redirect_result text unique,
  return_url text not null,
  brand text not null,
  last_four text not null,
  expiry text not null,
  auth_code text not null,
  is_captured_later integer not null,
  authorised integer not null default 0,
  captured integer not null default 0 check (captured <= authorised),
  voided integer not null default 0 check (voided + captured <= authorised),
  refunded integer not null default 0 check (refunded <= captured),
  created_at integer not null
) strict;
create index if not exists gateway_payment_reference on gateway_payment (reference);
create table if not exists gateway_answer (
  key text primary key,
  status integer not null,
  body text not null
) strict;
`

const text = (longest: number) => z.string().min(1).max(longest)
const Amount = z.strictObject({ currency: z.string().regex(/^[A-Z]{3}$/), value: z.int().min(1).max(9_999_999_999) })
const StreetAddress = z.strictObject({
  street: text(3000),
  houseNumberOrName: text(3000),
  city: text(3000),
  postalCode: text(10),
  country: z.string().regex(/^[A-Z]{2}$/),
  stateOrProvince: text(1000).optional(),
})
const ReturnMethod = z.enum(['GET', 'POST'])

const PaymentsBody = z.strictObject({
  amount: Amount,
  merchantAccount: text(80),
  reference: text(80),
  merchantOrderReference: text(1000).optional(),
  returnUrl: text(8000),
  channel: z.enum(['Web', 'iOS', 'Android']),
  origin: text(80).optional(),
  paymentMethod: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('scheme'),
      encryptedCard: text(40_000),
      holderName: text(15_000).optional(),
    }),
    z.strictObject({ type: z.literal('googlepay'), googlePayToken: text(40_000) }),
    z.strictObject({ type: z.literal('applepay'), applePayToken: text(40_000) }),
  ]),
  browserInfo: z
    .strictObject({
      acceptHeader: text(50_000),
      colorDepth: z.int().min(0),
      javaEnabled: z.boolean(),
      language: text(50),
      screenHeight: z.int().min(0),
      screenWidth: z.int().min(0),
      timeZoneOffset: z.int().min(-900).max(900),
      userAgent: text(50_000),
    })
    .optional(),
  shopperEmail: text(300).optional(),
  shopperIP: z.union([z.ipv4(), z.ipv6()]).optional(),
  shopperReference: z.string().min(3).max(256).optional(),
  shopperName: z.strictObject({ firstName: text(80), lastName: text(80) }).optional(),
  shopperInteraction: z.enum(['Ecommerce', 'ContAuth', 'Moto', 'POS']).optional(),
  telephoneNumber: z
    .string()
    .regex(/^\+\d{6,15}$/)
    .optional(),
  billingAddress: StreetAddress.optional(),
  deliveryAddress: StreetAddress.optional(),
  authenticationData: z
    .strictObject({
      attemptAuthentication: z.enum(['always', 'never']).optional(),
      threeDSRequestData: z
        .strictObject({
          nativeThreeDS: z.enum(['preferred', 'disabled']).optional(),
          challengeWindowSize: z.enum(['01', '02', '03', '04', '05']).optional(),
        })
        .optional(),
    })
    .optional(),
  redirectToIssuerMethod: ReturnMethod.optional(),
  redirectFromIssuerMethod: ReturnMethod.optional(),
  deviceFingerprint: text(5000).optional(),
  captureDelayHours: z.int().min(0).max(672).optional(),
  lineItems: z
    .array(
      z.strictObject({
        id: text(100).optional(),
        sku: text(100).optional(),
        description: text(10_000).optional(),
        quantity: z.int().min(1).optional(),
        amountIncludingTax: z.int().optional(),
      }),
    )
    .optional(),
  metadata: z.record(z.string().max(20), z.string().max(80)).optional(),
  sessionValidity: text(40).optional(),
  additionalData: z.record(z.string(), z.string()).optional(),
})

const DetailsBody = z.strictObject({
  details: z.strictObject({ redirectResult: text(20_000) }),
  paymentData: text(200_000).optional(),
})
const ModificationBody = z.strictObject({ merchantAccount: text(80), reference: text(80).optional() })
const AmountModificationBody = ModificationBody.extend({
  amount: Amount,
  merchantRefundReason: text(80).optional(),
})
const ApplePaySessionBody = z.strictObject({
  displayName: z.string().min(1).max(64),
  domainName: z.string().min(1).max(253),
  merchantIdentifier: z.string().min(1).max(200),
})
const CancelByReferenceBody = ModificationBody.extend({ paymentReference: text(80) })

/** How long a shopper may take over a challenge. */
const challengeLivesMs = 60 * 60_000

type Problem = {
  readonly status: number
  readonly errorCode: string
  readonly errorType: string
  readonly message: string
}

class Refused extends Error {
  readonly problem: Problem
  constructor(status: number, errorCode: string, errorType: string, message: string) {
    super(message)
    this.problem = { status, errorCode, errorType, message }
  }
}

/** What happens to an answer after the work is done and stored. */
type Sending = Pick<Answer, 'afterMs' | 'isDropped'> & { readonly isLost?: boolean }

export function createGateway(options: {
  readonly ledger: Ledger
  readonly certificates: Certificates
  readonly wallets: Wallets
  readonly webhooks: Webhooks
  readonly apiKey: string
  readonly merchantAccounts: readonly string[]
  readonly shopUrl: string
  /** Waits of the amounts that end in .93 and .94. */
  readonly slowAnswerMs: number
  readonly lateWebhookMs: number
}) {
  const { ledger, certificates, wallets, webhooks, merchantAccounts } = options
  const { database } = ledger
  database.exec(schema)
  ledger.onReset(() => database.exec('delete from gateway_payment; delete from gateway_answer'))

  const insertPayment = database.prepare(`
    insert into gateway_payment (psp, merchant, reference, cents, currency, state, verdict, md, return_url, brand, last_four, expiry,
      auth_code, is_captured_later, created_at)
    values (:psp, :merchant, :reference, :cents, :currency, :state, :verdict, :md, :return_url, :brand, :last_four, :expiry,
      :auth_code, :is_captured_later, :created_at)`)
  const byPsp = database.prepare('select * from gateway_payment where psp = ?')
  const byMd = database.prepare('select * from gateway_payment where md = ?')
  const byRedirectResult = database.prepare('select * from gateway_payment where redirect_result = ?')
  const byReference = database.prepare(
    'select * from gateway_payment where merchant = ? and reference = ? order by created_at',
  )
  const openChallenges = database.prepare(
    "select * from gateway_payment where state in ('challenge', 'challenged') and created_at < ?",
  )
  const setChallenge = database.prepare(
    "update gateway_payment set state = 'challenged', challenge = ?, redirect_result = ? where psp = ? and state = 'challenge'",
  )
  const setFinal = database.prepare(
    "update gateway_payment set state = 'final', verdict = ?, authorised = ? where psp = ?",
  )
  const addCaptured = database.prepare('update gateway_payment set captured = captured + ? where psp = ?')
  const addVoided = database.prepare('update gateway_payment set voided = voided + ? where psp = ?')
  const addRefunded = database.prepare('update gateway_payment set refunded = refunded + ? where psp = ?')
  const storedAnswer = database.prepare('select status, body from gateway_answer where key = ?')
  const storeAnswer = database.prepare('insert into gateway_answer (key, status, body) values (?, ?, ?)')
  const running = new Set<string>()

  const paymentOf = (psp: string) => byPsp.get(psp) as Payment | undefined

  // What every call has in common: who calls, whether it was answered before, and how a refusal looks.

  function call<Body>(
    schemaOfBody: z.ZodType<Body>,
    work: (
      body: Body,
      request: SandboxRequest,
      key: string | null,
    ) => { status: number; body: object; sending?: Sending },
  ): (request: SandboxRequest) => Answer {
    return (request) => {
      try {
        return answer(schemaOfBody, work, request)
      } catch (error) {
        if (error instanceof Refused) return problemAnswer(error.problem)
        throw error
      }
    }
  }

  function answer<Body>(
    schemaOfBody: z.ZodType<Body>,
    work: (
      body: Body,
      request: SandboxRequest,
      key: string | null,
    ) => { status: number; body: object; sending?: Sending },
    request: SandboxRequest,
  ): Answer {
    if (request.headers['x-api-key'] !== options.apiKey) {
      throw new Refused(401, '000', 'security', 'HTTP Status Response - Unauthorized')
    }
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
      throw new Refused(415, '703', 'validation', 'Content-Type must be application/json')
    }
    const key = request.headers['idempotency-key']?.toString() ?? null
    if (key !== null && (key === '' || key.length > 64)) {
      throw new Refused(422, '702', 'validation', 'Idempotency-Key must have 1 to 64 characters')
    }
    const scoped = key === null ? null : `${request.path} ${key}`
    if (scoped !== null) {
      if (running.has(scoped)) throw new Refused(422, '704', 'validation', 'Request already processed or in progress')
      const earlier = storedAnswer.get(scoped) as { status: number; body: string } | undefined
      if (earlier !== undefined) return answerOf(earlier.status, earlier.body, key)
    }
    const body = checked(schemaOfBody, request.body)
    const done = ledger.inOneStep(() => {
      const result = work(body, request, key)
      const stored = JSON.stringify(result.body)
      if (scoped !== null) storeAnswer.run(scoped, result.status, stored)
      return { ...result, stored }
    })
    const { isLost, ...sending } = done.sending ?? {}
    if (scoped !== null) running.add(scoped)
    const whenSent = () => void (scoped !== null && running.delete(scoped))
    if (isLost === true) {
      const lost = {
        status: 500,
        errorCode: '905',
        errorType: 'internal',
        message: 'Payment details are not available',
      }
      return { ...problemAnswer(lost), whenSent }
    }
    return { ...answerOf(done.status, done.stored, key), ...sending, whenSent }
  }

  function checkMerchant(merchantAccount: string): void {
    if (!merchantAccounts.includes(merchantAccount)) {
      throw new Refused(403, '901', 'security', 'Invalid Merchant Account')
    }
  }

  // Payments.

  /** The card of a form, or the one behind a wallet's token. */
  function cardOf({ paymentMethod, merchantAccount, amount }: z.infer<typeof PaymentsBody>, now: Date) {
    if (paymentMethod.type === 'scheme') return certificates.open(merchantAccount, paymentMethod.encryptedCard, now)
    const token = 'googlePayToken' in paymentMethod ? paymentMethod.googlePayToken : paymentMethod.applePayToken
    const opened = wallets.open(paymentMethod.type, token, amount)
    return typeof opened === 'string' ? ({ errorCode: '174', message: opened } as const) : opened
  }

  const payments = call(PaymentsBody, (body, request, key) => {
    checkMerchant(body.merchantAccount)
    const { amount, reference } = body
    if (amount.currency !== 'AUD' && amount.currency !== 'NZD') {
      throw new Refused(422, '138', 'validation', 'Unsupported currency specified')
    }
    if (!mayReturnTo(body.returnUrl, options.shopUrl)) {
      throw new Refused(422, '702', 'validation', 'returnUrl must lead to the shop or to this machine')
    }
    if (body.channel === 'Web' && body.browserInfo === undefined) {
      throw new Refused(422, '702', 'validation', "Required object 'browserInfo' is not provided.")
    }
    if ((body.redirectFromIssuerMethod ?? 'GET') !== 'GET') {
      throw new Refused(422, '702', 'validation', 'This sandbox returns shoppers with GET only')
    }
    const now = ledger.now()
    const card = cardOf(body, now)
    if ('errorCode' in card) throw new Refused(422, card.errorCode, 'validation', card.message)

    const word = body.additionalData?.['RequestedTestAcquirerResponseCode']
    const decision = decide(card, amount.value, word, now)
    const isNever = body.authenticationData?.attemptAuthentication === 'never'
    const isAlways = body.authenticationData?.attemptAuthentication === 'always' && decision.verdict === approval
    const needsChallenge = (decision.needsChallenge || isAlways) && !isNever
    const psp = randomReference(16)
    insertPayment.run({
      psp,
      merchant: body.merchantAccount,
      reference,
      cents: amount.value,
      currency: amount.currency,
      state: 'challenge',
      verdict: JSON.stringify(decision.verdict),
      md: needsChallenge ? randomReference(48) : null,
      return_url: body.returnUrl,
      brand: decision.brand,
      last_four: card.number.slice(-4),
      expiry: `${card.expiryMonth}/${card.expiryYear}`,
      auth_code: randomReference(6),
      is_captured_later: (body.captureDelayHours ?? 0) > 0 || body.additionalData?.['manualCapture'] === 'true' ? 1 : 0,
      created_at: now.getTime(),
    })
    const payment = existing(psp)
    if (needsChallenge) {
      return { status: 200, body: challengeBody(payment, request.origin, body.redirectToIssuerMethod ?? 'GET') }
    }
    const final = finish(payment, decision.verdict, key)
    const ending = decision.verdict.resultCode === 'Authorised' ? amount.value % 100 : 0
    return { status: 200, body: resultBody(final), sending: sendingOf(ending) }
  })

  function sendingOf(ending: number): Sending {
    if (ending === 91) return { isDropped: true }
    if (ending === 92) return { isLost: true }
    return ending === 93 ? { afterMs: options.slowAnswerMs } : {}
  }

  function existing(psp: string): Payment {
    const payment = paymentOf(psp)
    if (payment === undefined) throw new Error(`payment ${psp} is gone`)
    return payment
  }

  function challengeBody(payment: Payment, origin: string, method: 'GET' | 'POST'): object {
    const url = `${origin}/gateway/threeds`
    const data = { MD: payment.md ?? '', PaReq: randomReference(64) }
    const action =
      method === 'POST'
        ? { paymentMethodType: 'scheme', type: 'redirect', url, method, data }
        : { paymentMethodType: 'scheme', type: 'redirect', url: withQuery(url, { MD: data.MD }), method }
    return { pspReference: payment.psp, resultCode: 'RedirectShopper', merchantReference: payment.reference, action }
  }

  /** Decides a payment for good: the ledger rows, the notice, and the state. */
  function finish(payment: Payment, verdict: Verdict, key: string | null): Payment {
    const cents = authorisedCents(verdict, payment.cents)
    setFinal.run(JSON.stringify(verdict), cents, payment.psp)
    if (cents > 0) {
      move(payment, 'authorise', cents, key)
      // A part of the amount waits for the merchant to cancel it.
      if (payment.is_captured_later === 0 && cents === payment.cents) {
        addCaptured.run(cents, payment.psp)
        move(payment, 'capture', cents, key)
      }
    }
    const final = existing(payment.psp)
    const ending = payment.cents % 100
    webhooks.enqueue(
      event(final, {
        eventCode: 'AUTHORISATION',
        success: cents > 0,
        pspReference: final.psp,
        originalReference: '',
        value: cents > 0 ? cents : final.cents,
        reason: verdict.refusalReason ?? '',
        operations: cents > 0 ? ['CANCEL', 'CAPTURE', 'REFUND'] : [],
        additionalData: { cardSummary: final.last_four, expiryDate: final.expiry, authCode: final.auth_code },
      }),
      {
        ...(cents > 0 && ending === 94 ? { delayMs: options.lateWebhookMs } : {}),
        ...(cents > 0 && ending === 95 ? { copies: 3 } : {}),
      },
    )
    return final
  }

  function move(payment: Payment, kind: MovementKind, cents: number, idempotencyKey: string | null): void {
    const { merchant, reference, psp, currency } = payment
    ledger.record({ provider: 'card', merchant, reference, payment: psp, cents, currency, kind, idempotencyKey })
  }

  function event(
    payment: Payment,
    what: Pick<GatewayEvent, 'eventCode' | 'success' | 'pspReference' | 'originalReference' | 'value' | 'reason'> &
      Partial<Pick<GatewayEvent, 'operations' | 'additionalData'>>,
  ): GatewayEvent {
    return {
      merchantAccountCode: payment.merchant,
      merchantReference: payment.reference,
      currency: payment.currency,
      eventDate: ledger.now().toISOString(),
      paymentMethod: payment.brand,
      operations: [],
      additionalData: {},
      ...what,
    }
  }

  const details = call(DetailsBody, (body, _request, key) => {
    const payment = byRedirectResult.get(body.details.redirectResult) as Payment | undefined
    if (payment === undefined) throw new Refused(422, '14_018', 'validation', 'Invalid payload provided')
    // Asked again, it answers what it answered: the result of a payment does not change.
    if (payment.state === 'final') return { status: 200, body: resultBody(payment) }
    const ending = payment.challenge === 'passed' && verdictOf(payment) === 'Authorised' ? payment.cents % 100 : 0
    const final = finish(payment, challengedVerdict(payment), key)
    return { status: 200, body: resultBody(final), sending: sendingOf(ending) }
  })

  // Modifications: each is accepted with "received" and told by a notice.

  function modification(
    payment: Payment,
    request: { readonly reference?: string | undefined },
    wanted: { readonly eventCode: string; readonly cents: number; readonly action?: string },
    problem: string | null,
    apply: () => void,
  ): string {
    const psp = randomReference(16)
    if (problem === null) apply()
    webhooks.enqueue({
      ...event(payment, {
        eventCode: wanted.eventCode,
        success: problem === null,
        pspReference: psp,
        originalReference: payment.psp,
        value: wanted.cents,
        reason: problem ?? '',
        additionalData: wanted.action === undefined ? {} : { 'modification.action': wanted.action },
      }),
      merchantReference: request.reference ?? payment.reference,
    })
    return psp
  }

  function received(payment: Payment, psp: string, body: z.infer<typeof ModificationBody>, more: object): object {
    return {
      merchantAccount: body.merchantAccount,
      paymentPspReference: payment.psp,
      pspReference: psp,
      reference: body.reference ?? '',
      status: 'received',
      ...more,
    }
  }

  function modified(request: SandboxRequest, merchantAccount: string): Payment {
    checkMerchant(merchantAccount)
    const payment = paymentOf(request.params['psp'] ?? '')
    if (payment === undefined || payment.merchant !== merchantAccount) {
      throw new Refused(422, '167', 'validation', 'Original pspReference required for this operation')
    }
    return payment
  }

  const captures = call(AmountModificationBody, (body, request, key) => {
    const payment = modified(request, body.merchantAccount)
    const { value, currency } = body.amount
    const open = payment.authorised - payment.captured - payment.voided
    const problem = currency !== payment.currency || value > open ? 'Insufficient balance on payment' : null
    const psp = modification(payment, body, { eventCode: 'CAPTURE', cents: value }, problem, () => {
      addCaptured.run(value, payment.psp)
      move(payment, 'capture', value, key)
    })
    return { status: 201, body: received(payment, psp, body, { amount: body.amount }) }
  })

  const refunds = call(AmountModificationBody, (body, request, key) => {
    const payment = modified(request, body.merchantAccount)
    const { value, currency } = body.amount
    const open = payment.captured - payment.refunded
    const problem = currency !== payment.currency || value > open ? 'Insufficient balance on payment' : null
    const psp = modification(payment, body, { eventCode: 'REFUND', cents: value }, problem, () => {
      addRefunded.run(value, payment.psp)
      move(payment, 'refund', value, key)
    })
    return { status: 201, body: received(payment, psp, body, { amount: body.amount }) }
  })

  /** Why a payment cannot be cancelled, or null. */
  function cancelProblem(payment: Payment): string | null {
    if (payment.state !== 'final') return null
    if (payment.captured > 0) return 'Transaction has already been captured'
    return payment.authorised > payment.voided ? null : 'Transaction is not authorised'
  }

  function cancelPayment(payment: Payment, key: string | null): void {
    if (payment.state !== 'final') {
      setFinal.run(
        JSON.stringify({ ...cancelledChallenge, refusalReason: 'Cancelled', refusalReasonCode: '15' }),
        0,
        payment.psp,
      )
      return
    }
    const open = payment.authorised - payment.voided
    addVoided.run(open, payment.psp)
    move(payment, 'void', open, key)
  }

  const cancels = call(ModificationBody, (body, request, key) => {
    const payment = modified(request, body.merchantAccount)
    const psp = modification(
      payment,
      body,
      { eventCode: 'CANCELLATION', cents: payment.cents },
      cancelProblem(payment),
      () => cancelPayment(payment, key),
    )
    return { status: 201, body: received(payment, psp, body, {}) }
  })

  const cancelsByReference = call(CancelByReferenceBody, (body, _request, key) => {
    checkMerchant(body.merchantAccount)
    const found = byReference.all(body.merchantAccount, body.paymentReference) as Payment[]
    let psp = randomReference(16)
    for (const payment of found) {
      const problem = cancelProblem(payment)
      const wanted = { eventCode: 'TECHNICAL_CANCEL', cents: payment.cents }
      psp = modification(payment, body, wanted, problem, () => cancelPayment(payment, key))
    }
    if (found.length === 0) {
      webhooks.enqueue({
        eventCode: 'TECHNICAL_CANCEL',
        success: false,
        pspReference: psp,
        originalReference: '',
        merchantAccountCode: body.merchantAccount,
        merchantReference: body.reference ?? body.paymentReference,
        value: 0,
        currency: 'AUD',
        eventDate: ledger.now().toISOString(),
        paymentMethod: '',
        reason: 'Transaction not found',
        operations: [],
        additionalData: {},
      })
    }
    const { merchantAccount, paymentReference, reference = '' } = body
    return {
      status: 201,
      body: { merchantAccount, paymentReference, pspReference: psp, reference, status: 'received' },
    }
  })

  const reversals = call(ModificationBody, (body, request, key) => {
    const payment = modified(request, body.merchantAccount)
    const toRefund = payment.captured - payment.refunded
    const toVoid = payment.authorised - payment.captured - payment.voided
    const problem =
      payment.state === 'final' && toRefund + toVoid === 0 ? 'Transaction has nothing left to reverse' : null
    const wanted = {
      eventCode: 'CANCEL_OR_REFUND',
      cents: payment.cents,
      action: toRefund > 0 ? 'refund' : 'cancel',
    }
    const psp = modification(payment, body, wanted, problem, () => {
      if (payment.state !== 'final') return cancelPayment(payment, key)
      if (toVoid > 0) {
        addVoided.run(toVoid, payment.psp)
        move(payment, 'void', toVoid, key)
      }
      if (toRefund > 0) {
        addRefunded.run(toRefund, payment.psp)
        move(payment, 'reversal', toRefund, key)
      }
    })
    return { status: 201, body: received(payment, psp, body, {}) }
  })

  /** As Apple makes one for a domain that it knows: good for five minutes. */
  const applePaySessions = call(ApplePaySessionBody, ({ displayName, domainName, merchantIdentifier }) => {
    const epochTimestamp = ledger.now().getTime()
    const session = {
      epochTimestamp,
      expiresAt: epochTimestamp + 5 * 60_000,
      merchantSessionIdentifier: randomReference(32),
      nonce: randomReference(8),
      merchantIdentifier,
      domainName,
      displayName,
      signature: randomReference(64),
    }
    return { status: 200, body: { data: Buffer.from(JSON.stringify(session)).toString('base64') } }
  })

  const base = '/gateway/v71'
  const routes: Route[] = [
    { name: 'card.payments', method: 'POST', path: `${base}/payments`, handle: payments },
    { name: 'card.details', method: 'POST', path: `${base}/payments/details`, handle: details },
    { name: 'card.captures', method: 'POST', path: `${base}/payments/{psp}/captures`, handle: captures },
    { name: 'card.cancels', method: 'POST', path: `${base}/payments/{psp}/cancels`, handle: cancels },
    { name: 'card.reversals', method: 'POST', path: `${base}/payments/{psp}/reversals`, handle: reversals },
    { name: 'card.refunds', method: 'POST', path: `${base}/payments/{psp}/refunds`, handle: refunds },
    { name: 'card.apple-pay-sessions', method: 'POST', path: `${base}/applePay/sessions`, handle: applePaySessions },
    { name: 'card.cancels-by-reference', method: 'POST', path: `${base}/cancels`, handle: cancelsByReference },
  ]

  return {
    routes,
    /** The payment whose challenge page this is, or null. */
    challengeOf: (md: string): Payment | null => (byMd.get(md) as Payment | undefined) ?? null,
    /** Ends a challenge and says where the browser goes; the first answer counts. */
    endChallenge(md: string, outcome: 'passed' | 'failed' | 'cancelled'): string | null {
      return ledger.inOneStep(() => {
        const payment = byMd.get(md) as Payment | undefined
        if (payment === undefined || payment.redirect_result !== null || payment.state === 'final') return null
        const redirectResult = `X6X!${randomReference(64)}`
        setChallenge.run(outcome, redirectResult, payment.psp)
        return withQuery(payment.return_url, { redirectResult })
      })
    },
    /** Closes challenges that nobody finished in time; run now and then. */
    sweep(): void {
      const before = ledger.now().getTime() - challengeLivesMs
      for (const payment of openChallenges.all(before) as Payment[]) {
        ledger.inOneStep(() => {
          setFinal.run(JSON.stringify({ ...cancelledChallenge, refusalReason: 'Expired' }), 0, payment.psp)
          webhooks.enqueue(
            event(payment, {
              eventCode: 'OFFER_CLOSED',
              success: true,
              pspReference: payment.psp,
              originalReference: '',
              value: payment.cents,
              reason: '',
            }),
          )
        })
      }
    },
  }
}

function verdictOf(payment: Payment): Verdict['resultCode'] {
  return (JSON.parse(payment.verdict) as Verdict).resultCode
}

function challengedVerdict(payment: Payment): Verdict {
  if (payment.challenge === 'passed') return JSON.parse(payment.verdict) as Verdict
  return payment.challenge === 'failed' ? failedChallenge : cancelledChallenge
}

function authorisedCents(verdict: Verdict, cents: number): number {
  if (verdict.resultCode === 'Authorised') return cents
  return verdict.resultCode === 'PartiallyAuthorised' ? Math.ceil(cents / 2) : 0
}

/** The documented answer for a decided payment. */
function resultBody(payment: Payment): object {
  const verdict = JSON.parse(payment.verdict) as Verdict
  return {
    pspReference: payment.psp,
    resultCode: verdict.resultCode,
    ...(verdict.refusalReason === null ? {} : { refusalReason: verdict.refusalReason }),
    ...(verdict.refusalReasonCode === null ? {} : { refusalReasonCode: verdict.refusalReasonCode }),
    merchantReference: payment.reference,
    amount: { currency: payment.currency, value: payment.authorised > 0 ? payment.authorised : payment.cents },
    paymentMethod: { brand: payment.brand, type: 'scheme' },
    additionalData: {
      cardSummary: payment.last_four,
      expiryDate: payment.expiry,
      ...(payment.authorised > 0
        ? { authCode: payment.auth_code, cvcResult: '1 Matches', avsResult: '0 Unknown' }
        : {}),
    },
  }
}

function checked<Body>(schemaOfBody: z.ZodType<Body>, sent: string): Body {
  let value: unknown
  try {
    value = JSON.parse(sent)
  } catch {
    throw new Refused(400, '702', 'validation', 'Unexpected input: the body is not JSON')
  }
  const parsed = schemaOfBody.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') ?? ''
  if (issue?.code === 'unrecognized_keys') {
    const where = field === '' ? 'the request' : field
    throw new Refused(
      422,
      '702',
      'validation',
      `Structure of ${where} contains the following unknown fields: ${issue.keys.join(', ')}`,
    )
  }
  if (isMissing(value, field)) {
    const codes: Record<string, string> = {
      amount: '100',
      reference: '130',
      merchantAccount: '901',
      returnUrl: '14_030',
    }
    const message = field === 'returnUrl' ? 'Return URL is missing.' : `Required field '${field}' is not provided.`
    throw new Refused(422, codes[field] ?? '702', 'validation', message)
  }
  const code = field === 'amount.value' ? '137' : '702'
  throw new Refused(422, code, 'validation', `Invalid value for field '${field}'`)
}

function isMissing(value: unknown, field: string): boolean {
  let at: unknown = value
  for (const name of field.split('.')) {
    if (typeof at !== 'object' || at === null) return false
    at = (at as Record<string, unknown>)[name]
  }
  return at === undefined || at === null
}

function answerOf(status: number, body: string, key: string | null): Answer {
  const headers = { 'content-type': 'application/json;charset=UTF-8', 'cache-control': 'no-store' }
  return { status, headers: key === null ? headers : { ...headers, 'idempotency-key': key }, body }
}

function problemAnswer(problem: Problem): Answer {
  return json(problem.status, { ...problem, pspReference: randomReference(16) })
}
