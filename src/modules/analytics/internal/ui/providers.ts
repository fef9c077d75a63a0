import {
  dataLayerEvent,
  trackedUrl,
  type AnalyticsAccess,
  type AnalyticsEvent,
  type ProviderAccess,
} from '../../analytics.ts'

/** An analytics provider: it gets every event and translates it. None ever throws into the shop. */
export interface AnalyticsProvider {
  send(event: AnalyticsEvent): void
}

/** The browser features that a provider needs, so that tests can replace them. */
export type Outside = {
  /** Sends text and waits for nothing. */
  post(url: string, body: string): void
  /** Requests a tracking pixel. */
  picture(url: string): void
  /** Runs a program of others once. */
  script(url: string): Promise<void>
  wait(ms: number): Promise<void>
  /** The page has loaded and is visible. */
  isReady(): boolean
  /** Here no program of others is loaded. */
  isClosed(): boolean
  href(): string
  /** Whether the visitor has consented, and not withdrawn. */
  canTrack(): boolean
  /** Text that outlives the page: events wait here on pages without third-party scripts. */
  readonly carried: { get(): string | null; set(text: string): void }
}

/** The page tracker: every event with its own name and fields, under an id of this visit of the page alone. */
export function pageTracking({ url, id }: ProviderAccess, visit: string, outside: Outside): AnalyticsProvider {
  return {
    send: (event) => outside.post(url, JSON.stringify({ property: id, visit, ...dataLayerEvent(event) })),
  }
}

type Layer = Record<string, unknown>[]

const maxCarried = 50

/**
 * The tag manager's data layer. Its script is loaded with the first event of a page that allows it; checkout events wait for the next page.
 */
export function dataLayer({ url, id }: ProviderAccess, outside: Outside): AnalyticsProvider {
  const layer = ((window as { dataLayer?: Layer }).dataLayer ??= [])
  let isRequested = false
  function carried(): Layer {
    try {
      return JSON.parse(outside.carried.get() ?? '[]') as Layer
    } catch {
      return []
    }
  }
  function load(): void {
    if (isRequested) return
    isRequested = true
    layer.push({ 'gtm.start': Date.now(), event: 'gtm.js' }, ...carried())
    outside.carried.set('[]')
    // Without its program the events lie in the layer and go nowhere.
    outside.script(`${url}?id=${encodeURIComponent(id)}`).catch(() => {})
  }
  return {
    send(event) {
      const said = dataLayerEvent(event)
      if (outside.isClosed()) {
        return outside.carried.set(JSON.stringify([...carried(), said].slice(-maxCarried)))
      }
      load()
      // As GA4 requires: an earlier event's products must not be merged into this one.
      if ('ecommerce' in said) layer.push({ ecommerce: null })
      layer.push(said)
    },
  }
}

/** The behaviour tracker: events, and the kind and position of clicked elements. Neither their text nor typed input. */
export function behaviour({ url, id }: ProviderAccess, visit: string, outside: Outside): AnalyticsProvider {
  const say = (what: object) =>
    outside.post(url, JSON.stringify({ site: id, visit, url: trackedUrl(outside.href()), ...what }))
  document.addEventListener(
    'click',
    ({ target, clientX, clientY }) => {
      const pressed = target instanceof Element ? target.closest('a,button,select,input,label,summary') : null
      if (pressed === null || !outside.canTrack()) return
      const [x, y] = [clientX / Math.max(1, window.innerWidth), clientY / Math.max(1, window.innerHeight)].map((part) =>
        Math.round(part * 100),
      )
      say({ type: 'click', element: pressed.tagName.toLowerCase(), x, y })
    },
    { capture: true, passive: true },
  )
  return { send: (event) => say({ type: 'event', name: event.name }) }
}

/** As often, and so many milliseconds apart, it is looked whether the page is ready for the pixel (TRACK-05). */
export const pixelTries = { count: 50, everyMs: 100 } as const

const pixelEvents: Readonly<Partial<Record<AnalyticsEvent['name'], string>>> = {
  page_view: 'PageView',
  begin_checkout: 'InitiateCheckout',
  add_to_cart: 'AddToCart',
}

/** The social network's pixel: page views, checkouts and cart additions, as pictures (ANLY-02, decision analytics-04). */
export function facebook({ url, id }: ProviderAccess, outside: Outside): AnalyticsProvider {
  async function show(address: string): Promise<void> {
    for (let tries = 0; tries < pixelTries.count; tries++) {
      if (outside.isReady()) return outside.picture(address)
      await outside.wait(pixelTries.everyMs)
    }
  }
  return {
    send(event) {
      const ev = pixelEvents[event.name]
      if (ev === undefined) return
      const facts = 'products' in event && 'value' in event ? event : null
      const query = new URLSearchParams({
        id,
        ev,
        dl: trackedUrl(outside.href()),
        ...(facts === null
          ? {}
          : {
              'cd[value]': facts.value.toFixed(2),
              // In New Zealand too (TRACK-06).
              'cd[currency]': 'AUD',
              'cd[content_ids]': facts.products.map((one) => one.id).join(','),
            }),
      })
      void show(`${url}?${query}`)
    },
  }
}

/** Those that have an address and an id; without one a provider is silent (decision analytics-01). */
export function openProviders(access: AnalyticsAccess, visit: string, outside: Outside): AnalyticsProvider[] {
  return [
    ...(access.pageTracking === undefined ? [] : [pageTracking(access.pageTracking, visit, outside)]),
    ...(access.dataLayer === undefined ? [] : [dataLayer(access.dataLayer, outside)]),
    ...(access.behaviour === undefined ? [] : [behaviour(access.behaviour, visit, outside)]),
    ...(access.facebook === undefined ? [] : [facebook(access.facebook, outside)]),
  ]
}
