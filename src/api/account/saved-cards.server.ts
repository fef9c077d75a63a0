import { z } from 'zod'
import { successSchema } from '../../platform/http/endpoint.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import { savedCardTexts } from '../../modules/payments/saved-cards.ts'
import { needsAccount, personalJson, shopEndpoint } from '../api.server.ts'
import { savedCardSchema } from '../checkout/checkout-schemas.server.ts'

const tag = 'Account'

/** The cards that a customer has had saved at the checkout (decision 0070). All added. */
export const savedCardEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/account/cards',
    tag,
    summary: 'Lists the saved cards of the signed-in customer in this shop, newest first.',
    answer: z.object({ cards: z.array(savedCardSchema) }),
    problems: [401],
    async handle({ context: { shop } }) {
      const owner = { accountId: await shop.visitor.accountId(), app: shop.brand.app }
      return personalJson({ cards: [...(await shop.services.payments.savedCards.of(owner))] })
    },
  }),
  shopEndpoint({
    method: 'DELETE',
    path: '/api/account/cards/:id',
    tag,
    summary: 'Removes a saved card, at the card gateway first. It stays saved while the gateway does not answer.',
    params: z.object({ id: z.string().min(1).max(40) }),
    answer: successSchema,
    problems: [401, 404, 503],
    authorize: needsAccount,
    async handle({ context: { shop }, params }) {
      const owner = { accountId: await shop.visitor.accountId(), app: shop.brand.app }
      const removed = await shop.services.payments.savedCards.remove(owner, params.id)
      if (removed.ok) return personalJson({ success: true })
      switch (removed.problem.code) {
        case 'card_gone':
          throw new ProblemError(httpProblem(404, 'card_gone', savedCardTexts.gone, 'id'))
        case 'gateway_away':
          throw new ProblemError(httpProblem(503, 'gateway_away', savedCardTexts.notRemoved))
      }
    },
  }),
]
