import { errors, jwtVerify, SignJWT, type CryptoKey } from 'jose'
import type { AppCode } from '../../../brands/apps.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Ids } from '../../../platform/ids.ts'
import { ok, err, type Result } from '../../../platform/result.ts'
import { panelTokenLifeMs, type PanelTokens } from '../staff.ts'

/**
 * The tokens in a panel's address (decision staff-08): for the staff host and nobody else, for one page, for a minute, for one exchange.
 * An access token of the shop would be good for all of that and ten minutes, and addresses are kept in more places than one thinks.
 */

export type PanelSubject = {
  readonly accountId: string
  /** The sign-in of the identity host, the claim sid. */
  readonly sessionId: string
  readonly app: AppCode
  /** The origin of the page that opens the panel. */
  readonly parent: string
  readonly firstName: string
}

export type PanelTokenProblem = 'token_invalid' | 'token_expired'

export type ExchangedTokens = Omit<PanelSubject, 'firstName'> & { readonly jti: string; readonly expiresAt: Date }

/** The identity host's keys, of which the newest signs. */
export type PanelKeys = {
  signing(): Promise<{ readonly kid: string; readonly key: CryptoKey }>
  byKid(kid: string): Promise<CryptoKey | null>
}

export interface PanelTokenMaker {
  issue(subject: PanelSubject): Promise<PanelTokens>
  /** What both tokens say, when they were made together for this page. */
  check(tokens: PanelTokens, parent: string): Promise<Result<ExchangedTokens, PanelTokenProblem>>
}

const audience = 'staff-panels'
const algorithm = 'ES256'
const types = { access: 'panel-access+jwt', id: 'panel-id+jwt' } as const
const longest = 4_096

export function createPanelTokens({
  keys,
  clock,
  ids,
  issuer,
}: {
  keys: PanelKeys
  clock: Clock
  ids: Ids
  issuer: string
}): PanelTokenMaker {
  async function read(token: string, typ: string) {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = typeof kid === 'string' ? await keys.byKid(kid) : null
        if (key === null) throw new errors.JWKSNoMatchingKey()
        return key
      },
      {
        algorithms: [algorithm],
        audience,
        issuer,
        typ,
        requiredClaims: ['sub', 'jti', 'exp'],
        currentDate: clock.now(),
      },
    )
    return payload
  }

  return {
    async issue({ accountId, sessionId, app, parent, firstName }) {
      const { kid, key } = await keys.signing()
      const now = Math.floor(clock.now().getTime() / 1_000)
      const jti = ids.uuid()
      const sign = (claims: Record<string, unknown>, typ: string) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: algorithm, kid, typ })
          .setIssuer(issuer)
          .setSubject(accountId)
          .setAudience(audience)
          .setJti(jti)
          .setIssuedAt(now)
          .setExpirationTime(now + panelTokenLifeMs / 1_000)
          .sign(key)
      return {
        access_token: await sign({ sid: sessionId, app, parent }, types.access),
        id_token: await sign({ given_name: firstName }, types.id),
      }
    },
    async check({ access_token, id_token }, parent) {
      if (access_token.length > longest || id_token.length > longest) return err('token_invalid')
      try {
        const access = await read(access_token, types.access)
        const id = await read(id_token, types.id)
        const { sub, sid, app, jti, exp = 0 } = access
        const isTyped = [sub, sid, app, jti].every((one) => typeof one === 'string')
        if (!isTyped || access['parent'] !== parent || id.jti !== jti || id.sub !== sub) return err('token_invalid')
        return ok({
          accountId: String(sub),
          sessionId: String(sid),
          app: app as AppCode,
          parent,
          jti: String(jti),
          expiresAt: new Date(exp * 1_000),
        })
      } catch (error) {
        if (error instanceof errors.JWTExpired) return err('token_expired')
        if (error instanceof errors.JOSEError || error instanceof TypeError) return err('token_invalid')
        throw error
      }
    },
  }
}
