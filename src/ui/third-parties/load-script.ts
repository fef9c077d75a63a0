import { trustedScriptAddress } from '../browser/trusted-types.ts'

type Script = {
  readonly element: HTMLScriptElement
  readonly loaded: Promise<void>
  isLoading: boolean
  isLoaded: boolean
}

const scripts = new Map<string, Script>()

/** Whether a script is loading or loaded. */
export function scriptState(address: string): { readonly isLoading: boolean; readonly isLoaded: boolean } {
  const { isLoading = false, isLoaded = false } = scripts.get(address) ?? {}
  return { isLoading, isLoaded }
}

/**
 * Loads a script of another host, once per address (SCRIPT-01, decision platform-22); rejects when it fails, and may then be retried.
 * `reinject` runs it again, replacing the earlier element.
 */
export function loadScript(address: string, { reinject = false }: { readonly reinject?: boolean } = {}): Promise<void> {
  const known = scripts.get(address)
  if (known !== undefined && !(reinject && known.isLoaded)) return known.loaded
  known?.element.remove()
  const element = document.createElement('script')
  const loaded = new Promise<void>((done, fail) => {
    element.async = true
    element.src = trustedScriptAddress(address)
    element.addEventListener('load', () => {
      Object.assign(script, { isLoading: false, isLoaded: true })
      done()
    })
    element.addEventListener('error', () => {
      scripts.delete(address)
      element.remove()
      fail(new Error('Failed to load script'))
    })
  })
  const script: Script = { element, loaded, isLoading: true, isLoaded: false }
  scripts.set(address, script)
  document.head.append(element)
  return loaded
}
