import { seconds } from '../../../../platform/clock.ts'
import type { PaymentProvider } from '../../payments.ts'
import { healthCall } from '../provider-http.server.ts'
import { type CardGatewaySettings, ProblemAnswer, conflictCode, createCardClient } from './card-client.server.ts'
import { isFinal, outcomeOf } from './card-outcomes.server.ts'
import { capture, reverse, refund } from './card-modifications.server.ts'
import { paymentBody } from './card-payment-body.server.ts'

/**
 * Card payments through a gateway that speaks Adyen Checkout v71. The card arrives encrypted and leaves as it
 * came; nothing here could read it.
 */

const cancelPollMs = 100

/** The card provider of the shop, and of the agency whose goods it sells: each payment goes to the account of its seller. */
export function cardGateway(settings: CardGatewaySettings): PaymentProvider {
  const client = createCardClient(settings)
  return {
    code: 'card',
    returnParameter: null,

    async initiate({ attempt, instrument, order, returnUrl, idempotencyKey }) {
      if (instrument.method !== 'card') throw new Error('the card provider takes card payments only')
      const body = paymentBody(attempt, instrument, order, { returnUrl, merchantAccount: client.accountOf(attempt) })
      const answer = await client.post(attempt, 'payments', '/payments', body, idempotencyKey)
      if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
      if (answer.status === 200) return outcomeOf(client, answer.body, attempt, 'payments', idempotencyKey)
      const problem = ProblemAnswer.safeParse(answer.body)
      client.alarm(attempt, 'payments', problem.data?.errorCode ?? String(answer.status))
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
      const answer = await client.post(attempt, 'details', '/payments/details', body, idempotencyKey)
      if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
      if (answer.status === 200) return outcomeOf(client, answer.body, attempt, 'details', idempotencyKey)
      const problem = ProblemAnswer.safeParse(answer.body)
      client.alarm(attempt, 'details', problem.data?.errorCode ?? String(answer.status))
      const isRefused = answer.status === 400 || answer.status === 422
      // A made-up redirectResult is refused and says nothing about the payment.
      if (isRefused && problem.success && problem.data.errorCode !== conflictCode && !answer.isAfterDoubt) {
        return { kind: 'pending', providerRef: attempt.providerRef, action: null }
      }
      return { kind: 'unknown', why: answer.isAfterDoubt ? 'timeout' : 'server-error' }
    },

    async query(attempt) {
      return (await client.known(attempt)) ?? { kind: 'unknown', why: 'no-record' }
    },

    async cancel(attempt, idempotencyKey) {
      const earlier = await client.known(attempt)
      if (earlier !== null && isFinal(earlier)) return earlier
      // By our reference, because an attempt whose answer was lost has no other name.
      const body = { merchantAccount: client.accountOf(attempt), paymentReference: attempt.id, reference: attempt.id }
      const answer = await client.post(attempt, 'cancels', '/cancels', body, idempotencyKey)
      if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
      if (answer.status !== 201) {
        client.alarm(attempt, 'cancels', String(answer.status))
        return { kind: 'unknown', why: 'server-error' }
      }
      const waitMs = settings.lookup === undefined ? 0 : (settings.cancelWaitMs ?? seconds(3))
      for (let waitedMs = 0; waitedMs < waitMs; waitedMs += cancelPollMs) {
        await settings.clock.wait(cancelPollMs)
        const heard = await client.known(attempt)
        if (heard !== null && isFinal(heard)) return heard
      }
      // Asked for, not yet confirmed: its notice will settle the attempt.
      return { kind: 'pending', providerRef: attempt.providerRef, action: null }
    },

    capture: (attempt, idempotencyKey) => capture(client, attempt, idempotencyKey),
    reverse: (...given) => reverse(client, ...given),
    refund: (...given) => refund(client, ...given),

    async isAnswering() {
      // Without the key's own fault: what is asked for changes nothing.
      const call = {
        ...healthCall,
        method: 'POST',
        path: '/paymentMethods',
        body: { merchantAccount: client.accountOf({}) },
      } as const
      return (await client.http(call)).isAnswered
    },
    async limits() {
      return { minimum: null, maximum: null }
    },
  }
}
