import { z } from 'zod'
import { seconds, type Clock } from '../../../platform/clock.ts'
import { sha256 } from '../../../platform/digest.ts'
import type { Log } from '../../../platform/log.server.ts'
import type { Currency } from '../../../platform/money.ts'
import {
  checkedAmount,
  type Address,
  type CardSource,
  type CardSummary,
  type PaymentAction,
  type PaymentAttempt,
  type PaymentInstrument,
  type PaymentOutcome,
  type PaymentProvider,
} from '../payments.ts'
import { shownDeclines } from '../decline-texts.ts'
import {
  connectLimitedFetch,
  providerHttp,
  type ProviderAnswer,
  healthCall,
  type ProviderHttpSettings,
} from './provider-http.server.ts'

/**
 * Card payments through a gateway that speaks Adyen Checkout v71. The card arrives encrypted and leaves as it
 * came; nothing here could read it.
 */

export type CardGatewaySettings = {
  /** With the version: "https://…/v71". */
  readonly url: string
  readonly apiKey: string
  readonly merchantAccount: string
  /** Of the agency; null where its goods are paid with ours. */
  readonly agencyMerchantAccount?: string | null | undefined
  readonly clock: Clock
  readonly log: Log
  /**
   * What our inbox of verified notices says of an attempt, null when it says nothing. The gateway has no call that reads a payment by
   * our reference, so this is all that `query` can know.
   */
  readonly lookup?: ((attempt: PaymentAttempt) => Promise<PaymentOutcome | null>) | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Time for one answer; 45 seconds. */
  readonly readMs?: number | undefined
  readonly backoffMs?: readonly number[] | undefined
  readonly onNews?: ProviderHttpSettings['onNews']
  /** How long `cancel` waits for the notice that tells how the cancelling ended; 3 seconds. */
  readonly cancelWaitMs?: number | undefined
}

const connectMs = seconds(3)
const cancelPollMs = 100

const AmountAnswer = z.object({ currency: z.string(), value: z.int() })
const PaymentAnswer = z.object({
  resultCode: z.string(),
  pspReference: z.string().min(1).optional(),
  merchantReference: z.string().optional(),
  refusalReason: z.string().optional(),
  refusalReasonCode: z.string().optional(),
  amount: AmountAnswer.optional(),
  paymentMethod: z.object({ brand: z.string().optional() }).optional(),
  additionalData: z.record(z.string(), z.unknown()).optional(),
  action: z
    .object({
      type: z.string(),
      url: z.url({ protocol: /^https?$/ }),
      method: z.enum(['GET', 'POST']).default('GET'),
      data: z.record(z.string(), z.string()).default({}),
    })
    .optional()
    .catch(undefined),
})
type PaymentAnswer = z.infer<typeof PaymentAnswer>

const ProblemAnswer = z.object({ status: z.int(), errorCode: z.string(), errorType: z.string().optional() })

/** Refusal codes under which a result of Error leaves open what the bank did: none, acquirer error, issuer unavailable. */
const openDeclineCodes: ReadonlySet<string> = new Set(['0', '4', '9'])
/** "Request already processed or in progress": an earlier call with this key is still running. */
const conflictCode = '704'

