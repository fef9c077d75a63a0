import type { PageType } from '../../../../platform/page-types.ts'
import type { ApiCall } from '../../../../ui/browser/api.ts'
import { loadScript } from '../../../../ui/third-parties/load-script.ts'
import { cartStore } from '../../../cart/ui/cart-state.ts'
import { compareStore } from '../../../compare/ui/compare-state.ts'
import { searchEventTypes, type SearchEvent, type SearchEventType } from '../../../search/search-events.ts'
import {
  isClosedToScripts,
  paymentTypeOf,
  trackedUrl,
  type AnalyticsAccess,
  type AnalyticsEvent,
} from '../../analytics.ts'
import { hearing, type TrackedEvent } from '../../ui/track.ts'
import { cartChanges, checkoutProduct, valueOf } from './cart-events.ts'
import { currentConsent, isAllowed, type Category } from './consent.ts'
import { reportPageSpeed } from './page-speed.ts'
import type { AnalyticsProvider, Outside } from './providers.ts'

/**
 * Analytics in the browser: subscribes to the cart, the compare list and tracked events, and forwards them. The shop's own counts contain
 * no personal data; third parties get events only after consent, and their code is loaded then.
 */

export type Measuring = {
  /** The page at an address has come. */
  viewed(page: { readonly url: string; readonly title: string; readonly pageType: PageType }): void
  /** The visitor has just answered. */
  consentChanged(): void
}

/** Local storage (decision platform-09): order numbers that have been tracked. */
const sentKey = 'purchases-sent'
/** Session storage: tag manager events from pages where it is not allowed. */
const layerKey = 'data-layer'
const maxSent = 50
const maxWaiting = 20

/** The providers in the page's head; null where there are none. */
export function accessInHead(): AnalyticsAccess | null {
  const text = document.querySelector<HTMLMetaElement>('meta[name=analytics]')?.content
  return text === undefined ? null : (JSON.parse(text) as AnalyticsAccess)
}

const outside: Omit<Outside, 'canTrack'> = {
  // text/plain needs no CORS preflight, and the response is not read.
  post: (url, body) => void fetch(url, { method: 'POST', mode: 'no-cors', keepalive: true, body }).catch(() => {}),
  picture(url) {
    new Image().src = url
  },
  script: (url) => loadScript(url),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
  isReady: () => document.readyState === 'complete' && document.visibilityState === 'visible',
  isClosed: () => isClosedToScripts(location.pathname),
  href: () => location.href,
  carried: {
    get: () => stored(() => sessionStorage, layerKey),
    set: (text) => keep(() => sessionStorage, layerKey, text),
  },
}

export function startMeasuring(currency: string): Measuring {
  const access = accessInHead() ?? {}
  const groups = [
    createGroup('analytics', { pageTracking: access.pageTracking, behaviour: access.behaviour }),
    createGroup('marketing', { dataLayer: access.dataLayer, facebook: access.facebook }),
  ].filter((group) => group !== null)
  const shippingDates = new Set<string>()
  /** Of the pages in this document: only that one was loaded. */
  let isFirst = true
  let hasBegun = false

  function happened(event: AnalyticsEvent): void {
    count(event)
    for (const group of groups) group.happened(event)
  }

  const ofCart = () => cartIn(currency)

  function hear(reported: TrackedEvent): void {
    switch (reported.name) {
      case 'add_shipping_info':
        // Once for each date that is chosen (decision analytics-09).
        if (shippingDates.has(reported.shippingDate)) return
        shippingDates.add(reported.shippingDate)
        return happened({ ...reported, ...ofCart() })
      case 'add_payment_info': {
        const paymentType = paymentTypeOf(reported.method)
        return paymentType === null ? undefined : happened({ name: reported.name, paymentType, ...ofCart() })
      }
      case 'submit-error':
        return happened(submitError(reported))
      case 'purchase':
        if (!isNew(reported.purchase.id)) return
        reportOrder(reported.purchase.products)
        return happened(reported)
    }
  }

  for (const reported of hearing.events) hear(reported)
  hearing.events = { push: hear, *[Symbol.iterator]() {} }

  let { cart, isCartOpen } = cartStore.get()
  function followCart(): void {
    const state = cartStore.get()
    const [before, wasOpen] = [cart, isCartOpen]
    cart = state.cart
    isCartOpen = state.isCartOpen
    if (cart !== null && !hasBegun && /^\/customer\/checkout/i.test(location.pathname) && cart.products.length > 0) {
      hasBegun = true
      happened({ name: 'begin_checkout', ...ofCart() })
    }
    if (isCartOpen && !wasOpen) happened({ name: 'view_cart', ...ofCart() })
    if (before === null || cart === null || before === cart) return
    const { added, removed } = cartChanges(before, cart)
    if (added.length > 0) happened({ name: 'add_to_cart', currency, value: valueOf(added), products: added })
    if (removed.length > 0) happened({ name: 'remove_from_cart', currency, value: valueOf(removed), products: removed })
  }
  cartStore.subscribe(followCart)
  followCart()

  followCompare(happened)

  return {
    viewed({ url, title, pageType }) {
      if (isFirstOfVisit()) reportSearchEvent('visit', [])
      if (isFirst) reportPageSpeed((speed) => post('/api/analytics/speed', { pageType, ...speed }))
      isFirst = false
      happened({ name: 'page_view', url: trackedUrl(url), title, pageType })
      if (new URL(url).pathname === '/cart' && cart !== null) happened({ name: 'view_cart', ...ofCart() })
    },
    consentChanged() {
      for (const group of groups) group.consentChanged()
    },
  }
}

