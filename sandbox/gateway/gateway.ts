import type { z } from 'zod'
import { withQuery, type Route } from '../http.ts'
import { randomReference, type Ledger } from '../ledger.ts'
import type { Wallets } from '../wallets/wallets.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import { amountCalls } from './amount-calls.ts'
import { createBookkeeping } from './bookkeeping.ts'
import { cancelCalls } from './cancel-calls.ts'
import type { Certificates } from './certificates.ts'
import { ApplePaySessionBody } from './gateway-bodies.ts'
import { createCalls, Refused } from './gateway-calls.ts'
import { paymentCalls } from './payment-calls.ts'
import { storedCardCalls } from './stored-card-calls.ts'
import { openStoredCards } from './stored-cards.ts'
import { openPaymentStore, type Payment } from './payment-store.ts'
import { cancelledChallenge } from './test-cards.ts'

/**
 * A card gateway in the shape of Adyen Checkout v71: the same paths, bodies, codes and webhooks, as strict as its documentation, with a bank
 * behind it that decides by test values.
 */

export type Gateway = ReturnType<typeof createGateway>

/** How long a challenge stays open. */
const challengeLivesMs = 60 * 60_000

/** As Apple makes one for a registered domain: valid for five minutes. */
const applePaySession =
  (ledger: Ledger) =>
  ({ displayName, domainName, merchantIdentifier }: z.infer<typeof ApplePaySessionBody>) => {
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
  }

export function createGateway(options: {
  readonly ledger: Ledger
  readonly certificates: Certificates
  readonly wallets: Wallets
  readonly webhooks: Webhooks
  readonly apiKey: string
  readonly merchantAccounts: readonly string[]
  readonly shopUrl: string
  /** Delays for amounts that end in .93 and .94. */
  readonly slowAnswerMs: number
  readonly lateWebhookMs: number
}) {
  const { ledger, webhooks, certificates, wallets, merchantAccounts, apiKey, shopUrl, slowAnswerMs, lateWebhookMs } =
    options
  const store = openPaymentStore(ledger)
  const call = createCalls({ ledger, store, apiKey })
  const storedCards = openStoredCards(ledger)
  const books = createBookkeeping({ ledger, store, storedCards, webhooks, lateWebhookMs })

  function checkMerchant(merchantAccount: string): void {
    if (!merchantAccounts.includes(merchantAccount)) {
      throw new Refused(403, '901', 'security', 'Invalid Merchant Account')
    }
  }

  const paying = paymentCalls({ call, books, certificates, wallets, shopUrl, slowAnswerMs, checkMerchant })
  const amounts = amountCalls({ call, books, checkMerchant })
  const stored = storedCardCalls({ call, storedCards, checkMerchant })
  const cancelling = cancelCalls({ call, books, checkMerchant })

  const base = '/gateway/v71'
  const routes: Route[] = [
    { name: 'card.payments', method: 'POST', path: `${base}/payments`, handle: paying.payments },
    { name: 'card.details', method: 'POST', path: `${base}/payments/details`, handle: paying.details },
    { name: 'card.captures', method: 'POST', path: `${base}/payments/{psp}/captures`, handle: amounts.captures },
    { name: 'card.cancels', method: 'POST', path: `${base}/payments/{psp}/cancels`, handle: cancelling.cancels },
    { name: 'card.reversals', method: 'POST', path: `${base}/payments/{psp}/reversals`, handle: cancelling.reversals },
    { name: 'card.refunds', method: 'POST', path: `${base}/payments/{psp}/refunds`, handle: amounts.refunds },
    { name: 'card.stored-cards', method: 'GET', path: `${base}/storedPaymentMethods`, handle: stored.list },
    {
      name: 'card.remove-stored',
      method: 'DELETE',
      path: `${base}/storedPaymentMethods/{token}`,
      handle: stored.remove,
    },
    {
      name: 'card.apple-pay-sessions',
      method: 'POST',
      path: `${base}/applePay/sessions`,
      handle: call(ApplePaySessionBody, applePaySession(ledger)),
    },
    {
      name: 'card.cancels-by-reference',
      method: 'POST',
      path: `${base}/cancels`,
      handle: cancelling.cancelsByReference,
    },
  ]

  return {
    routes,
    /** The payment whose challenge page this is, or null. */
    challengeOf: (md: string): Payment | null => store.byMd(md) ?? null,
    /** Ends a challenge and returns where the browser goes; the first result counts. */
    endChallenge(md: string, outcome: 'passed' | 'failed' | 'cancelled'): string | null {
      return ledger.inOneStep(() => {
        const payment = store.byMd(md)
        if (payment === undefined || payment.redirect_result !== null || payment.state === 'final') return null
        const redirectResult = `X6X!${randomReference(64)}`
        store.setChallenge(payment.psp, outcome, redirectResult)
        return withQuery(payment.return_url, { redirectResult })
      })
    },
    /** Closes expired challenges; run periodically. */
    sweep(): void {
      const before = ledger.now().getTime() - challengeLivesMs
      for (const payment of store.openChallenges(before)) {
        ledger.inOneStep(() => {
          store.setFinal(payment.psp, { ...cancelledChallenge, refusalReason: 'Expired' }, 0)
          webhooks.enqueue(
            books.event(payment, {
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
