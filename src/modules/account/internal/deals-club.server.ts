import type { AppCode } from '../../../brands/apps.ts'
import type { Brand } from '../../../brands/brands.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Reader, Writer } from '../../../platform/database/database.server.ts'
import type { PersonalRecords } from '../../../platform/data-export.ts'

/** An account's membership in one app; `joinedAt` is ISO 8601, null while it is no member. */
type Membership = { readonly isMember: boolean; readonly joinedAt: string | null }

/** Deals Club memberships, by account and app. */
export interface DealsClub {
  /** Whether the account pays member prices now: never where the app has no club, even with a membership. */
  isMember(accountId: string, app: AppCode, db?: Reader | Writer): Promise<boolean>
  of(brand: Brand, accountId: string): Promise<Membership>
  /** Joins or leaves; doing either twice changes nothing. */
  set(brand: Brand, accountId: string, isMember: boolean): Promise<Membership>
}

const table = 'deals_club_member'

export function createDealsClub({
  database,
  hasClub,
  clock,
}: {
  database: Database
  /** Whether an app has a club (dealsClubEnabled). */
  hasClub: (app: AppCode) => boolean
  clock: Clock
}): DealsClub {
  async function joinedAt(db: Reader | Writer, accountId: string, app: AppCode): Promise<Date | null> {
    const row = await db
      .selectFrom(table)
      .select('joined_at')
      .where('account_id', '=', accountId)
      .where('app', '=', app)
      .executeTakeFirst()
    return row?.joined_at ?? null
  }

  async function of({ app }: Brand, accountId: string): Promise<Membership> {
    const since = await joinedAt(database.db, accountId, app)
    return { isMember: since !== null, joinedAt: since?.toISOString() ?? null }
  }

  return {
    isMember: async (accountId, app, db = database.db) => hasClub(app) && (await joinedAt(db, accountId, app)) !== null,
    of,
    async set(brand, accountId, isMember) {
      const { app } = brand
      if (isMember)
        await database.db
          .insertInto(table)
          .values({ account_id: accountId, app, joined_at: clock.now() })
          .onConflict((on) => on.doNothing())
          .execute()
      else await database.db.deleteFrom(table).where('account_id', '=', accountId).where('app', '=', app).execute()
      return of(brand, accountId)
    },
  }
}

/** The memberships of an account, in every app. They are erased with the account. */
export const personalClubs: PersonalRecords = {
  name: 'Deals Club',
  held: (db, { accountId }) =>
    db
      .selectFrom(table)
      .select(['app', 'joined_at as joinedAt'])
      .where('account_id', '=', accountId)
      .orderBy('app')
      .execute(),
  async forget(tx, { accountId }) {
    await tx.deleteFrom(table).where('account_id', '=', accountId).execute()
  },
}
