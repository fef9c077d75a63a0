/** How wide the screen is, in the words of the specification (NAV-31), and when that changes (NAV-30). */

export const breakpoints = [
  { size: 'xl', from: 1200 },
  { size: 'lg', from: 975 },
  { size: 'md', from: 768 },
  { size: 'sm', from: 520 },
  { size: 'xs', from: 0 },
] as const

export type ScreenSize = (typeof breakpoints)[number]['size']

/** The size of a screen so many pixels wide. */
export const screenSize = (width: number): ScreenSize => breakpoints.find(({ from }) => width >= from)?.size ?? 'xs'

export const isSmall = (size: ScreenSize): boolean => size === 'xs' || size === 'sm'

/** A window that is being resized fires many events a second; effects run once it rests. */
export const resizeRestMs = 150

/** Calls back when the window's width has come to rest at another one; until the answer is called. */
export function onResize(listener: (width: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = window.innerWidth
  const resized = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      // On a phone the address bar comes and goes, which changes the height alone.
      if (window.innerWidth === last) return
      last = window.innerWidth
      listener(last)
    }, resizeRestMs)
  }
  window.addEventListener('resize', resized)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('resize', resized)
  }
}
