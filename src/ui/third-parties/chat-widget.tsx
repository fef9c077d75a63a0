import { useEffect, useState } from 'react'
import { chatBlockersStore } from '../overlays/chat-blockers.ts'
import { Icon } from '../display/icons.tsx'
import { useStore } from '../browser/store.ts'
import type { ChatProvider } from './chat.ts'
import styles from './chat-widget.module.css'

/** The chat button: shown once the provider's script has loaded, and only while nothing covers its place (CHAT-01, SHELL-10). */
export function ChatWidget({ provider }: { provider: ChatProvider }) {
  const [isLoaded, setIsLoaded] = useState(false)
  const isBlocked = useStore(chatBlockersStore).length > 0
  useEffect(() => {
    let isRequested = true
    provider.load().then(
      () => isRequested && setIsLoaded(true),
      // A third-party script that is missing leaves the shop as it is.
      () => {},
    )
    return () => void (isRequested = false)
  }, [provider])
  useEffect(() => {
    if (isLoaded && isBlocked) provider.close()
  }, [isLoaded, isBlocked, provider])
  if (!isLoaded || isBlocked) return null
  return (
    <button type="button" className={`no-print ${styles.chat}`} onClick={() => provider.open()}>
      <Icon name="chat" size={20} /> Chat with us
    </button>
  )
}
