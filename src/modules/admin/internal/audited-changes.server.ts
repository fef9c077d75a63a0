import type { AppCode } from '../../../brands/apps.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { err, type Result } from '../../../platform/result.ts'
import type { Staff } from '../../identity/identity.ts'
import { can, mustProve, sensitiveActionOf, type Permission } from '../../identity/policy.ts'
import type { Change } from '../admin-resource.server.ts'
import type { AdminMember, AdminProblem } from '../admin.ts'
import { record } from '../audit.server.ts'

/** A change is one transaction with its audit entry, made with the permission that the policy requires. */

export type Done<Value> = Promise<Result<Value, AdminProblem>>

export interface AuditedChanges {
  /** Makes a permitted change, all of it or nothing. */
  changed<Value>(
    member: AdminMember,
    what: { readonly permission: Permission; readonly what: string; readonly subject: string },
    work: (change: Change) => Done<Value>,
  ): Done<Value>
  /** Writes the line of a change into the audit log, in its transaction. */
  write(change: Change, act: string, subject: string, before: object | null, after: object | null): Promise<void>
  /** Audits a denial. */
  refuse(member: AdminMember, act: string, subject: string): Promise<void>
  /** Whether the member has to give their second factor again first. */
  isStale(member: AdminMember, work: string): boolean
}

export type AuditedChangesDeps = {
  readonly database: Database
  readonly clock: Clock
  /** Audits denials for staff. */
  readonly staff: {
    refuse(who: Staff, app: AppCode, act: string, subject: string, outcome: string): Promise<void>
  }
}

export function createAuditedChanges({ database, clock, staff }: AuditedChangesDeps): AuditedChanges {
  async function refuse(member: AdminMember, act: string, subject: string): Promise<void> {
    await staff.refuse(member.principal, member.brand.app, act, subject, 'not_allowed')
  }

  function isStale(member: AdminMember, work: string): boolean {
    const sensitive = sensitiveActionOf(work)
    return sensitive !== null && mustProve(member, sensitive, clock.now())
  }

  async function changed<Value>(
    member: AdminMember,
    { permission, what, subject }: { readonly permission: Permission; readonly what: string; readonly subject: string },
    work: (change: Change) => Done<Value>,
  ): Done<Value> {
    if (!can(member.principal, permission)) {
      await refuse(member, what, subject)
      return err({ code: 'not_allowed' })
    }
    if (isStale(member, permission)) return err({ code: 'stale' })
    try {
      return await database.transaction(async (tx) => {
        const result = await work({ tx, now: clock.now(), member })
        // Writes before a rejection are rolled back.
        if (!result.ok) throw new Refused(result.problem)
        return result
      })
    } catch (error) {
      if (error instanceof Refused) return err(error.problem)
      const wrongField = constraintError(error)
      if (wrongField === null) throw error
      return err({ code: 'validation', errors: [{ field: '', message: wrongField }] })
    }
  }

  return {
    changed,
    refuse,
    isStale,
    write: ({ tx, now, member }, act, subject, before, after) =>
      record(tx, {
        at: now,
        accountId: member.principal.userId,
        winningUserId: member.principal.winningUserId,
        app: member.brand.app,
        act,
        subject,
        outcome: 'done',
        before,
        after,
      }),
  }
}

class Refused extends Error {
  readonly problem: AdminProblem
  constructor(problem: AdminProblem) {
    super('refused')
    this.problem = problem
  }
}

/** Translates a constraint violation for the form. Null for any other error. */
function constraintError(error: unknown): string | null {
  const { code } = error as { code?: string }
  if (code === '23505') return 'One with this name already exists.'
  if (code === '23503') return 'It cannot be deleted because something else uses it.'
  if (code === '23514' || code === '22001' || code === '22003' || code === '23502')
    return 'One of the values cannot be saved. Please check the fields.'
  return null
}