/** The card provider of the shop, and of the agency whose goods it sells: each payment goes to the account of its seller. */
export function cardGateway(settings: CardGatewaySettings): PaymentProvider {
  const { log } = settings
  const readMs = settings.readMs ?? seconds(45)
  const http = providerHttp({
    provider: 'card',
    baseUrl: settings.url,
    headers: { 'x-api-key': settings.apiKey },
    fetch: settings.fetch ?? connectLimitedFetch(connectMs),
    clock: settings.clock,
    log,
    backoffMs: settings.backoffMs,
    onNews: settings.onNews,
  })

  function post(
    attempt: PaymentAttempt,
    operation: string,
    path: string,
    body: object,
    idempotencyKey: string,
  ): Promise<ProviderAnswer> {
    const headers = { 'idempotency-key': idempotencyKey }
    const attemptId = attempt.id
    return http({ operation, attemptId, method: 'POST', path, headers, body, readMs, isReplaySafe: true })
  }

  function accountOf({ seller = 'shop' }: Pick<PaymentAttempt, 'seller'>): string {
    if (seller === 'shop') return settings.merchantAccount
    const { agencyMerchantAccount: account } = settings
    if (account == null) throw new Error('there is no merchant account of the agency')
    return account
  }

  function alarm(attempt: PaymentAttempt, operation: string, code: string): void {
    log.error({ provider: 'card', operation, attemptId: attempt.id, code }, 'the card gateway answered out of contract')
  }

  async function known(attempt: PaymentAttempt): Promise<PaymentOutcome | null> {
    const outcome = (await settings.lookup?.(attempt)) ?? null
    return outcome === null ? null : checkedAmount(outcome, attempt)
  }

  async function outcomeOf(
    body: unknown,
    attempt: PaymentAttempt,
    operation: string,
    idempotencyKey: string,
  ): Promise<PaymentOutcome> {
    const parsed = PaymentAnswer.safeParse(body)
    if (!parsed.success) {
      alarm(attempt, operation, 'unreadable')
      return { kind: 'unknown', why: 'unreadable' }
    }
    const answer = parsed.data
    const providerRef = answer.pspReference ?? attempt.providerRef
    if (answer.merchantReference !== undefined && answer.merchantReference !== attempt.id) {
      alarm(attempt, operation, 'foreign reference')
      return { kind: 'unknown', why: 'mismatch' }
    }
    switch (answer.resultCode) {
      case 'Authorised':
        return approved(answer, attempt)
      case 'PartiallyAuthorised':
        return cancelPart(answer, attempt, idempotencyKey)
      case 'Refused':
        return declined(answer)
      case 'Error':
        return openDeclineCodes.has(answer.refusalReasonCode ?? '0')
          ? { kind: 'unknown', why: 'server-error' }
          : declined(answer)
      case 'Cancelled':
        return { kind: 'cancelled' }
      case 'RedirectShopper':
      case 'IdentifyShopper':
      case 'ChallengeShopper': {
        const action = actionOf(answer)
        if (action === null) alarm(attempt, operation, 'no action')
        return { kind: 'pending', providerRef, action }
      }
      case 'Pending':
      case 'Received':
      case 'PresentToShopper':
        return { kind: 'pending', providerRef, action: null }
      default:
        alarm(attempt, operation, 'unknown result')
        return { kind: 'unknown', why: 'unreadable' }
    }
  }

  /** An approval of less than was asked is no approval: the part goes back before anybody hears "declined". */
  async function cancelPart(
    answer: PaymentAnswer,
    attempt: PaymentAttempt,
    idempotencyKey: string,
  ): Promise<PaymentOutcome> {
    const psp = answer.pspReference
    if (psp === undefined) return { kind: 'unknown', why: 'unreadable' }
    const path = `/payments/${encodeURIComponent(psp)}/cancels`
    const body = { merchantAccount: accountOf(attempt), reference: attempt.id }
    const cancelled = await post(attempt, 'cancels', path, body, sha256(`${idempotencyKey} cancel`))
    const isUnderWay = cancelled.isAnswered && cancelled.status === 201
    if (!isUnderWay) return { kind: 'unknown', why: 'mismatch' }
    return { kind: 'declined', providerRef: psp, code: 'PartiallyAuthorised', shownReason: null }
  }

  return {
    code: 'card',
    returnParameter: null,

    async initiate({ attempt, instrument, order, returnUrl, idempotencyKey }) {
      if (instrument.method !== 'card') throw new Error('the card provider takes card payments only')
      const body = {
        amount: { currency: attempt.currency, value: attempt.cents },
        merchantAccount: accountOf(attempt),
        reference: attempt.id,
        // A part is authorised only: its money is taken when the other part's is.
        ...(attempt.part === undefined ? {} : { additionalData: { manualCapture: 'true' } }),
        returnUrl,
        channel: 'Web',
        origin: new URL(returnUrl).origin,
        paymentMethod: paymentMethodOf(instrument.source),
        browserInfo: browserInfoOf(instrument, attempt),
        shopperInteraction: 'Ecommerce',
        ...(instrument.fraudToken === '' ? {} : { deviceFingerprint: instrument.fraudToken }),
        shopperEmail: order.email,
        shopperIP: instrument.browser.address,
        shopperName: { firstName: order.billing.firstName, lastName: order.billing.lastName },
        ...telephone(order.phone, attempt.country),
        billingAddress: addressOf(order.billing),
        deliveryAddress: addressOf(order.shipping),
        // A page of the gateway by redirect, not a component in ours; back by GET, because a cross-site POST would lose our cookies.
        authenticationData: { threeDSRequestData: { nativeThreeDS: 'disabled', challengeWindowSize: '05' } },
        // From a bank the shopper can be sent on to the bank of the second part, but no form can be posted on the way.
        redirectToIssuerMethod: attempt.part === 2 ? 'GET' : 'POST',
        redirectFromIssuerMethod: 'GET',
        lineItems: order.lines.map((line) => ({
          sku: line.sku,
          description: line.name,
          quantity: line.quantity,
          amountIncludingTax: line.unit,
        })),
      }
      const answer = await post(attempt, 'payments', '/payments', body, idempotencyKey)
      if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
      if (answer.status === 200) return outcomeOf(answer.body, attempt, 'payments', idempotencyKey)
      const problem = ProblemAnswer.safeParse(answer.body)
      alarm(attempt, 'payments', problem.data?.errorCode ?? String(answer.status))
      if (!problem.success) return { kind: 'unknown', why: 'unreadable' }
      // A refusal of the call proves that nothing was charged, unless an earlier try may have gone through.
      if (answer.isAfterDoubt || problem.data.errorCode === conflictCode) return { kind: 'unknown', why: 'timeout' }
      return { kind: 'declined', providerRef: null, code: `error ${problem.data.errorCode}`, shownReason: null }
    },

    async finalise({ attempt, returned, idempotencyKey }) {
      const redirectResult = returned['redirectResult'] ?? ''
      // Without it there is nothing to finish; the attempt stays as it is.
      if (redirectResult === '') return { kind: 'pending', providerRef: attempt.providerRef, action: null }
      const body = { details: { redirectResult } }
      const answer = await post(attempt, 'details', '/payments/details', body, idempotencyKey)
      if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
      if (answer.status === 200) return outcomeOf(answer.body, attempt, 'details', idempotencyKey)
      const problem = ProblemAnswer.safeParse(answer.body)
      alarm(attempt, 'details', problem.data?.errorCode ?? String(answer.status))
      const isRefused = answer.status === 400 || answer.status === 422
      // A made-up redirectResult is refused and says nothing about the payment.
      if (isRefused && problem.success && problem.data.errorCode !== conflictCode && !answer.isAfterDoubt) {
        return { kind: 'pending', providerRef: attempt.providerRef, action: null }
      }
      return { kind: 'unknown', why: answer.isAfterDoubt ? 'timeout' : 'server-error' }
    },

    async query(attempt) {
      return (await known(attempt)) ?? { kind: 'unknown', why: 'no-record' }
    },

    async cancel(attempt, idempotencyKey) {
      const earlier = await known(attempt)
      if (earlier !== null && isFinal(earlier)) return earlier
      // By our reference, because an attempt whose answer was lost has no other name.
      const body = { merchantAccount: accountOf(attempt), paymentReference: attempt.id, reference: attempt.id }
      const answer = await post(attempt, 'cancels', '/cancels', body, idempotencyKey)
      if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
      if (answer.status !== 201) {
        alarm(attempt, 'cancels', String(answer.status))
        return { kind: 'unknown', why: 'server-error' }
      }
      const waitMs = settings.lookup === undefined ? 0 : (settings.cancelWaitMs ?? seconds(3))
      for (let waitedMs = 0; waitedMs < waitMs; waitedMs += cancelPollMs) {
        await settings.clock.wait(cancelPollMs)
        const heard = await known(attempt)
        if (heard !== null && isFinal(heard)) return heard
      }
      // Asked for, not yet confirmed: its notice will settle the attempt.
      return { kind: 'pending', providerRef: attempt.providerRef, action: null }
    },

    async capture(attempt, idempotencyKey) {
      if (attempt.providerRef === null) return false
      const path = `/payments/${encodeURIComponent(attempt.providerRef)}/captures`
      const amount = { currency: attempt.currency, value: attempt.cents }
      const body = { merchantAccount: accountOf(attempt), reference: attempt.id, amount }
      const answer = await post(attempt, 'captures', path, body, idempotencyKey)
      if (answer.isAnswered && answer.status === 201) return true
      if (answer.isAnswered) alarm(attempt, 'captures', String(answer.status))
      return false
    },

    async giveBack(attempt, idempotencyKey) {
      if (attempt.providerRef === null) return false
      const path = `/payments/${encodeURIComponent(attempt.providerRef)}/reversals`
      const body = { merchantAccount: accountOf(attempt), reference: attempt.id }
      const answer = await post(attempt, 'reversals', path, body, idempotencyKey)
      if (answer.isAnswered && answer.status === 201) return true
      if (answer.isAnswered) alarm(attempt, 'reversals', String(answer.status))
      return false
    },

    async refund(attempt, part, idempotencyKey) {
      if (attempt.providerRef === null) return 'refused'
      // What goes back whole is reversed: that ends an authorisation that was not captured yet, too.
      const isWhole = part.cents === attempt.cents
      const operation = isWhole ? 'reversals' : 'refunds'
      const path = `/payments/${encodeURIComponent(attempt.providerRef)}/${operation}`
      const amount = { currency: attempt.currency, value: part.cents }
      const body = { merchantAccount: accountOf(attempt), reference: attempt.id, ...(isWhole ? {} : { amount }) }
      const answer = await post(attempt, operation, path, body, idempotencyKey)
      if (!answer.isAnswered) return 'unknown'
      if (answer.status === 201) return 'done'
      alarm(attempt, operation, String(answer.status))
      return answer.status === 422 && !answer.isAfterDoubt ? 'refused' : 'unknown'
    },

    async isAnswering() {
      // Without the key's own fault: what is asked for changes nothing.
      const call = {
        ...healthCall,
        method: 'POST',
        path: '/paymentMethods',
        body: { merchantAccount: accountOf({}) },
      } as const
      return (await http(call)).isAnswered
    },
    async limits() {
      return { minimum: null, maximum: null }
    },
  }
}

