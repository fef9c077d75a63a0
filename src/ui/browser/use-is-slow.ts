import { useEffect, useState } from 'react'

/** What takes no longer than this needs no sign that it is under way, and painting one would only hold it up. */
const unnoticed = 150

/** Whether something has been under way for so long that it should be shown. */
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
  // What has ended is not slow any more, also before the effect has said so.
  return isUnderWay && isSlow
}
