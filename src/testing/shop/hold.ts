import { minutes } from '../../platform/clock.ts'

/** After so long, goods and delivery day are no longer held for a shopper who pays. */
export const holdEnds = minutes(31)
