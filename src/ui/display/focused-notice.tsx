import { useEffect, useRef, type ReactNode } from 'react'
import { Notice } from './notice.tsx'

/**
 * The response to a button. It is beside the button, is scrolled into view and takes the focus, because the button was disabled while
 * waiting and lost it.
 */
export function FocusedNotice({
  of,
  settled = true,
  kind = 'error',
  id,
  children,
}: {
  /** Another value is another error, whatever its text. */
  of: unknown
  /** Whether the page around it has stopped moving; when it has, the notice is scrolled into view again. */
  settled?: boolean
  kind?: 'error' | 'success'
  id?: string
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const notice = box.current?.firstElementChild
    if (!(notice instanceof HTMLElement)) return
    notice.focus({ preventScroll: true })
    notice.scrollIntoView({ block: 'center' })
  }, [of])
  useEffect(() => {
    const notice = box.current?.firstElementChild
    if (settled && notice !== null && notice === document.activeElement) notice?.scrollIntoView({ block: 'center' })
  }, [settled])
  return (
    <div ref={box}>
      <Notice kind={kind} {...(id === undefined ? {} : { id })}>
        {children}
      </Notice>
    </div>
  )
}
