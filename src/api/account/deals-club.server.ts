import { z } from 'zod'
import { can } from '../../modules/identity/policy.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import type { RequestContext } from '../../composition/request-context.ts'
import { personalJson, shopEndpoint } from '../api.server.ts'

const tag = 'Account'
const path = '/api/account/deals-club'
const membership = z.object({ isMember: z.boolean(), joinedAt: z.iso.datetime().nullable() })

/** The id of the visitor's account, where the app has a club and the visitor may have a cart. */
async function clubAccount(shop: RequestContext) {
  const accountId = await shop.visitor.accountId()
  if (!shop.services.settings.isOn(shop.brand, 'dealsClubEnabled'))
    throw new ProblemError(httpProblem(404, 'not_found', 'This shop has no Deals Club.'))
  if (!can(await shop.visitor.principal(), 'keep a cart'))
    throw new ProblemError(
      httpProblem(403, 'forbidden', 'The Deals Club is for customers. Staff order in their names.'),
    )
  return accountId
}

/** Joining and leaving the Deals Club (decision 0041). */
export const dealsClubEndpoints = [
  shopEndpoint({
    method: 'GET',
    path,
    tag,
    summary: "Returns the account's Deals Club membership and its start date.",
    answer: membership,
    problems: [401, 403, 404],
    async handle({ context: { shop } }) {
      return personalJson(await shop.services.account.dealsClub.of(shop.brand, await clubAccount(shop)))
    },
  }),
  shopEndpoint({
    method: 'PATCH',
    path,
    tag,
    summary: 'Joins or leaves the Deals Club. Repeating it changes nothing.',
    body: z.object({ isMember: z.boolean() }),
    answer: membership,
    problems: [400, 401, 403, 404],
    authorize: ({ context: { shop } }) => clubAccount(shop),
    async handle({ context: { shop }, body }) {
      const accountId = await clubAccount(shop)
      return personalJson(await shop.services.account.dealsClub.set(shop.brand, accountId, body.isMember))
    },
  }),
]
