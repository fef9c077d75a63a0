import { useEffect, useRef } from 'react'
import { blockChat } from '../../../../ui/overlays/chat-blockers.ts'
import { Icon } from '../../../../ui/display/icons.tsx'
import { isFullWidth, type PanelMessage } from '../../staff.ts'
import { PanelView } from './panel-view.tsx'
import styles from './side-panel.module.css'

/** The panel beside the page, or over all of it (STAFF-13, STAFF-29). */
export function SidePanel({
  url,
  title,
  pathname,
  onMessage,
  onClose,
}: {
  url: string
  title: string
  pathname: string
  onMessage: (message: PanelMessage) => void
  onClose: () => void
}) {
  const isFull = isFullWidth(url, pathname)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => blockChat('sliding-panel'), [])
  useEffect(() => {
    if (isFull) return undefined
    document.documentElement.dataset['sidePanel'] = 'open'
    return () => void delete document.documentElement.dataset['sidePanel']
  }, [isFull])
  return (
    <aside
      className={styles.panel}
      data-full={isFull || undefined}
      aria-label="Side panel"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className={styles.head}>
        <p>{title}</p>
        <button ref={close} type="button" aria-label="Close panel" onClick={onClose}>
          <Icon name="close" size={20} />
        </button>
      </div>
      <PanelView url={url} title={title} onMessage={onMessage} />
    </aside>
  )
}
