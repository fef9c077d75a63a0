import { createContext, data } from 'react-router'
import type { Member } from '../modules/staff/staff.ts'
import type { AdminServices } from './admin-services.server.ts'

/**
 * What the host knows of a request before a page is made of it. The program and this build are two bundles: the host takes the key of
 * this context from the build's own entry, so that both mean the same one.
 */
export type AdminRequest = {
  readonly services: AdminServices
  /** Null for nobody, who is shown nothing but why. */
  readonly member: Member | null
  /** Why the request must not reach a page; null where it may. */
  readonly problem: AdminProblem | null
  /** Which pages may show this one in a frame, as the content policy has it. */
  readonly frameAncestors: string
  /** Ends this browser's session of the host, and answers the cookie that says so. */
  readonly logOut: () => Promise<string>
}

export const adminContext = createContext<AdminRequest>()

/** What is shown in the place of a page. */
export type AdminProblem =
  { readonly kind: 'message'; readonly status: 400 | 401 | 403 | 404 | 409; readonly text: string } | Confirmation

/**
 * The second factor is asked for again before what was sent is done (ASVS 5.0.0, 7.5.3). What a form sent goes along, so that nothing has
 * to be typed again; null where a page was asked for.
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
