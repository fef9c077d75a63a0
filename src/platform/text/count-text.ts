import { numberText } from './number-text.ts'

/** A count with its noun: '1 review', '1,234 reviews'. `plural` where it is more than the noun with an s. */
export const countText = (count: number, noun: string, plural = `${noun}s`): string =>
  `${numberText(count, true)} ${count === 1 ? noun : plural}`
