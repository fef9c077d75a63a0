import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react'
import { useNavigation } from 'react-router'
import type { PanelMessage } from '../../../modules/staff/staff.ts'
import { useFocusAfterNavigation } from '../layout/use-focus-after-navigation.ts'
import styles from './panel.module.css'

/** The origin of the page that has the panel in its frame. */
const ParentContext = createContext('')

/** The frame of all panels: Escape returns to the page. */
export function PanelRoot({ parent, children }: { parent: string; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  const isBusy = useNavigation().state !== 'idle'
  useFocusAfterNavigation(content)
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') send({ type: 'close' }, parent)
    }
    addEventListener('keydown', close)
    // Says that the panel responds to script now, as the pages of the shop do.
    document.documentElement.dataset['live'] = ''
    return () => removeEventListener('keydown', close)
  }, [parent])
  return (
    <ParentContext value={parent}>
      <div
        ref={content}
        tabIndex={-1}
        className={isBusy ? `${styles['panels']} ${styles['busy']}` : styles['panels']}
        aria-busy={isBusy ? true : undefined}
      >
        {children}
      </div>
    </ParentContext>
  )
}

/** Posts an event to the page, once for each response of the server. */
export function usePanelMessages(messages: readonly PanelMessage[]): void {
  const parent = useContext(ParentContext)
  useEffect(() => {
    for (const message of messages) send(message, parent)
  }, [messages, parent])
}

function send(message: PanelMessage, parent: string): void {
  if (window.parent !== window && parent !== '') window.parent.postMessage(message, parent)
}
