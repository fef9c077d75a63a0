import { minutes, seconds } from '../../platform/clock.ts'
import { countText } from '../../platform/text/count-text.ts'
import { numberText } from '../../platform/text/number-text.ts'

/** The rules of the queue before the checkout (decision 0083). Numbers of tickets begin at 1; instants are milliseconds of the database's time. */

/** How long after its turn a ticket is good at least; it is lost before twice as long. */
export const turnLastsMs = minutes(5)

/** A pass that is not used for so long ends. */
export const passIdleMs = minutes(20)
/** From the submit of an order: the bank's or provider's page may take a while. */
export const passWhilePayingMs = minutes(60)
/** The longest that one pass is good for, however often it is used. */
export const passLastsMs = minutes(120)
/** A pass that was renewed more recently is not renewed. */
export const passRenewedMs = minutes(1)
export type WaitingRoomRate = {
  /** Shoppers let into the checkout a minute, over all processes. */
  readonly perMinute: number
  /** Places that can add up while fewer come. */
  readonly burst: number
}

/** Two seconds' worth: enough that a quiet shop has no queue, and no more than the checkout can serve before anybody becomes impatient. */
export const defaultBurst = (perMinute: number): number => Math.ceil(perMinute / 30)

/** Tickets up to `issued` exist, up to `serving` have had their turn, and up to `lost` are no longer good. */
export type QueueState = { readonly issued: number; readonly serving: number; readonly lost: number }

/** A ticket's place: 'in' from its turn on, 'lost' when it was not used in time, 'unknown' for a number that was never given. */
export function placeOf(number: number, { issued, serving, lost }: QueueState): number | 'in' | 'lost' | 'unknown' {
  if (number > issued) return 'unknown'
  if (number <= lost) return 'lost'
  return number <= serving ? 'in' : number - Math.floor(serving)
}

/** Seconds until the turn of a place; the first place is next. */
export const secondsUntil = (place: number, { perMinute }: Pick<WaitingRoomRate, 'perMinute'>): number =>
  (place * 60) / perMinute

/**
 * When to ask again, in seconds: after a third of the wait, so that nobody comes to their turn more than two seconds late, and ten thousand who
 * wait ask a few hundred times a second together.
 */
export const askAgainSeconds = (untilTurnSeconds: number): number =>
  Math.min(30, Math.max(2, Math.ceil(untilTurnSeconds / 3)))

/** A place as it is shown: '1,205'. */
export const placeText = (place: number): string => numberText(place, true)

/** '1,204 people'. */
export const aheadText = (place: number): string =>
  place <= 1 ? 'nobody: you’re next' : countText(place - 1, 'person', 'people')

/** 'about 4 minutes', rounded up: a shopper who is let in early is pleased. */
export function estimateText(untilTurnSeconds: number): string {
  if (untilTurnSeconds <= 45) return 'less than a minute'
  const whole = Math.ceil(untilTurnSeconds / 60)
  if (whole < 60) return `about ${countText(whole, 'minute')}`
  // Five minutes more or less mean nothing in an hour.
  const rounded = Math.ceil(whole / 5) * 5
  const [hoursLeft, minutesLeft] = [Math.floor(rounded / 60), rounded % 60]
  const rest = minutesLeft === 0 ? '' : ` ${countText(minutesLeft, 'minute')}`
  return `about ${countText(hoursLeft, 'hour')}${rest}`
}

/** A state is too old to decide by when the database has been silent for so long; one that fails is noticed at once. */
export const stateLastsMs = seconds(10)
