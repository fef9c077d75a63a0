import { useEffect, useRef, type ReactNode } from 'react'
import { Notice } from './notice.tsx'

/**
 * The response to a button. It is beside the button, is scrolled into view and takes the focus, because the button was disabled while
 * waiting and lost it.
 */
export function FocusedNotice({
  of,
  kind = 'error',
  id,
  children,
}: {
  /** Another value is another error, whatever its text. */
  of: unknown
  kind?: 'error' | 'success'
  id?: string
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const notice = box.current?.firstElementChild
    if (!(notice instanceof HTMLElement)) return
    const show = () => notice.scrollIntoView({ block: 'center' })
    notice.focus({ preventScroll: true })
    show()
    // What comes late around it, dates or a form that grows, must not move it away, until the visitor takes over.
    const over = new AbortController()
    const growth = new ResizeObserver(() => {
      if (document.activeElement === notice) show()
    })
    growth.observe(document.body)
    over.signal.addEventListener('abort', () => growth.disconnect())
    for (const input of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      addEventListener(input, () => over.abort(), { passive: true, signal: over.signal })
    return () => over.abort()
  }, [of])
  return (
    <div ref={box}>
      <Notice kind={kind} {...(id === undefined ? {} : { id })}>
        {children}
      </Notice>
    </div>
  )
}
