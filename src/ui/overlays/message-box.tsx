import { useEffect, useRef } from 'react'
import { Icon } from '../display/icons.tsx'
import { followNavigation, hideMessage, messageMs } from './message-end.ts'
import { messageStore } from './message.ts'
import { navigationsStore } from '../navigation/navigations.ts'
import { useStore } from '../browser/store.ts'
import styles from './message-box.module.css'

/** The message of the moment: a red bar for an error, a floating box for a success. */
export function MessageBox() {
  const message = useStore(messageStore)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message === null) return undefined
    // Over an open dialog too.
    box.current?.hidePopover()
    box.current?.showPopover()
    if (message.keepAlive) return undefined
    const timer = setTimeout(hideMessage, messageMs)
    return () => clearTimeout(timer)
  }, [message])
  useEffect(() => {
    // What happened while this was fetched.
    followNavigation()
    return navigationsStore.subscribe(followNavigation)
  }, [])
  if (message === null) return null
  const { type, text } = message
  return (
    // Another message is another element, which assistive technology announces again.
    <div
      key={`${type} ${text}`}
      ref={box}
      popover="manual"
      className={`${styles.message} ${styles[type]}`}
      role={type === 'error' ? 'alert' : 'status'}
    >
      <p>{text}</p>
      <button type="button" aria-label="Close" onClick={hideMessage}>
        <Icon name="close" size={20} />
      </button>
    </div>
  )
}
