import { useEffect, useState } from 'react'

/** Shorter waits need no indicator, and painting one would only delay the result. */
const unnoticed = 150

/** Whether something has been pending long enough to show an indicator. */
export function useIsSlow(isUnderWay: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isUnderWay) return undefined
    const timer = setTimeout(() => setIsSlow(true), unnoticed)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isUnderWay])
  // What has ended is not slow any more, even before the effect has run.
  return isUnderWay && isSlow
}
