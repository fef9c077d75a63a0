import { seconds, type Clock } from '../../platform/clock.ts'
import type { ProviderCode } from './payments.ts'

/**
 * Which providers answer. One that fails is not offered to shoppers: hidden within 30 seconds and back within 60 of its recovery (decision
 * 0029), whether or not anybody pays meanwhile, because a provider that nobody has called for a while is asked. What it says of a payment,
 * a refusal too, is an answer.
 */
export interface ProviderHealth {
  /** Whether the shop has the provider's settings; one without them is never up and never asked. */
  isConfigured(provider: ProviderCode): boolean
  isUp(provider: ProviderCode): boolean
  /** News of a call: it was answered, or not. */
  heard(provider: ProviderCode, isAnswered: boolean): void
  /** Whether it is time to ask a provider, because there has been no news of it. */
  isDue(provider: ProviderCode): boolean
}

/** Failures in a row that hide a provider, and answers in a row that bring it back. */
const inARow = { failures: 5, answers: 3 } as const
/** Of many calls in a short time half may fail: more hide a provider even when some are answered in between. */
const many = { calls: 20, withinMs: seconds(30) } as const
/** How old the last news may be, while all is well, while there is doubt, and while it is away. */
const newsLifetimeMs = { well: seconds(8), doubt: seconds(1), away: seconds(5) } as const

type State = {
  isUp: boolean
  /** News in a row that says otherwise than `isUp`. */
  against: number
  heardAt: number
  recent: { readonly at: number; readonly isAnswered: boolean }[]
}

export function createProviderHealth(
  clock: Clock,
  onChange: (provider: ProviderCode, isUp: boolean) => void = () => {},
  isConfigured: (provider: ProviderCode) => boolean = () => true,
): ProviderHealth {
  const states = new Map<ProviderCode, State>()
  const stateOf = (provider: ProviderCode): State => {
    const state = states.get(provider) ?? { isUp: true, against: 0, heardAt: -Infinity, recent: [] }
    states.set(provider, state)
    return state
  }

  return {
    isConfigured,
    isUp: (provider) => isConfigured(provider) && (states.get(provider)?.isUp ?? true),
    heard(provider, isAnswered) {
      const state = stateOf(provider)
      const at = clock.now().getTime()
      state.heardAt = at
      state.recent = [...state.recent.filter((one) => at - one.at < many.withinMs), { at, isAnswered }]
      state.against = isAnswered === state.isUp ? 0 : state.against + 1
      const failed = state.recent.filter((one) => !one.isAnswered).length
      const isFailingOften = state.isUp && state.recent.length >= many.calls && failed * 2 >= state.recent.length
      const isEnough = state.against >= (state.isUp ? inARow.failures : inARow.answers)
      if (!isEnough && !isFailingOften) return
      state.isUp = !state.isUp
      state.against = 0
      state.recent = []
      onChange(provider, state.isUp)
    },
    isDue(provider) {
      if (!isConfigured(provider)) return false
      const { isUp, against, heardAt } = stateOf(provider)
      const stored = against > 0 ? newsLifetimeMs.doubt : isUp ? newsLifetimeMs.well : newsLifetimeMs.away
      return clock.now().getTime() - heardAt >= stored
    },
  }
}
