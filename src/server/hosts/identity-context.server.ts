import type { IncomingMessage } from 'node:http'
import type { IdentityContext } from '../../api/identity/identity-call.server.ts'
import type { Services } from '../../composition/services.server.ts'
import type { Config } from '../../platform/config/config.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import { brandOf } from '../../brands/brands.ts'
import { appOfOrigin, identityOriginFor } from '../../brands/sites.ts'
import type { Device } from '../../modules/identity/security-log.server.ts'
import { cookieName, ownCookie, readCookies } from '../../platform/http/cookies.ts'
import { addressOfClient } from '../pipeline.server.ts'

const sessionCookie = 'idsession'

/** The request context of the identity API, and the device for the security log. */
export function createIdentityContexts({
  config,
  services,
  rateLimiter,
}: {
  readonly config: Config
  readonly services: Pick<Services, 'identity' | 'geo'>
  readonly rateLimiter: RateLimiter
}) {
  const isHttps = config.publicUrl.startsWith('https:')

  /** `changed` gets the Set-Cookie lines of the answer. */
  function contextOf(incoming: IncomingMessage, origin: string | null, changed: string[]): IdentityContext {
    const address = addressOfClient(incoming, config)
    const cookies = readCookies(incoming.headers.cookie)
    const app = origin === null ? null : appOfOrigin(origin, config)
    function setCookie(name: string, value: string | null, lastsSeconds: number): void {
      const age = value === null ? 0 : lastsSeconds
      const secure = isHttps ? '; Secure' : ''
      changed.push(
        `${cookieName(name, { isHttps })}=${value ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`,
      )
    }
    return {
      provider: services.identity.provider,
      factors: services.identity.secondFactors,
      externals: services.identity.externalLogins,
      keys: services.identity.signingKeys,
      app,
      origin: app === null ? null : origin,
      agent: incoming.headers['user-agent'] ?? '',
      secret: ownCookie(cookies, sessionCookie, { isHttps }),
      cookie: (name) => ownCookie(cookies, name, { isHttps }),
      saveSecret: (secret, lastsSeconds) => setCookie(sessionCookie, secret, lastsSeconds),
      saveCookie: setCookie,
      appOf: (one) => appOfOrigin(one, config),
      callbackOf: (one, itsApp, provider) =>
        `${identityOriginFor(one, itsApp, config)}/api/account/externallogin/${provider}/callback`,
      waitFor: (limit) => rateLimiter.takeFrom(limit, address),
      isPerson: (itsApp, form, token) => services.identity.captcha.isPerson(brandOf(itsApp), form, token, address),
    }
  }

  /** The device of a request, for the security log. */
  function deviceOf(incoming: IncomingMessage): Device {
    const header = (name: string) => incoming.headers[name.toLowerCase()]?.toString()
    const country = services.geo.detection.countryOf({ address: addressOfClient(incoming, config), header })
    const mark = ownCookie(readCookies(incoming.headers.cookie), 'iddevice', { isHttps })
    return { agent: incoming.headers['user-agent'] ?? '', country, mark }
  }

  return { contextOf, deviceOf }
}
