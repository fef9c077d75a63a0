import { createContext } from 'react-router'
import type { EffectiveBrand } from '../brands/brands.ts'
import type { RequestOrigin } from '../modules/geo/detection.server.ts'
import type { CaptchaForm } from '../modules/identity/captcha.server.ts'
import type { Guest, Principal, Staff } from '../modules/identity/identity.ts'
import type { Permission, SensitiveAction } from '../modules/identity/policy.ts'
import type { Limit } from '../platform/http/rate-limit.ts'
import type { Services } from './services.server.ts'

/** What pages and API endpoints know of one request: whose shop it is for, who sent it, and the services that answer it. */
export type RequestContext = {
  /** As this installation serves it. */
  readonly brand: EffectiveBrand
  readonly visitor: Visitor
  readonly services: Services
  readonly now: () => Date
  /** Hosts that a form may be posted to besides the shop's own: the card gateway's page for 3-D Secure. */
  readonly formTargets: readonly string[]
}

/** What the cookies and headers of a request say of its visitor, with a way to set the cookies. */
export type VisitorSource = {
  readonly cartSecret: string | null
  readonly visitorSecret: string | null
  /** What gives access to an order that was found by its number. */
  readonly orderToken: string | null
  /** Secrets of logins that began in this browser, newest first: the token of one of them is good here and nowhere else. */
  readonly bindings: readonly string[]
  /** The access token of the request's header. */
  readonly bearer: string | null
  /** What says where the visitor is; null for a visitor who stands for everyone. */
  readonly origin: RequestOrigin | null
  setCookie(name: VisitorCookie, value: string | null): void
  /** 0 when the visitor may do this now, or when it may be done with what `key` names; else how many seconds to wait. */
  waitFor(limit: Limit, key?: string): number
}

export type VisitorCookie = 'cart' | 'visitor' | 'order' | 'binding' | 'loginNonce'

/** Who sent a request. The answers are found once per request, and only when something asks. */
export type Visitor = Omit<VisitorSource, 'visitorSecret'> & {
  /** Whether the browser has no record of a visitor yet. */
  readonly isNew: boolean
  readonly visitorSecret: string | null
  /** Names the visitor's record from now on; the cookie follows. */
  setVisitorSecret(secret: string | null): void
  /** Throws a 401 for a token that is not believed. */
  principal(): Promise<Principal>
  /** Whoever a token is of; null without one. Throws a 401 for a token that is not believed. */
  account(): Promise<SignedIn | null>
  /** The same, with null for a token that is not believed: then the cookies alone say who it is. */
  signedIn(): Promise<SignedIn | null>
  /** The account of a customer who has signed in; null for guests and for staff, who choose for others. */
  customerId(): Promise<string | null>
  /** The id of the visitor's account. Throws a 401 without one, and a 403 when the act asks for a newer proof of who they are. */
  accountId(act?: SensitiveAction): Promise<string>
  /** Throws a 401 or a 403 unless the visitor is staff and has the permission. The refusal of somebody who has signed in is audited. */
  member(act: Permission): Promise<Staff>
  /** Whether a person sends a form; `token` is the answer of their captcha. */
  isPerson(form: CaptchaForm, token: string): Promise<boolean>
}

export type SignedIn = Exclude<Principal, Guest>

export const requestContext = createContext<RequestContext>()
