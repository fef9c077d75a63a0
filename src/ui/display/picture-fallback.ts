import { useEffect } from 'react'

/**
 * Shows a placeholder for pictures that fail to load: feeds reference pictures on other hosts. One listener for every picture of the page;
 * errors of pictures do not bubble, so it listens in the capture phase.
 */
export function usePictureFallback(standIn: string): void {
  useEffect(() => {
    const replace = (image: HTMLImageElement) => {
      if (image.getAttribute('src') === standIn) return
      // Its other sizes have failed as well.
      image.srcset = ''
      image.src = standIn
    }
    const onError = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) replace(target)
    }
    document.addEventListener('error', onError, true)
    // What failed before this script ran.
    for (const image of document.querySelectorAll('img'))
      if (image.complete && image.naturalWidth === 0 && image.src) replace(image)
    return () => document.removeEventListener('error', onError, true)
  }, [standIn])
}
