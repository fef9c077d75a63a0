import { Suspense, type ReactNode } from 'react'
import { useHasScript } from '../browser/use-has-script.ts'

/** Parts that are fetched once the page has been taken over, in a place of their own, so that nothing else waits for them. */
export function Later({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  return useHasScript() ? <Suspense fallback={fallback}>{children}</Suspense> : fallback
}
