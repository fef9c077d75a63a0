import type { Brand, EffectiveBrand } from '../brands/brands.ts'
import { asksForProof, can, problemOf } from '../modules/identity/policy.ts'
import type { Principal } from '../modules/identity/identity.ts'
import { factorTexts } from '../modules/identity/second-factors.ts'
import { ProblemError, httpProblem } from '../platform/http/problem.ts'
import type { RequestContext, SignedIn, Visitor, VisitorSource } from './request-context.ts'
import type { Services } from './services.server.ts'

/** A visitor without cookies: what cached pages are rendered for. */
export const anonymousVisitor: VisitorSource = {
  cartSecret: null,
  visitorSecret: null,
  orderToken: null,
  bindings: [],
  bearer: null,
  origin: null,
  setCookie() {
    throw new Error('A page that is cached for everyone must not set a cookie.')
  },
  waitFor: () => 0,
}

/** Made once for a request. */
export function createRequestContext(
  services: Services,
  { app }: Pick<Brand, 'app'>,
  source: VisitorSource,
  formTargets: readonly string[],
): RequestContext {
  const brand = services.site.effectiveBrand(app)
  const visitor = createVisitor(services, brand, source)
  return { brand, visitor, services, now: () => services.clock.now(), formTargets }
}

function createVisitor(services: Services, brand: EffectiveBrand, source: VisitorSource): Visitor {
  const { identity, staff, clock } = services
  const { bearer, bindings } = source
  let { visitorSecret } = source
  let resolving: Promise<Principal> | null = null

  async function resolve(): Promise<Principal> {
    const found = await identity.principal({ app: brand.app, bearer, bindings })
    if (found.kind === 'refused') throw loginRequired(found.code)
    return found
  }
  const principal = (): Promise<Principal> => (resolving ??= resolve())

  async function account(): Promise<SignedIn | null> {
    const who = bearer === null ? null : await principal()
    return who === null || who.kind === 'guest' ? null : who
  }

  const signedIn = (): Promise<SignedIn | null> =>
    account().catch((error: unknown) => {
      if (error instanceof ProblemError) return null
      throw error
    })

  return {
    ...source,
    isNew: source.visitorSecret === null,
    get visitorSecret() {
      return visitorSecret
    },
    setVisitorSecret(secret) {
      if (secret !== visitorSecret) source.setCookie('visitor', (visitorSecret = secret))
    },
    principal,
    account,
    signedIn,
    async customerId() {
      const who = await signedIn()
      return who !== null && can(who, 'keep a cart') ? who.userId : null
    },
    async accountId(action) {
      const who = await principal()
      const refused = problemOf(who, 'use an account')
      if (who.kind === 'guest' || refused !== null) throw loginRequired('login_required', refused ?? 401)
      if (action !== undefined && asksForProof(action, who, clock.now()))
        throw new ProblemError(httpProblem(403, 'fresh_login_required', factorTexts.stale))
      return who.userId
    },
    async member(permission) {
      const who = await principal()
      const refused = problemOf(who, permission)
      if (refused === null && who.kind === 'staff') return who
      if (refused === 401) throw loginRequired('login_required')
      if (who.kind !== 'guest') {
        const owner = { userId: who.userId, winningUserId: '', subdivision: null }
        await staff.refuse(owner, brand.app, permission, 'shop', 'not_allowed')
      }
      throw new ProblemError(httpProblem(403, 'forbidden', 'You do not have permission to perform this action.'))
    },
    isPerson: (form, token) => identity.captcha.isPerson(brand, form, token, source.origin?.address ?? ''),
  }
}

const loginRequired = (code: string, status: 401 | 403 = 401) =>
  new ProblemError(httpProblem(status, code, 'Authentication required. Please log in again.'))
