import { useEffect, useRef, type ReactNode } from 'react'
import { loadCart } from '../../../cart/ui/cart-actions.ts'
import { callApi } from '../../../../ui/browser/api.ts'
import { framedAddress, panelMessage, type PanelMessage } from '../../staff.ts'
import { openProjectStore } from '../../ui/admin-panel.ts'
import styles from './panel-view.module.css'

/** A panel in its frame, and what comes of its messages. */
export function PanelView({
  url,
  title,
  onMessage,
}: {
  url: string
  title: string
  /** Those that are not for the page as a whole. */
  onMessage: (message: PanelMessage) => void
}): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow) return
      const message = panelMessage(event, url)
      if (message === null) return
      if (message.type === 'refreshCart') void refreshCart()
      else if (message.type === 'project') openProjectStore.set(message.payload)
      onMessage(message)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [url, onMessage])
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      title={title}
      src={framedAddress(url, window.location.origin)}
      referrerPolicy="no-referrer"
      // The frame is of another origin, so its own origin gives it nothing of ours.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox"
    />
  )
}

/** The panel has put something into the cart of whoever works here, which this browser may not know yet. */
async function refreshCart(): Promise<void> {
  await callApi('POST', '/api/session/start')
  await loadCart()
}
