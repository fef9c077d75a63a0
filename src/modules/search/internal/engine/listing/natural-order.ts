import { folded } from '../text/tokens.ts'

/** Comparing two of these with < puts 'Size 9' before 'Size 10' and 'état' beside 'etat', whatever the letter case. */
export function naturalKey(text: string): string {
  return folded(text).replace(/\d+/g, (run) => run.padStart(12, '0'))
}

/** For sorting texts in natural order; texts that differ only in case or accents follow by code unit, so that order is total. */
export function compareNaturally(a: string, b: string): number {
  const [keyA, keyB] = [naturalKey(a), naturalKey(b)]
  if (keyA !== keyB) return keyA < keyB ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}
