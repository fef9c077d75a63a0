import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Config } from '../../platform/config/config.ts'
import { bearerIn } from '../../platform/http/bearer.ts'
import { canonicalPath, isTooLong } from '../../platform/http/request-path.ts'
import { apiPaths, type PipelineEnv } from '../pipeline.server.ts'

const maxTargetLength = 8_192

/**
 * Redirects to the one spelling of a path, so that no later check can be passed by another one. An endpoint reads its own addresses and is
 * cached under one, so an API path is only redirected where its one spelling is none.
 */
export const requireCanonicalPath: MiddlewareHandler<PipelineEnv> = async (c, next) => {
  const target = c.env.incoming.url ?? '/'
  const path = target.replace(/\?.*/s, '')
  const isTooLongForPages = !apiPaths.test(path) && isTooLong(path)
  if (target.length > maxTargetLength || isTooLongForPages)
    return c.text('The address is too long.', 414, { 'cache-control': 'no-store' })
  const canonical = canonicalPath(path)
  if (canonical === path || (apiPaths.test(path) && apiPaths.test(canonical))) return next()
  const location = canonical + target.slice(path.length)
  return c.text('This page has moved.', 308, { location, 'cache-control': 'no-store' })
}

/** Pages for operators, such as metrics and the API reference: open outside production, with a token in production. */
export const operatorPaths = /^\/(metrics|api-reference)\/?(\.data)?(\?|$)/i

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

export function requireOperatorToken(
  config: Pick<Config, 'isProduction' | 'INTERNAL_TOKEN'>,
): MiddlewareHandler<PipelineEnv> {
  return async (c, next) => {
    const { incoming } = c.env
    if (!config.isProduction || !operatorPaths.test(incoming.url ?? '/')) return next()
    const token = bearerIn(incoming.headers.authorization) ?? ''
    const expected = config.INTERNAL_TOKEN
    if (expected !== undefined && timingSafeEqual(digestOf(token), digestOf(expected))) return next()
    return c.text('This page does not exist.', 404, { 'cache-control': 'no-store' })
  }
}
