import { canReturnTo, withQuery } from '../http.ts'
import { randomReference } from '../ledger.ts'
import type { Wallets } from '../wallets/wallets.ts'
import type { Bookkeeping } from './bookkeeping.ts'
import { cardReader } from './card-reader.ts'
import type { Certificates } from './certificates.ts'
import { DetailsBody, PaymentsBody } from './gateway-bodies.ts'
import { Refused, type Call, type Sending } from './gateway-calls.ts'
import type { Payment } from './payment-store.ts'
import { approval, cancelledChallenge, failedChallenge, type Verdict } from './test-cards.ts'

/** POST /payments and /payments/details: a card or a wallet token, decided at once or after a challenge. */
export function paymentCalls({
  call,
  books,
  certificates,
  wallets,
  shopUrl,
  slowAnswerMs,
  checkMerchant,
}: {
  readonly call: Call
  readonly books: Bookkeeping
  readonly certificates: Certificates
  readonly wallets: Wallets
  readonly shopUrl: string
  readonly slowAnswerMs: number
  readonly checkMerchant: (merchantAccount: string) => void
}) {
  const { ledger, store, storedCards, existing, finish } = books

  const { decided, checkCardOnFile } = cardReader({ storedCards, certificates, wallets })

  const payments = call(PaymentsBody, (body, request, key) => {
    checkMerchant(body.merchantAccount)
    const { amount, reference } = body
    if (amount.currency !== 'AUD' && amount.currency !== 'NZD') {
      throw new Refused(422, '138', 'validation', 'Unsupported currency specified')
    }
    if (!canReturnTo(body.returnUrl, shopUrl)) {
      throw new Refused(422, '702', 'validation', 'returnUrl must lead to the shop or to this machine')
    }
    if (body.channel === 'Web' && body.browserInfo === undefined) {
      throw new Refused(422, '702', 'validation', "Required object 'browserInfo' is not provided.")
    }
    if ((body.redirectFromIssuerMethod ?? 'GET') !== 'GET') {
      throw new Refused(422, '702', 'validation', 'This sandbox returns shoppers with GET only')
    }
    const now = ledger.now()
    checkCardOnFile(body)
    const { card, lastFour, expiry, ...decision } = decided(body, now)
    const isNever = body.authenticationData?.attemptAuthentication === 'never'
    const isAlways = body.authenticationData?.attemptAuthentication === 'always' && decision.verdict === approval
    const needsChallenge = (decision.needsChallenge || isAlways) && !isNever
    const psp = randomReference(16)
    store.insert({
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
      last_four: lastFour,
      expiry,
      auth_code: randomReference(6),
      is_captured_later: (body.captureDelayHours ?? 0) > 0 || body.additionalData?.['manualCapture'] === 'true' ? 1 : 0,
      created_at: now.getTime(),
    })
    if (body.storePaymentMethod === true && card !== null) {
      const owner = { merchant: body.merchantAccount, shopper: body.shopperReference ?? '' }
      storedCards.request(psp, owner, card, decision.brand)
    }
    const payment = existing(psp)
    if (needsChallenge) {
      return { status: 200, body: challengeBody(payment, request.origin, body.redirectToIssuerMethod ?? 'GET') }
    }
    const final = finish(payment, decision.verdict, key)
    const ending = decision.verdict.resultCode === 'Authorised' ? amount.value % 100 : 0
    return { status: 200, body: resultBody(final, storedCards.dataOf(final.psp)), sending: sendingOf(ending) }
  })

  function sendingOf(ending: number): Sending {
    if (ending === 91) return { isDropped: true }
    if (ending === 92) return { isLost: true }
    return ending === 93 ? { afterMs: slowAnswerMs } : {}
  }

  const details = call(DetailsBody, (body, _request, key) => {
    const payment = store.byRedirectResult(body.details.redirectResult)
    if (payment === undefined) throw new Refused(422, '14_018', 'validation', 'Invalid payload provided')
    // A repeat returns the same result: a payment's result does not change.
    if (payment.state === 'final') return { status: 200, body: resultBody(payment, storedCards.dataOf(payment.psp)) }
    const ending = payment.challenge === 'passed' && verdictOf(payment) === 'Authorised' ? payment.cents % 100 : 0
    const final = finish(payment, challengedVerdict(payment), key)
    return { status: 200, body: resultBody(final, storedCards.dataOf(final.psp)), sending: sendingOf(ending) }
  })

  return { payments, details }
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

function verdictOf(payment: Payment): Verdict['resultCode'] {
  return (JSON.parse(payment.verdict) as Verdict).resultCode
}

function challengedVerdict(payment: Payment): Verdict {
  if (payment.challenge === 'passed') return JSON.parse(payment.verdict) as Verdict
  return payment.challenge === 'failed' ? failedChallenge : cancelledChallenge
}

/** The documented answer for a decided payment. */
function resultBody(payment: Payment, tokenData: Readonly<Record<string, string>>): object {
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
      ...tokenData,
    },
  }
}
