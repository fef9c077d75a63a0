import { z } from 'zod'
import { stockStatusOf, isBuyable } from '../modules/catalogue/catalogue.ts'
import { isValidPrice } from '../modules/pricing/pricing.ts'
import { minutes } from '../platform/clock.ts'
import { isStandardEmail } from '../platform/email.ts'
import { ProblemError, refusal, tooManyRequests } from '../platform/http/problem.ts'
import { cleanPhone, phoneProblem } from '../platform/phone.ts'
import { personalJson, shopEndpoint, visitorAddress } from './api.server.ts'

const requests = { name: 'notify me', count: 20, windowMs: minutes(10) }

export const notifyMeEndpoints = [
  shopEndpoint({
    method: 'POST',
    path: '/api/notifyme',
    tag: 'Products',
    summary: 'Asks to hear when a product can be bought again. Asking twice is asking once, and is answered the same.',
    body: z.object({
      sku: z.string().min(1).max(60),
      email: z.string().trim().toLowerCase().max(254).refine(isStandardEmail, 'must be an e-mail address'),
      phone: z.string().trim().max(20).nullable(),
      callbackTime: z.string().trim().max(60).nullable(),
    }),
    answer: z.object({ success: z.literal(true) }),
    success: 201,
    refusals: [400, 429],
    async handle({ context, body }) {
      const { shop, parts } = context
      const { brand, catalogue, settings } = shop
      const wait = parts.rateLimiter.take(requests, visitorAddress(context))
      if (wait > 0) throw new ProblemError(tooManyRequests(wait))
      const product = catalogue.productBySku(body.sku)
      const offer = product?.offers[brand.app]
      if (product === null || offer === undefined) {
        throw new ProblemError(refusal(400, 'unknown_sku', 'sku: must be the sku of a product', 'sku'))
      }
      if (isBuyable(stockStatusOf(product, brand.country)) && isValidPrice(offer.price)) {
        throw new ProblemError(refusal(400, 'available', 'sku: this product can be bought now', 'sku'))
      }
      // The form asks for a call only where the setting says so; elsewhere nothing of it is kept.
      const asksForCall = settings.isOn(brand, 'NotifyMeCallbackExtended')
      const phone = asksForCall && body.phone !== null && body.phone !== '' ? body.phone : null
      const problem = phone === null ? null : phoneProblem(phone, brand.country)
      if (problem !== null) throw new ProblemError(refusal(400, 'invalid_phone', problem, 'phone'))
      await catalogue.askToBeNotified({
        app: brand.app,
        productId: product.id,
        email: body.email,
        phone: phone === null ? null : cleanPhone(phone),
        callbackTime: asksForCall ? body.callbackTime : null,
      })
      return personalJson({ success: true }, 201)
    },
  }),
]
