import type { Route } from './+types/security-txt.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { days } from '../../../platform/clock.ts'
import { cachedForAll } from '../../head/page-headers.ts'

/** Where to report a vulnerability (RFC 9116); 404 where SECURITY_CONTACT is not set. It is generated each day, so it never expires. */
export function loader({ context }: Route.LoaderArgs) {
  const {
    brand,
    now,
    services: {
      site: { securityContact },
    },
  } = context.get(requestContext)
  if (securityContact === null) throw new Response(null, { status: 404 })
  const expires = new Date(now().getTime() + days(180)).toISOString().replace(/\.\d+Z$/, 'Z')
  const lines = [
    `Contact: ${securityContact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${brand.origin}/.well-known/security.txt`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { ...cachedForAll([], 86_400), 'content-type': 'text/plain; charset=utf-8' },
  })
}
