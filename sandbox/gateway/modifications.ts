import type { z } from 'zod'
import type { SandboxRequest } from '../http.ts'
import { randomReference } from '../ledger.ts'
import type { Bookkeeping } from './bookkeeping.ts'
import type { ModificationBody } from './gateway-bodies.ts'
import { Refused, type Call } from './gateway-calls.ts'
import type { Payment } from './payment-store.ts'

/** What payment modifications share: the response is "received", and a webhook reports the result. */

export type ModificationDeps = {
  readonly call: Call
  readonly books: Bookkeeping
  readonly checkMerchant: (merchantAccount: string) => void
}

export type Modifications = ReturnType<typeof createModifications>

export function createModifications({ books, checkMerchant }: Omit<ModificationDeps, 'call'>) {
  const { store } = books

  function modification(
    payment: Payment,
    request: { readonly reference?: string | undefined },
    requested: { readonly eventCode: string; readonly cents: number; readonly action?: string },
    problem: string | null,
    apply: () => void,
  ): string {
    const psp = randomReference(16)
    if (problem === null) apply()
    books.webhooks.enqueue({
      ...books.event(payment, {
        eventCode: requested.eventCode,
        success: problem === null,
        pspReference: psp,
        originalReference: payment.psp,
        value: requested.cents,
        reason: problem ?? '',
        additionalData: requested.action === undefined ? {} : { 'modification.action': requested.action },
      }),
      merchantReference: request.reference ?? payment.reference,
    })
    return psp
  }

  function modified(request: SandboxRequest, merchantAccount: string): Payment {
    checkMerchant(merchantAccount)
    const payment = store.byPsp(request.params['psp'] ?? '')
    if (payment === undefined || payment.merchant !== merchantAccount) {
      throw new Refused(422, '167', 'validation', 'Original pspReference required for this operation')
    }
    return payment
  }

  return { modification, modified }
}

export function received(payment: Payment, psp: string, body: z.infer<typeof ModificationBody>, more: object): object {
  return {
    merchantAccount: body.merchantAccount,
    paymentPspReference: payment.psp,
    pspReference: psp,
    reference: body.reference ?? '',
    status: 'received',
    ...more,
  }
}
