import { StoredCardsQuery } from './gateway-bodies.ts'
import { Refused, type Call } from './gateway-calls.ts'
import type { StoredCard, StoredCards } from './stored-cards.ts'

/** GET and DELETE /storedPaymentMethods: the cards of one shopper at one merchant account. */
export function storedCardCalls({
  call,
  storedCards,
  checkMerchant,
}: {
  readonly call: Call
  readonly storedCards: StoredCards
  readonly checkMerchant: (merchantAccount: string) => void
}) {
  const list = call(StoredCardsQuery, ({ merchantAccount, shopperReference }) => {
    checkMerchant(merchantAccount)
    const storedPaymentMethods = storedCards.ofShopper(merchantAccount, shopperReference).map(shown)
    return { status: 200, body: { merchantAccount, shopperReference, storedPaymentMethods } }
  })

  const remove = call(StoredCardsQuery, ({ merchantAccount, shopperReference }, request) => {
    checkMerchant(merchantAccount)
    const card = storedCards.byToken(merchantAccount, shopperReference, request.params['token'] ?? '')
    if (card === undefined) throw new Refused(422, '803', 'validation', 'PaymentDetail not found')
    storedCards.remove(card.token)
    return { status: 204, body: null }
  })

  return { list, remove }
}

const shown = (card: StoredCard): object => ({
  id: card.token,
  type: 'scheme',
  name: card.brand,
  brand: card.brand,
  lastFour: card.last_four,
  expiryMonth: String(card.expiry_month).padStart(2, '0'),
  expiryYear: String(card.expiry_year % 100).padStart(2, '0'),
  holderName: card.holder_name,
  shopperReference: card.shopper,
  supportedRecurringProcessingModels: ['CardOnFile', 'Subscription', 'UnscheduledCardOnFile'],
})
