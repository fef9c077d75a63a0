import { useLayoutEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { navigationsStore } from './navigations.ts'

/** Tells the store what the router does. */
export function useWatchedNavigations(): void {
  const { key } = useLocation()
  const target = useNavigation().location?.pathname ?? null
  // Before the new page is painted: what stood in for it must not be seen beside it.
  useLayoutEffect(() => navigationsStore.set({ at: key, target }), [key, target])
}
