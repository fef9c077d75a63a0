import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { navigationsStore } from './navigations.ts'

/** Tells the store what the router does. */
export function useWatchedNavigations(): void {
  const { key } = useLocation()
  const target = useNavigation().location?.pathname ?? null
  useEffect(() => navigationsStore.set({ at: key, target }), [key, target])
}
