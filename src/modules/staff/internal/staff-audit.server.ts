import type { AppCode } from '../../../brands/apps.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Writer } from '../../../platform/database/database.server.ts'
import { err, type Result } from '../../../platform/result.ts'
import { can, mustProve, sensitiveActionOf, type Permission } from '../../identity/policy.ts'
import { record } from '../../admin/audit.server.ts'
import type { Member, Owner, StaffProblem } from '../staff.ts'

/** How every part of the desk acts: the policy is asked, act and line in the log are one transaction, and refusals are written down too. */

export type Done<Value> = Promise<Result<Value, StaffProblem>>

export interface StaffAudit {
  /** Does what the policy lets the member do; what it does not is written down. */
  permitted<Value>(
    member: Member,
    policy: Permission,
    act: string,
    subject: string,
    work: (tx: Writer) => Done<Value>,
  ): Done<Value>
  /** Writes down what a member did, in the transaction of it. */
  write(
    tx: Writer,
    member: Member,
    act: string,
    subject: string,
    before: object | null,
    after: object | null,
  ): Promise<void>
  /** Writes down what somebody was refused; somebody who is known, so that nobody without a sign-in adds to the chain. */
  refuse(who: Owner, app: AppCode | null, act: string, subject: string, outcome: string): Promise<void>
}

export function createStaffAudit({ database, clock }: { database: Database; clock: Clock }): StaffAudit {
  function refuse(who: Owner, app: AppCode | null, act: string, subject: string, outcome: string): Promise<void> {
    const { userId, winningUserId } = who
    return database.transaction((tx) =>
      record(tx, {
        at: clock.now(),
        accountId: userId,
        winningUserId,
        app,
        act,
        subject,
        outcome,
        before: null,
        after: null,
      }),
    )
  }

  async function permitted<Value>(
    member: Member,
    policy: Permission,
    act: string,
    subject: string,
    work: (tx: Writer) => Done<Value>,
  ): Done<Value> {
    const sensitive = sensitiveActionOf(act)
    if (can(member.principal, policy) && sensitive !== null && mustProve(member, sensitive, clock.now()))
      return err({ code: 'stale' })
    const denial = await (can(member.principal, policy)
      ? undone(work)
      : Promise.resolve(err({ code: 'not_allowed' } as const)))
    const isHidden = !denial.ok && (denial.problem.code === 'not_allowed' || denial.problem.code === 'not_found')
    if (isHidden) await refuse(member.principal, member.brand.app, act, subject, denial.problem.code)
    return denial
  }

  /** A transaction of which nothing stays when it answers with a refusal. */
  async function undone<Value>(work: (tx: Writer) => Done<Value>): Done<Value> {
    try {
      return await database.transaction(async (tx) => {
        const done = await work(tx)
        if (!done.ok) throw new Undone(done.problem)
        return done
      })
    } catch (error) {
      if (error instanceof Undone) return err(error.problem)
      throw error
    }
  }

  return {
    permitted,
    refuse,
    write: (tx, { principal, brand }, act, subject, before, after) =>
      record(tx, {
        at: clock.now(),
        accountId: principal.userId,
        winningUserId: principal.winningUserId,
        app: brand.app,
        act,
        subject,
        outcome: 'done',
        before,
        after,
      }),
  }
}

class Undone extends Error {
  override name = 'Undone'
  readonly problem: StaffProblem
  constructor(problem: StaffProblem) {
    super(problem.code)
    this.problem = problem
  }
}
