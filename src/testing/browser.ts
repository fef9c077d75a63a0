import { Window } from 'happy-dom'
import { afterAll } from 'vitest'
import type { Visitor } from './shop/visitor.ts'

/**
 * A browser's document for tests of pages and components: import it before React. Only what belongs to a document is put in place;
 * fetch, cryptography and time stay Node's, so the shop can run in the same process and its calls go to it over HTTP.
 */

declare global {
  /** The window of this process: libraries hold on to its document, so that the next test's file must find the same. */
  var pageWindow: Window | undefined
}

const window = (globalThis.pageWindow ??= new Window({
  settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } },
}))
window.happyDOM.setURL('http://aol.localhost/')

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

/** Ends what the page's modules began: what they listen to, and their channels to other tabs, which here are the files of one process. */
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

// The file's page is left: the next one, in the same process, begins with nothing of it.
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
  // What a test has put in place of the window's own, such as how wide it is.
  for (const [name, now] of Object.entries(Object.getOwnPropertyDescriptors(own))) {
    const first = atFirst[name]
    if (first === undefined) delete own[name]
    else if (first.value !== now.value || first.get !== now.get) Object.defineProperty(own, name, first)
  }
})

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
