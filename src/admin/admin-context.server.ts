import { createContext, data } from 'react-router'
import type { Member } from '../modules/staff/staff.ts'
import type { AdminServices } from './admin-services.server.ts'

/**
 * The context that the host passes to the pages of a request. The program and this build are two bundles: the host imports the key of this
 * context from the build's own entry, so that both use the same one.
 */
export type AdminRequest = {
  readonly services: AdminServices
  /** Null for an anonymous visitor, who sees only the problem. */
  readonly member: Member | null
  /** Why the request must not reach a page; null where it may. */
  readonly problem: AdminProblem | null
  /** The pages that may frame this one, for the content policy. */
  readonly frameAncestors: string
  /** Ends this browser's session on the host, and returns the cookie that clears it. */
  readonly logOut: () => Promise<string>
}

export const adminContext = createContext<AdminRequest>()

/** The page shown in place of the requested one. */
export type AdminProblem =
  | { readonly kind: 'message'; readonly status: 400 | 401 | 403 | 404 | 409; readonly text: string }
  | Confirmation

/**
 * The second factor is required again before the request is carried out (ASVS 5.0.0, 7.5.3). The submitted form is kept, so that nothing
 * has to be typed again; null for a page request.
 */
export type Confirmation = {
  readonly kind: 'confirm'
  readonly status: 400 | 403
  readonly form: readonly (readonly [string, string])[] | null
  readonly error: string | null
}

export const problemResponse = (problem: AdminProblem) => data(problem, { status: problem.status })

/** Thrown by loaders and actions. */
export const refused = (status: 400 | 401 | 403 | 404 | 409, text: string) =>
  problemResponse({ kind: 'message', status, text })

export const confirmFirst = (form: URLSearchParams | null) =>
  problemResponse({ kind: 'confirm', status: 403, form: form === null ? null : Array.from(form), error: null })
