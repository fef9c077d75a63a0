import { hours } from '../../../../platform/clock.ts'

const key = 'location-popup-shown'

/** Whether the visitor may be asked now: a day or more after the last time (LOCP-03). The question is recorded at once. */
export function asksAboutCountry(now: Date): boolean {
  try {
    const last = Number(localStorage.getItem(key) ?? Number.NEGATIVE_INFINITY)
    if (now.getTime() - last < hours(24)) return false
    localStorage.setItem(key, String(now.getTime()))
  } catch {
    // A browser without storage would be asked on every page, so it is not asked.
    return false
  }
  return true
}
