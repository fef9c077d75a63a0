/** A window that is being resized fires many events a second; effects run once it rests. */
const resizeRestMs = 150

/** Calls back when the window's width has come to rest at another one; until the answer is called (NAV-30). */
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
