import type { Route } from './+types/apple-pay-domain.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { cachedForAll } from '../../head/page-headers.ts'

/** Apple Pay domain verification, as issued by the gateway (`APPLE_PAY_DOMAIN_FILE`). */
export function loader({ context }: Route.LoaderArgs) {
  const proof = context.get(requestContext).services.payments.applePay.domainProof
  if (proof === null) throw new Response(null, { status: 404 })
  return new Response(proof, {
    headers: { ...cachedForAll([], 3_600), 'content-type': 'text/plain; charset=utf-8' },
  })
}
