import { z } from 'zod'
import type { StoredCardToken } from '../../saved-cards.ts'
import { type CardGatewaySettings, ProblemAnswer, createCardClient } from './card-client.server.ts'

/** Cards that the gateway stores for shoppers of our own merchant account (Adyen Checkout v71, `/storedPaymentMethods`). */
export interface CardVault {
  /** The tokens of a shopper's cards; null when the gateway did not say. */
  tokensOf(shopperReference: string): Promise<readonly string[] | null>
  /** Removes a card. True once the gateway does not have it any more, whoever removed it. */
  remove(card: StoredCardToken): Promise<boolean>
}

const StoredCards = z.object({ storedPaymentMethods: z.array(z.object({ id: z.string().min(1) })).default([]) })

/** "Contract not found" and "PaymentDetail not found". */
const goneCodes: ReadonlySet<string> = new Set(['800', '803'])

export function cardVault(settings: CardGatewaySettings): CardVault {
  const client = createCardClient(settings)
  const merchantAccount = client.accountOf({})

  /** Listing and removing change nothing when they are repeated. */
  const call = (method: 'GET' | 'DELETE', operation: string, path: string, shopperReference: string) =>
    client.http({
      operation,
      attemptId: null,
      method,
      path: `${path}?${new URLSearchParams({ merchantAccount, shopperReference }).toString()}`,
      readMs: client.readMs,
      isReplaySafe: true,
    })

  return {
    async tokensOf(shopperReference) {
      const answer = await call('GET', 'stored-cards', '/storedPaymentMethods', shopperReference)
      if (!answer.isAnswered || answer.status !== 200) return null
      const stored = StoredCards.safeParse(answer.body)
      return stored.success ? stored.data.storedPaymentMethods.map(({ id }) => id) : null
    },
    async remove({ token, shopperReference }) {
      const path = `/storedPaymentMethods/${encodeURIComponent(token)}`
      const answer = await call('DELETE', 'remove-card', path, shopperReference)
      if (!answer.isAnswered) return false
      if (answer.status === 204 || answer.status === 200 || answer.status === 404) return true
      const problem = ProblemAnswer.safeParse(answer.body)
      return answer.status === 422 && problem.success && goneCodes.has(problem.data.errorCode)
    },
  }
}

/** The token in an answer or a notice of the gateway; the second names are the older ones. */
export function storedCardOf(additionalData: Readonly<Record<string, unknown>> = {}): {
  readonly storedCard?: StoredCardToken
} {
  const text = (...names: readonly string[]) =>
    names.map((name) => additionalData[name]).find((value) => typeof value === 'string' && value !== '')
  const token = text('tokenization.storedPaymentMethodId', 'recurring.recurringDetailReference')
  const shopperReference = text('tokenization.shopperReference', 'recurring.shopperReference')
  if (typeof token !== 'string' || typeof shopperReference !== 'string') return {}
  return { storedCard: { token, shopperReference } }
}
