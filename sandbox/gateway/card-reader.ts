import type { z } from 'zod'
import type { Wallets } from '../wallets/wallets.ts'
import type { CardData, Certificates } from './certificates.ts'
import type { PaymentsBody } from './gateway-bodies.ts'
import { Refused } from './gateway-calls.ts'
import type { StoredCards } from './stored-cards.ts'
import { decide, decideStored, type CardDecision } from './test-cards.ts'

type ShownCard = { readonly lastFour: string; readonly expiry: string }

/** The card that a payment is made with: typed, behind a wallet's token, or stored. */
export function cardReader({
  storedCards,
  certificates,
  wallets,
}: {
  readonly storedCards: StoredCards
  readonly certificates: Certificates
  readonly wallets: Wallets
}) {
  /** The card of a form, or the one behind a wallet's token. */
  function cardOf({ paymentMethod, merchantAccount, amount }: z.infer<typeof PaymentsBody>, now: Date): CardData {
    const opened =
      'encryptedCard' in paymentMethod
        ? certificates.open(merchantAccount, paymentMethod.encryptedCard, now)
        : 'googlePayToken' in paymentMethod
          ? wallets.open('googlepay', paymentMethod.googlePayToken, amount)
          : 'applePayToken' in paymentMethod
            ? wallets.open('applepay', paymentMethod.applePayToken, amount)
            : 'there is no card'
    if (typeof opened === 'string') throw new Refused(422, '174', 'validation', opened)
    if ('errorCode' in opened) throw new Refused(422, opened.errorCode, 'validation', opened.message)
    return opened
  }

  /** The bank's decision, and what is stored of the card with the payment. */
  function decided(
    body: z.infer<typeof PaymentsBody>,
    now: Date,
  ): CardDecision & ShownCard & { card: CardData | null } {
    const { amount, merchantAccount, paymentMethod } = body
    if ('storedPaymentMethodId' in paymentMethod) {
      const stored = storedCards.byToken(
        merchantAccount,
        body.shopperReference ?? '',
        paymentMethod.storedPaymentMethodId,
      )
      if (stored === undefined) throw new Refused(422, '803', 'validation', 'PaymentDetail not found')
      const opened = certificates.openCode(merchantAccount, paymentMethod.encryptedSecurityCode, now)
      if ('errorCode' in opened) throw new Refused(422, opened.errorCode, 'validation', opened.message)
      const expiry = `${stored.expiry_month}/${stored.expiry_year}`
      return { ...decideStored(stored, amount.value, opened.cvc, now), lastFour: stored.last_four, expiry, card: null }
    }
    const card = cardOf(body, now)
    const word = body.additionalData?.['RequestedTestAcquirerResponseCode']
    const expiry = `${card.expiryMonth}/${card.expiryYear}`
    return { ...decide(card, amount.value, word, now), lastFour: card.number.slice(-4), expiry, card }
  }

  /** The flags that say who stores a card for whom, and who uses one, are required together. */
  function checkCardOnFile(body: z.infer<typeof PaymentsBody>): void {
    const isStored = 'storedPaymentMethodId' in body.paymentMethod
    if (!isStored && body.storePaymentMethod !== true) return
    if (body.shopperReference === undefined)
      throw new Refused(422, '702', 'validation', "Required field 'shopperReference' is not provided.")
    if (body.recurringProcessingModel === undefined)
      throw new Refused(422, '702', 'validation', "Required field 'recurringProcessingModel' is not provided.")
    if (body.shopperInteraction !== (isStored ? 'ContAuth' : 'Ecommerce'))
      throw new Refused(422, '702', 'validation', "Invalid value for field 'shopperInteraction'")
  }

  return { decided, checkCardOnFile }
}
