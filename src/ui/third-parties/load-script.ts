import { trustedScriptAddress } from '../browser/trusted-types.ts'

type Script = {
  readonly element: HTMLScriptElement
  readonly loaded: Promise<void>
  isLoading: boolean
  isLoaded: boolean
}

const scripts = new Map<string, Script>()

/** Whether a script is on its way or there. */
export function scriptState(address: string): { readonly isLoading: boolean; readonly isLoaded: boolean } {
  const { isLoading = false, isLoaded = false } = scripts.get(address) ?? {}
  return { isLoading, isLoaded }
}

/**
 * Runs a script of another host, once for each address (SCRIPT-01, decision platform-22); rejects when it could not be had, and may then be
 * tried again. `reinject` runs it anew, in the place of the one that was there.
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
