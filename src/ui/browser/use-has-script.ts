import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in what the server renders and while the browser takes it over, true from then on: for what cannot work before script does. */
export function useHasScript(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