/** What the gateway is told of a card's source. A wallet's token is for it alone, and is handed on as it came. */
function paymentMethodOf(source: CardSource): object {
  switch (source.kind) {
    case 'form':
      return { type: 'scheme', encryptedCard: source.encryptedCard, holderName: source.holderName }
    case 'googlepay':
      return { type: 'googlepay', googlePayToken: source.token }
    case 'applepay':
      return { type: 'applepay', applePayToken: source.token }
  }
}

function isFinal(outcome: PaymentOutcome): boolean {
  return outcome.kind !== 'pending' && outcome.kind !== 'unknown'
}

function approved(answer: PaymentAnswer, attempt: PaymentAttempt): PaymentOutcome {
  const { amount, pspReference } = answer
  if (amount === undefined || pspReference === undefined) return { kind: 'unknown', why: 'unreadable' }
  const card = {
    brand: answer.paymentMethod?.brand ?? null,
    lastFour: textOf(answer.additionalData?.['cardSummary']),
    expiry: textOf(answer.additionalData?.['expiryDate']),
  }
  return checkedAmount(approval(pspReference, amount, card), attempt)
}

function approval(providerRef: string, amount: z.infer<typeof AmountAnswer>, card: CardSummary): PaymentOutcome {
  if (!isCurrency(amount.currency)) return { kind: 'unknown', why: 'mismatch' }
  return { kind: 'approved', providerRef, cents: amount.value, currency: amount.currency, card }
}

