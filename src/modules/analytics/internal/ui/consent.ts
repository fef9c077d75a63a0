import { days } from '../../../../platform/clock.ts'
import type { ConsentClass } from '../../../../ui/third-parties/third-parties.ts'

/**
 * Consent by category. The law of Australia and New Zealand requires that people know and can object; the shop asks first, and treats no
 * answer as no (decisions 0028 and 0065). What the shop itself needs (cart, login, checkout, security) is no category that can be chosen.
 */

export type Category = Exclude<ConsentClass, 'functional'>
export const categories = ['analytics', 'marketing', 'personalisation'] as const satisfies readonly Category[]

export type Choices = Readonly<Record<Category, boolean>>

/** Null until the visitor has chosen. */
export type Consent = Choices | null

/** The stored choice. */
export type StoredChoice = {
  readonly choices: Choices
  /** Milliseconds since 1970. */
  readonly at: number
  /** Made although the browser sends Global Privacy Control. */
  readonly despiteSignal: boolean
}

/** Local storage. */
export const consentKey = 'privacy-choice'

/** Consent expires after a year. */
const holds = days(365)

export const choicesOf = (isAllowed: (category: Category) => boolean): Choices => ({
  analytics: isAllowed('analytics'),
  marketing: isAllowed('marketing'),
  personalisation: isAllowed('personalisation'),
})

export const nothing = choicesOf(() => false)

/** A browser that sends Global Privacy Control has declined, unless the visitor has consented since. */
export function consentOf(stored: StoredChoice | null, { signal, now }: { signal: boolean; now: number }): Consent {
  const choice = stored !== null && now - stored.at < holds ? stored : null
  if (signal && choice?.despiteSignal !== true) return nothing
  return choice?.choices ?? null
}

/** The stored choice, or null for an unreadable one. Before there were categories it was one word for all of them. */
export function readChoice(text: string | null): StoredChoice | null {
  try {
    const { choice, choices, at, despiteSignal } = JSON.parse(text ?? '') as Partial<StoredChoice> & {
      choice?: unknown
    }
    if (typeof at !== 'number') return null
    const isOld = choice === 'granted' || choice === 'denied'
    const read = choicesOf((category) => (isOld ? choice === 'granted' : choices?.[category] === true))
    return isOld || typeof choices === 'object' ? { choices: read, at, despiteSignal: despiteSignal === true } : null
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

/** Whether the visitor has said yes to a category. */
export const isAllowed = (category: Category): boolean => currentConsent()?.[category] === true

export function saveChoices(choices: Choices, now = Date.now()): void {
  const isYes = categories.some((category) => choices[category])
  const stored: StoredChoice = { choices, at: now, despiteSignal: isYes && hasSignal() }
  try {
    localStorage.setItem(consentKey, JSON.stringify(stored))
  } catch {
    // Valid for this page only.
  }
}
