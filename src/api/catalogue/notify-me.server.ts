import { z } from 'zod'
import { stockStatusOf } from '../../modules/catalogue/catalogue.ts'
import { canBeRequested, notifyLimit, readNotifyForm } from '../../modules/catalogue/product/notify-me.ts'
import { isStandardEmail } from '../../platform/text/email.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import { perAddress, personalJson, shopEndpoint } from '../api.server.ts'

export const notifyMeEndpoints = [
  shopEndpoint({
    method: 'POST',
    path: '/api/notifyme',
    tag: 'Products',
    summary: 'Requests a back-in-stock notification. Repeating it gives the same response.',
    body: z.object({
      sku: z.string().min(1).max(60),
      email: z.string().trim().toLowerCase().max(254).refine(isStandardEmail, 'must be an email address'),
      phone: z.string().trim().max(20).nullable(),
      callbackTime: z.string().trim().max(60).nullable(),
    }),
    answer: z.object({ success: z.literal(true) }),
    success: 201,
    problems: [400, 429],
    limit: perAddress(notifyLimit),
    async handle({ context, body }) {
      const { shop } = context
      const {
        brand,
        services: { catalogue, settings },
      } = shop
      const product = catalogue.productBySku(body.sku)
      const offer = product?.offers[brand.app]
      if (product === null || offer === undefined) {
        throw new ProblemError(httpProblem(400, 'unknown_sku', 'sku: must be the sku of a product', 'sku'))
      }
      if (!canBeRequested({ status: stockStatusOf(product, brand.country), price: offer.price })) {
        throw new ProblemError(httpProblem(400, 'available', 'sku: this product can be bought now', 'sku'))
      }
      const asksForCall = settings.isOn(brand, 'NotifyMeCallbackExtended')
      const read = readNotifyForm(body, { asksForCall, country: brand.country })
      if (!read.ok) {
        const [field = 'email', problem = ''] = Object.entries(read.problem)[0] ?? []
        throw new ProblemError(httpProblem(400, `invalid_${field}`, problem, field))
      }
      await catalogue.askToBeNotified({ app: brand.app, productId: product.id, ...read.value })
      return personalJson({ success: true }, 201)
    },
  }),
]