function isCurrency(text: string): text is Currency {
  return text === 'AUD' || text === 'NZD'
}

function declined(answer: PaymentAnswer): PaymentOutcome {
  const reason = answer.refusalReason ?? ''
  const code = [answer.refusalReasonCode, reason].filter((part) => part !== undefined && part !== '').join(' ')
  return {
    kind: 'declined',
    providerRef: answer.pspReference ?? null,
    code: code === '' ? answer.resultCode : code,
    shownReason: shownDeclines.has(reason) ? reason : null,
  }
}

function actionOf({ action }: PaymentAnswer): PaymentAction | null {
  if (action === undefined || action.type !== 'redirect') return null
  if (action.method === 'GET') return { kind: 'redirect', url: action.url }
  return { kind: 'form', url: action.url, fields: action.data }
}

/** The page sends only the screen's size for sure; the rest has the gateway's defaults. */
function browserInfoOf({ browser }: Extract<PaymentInstrument, { method: 'card' }>, attempt: PaymentAttempt): object {
  return {
    acceptHeader: browser.acceptHeader === '' ? '*/*' : browser.acceptHeader,
    userAgent: browser.userAgent === '' ? 'unknown' : browser.userAgent,
    screenHeight: browser.screenHeight,
    screenWidth: browser.screenWidth,
    colorDepth: browser.colorDepth ?? 24,
    language: browser.language ?? `en-${attempt.country}`,
    timeZoneOffset: browser.timeZoneOffset ?? (attempt.country === 'NZ' ? -720 : -600),
    javaEnabled: browser.javaEnabled ?? false,
  }
}

/** The gateway wants the house number apart; a line that has none says so. */
function addressOf(address: Address): object {
  const line = address.address.trim()
  const [, first = '', rest = ''] = /^(\S+)\s+(\S.*)$/.exec(line) ?? []
  const hasNumber = /\d/.test(first)
  return {
    houseNumberOrName: hasNumber ? first : 'N/A',
    street: hasNumber ? rest : line === '' ? 'N/A' : line,
    city: address.suburb === '' ? 'N/A' : address.suburb,
    postalCode: address.postcode,
    country: address.country,
    ...(address.state === '' ? {} : { stateOrProvince: address.state }),
  }
}

/** A number in international form, or nothing when it cannot be brought into it. */
function telephone(phone: string, country: 'AU' | 'NZ'): { telephoneNumber?: string } {
  const digits = phone.replace(/[^\d+]/g, '')
  const prefix = country === 'NZ' ? '+64' : '+61'
  const international = digits.startsWith('+') ? digits : prefix + digits.replace(/^0/, '')
  return /^\+\d{6,15}$/.test(international) ? { telephoneNumber: international } : {}
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
