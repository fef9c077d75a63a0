import { useEffect } from 'react'
import { atTop, floatMs, nextSticky } from '../sticky.ts'

/**
 * Sets the header's state on the root element for small screens; header.module.css moves it, and so can anything that sticks below it. One
 * passive listener, throttled to frames, which touches the document only when the state changes.
 */
export function useStickyHeader(): void {
  useEffect(() => {
    const small = matchMedia('(max-width: 767px)')
    const { dataset } = document.documentElement
    let sticky = atTop
    let frame: number | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    function look() {
      frame = null
      sticky = small.matches ? nextSticky(sticky, Math.max(0, window.scrollY), performance.now()) : atTop
      if (sticky.state === 'static') delete dataset['header']
      else if (dataset['header'] !== sticky.state) dataset['header'] = sticky.state
      clearTimeout(timer)
      // There may be no scrolling while it slides in.
      if (sticky.state === 'floating') timer = setTimeout(look, floatMs)
    }
    const later = () => void (frame ??= requestAnimationFrame(look))
    window.addEventListener('scroll', later, { passive: true })
    small.addEventListener('change', later)
    return () => {
      window.removeEventListener('scroll', later)
      small.removeEventListener('change', later)
      if (frame !== null) cancelAnimationFrame(frame)
      clearTimeout(timer)
      delete dataset['header']
    }
  }, [])
}
