import { apiName } from '../../../brands/apps.ts'
import { createHash } from 'node:crypto'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../../../platform/clock.ts'
import { ok, err, type Result } from '../../../platform/result.ts'
import type { SigningKeys } from '../signing-keys.server.ts'
import { tokenLife, type TokenAnswer } from './tokens/tokens.ts'

/** Access and id tokens: issued by the identity host, verified by the shop. */

export type TokenSubject = {
  readonly accountId: string
  readonly sessionId: string
  readonly clientId: string
  readonly binding: string
  readonly email: string
  readonly isEmailConfirmed: boolean
  readonly firstName: string
  readonly lastName: string
}

export type AccessClaims = { readonly sub: string; readonly sid: string; readonly bnd: string }

/** The second is an honest token that came too late, which a page can do something about. */
export type TokenProblem = 'token_invalid' | 'token_expired'

export interface Tokens {
  issue(subject: TokenSubject, nonce: string): Promise<TokenAnswer>
  /** The claims of a valid access token, before its binding to the browser is checked. */
  check(token: string): Promise<Result<AccessClaims, TokenProblem>>
}

const longestToken = 4_096
const algorithm = 'ES256'
/** A header with more fields may ask to fetch or trust a key of its own. */
const knownHeaders = new Set(['alg', 'kid', 'typ'])

export function createTokens({
  keys,
  clock,
  issuer,
}: {
  keys: Pick<SigningKeys, 'signing' | 'byKid'>
  clock: Clock
  issuer: string
}): Tokens {
  return {
    async issue(subject, nonce) {
      const { kid, key } = await keys.signing()
      const now = Math.floor(clock.now().getTime() / 1_000)
      const sign = (claims: Record<string, unknown>, typ: string, audience: string) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: algorithm, kid, typ })
          .setIssuer(issuer)
          .setSubject(subject.accountId)
          .setAudience(audience)
          .setIssuedAt(now)
          .setExpirationTime(now + tokenLife / 1_000)
          .sign(key)
      return {
        access_token: await sign(
          { sid: subject.sessionId, email: subject.email, bnd: subject.binding },
          'at+jwt',
          apiName,
        ),
        id_token: await sign(
          {
            nonce,
            email: subject.email,
            email_verified: subject.isEmailConfirmed,
            given_name: subject.firstName,
            family_name: subject.lastName,
          },
          'JWT',
          subject.clientId,
        ),
        nonce,
        expires_in: tokenLife / 1_000,
      }
    },
    async check(token) {
      if (token.length > longestToken) return err('token_invalid')
      try {
        const header = decodeProtectedHeader(token)
        if (Object.keys(header).some((name) => !knownHeaders.has(name))) return err('token_invalid')
        const { payload } = await jwtVerify(
          token,
          async ({ kid }) => {
            const key = typeof kid === 'string' ? await keys.byKid(kid) : null
            if (key === null) throw new errors.JWKSNoMatchingKey()
            return key
          },
          {
            algorithms: [algorithm],
            audience: apiName,
            issuer,
            typ: 'at+jwt',
            requiredClaims: ['sub', 'sid', 'bnd', 'iat', 'exp'],
            currentDate: clock.now(),
          },
        )
        const { sub, sid, bnd } = payload
        const isTyped = typeof sub === 'string' && typeof sid === 'string' && typeof bnd === 'string'
        return isTyped ? ok({ sub, sid, bnd }) : err('token_invalid')
      } catch (error) {
        if (error instanceof errors.JWTExpired) return err('token_expired')
        if (error instanceof errors.JOSEError || error instanceof TypeError) return err('token_invalid')
        throw error
      }
    },
  }
}

/**
 * The nonce of a login is the digest of a secret that only the browser's cookie holds, so the token can contain it and the shop can compare
 * without a call between the two hosts.
 */
export function bindingOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 32)
}
