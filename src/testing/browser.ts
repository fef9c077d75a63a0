import { Window } from 'happy-dom'
import type { Visitor } from './shop/visitor.ts'

/**
 * A browser's document for tests of pages and components: import it before React. Only what belongs to a document is put in place;
 * fetch, cryptography and time stay Node's, so the shop can run in the same process and its calls go to it over HTTP.
 */

const window = new Window({
  url: 'http://aol.localhost/',
  settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } },
})

/** Where the page would have gone: nothing here loads another page. */
const visits: string[] = []

/** The page's address, which a test may set. */
export function openAddress(path: string): void {
  visits.length = 0
  window.happyDOM.setURL(`http://aol.localhost${path}`)
}

export const visited = (): readonly string[] => visits

const location = {
  get search() {
    return window.location.search
  },
  get pathname() {
    return window.location.pathname
  },
  get href() {
    return window.location.href
  },
  assign: (address: string) => void visits.push(address),
  replace: (address: string) => void visits.push(address),
}

const names = [
  'document',
  'localStorage',
  'sessionStorage',
  'navigator',
  'history',
  'screen',
  'HTMLElement',
  'HTMLInputElement',
  'HTMLFormElement',
  'FormData',
  'HTMLIFrameElement',
  'Element',
  'MutationObserver',
  'Node',
  'getComputedStyle',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'addEventListener',
  'removeEventListener',
] as const

const own = window as unknown as Record<string, unknown>
for (const name of names) {
  const value = own[name]
  const isFunction = typeof value === 'function' && !/^[A-Z]/.test(name)
  Object.defineProperty(globalThis, name, {
    value: isFunction ? (value as () => void).bind(window) : value,
    configurable: true,
    writable: true,
  })
}
Object.assign(globalThis, { window, location, IS_REACT_ACT_ENVIRONMENT: true })

// It takes hold of the document when it is imported. What a page does late comes later still on a busy machine; a second was too little.
const { configure } = await import('@testing-library/react')
configure({ asyncUtilTimeout: 10_000 })

export type Call = { readonly method: string; readonly path: string; readonly body: unknown }

/** The page's calls go to the shop as this visitor; answers what was asked, in order. */
export function browseAs(visitor: Visitor): Call[] {
  const calls: Call[] = []
  globalThis.fetch = async (input, init = {}) => {
    const method = init.method ?? 'GET'
    const raw = typeof init.body === 'string' ? init.body : undefined
    calls.push({ method, path: String(input), body: raw === undefined ? null : JSON.parse(raw) })
    const headers = Object.fromEntries(new Headers(init.headers))
    const answer = await visitor.send(method, String(input), { headers, ...(raw === undefined ? {} : { raw }) })
    init.signal?.throwIfAborted()
    return new Response(answer.status === 204 ? null : answer.text, { status: answer.status })
  }
  return calls
}

/** The next call gets this answer instead of the shop's. */
export function answerNextCall(status: number, body: string): void {
  const original = globalThis.fetch
  globalThis.fetch = async () => {
    globalThis.fetch = original
    if (status === 0) throw new TypeError('fetch failed')
    return new Response(body, { status })
  }
}
