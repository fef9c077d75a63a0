import { Window } from 'happy-dom'
import { afterAll } from 'vitest'
import type { Visitor } from './shop/visitor.ts'

/**
 * A DOM for tests of pages and components: import it before React. Only DOM globals are replaced; fetch, cryptography and time stay Node's,
 * so the shop can run in the same process and its calls go to it over HTTP.
 */

declare global {
  /** The window of this process: libraries keep a reference to its document, so every test file must use the same one. */
  var pageWindow: Window | undefined
}

const window = (globalThis.pageWindow ??= new Window({
  settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } },
}))
window.happyDOM.setURL('http://aol.localhost/')

/** Where the page would have navigated: tests load no other page. */
const visits: string[] = []

/** The page URL, which a test can set. */
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

/** Removes listeners and broadcast channels of the page's modules; the other tabs are files of the same process. */
const endings: (() => void)[] = []
for (const target of [window, window.document]) {
  const listen = Object.getPrototypeOf(target).addEventListener as typeof target.addEventListener
  target.addEventListener = (...added) => {
    listen.apply(target, added)
    endings.push(() => target.removeEventListener(added[0], added[1]))
  }
}
const NodeChannel = BroadcastChannel
globalThis.BroadcastChannel = class extends NodeChannel {
  constructor(name: string) {
    super(name)
    endings.push(() => this.close())
  }
}

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

const atFirst = Object.getOwnPropertyDescriptors(own)

// Unload the file's page, so that the next file in this process starts clean.
afterAll(() => {
  for (const end of endings) end()
  globalThis.BroadcastChannel = NodeChannel
  const { document, localStorage, sessionStorage } = window
  document.body.replaceChildren()
  document.head.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  localStorage.clear()
  sessionStorage.clear()
  // Window properties that a test has replaced, such as the width.
  for (const [name, now] of Object.entries(Object.getOwnPropertyDescriptors(own))) {
    const first = atFirst[name]
    if (first === undefined) delete own[name]
    else if (first.value !== now.value || first.get !== now.get) Object.defineProperty(own, name, first)
  }
})

// Installed on import. Asynchronous updates take longer on a busy machine; one second was too short.
const { configure } = await import('@testing-library/react')
configure({ asyncUtilTimeout: 10_000 })

export type Call = { readonly method: string; readonly path: string; readonly body: unknown }

/** Sends the page's calls to the shop as this visitor; returns the requests, in order. */
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

/** Replaces the shop's response to the next call. */
export function answerNextCall(status: number, body: string): void {
  const original = globalThis.fetch
  globalThis.fetch = async () => {
    globalThis.fetch = original
    if (status === 0) throw new TypeError('fetch failed')
    return new Response(body, { status })
  }
}
