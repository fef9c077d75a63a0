import { createContext } from 'react-router'
import type { EffectiveBrand } from '../brands/brands.ts'
import type { RequestOrigin } from '../modules/geo/detection.server.ts'
import type { CaptchaForm } from '../modules/identity/captcha.server.ts'
import type { Guest, Principal, Staff } from '../modules/identity/identity.ts'
import type { Permission, SensitiveAction } from '../modules/identity/policy.ts'
import type { Limit } from '../platform/http/rate-limit.ts'
import type { Services } from './services.server.ts'

/** The request context of pages and API endpoints: the brand, the visitor, the principal, and the services. */
export type RequestContext = {
  /** As this installation serves it. */
  readonly brand: EffectiveBrand
  readonly visitor: Visitor
  readonly services: Services
  readonly now: () => Date
  /** Hosts that forms may post to besides the shop's own: the card gateway's page for 3-D Secure. */
  readonly formTargets: readonly string[]
}

/** The visitor of a request, as its cookies and headers describe it, with methods to set the cookies. */
export type VisitorSource = {
  readonly cartSecret: string | null
  readonly visitorSecret: string | null
  /** What gives access to an order that was found by its number. */
  readonly orderToken: string | null
  /** Secrets of logins that began in this browser, newest first: the token of one of them is good here and nowhere else. */
  readonly bindings: readonly string[]
  /** The access token of the request's header. */
  readonly bearer: string | null
  /** The source of the visitor's location; null for an anonymous visitor whose response is shared. */
  readonly origin: RequestOrigin | null
  setCookie(name: VisitorCookie, value: string | null): void
  /** 0 when the visitor may do this now, or when the action identified by `key` may be done; otherwise the seconds to wait. */
  waitFor(limit: Limit, key?: string): number
}

export type VisitorCookie = 'cart' | 'visitor' | 'order' | 'binding' | 'loginNonce'

/** The sender of a request. Resolved lazily, once per request. */
export type Visitor = Omit<VisitorSource, 'visitorSecret'> & {
  /** Whether the browser has no record of a visitor yet. */
  readonly isNew: boolean
  readonly visitorSecret: string | null
  /** Names the visitor's record from now on; the cookie follows. */
  setVisitorSecret(secret: string | null): void
  /** Throws a 401 for a token that is not believed. */
  principal(): Promise<Principal>
  /** The principal of the token; null without one. Throws a 401 for an invalid token. */
  account(): Promise<SignedIn | null>
  /** The same, but null for an invalid token: then only the cookies identify the visitor. */
  signedIn(): Promise<SignedIn | null>
  /** The account of a signed-in customer; null for guests, and for staff, who order for others. */
  customerId(): Promise<string | null>
  /** The id of the visitor's account. Throws a 401 without one, and a 403 when the action needs a more recent login. */
  accountId(action?: SensitiveAction): Promise<string>
  /** Throws a 401 or a 403 unless the visitor is staff and has the permission. A denial for a signed-in visitor is audited. */
  member(permission: Permission): Promise<Staff>
  /** Whether a person sends a form; `token` is the answer of their captcha. */
  isPerson(form: CaptchaForm, token: string): Promise<boolean>
}

export type SignedIn = Exclude<Principal, Guest>

export const requestContext = createContext<RequestContext>()
