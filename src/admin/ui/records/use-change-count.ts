import { useState } from 'react'

/** How often the value has been another one: the key of what must start afresh with it. */
export function useChangeCount(value: unknown): number {
  const [seen, setSeen] = useState({ value, count: 0 })
  if (seen.value === value) return seen.count
  const next = { value, count: seen.count + 1 }
  setSeen(next)
  return next.count
}
