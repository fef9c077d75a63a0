import type { Clock } from './clock.ts'

/** When this many answers are kept, those whose time is over are let go. */
const sweptAbove = 1_000

/**
 * Lets those who ask the same within `forMs` share one answer. The time counts from the first question; an answer that failed is not
 * kept, so the next one asks anew.
 */
export function createSharedAnswers<Value>({ clock, forMs }: { readonly clock: Clock; readonly forMs: number }) {
  const kept = new Map<string, { readonly askedAt: number; readonly answer: Promise<Value> }>()

  return (key: string, ask: () => Promise<Value>): Promise<Value> => {
    const now = clock.now().getTime()
    const known = kept.get(key)
    if (known !== undefined && now - known.askedAt < forMs) return known.answer
    if (kept.size >= sweptAbove) {
      for (const [old, { askedAt }] of kept) if (now - askedAt >= forMs) kept.delete(old)
    }
    const entry = { askedAt: now, answer: ask() }
    kept.set(key, entry)
    entry.answer.catch(() => {
      if (kept.get(key) === entry) kept.delete(key)
    })
    return entry.answer
  }
}
