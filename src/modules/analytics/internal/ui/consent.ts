import { days } from '../../../../platform/clock.ts'

/**
 * Whether others may measure. Australia's and New Zealand's law asks that people know and can say no; we ask first, and count silence as no
 * (docs/decisions/0028-analytics.md).
 */

export type Consent = 'granted' | 'denied' | 'unasked'

/** A choice as the browser keeps it. */
export type StoredChoice = {
  readonly choice: 'granted' | 'denied'
  /** Milliseconds since 1970. */
  readonly at: number
  /** It was made although the browser says on every visit that it does not want to be followed. */
  readonly despiteSignal: boolean
}

/** Local storage. */
export const consentKey = 'privacy-choice'

/** A choice is asked for again after a year. */
const holds = days(365)

/** A browser that sends Global Privacy Control has said no, unless somebody has said yes to us since. */
export function consentOf(stored: StoredChoice | null, { signal, now }: { signal: boolean; now: number }): Consent {
  const choice = stored !== null && now - stored.at < holds ? stored : null
  if (signal && choice?.despiteSignal !== true) return 'denied'
  return choice?.choice ?? 'unasked'
}

/** What is kept, or null for what is not readable as a choice. */
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
    // A browser that refuses its storage cannot keep a yes either.
  }
  return consentOf(readChoice(text), { signal: hasSignal(), now })
}

export function saveChoice(choice: StoredChoice['choice'], now = Date.now()): void {
  const stored: StoredChoice = { choice, at: now, despiteSignal: choice === 'granted' && hasSignal() }
  try {
    localStorage.setItem(consentKey, JSON.stringify(stored))
  } catch {
    // It holds for this page.
  }
}
