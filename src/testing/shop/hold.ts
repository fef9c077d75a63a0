import { minutes } from '../../platform/clock.ts'

/** How long stock and delivery slot are reserved for a shopper who is paying. */
export const holdEnds = minutes(31)