/** The providers of one category of consent, and the events that wait for it; null where there are none. */
function createGroup(
  category: Category,
  given: { [Name in keyof AnalyticsAccess]?: AnalyticsAccess[Name] | undefined },
) {
  const named = Object.entries(given).filter(([, one]) => one !== undefined)
  if (named.length === 0) return null
  const access = Object.fromEntries(named) as AnalyticsAccess
  const canTrack = () => isAllowed(category)
  /** The providers, once their code has loaded; until then events wait. */
  let providers: readonly AnalyticsProvider[] | null = null
  let isOpening = false
  let waiting: AnalyticsEvent[] = []

  function open(): void {
    if (isOpening || providers !== null || !canTrack()) return
    isOpening = true
    void import('./providers.ts').then(({ openProviders }) => {
      providers = openProviders(access, visitId, { ...outside, canTrack })
      reportWaiting()
    })
  }

  function reportWaiting(): void {
    for (const event of waiting) for (const one of providers ?? []) one.send(event)
    waiting = []
  }

  return {
    happened(event: AnalyticsEvent): void {
      const consent = currentConsent()
      const isDenied = consent !== null && !consent[category]
      // Consent applies from the current page; events before a refusal are dropped, except for the page view.
      if (isDenied) waiting = event.name === 'page_view' ? [event] : waiting.filter((one) => one.name === 'page_view')
      else waiting = [...waiting, event].slice(-maxWaiting)
      if (!canTrack()) return
      if (providers === null) open()
      else reportWaiting()
    },
    consentChanged(): void {
      if (!canTrack()) waiting = waiting.filter((one) => one.name === 'page_view')
      else if (providers === null) open()
      else reportWaiting()
    },
  }
}

/** One for all providers of this document. */
const visitId = crypto.randomUUID()

/** The calls that our own figures of the day are sent by. */
type Figures = '/api/analytics/count' | '/api/analytics/search' | '/api/analytics/speed'

/** Adds one to our own figures of the day. */
function count(event: AnalyticsEvent): void {
  post('/api/analytics/count', { event: event.name, pageType: event.name === 'page_view' ? event.pageType : '' })
}

function reportOrder(
  products: readonly { readonly id: string; readonly price: number; readonly quantity: number }[],
): void {
  reportSearchEvent(
    products.length === 1 ? 'productOrder' : 'productMultiOrder',
    products.map(({ id, price, quantity }) => ({ sku: id, price, quantity })),
  )
}

/** Events of a visit that searches are weighed with (decision analytics-06). */
function reportSearchEvent(type: SearchEventType, productList: SearchEvent['productList']): void {
  const isRepeatUser = stored(() => localStorage, 'isRepeatUser') === 'true'
  const analyticsEventType = searchEventTypes[type]
  post('/api/analytics/search', {
    analyticsEventType,
    query: '',
    productList,
    url: trackedUrl(location.pathname),
    isRepeatUser,
  })
}

/** Reports a product view; the response is ignored (TRACK-08). */
export function reportProductLoad(productId: number): void {
  void fetch(`/api/analytics/product-load-event?productId=${productId}`, { keepalive: true }).catch(() => {})
}

/** Nobody waits for it, and a failure is nobody's concern. Not by `callApi`: figures of a day carry nothing of whoever has signed in. */
function post<Path extends Figures>(path: Path, body: ApiCall<'POST', Path>['body']): void {
  const headers = { 'content-type': 'application/json' }
  void fetch(path, { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) }).catch(() => {})
}

function isFirstOfVisit(): boolean {
  if (stored(() => sessionStorage, 'visited') !== null) return false
  keep(() => sessionStorage, 'visited', 'true')
  return true
}

/** Whether an order has not been tracked by this browser; marks it as tracked. */
function isNew(order: string): boolean {
  let sent: unknown = null
  try {
    sent = JSON.parse(stored(() => localStorage, sentKey) ?? '[]')
  } catch {
    // Not a valid value: it is overwritten.
  }
  const known = Array.isArray(sent) ? sent.filter((one) => typeof one === 'string') : []
  if (known.includes(order)) return false
  keep(() => localStorage, sentKey, JSON.stringify([...known, order].slice(-maxSent)))
  return true
}

function stored(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

function keep(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value)
  } catch {
    // The browser blocks storage.
  }
}

/** The cart as it is sent with an event. */
function cartIn(currency: string) {
  const products = (cartStore.get().cart?.products ?? []).map((line) => checkoutProduct(line))
  return { currency, value: valueOf(products), products }
}

function submitError(reported: Extract<TrackedEvent, { name: 'submit-error' }>): AnalyticsEvent {
  const { cart } = cartStore.get()
  return {
    ...reported,
    category: 'Checkout',
    action: 'Submit error',
    orderId: cart?.cartId ?? '',
    discount: cart?.savingTotal ?? 0,
    coupon: cart?.coupon?.code ?? '',
    products: (cart?.products ?? []).map(({ sku, quantity, price }) => ({ sku, quantity, price })),
  }
}

function followCompare(happened: (event: AnalyticsEvent) => void): void {
  const compared = () => (compareStore.get()?.products ?? []).map((one) => one.productSKU)
  let skus = compareStore.get() === null ? null : compared()
  compareStore.subscribe(() => {
    const [before, now] = [skus, compared()]
    skus = now
    if (before === null) return
    const added = now.filter((sku) => !before.includes(sku))
    const removed = before.filter((sku) => !now.includes(sku))
    if (added.length > 0) happened({ name: 'add_to_compare', skus: added })
    if (removed.length > 0) happened({ name: 'remove_from_compare', skus: removed })
  })
}
