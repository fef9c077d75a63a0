import { hours, minutes } from '../../platform/clock.ts'
import type { Limit } from '../../platform/http/rate-limit.ts'

/** Limits of authentication attempts from one address, for all methods together (decision identity-15). */
export const tryLimits = [
  { name: 'identity tries a minute', count: 20, windowMs: minutes(1) },
  { name: 'identity tries an hour', count: 200, windowMs: hours(1) },
] as const satisfies readonly Limit[]
