import { z } from 'zod'
import type { AppCode } from '../../brands/apps.ts'
import { can, type Permission } from '../../modules/identity/policy.ts'
import type { Member, StaffProblem } from '../../modules/staff/staff.ts'
import type { StaffService } from '../../modules/staff/staff.server.ts'
import { endpointsWith } from '../../platform/http/endpoint.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import type { Log } from '../../platform/log.server.ts'

/** What the calls of the staff host share: who is allowed, what a refusal says, and the fields that several take. */

export type CmsContext = {
  readonly log: Log
  readonly staffService: StaffService
  /** Null for nobody. */
  readonly member: Member | null
  readonly now: () => Date
  readonly waitFor: () => number
  readonly appOf: (origin: string) => AppCode | null
  readonly cookieOf: (secret: string) => string
}

export const cmsEndpoint = endpointsWith<CmsContext>()
export const tag = 'Staff host'
export const text = (max: number) => z.string({ error: 'must be text' }).max(max, `must have at most ${max} characters`)

const loginRequired = () =>
  new ProblemError(httpProblem(401, 'login_required', 'Authentication required. Please log in again.'))

type RawParams = Readonly<Record<string, string>>

/** Checks the role a call asks for. A refusal to somebody who is signed in goes into the audit log with the subject. */
export const needs =
  (permission: Permission, subject: (params: RawParams) => string) =>
  async ({ context, params }: { readonly context: CmsContext; readonly params: RawParams }): Promise<void> => {
    const { member, staffService } = context
    if (member === null) throw loginRequired()
    if (can(member.principal, permission)) return
    await staffService.refuse(
      member.principal,
      member.brand.app,
      permission,
      subject(params).slice(0, 200),
      'not_allowed',
    )
    throw new ProblemError(httpProblem(403, 'forbidden', 'You do not have permission to perform this action.'))
  }

/** The signed-in member of staff, once `needs` has admitted them. */
export function memberOf({ member }: CmsContext): Member {
  if (member === null) throw loginRequired()
  return member
}

const statusOf = {
  not_allowed: 403,
  not_found: 404,
  stale: 403,
  changed_meanwhile: 409,
  validation: 400,
  cart: 400,
} as const satisfies Record<StaffProblem['code'], number>

export function leave(problem: StaffProblem): never {
  if (problem.code === 'validation')
    throw new ProblemError({
      status: 400,
      type: 'validation',
      errors: problem.errors.map((error) => ({ ...error, code: 'invalid' })),
    })
  const messages = {
    not_allowed: 'You do not have permission to perform this action.',
    not_found: 'The requested resource could not be found.',
    stale: 'Please confirm that it is you.',
    changed_meanwhile: 'Someone else has changed this. Please read it again.',
    cart: 'Something of this cannot be bought at the moment. Nothing was put into the cart.',
  }
  throw new ProblemError(
    httpProblem(
      statusOf[problem.code],
      problem.code === 'stale' ? 'fresh_login_required' : problem.code,
      messages[problem.code],
    ),
  )
}

export const instant = z.iso.datetime({ offset: true, error: 'must be an instant, such as 2026-11-24T00:00:00Z' })
export const page = z
  .string()
  .regex(/^\d{1,4}$/, 'must be a number, 0 or more')
  .default('0')
  .transform(Number)
  .meta({ description: 'Page number, from 0; twenty per page' })

export const idParams = z.object({ id: z.string().min(1).max(40) })
export const appBody = z.object({ app: z.string().max(20) })

export function ownApp(member: Member, requested: string): void {
  if (requested !== member.brand.app)
    throw new ProblemError(
      httpProblem(400, 'app', `app: must be ${member.brand.app}, which this session is for`, 'app'),
    )
}
