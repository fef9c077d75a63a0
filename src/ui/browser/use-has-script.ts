import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in server markup and during hydration, true from then on: for what cannot work without script. */
export function useHasScript(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
