import { useMemo } from 'react'
import { ChatWidget } from './chat-widget.tsx'
import { intercom } from './intercom.ts'

export default function IntercomChat({ appId }: { appId: string }) {
  return <ChatWidget provider={useMemo(() => intercom(appId), [appId])} />
}
