import type { ChatProvider } from './chat.ts'
import { loadScript } from './load-script.ts'

type Intercom = (method: 'boot' | 'show' | 'hide', settings?: Readonly<Record<string, unknown>>) => void

/** Intercom's messenger. The button that opens it is ours, so its own launcher stays away. */
export function intercom(appId: string): ChatProvider {
  const say: Intercom = (...args) => (window as { Intercom?: Intercom }).Intercom?.(...args)
  return {
    async load() {
      await loadScript(`https://widget.intercom.io/widget/${encodeURIComponent(appId)}`)
      say('boot', { app_id: appId, hide_default_launcher: true })
    },
    open: () => say('show'),
    close: () => say('hide'),
  }
}
