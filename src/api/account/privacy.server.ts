import { leaveAccount } from '../../composition/sign-in.server.ts'
import { z } from 'zod'
import { accountTexts } from '../../modules/account/account.ts'
import { successSchema } from '../../platform/http/endpoint.ts'
import { jsonResponse } from '../../platform/http/json-response.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import { needsAccount, notCached, personalJson, shopEndpoint } from '../api.server.ts'

const tag = 'Account'

/** A customer's products, marketing preferences, data export and account closure (docs/decisions/0025). All added. */

const choices = z.object({ newsletter: z.boolean(), careReminders: z.boolean() })
const part = z.object({ sku: z.string(), title: z.string(), uri: z.string(), picture: z.string() })
const day = z.string().meta({ description: 'YYYY-MM-DD' })

/** Each part is what its own module holds, which nobody else knows the fields of. */
const dataCopy = z.looseObject({ account: z.looseObject({ email: z.string() }) })
const isDataCopy = (held: object): held is z.output<typeof dataCopy> => dataCopy.safeParse(held).success

const gone = () => new ProblemError(httpProblem(401, 'session_ended', 'Authentication required. Please log in again.'))

export const privacyEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/account/owned',
    tag,
    summary: 'Lists purchased products with manuals, warranty, parts and filter reminders.',
    answer: z.object({
      owned: z.array(
        z.object({
          orderId: z.string(),
          webOrderId: z.string(),
          sku: z.string(),
          title: z.string(),
          brand: z.string(),
          picture: z.string().nullable(),
          quantity: z.int(),
          uri: z.string().nullable(),
          since: day,
          warranty: z.object({ years: z.number(), endsOn: day, isOver: z.boolean() }).nullable(),
          extraCare: z.string().nullable(),
          manuals: z.array(z.object({ title: z.string(), url: z.string() })),
          parts: z.array(part),
          filter: part.extend({ dueOn: day }).nullable(),
        }),
      ),
    }),
    problems: [401],
    async handle({ context: { shop } }) {
      return personalJson({
        owned: await shop.services.account.ownedProducts.of(shop.brand, await shop.visitor.accountId()),
      })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/account/privacy',
    tag,
    summary: "Returns the account's communication preferences.",
    answer: choices,
    problems: [401],
    async handle({ context: { shop } }) {
      const chosen = await shop.services.account.personalData.choices(await shop.visitor.accountId())
      if (chosen === null) throw gone()
      return personalJson(chosen)
    },
  }),
  shopEndpoint({
    method: 'PATCH',
    path: '/api/account/privacy',
    tag,
    summary: 'Updates the given communication preferences and leaves the rest.',
    body: z.object({ newsletter: z.boolean().optional(), careReminders: z.boolean().optional() }),
    answer: choices,
    problems: [400, 401],
    authorize: needsAccount,
    async handle({ context: { shop }, body }) {
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      const chosen = await shop.services.account.personalData.choose(
        shop.brand.app,
        await shop.visitor.accountId(),
        given,
      )
      if (chosen === null) throw gone()
      return personalJson(chosen)
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/account/data',
    tag,
    summary: 'Exports all data held about the signed-in account. Requires a login in the last five minutes.',
    answer: dataCopy,
    problems: [401, 403],
    async handle({ context: { shop } }) {
      const copy = await shop.services.account.personalData.copy(await shop.visitor.accountId('download the data'))
      if (copy === null) throw gone()
      if (!isDataCopy(copy)) throw new Error('a copy of personal data is without the account')
      const headers = { ...notCached, 'content-disposition': 'attachment; filename="my-data.json"' }
      return jsonResponse(copy, { headers })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/account/close',
    tag,
    summary:
      "Closes the account and erases its owner's data; orders are kept for tax. Requires a login in the last five minutes and the email address.",
    body: z.object({ email: z.string().max(320) }),
    answer: successSchema,
    problems: [400, 401, 403],
    authorize: ({ context: { shop } }) => shop.visitor.accountId('close the account'),
    async handle({ context: { shop }, body }) {
      const closed = await shop.services.account.personalData.close(
        shop.brand.app,
        await shop.visitor.accountId('close the account'),
        body.email,
      )
      if (closed.ok) {
        await leaveAccount(shop)
        return personalJson({ success: true })
      }
      switch (closed.problem.code) {
        case 'gone':
          throw gone()
        case 'staff':
          throw new ProblemError(httpProblem(403, 'staff_account', accountTexts.staffStays))
        case 'credit':
          throw new ProblemError(httpProblem(403, 'credit_account', accountTexts.creditStays))
        case 'other_email':
          throw new ProblemError({
            status: 400,
            type: 'validation',
            errors: [{ field: 'email', code: 'invalid', message: accountTexts.otherEmail }],
          })
      }
    },
  }),
]
