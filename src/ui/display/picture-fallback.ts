import { useEffect } from 'react'

/**
 * Shows a placeholder for pictures that fail to load: feeds reference pictures on other hosts. One listener for every picture of the page;
 * errors of pictures do not bubble, so it listens in the capture phase.
 */
export function usePictureFallback(standIn: string): void {
  useEffect(() => {
    const replace = ({ target }: Pick<Event, 'target'>) => {
      if (!(target instanceof HTMLImageElement) || target.getAttribute('src') === standIn) return
      // Its other sizes have failed as well.
      target.srcset = ''
      target.src = standIn
    }
    document.addEventListener('error', replace, true)
    // What failed before this script ran.
    for (const image of document.querySelectorAll('img'))
      if (image.complete && image.naturalWidth === 0 && image.src) replace({ target: image })
    return () => document.removeEventListener('error', replace, true)
  }, [standIn])
}
