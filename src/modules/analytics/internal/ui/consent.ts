import { days } from '../../../../platform/clock.ts'

/**
 * Consent to third-party analytics. The law of Australia and New Zealand requires that people know and can object; the shop asks first, and
 * treats no answer as no (docs/decisions/0028-analytics.md).
 */

export type Consent = 'granted' | 'denied' | 'unasked'

/** The stored choice. */
export type StoredChoice = {
  readonly choice: 'granted' | 'denied'
  /** Milliseconds since 1970. */
  readonly at: number
  /** Given although the browser sends Global Privacy Control. */
  readonly despiteSignal: boolean
}

/** Local storage. */
export const consentKey = 'privacy-choice'

/** Consent expires after a year. */
const holds = days(365)

/** A browser that sends Global Privacy Control has declined, unless the visitor has consented since. */
export function consentOf(stored: StoredChoice | null, { signal, now }: { signal: boolean; now: number }): Consent {
  const choice = stored !== null && now - stored.at < holds ? stored : null
  if (signal && choice?.despiteSignal !== true) return 'denied'
  return choice?.choice ?? 'unasked'
}

/** The stored choice, or null for an unreadable one. */
export function readChoice(text: string | null): StoredChoice | null {
  try {
    const { choice, at, despiteSignal } = JSON.parse(text ?? '') as Partial<StoredChoice>
    if ((choice !== 'granted' && choice !== 'denied') || typeof at !== 'number') return null
    return { choice, at, despiteSignal: despiteSignal === true }
  } catch {
    return null
  }
}

/** The browser's own word: Global Privacy Control. */
export const hasSignal = (): boolean => (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true

export function currentConsent(now = Date.now()): Consent {
  let text: string | null = null
  try {
    text = localStorage.getItem(consentKey)
  } catch {
    // A browser that blocks storage cannot store consent either.
  }
  return consentOf(readChoice(text), { signal: hasSignal(), now })
}

export function saveChoice(choice: StoredChoice['choice'], now = Date.now()): void {
  const stored: StoredChoice = { choice, at: now, despiteSignal: choice === 'granted' && hasSignal() }
  try {
    localStorage.setItem(consentKey, JSON.stringify(stored))
  } catch {
    // Valid for this page only.
  }
}
