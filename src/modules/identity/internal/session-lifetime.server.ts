import type { Account } from './accounts-store.server.ts'
import { days, hours, minutes } from '../../../platform/clock.ts'

/** From the sign-in on, however often it is renewed. */
export const sessionLasts = { customer: days(30), staff: hours(12) } as const
export const isStaff = ({ winningUserId }: Pick<Account, 'winningUserId'>): boolean => winningUserId !== null
/** Staff sessions end after half an hour of inactivity (ASVS 5.0.0, 7.3.1). */
export const staffIdleLimit = minutes(30)

export const isIdle = (
  account: Pick<Account, 'winningUserId'>,
  { lastUsedAt }: { readonly lastUsedAt: Date },
  now: Date,
): boolean => isStaff(account) && now.getTime() - lastUsedAt.getTime() > staffIdleLimit

export const lastsFor = (account: Account): number => (isStaff(account) ? sessionLasts.staff : sessionLasts.customer)
