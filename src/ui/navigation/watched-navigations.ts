import { useLayoutEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { navigationsStore } from './navigations.ts'

/** Publishes the router's state to the store. */
export function useWatchedNavigations(): void {
  const { key } = useLocation()
  const target = useNavigation().location?.pathname ?? null
  // Before the new page is painted: the placeholder must not be seen beside it.
  useLayoutEffect(() => navigationsStore.set({ at: key, target }), [key, target])
}
