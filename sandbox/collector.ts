import { html } from './html.ts'
import { json, type Answer, type Route, type SandboxRequest } from './http.ts'

/**
 * Stands in for those who measure: a page tracker, a behaviour tracker, a social network's pixel and a tag manager with its program. Keeps
 * what it is told, in memory, and shows it.
 */

export type Collected = { readonly by: 'page' | 'behaviour' | 'pixel' | 'layer'; readonly what: unknown }

const max = 2_000

/** Reports what is in the page's data layer, and what is pushed to it. */
const tagManager = `(() => {
  const origin = new URL(document.currentScript.src).origin
  const layer = (window.dataLayer = window.dataLayer || [])
  const tell = (entry) => fetch(origin + '/collector/layer', { method: 'POST', mode: 'no-cors', keepalive: true, body: JSON.stringify(entry) })
  const push = layer.push.bind(layer)
  layer.push = (...entries) => (entries.forEach(tell), push(...entries))
  layer.forEach(tell)
})()`

export function collectorRoutes(): Route[] {
  const collected: Collected[] = []
  function keep(by: Collected['by'], what: unknown): void {
    collected.push({ by, what })
    if (collected.length > max) collected.shift()
  }
  const reported =
    (by: Collected['by']) =>
    ({ body }: SandboxRequest): Answer => {
      try {
        keep(by, JSON.parse(body))
      } catch {
        return json(400, { error: 'the body must be JSON' })
      }
      return { status: 204, headers: {}, body: '' }
    }
  return [
    { name: 'collector-page', method: 'POST', path: '/collector/page', handle: reported('page') },
    { name: 'collector-behaviour', method: 'POST', path: '/collector/behaviour', handle: reported('behaviour') },
    { name: 'collector-layer', method: 'POST', path: '/collector/layer', handle: reported('layer') },
    {
      name: 'collector-pixel',
      method: 'GET',
      path: '/collector/pixel',
      handle({ query }) {
        keep('pixel', Object.fromEntries(query))
        const svg = html`<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1" />`.text
        return { status: 200, headers: { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' }, body: svg }
      },
    },
    {
      name: 'collector-tag-manager',
      method: 'GET',
      path: '/collector/tag-manager.js',
      handle: ({ query }) => {
        keep('layer', { loaded: query.get('id') })
        return {
          status: 200,
          headers: { 'content-type': 'text/javascript', 'cache-control': 'no-store' },
          body: tagManager,
        }
      },
    },
    { name: 'collected', method: 'GET', path: '/collector/events', handle: () => json(200, { events: collected }) },
  ]
}
