import '../../../../testing/browser.ts'
import { afterEach, expect, test } from 'vitest'
import type { AnalyticsEvent, CheckoutProduct } from '../../analytics.ts'
import { behaviour, dataLayer, facebook, openProviders, pageTracking, type Outside } from './providers.ts'

const access = { url: 'https://collector.example/in', id: 'shop-1' }
const product: CheckoutProduct = {
  name: 'Lamp',
  id: 'LAMP-1',
  brand: 'Brightwater',
  category: 'lamps',
  price: 49.5,
  quantity: 2,
  variant: null,
  sku: 'LAMP-1',
  productId: 3,
}
const second = { ...product, id: 'WM-1', sku: 'WM-1' }
const cart = { currency: 'NZD', value: 198, products: [product, second] }
const view: AnalyticsEvent = { name: 'page_view', url: 'https://a.example/', title: 'Home', pageType: 'homepage' }

type Said = { what: 'post' | 'picture' | 'script' | 'wait'; url: string; body?: unknown }

/** A browser that writes down what it is asked to do. */
function standIn(given: Partial<Outside> = {}) {
  const said: Said[] = []
  let stored: string | null = null
  const outside: Outside = {
    post: (url, body) => void said.push({ what: 'post', url, body: JSON.parse(body) }),
    picture: (url) => void said.push({ what: 'picture', url }),
    script: async (url) => void said.push({ what: 'script', url }),
    wait: async (ms) => void said.push({ what: 'wait', url: String(ms) }),
    isReady: () => true,
    isClosed: () => false,
    href: () => 'https://a.example/account/orders?email=ana@example.com',
    canTrack: () => true,
    carried: { get: () => stored, set: (text) => (stored = text) },
    ...given,
  }
  return { outside, said, pictures: () => said.filter(({ what }) => what === 'picture').map(({ url }) => new URL(url)) }
}
const settled = () => new Promise((done) => setTimeout(done))

afterEach(() => void delete (window as { dataLayer?: unknown }).dataLayer)

test('the pixel tracks page views, checkouts and added items as image requests, in Australian dollars [ANLY-02] [TRACK-06]', async () => {
  const { outside, pictures } = standIn()
  const pixel = facebook({ url: 'https://pixel.example/tr', id: '42' }, outside)
  pixel.send(view)
  pixel.send({ name: 'begin_checkout', ...cart })
  pixel.send({ name: 'add_to_cart', ...cart })
  pixel.send({ name: 'view_cart', ...cart })
  pixel.send({ name: 'add_to_compare', skus: ['LAMP-1'] })
  await settled()
  expect(pictures().map((url) => [url.origin + url.pathname, Object.fromEntries(url.searchParams)])).toEqual(
    [
      { id: '42', ev: 'PageView' },
      {
        id: '42',
        ev: 'InitiateCheckout',
        'cd[value]': '198.00',
        'cd[currency]': 'AUD',
        'cd[content_ids]': 'LAMP-1,WM-1',
      },
      { id: '42', ev: 'AddToCart', 'cd[value]': '198.00', 'cd[currency]': 'AUD', 'cd[content_ids]': 'LAMP-1,WM-1' },
    ].map((query) => ['https://pixel.example/tr', { ...query, dl: 'https://a.example/account/orders?email=[email]' }]),
  )
})

test('checks 50 times, every 100 ms, whether the page is ready, then gives up [TRACK-05]', async () => {
  let looks = 0
  const late = standIn({ isReady: () => ++looks === 50 })
  facebook(access, late.outside).send(view)
  for (let turn = 0; turn < 60; turn++) await settled()
  expect(late.said.map(({ what }) => what)).toEqual([...Array.from({ length: 49 }, () => 'wait'), 'picture'])
  expect(new Set(late.said.slice(0, 49).map(({ url }) => url))).toEqual(new Set(['100']))
  looks = 0
  const never = standIn({ isReady: () => ++looks > 50 })
  facebook(access, never.outside).send(view)
  for (let turn = 0; turn < 60; turn++) await settled()
  expect([looks, never.pictures()]).toEqual([50, []])
})

test('the page tracker gets every event under its own name [ANLY-01]', () => {
  const { outside, said } = standIn()
  const tracker = pageTracking(access, 'visit-1', outside)
  tracker.send(view)
  tracker.send({ name: 'add_to_compare', skus: ['LAMP-1'] })
  expect(said).toEqual([
    {
      what: 'post',
      url: 'https://collector.example/in',
      body: {
        property: 'shop-1',
        visit: 'visit-1',
        event: 'page_view',
        page_location: 'https://a.example/',
        page_title: 'Home',
        page_type: 'homepage',
      },
    },
    {
      what: 'post',
      url: 'https://collector.example/in',
      body: { property: 'shop-1', visit: 'visit-1', event: 'add_to_compare', skus: ['LAMP-1'] },
    },
  ])
})

test('the tag manager loads once, with consent; earlier events are queued [ANLY-01]', () => {
  let isClosed = true
  const { outside, said } = standIn({ isClosed: () => isClosed })
  const layer = dataLayer({ url: 'https://tags.example/gtm.js', id: 'GTM-1' }, outside)
  layer.send({ name: 'begin_checkout', ...cart })
  expect(said).toEqual([])
  isClosed = false
  layer.send(view)
  layer.send({ name: 'add_to_cart', ...cart })
  expect(said).toEqual([{ what: 'script', url: 'https://tags.example/gtm.js?id=GTM-1' }])
  const entries = (window as unknown as { dataLayer: Record<string, unknown>[] }).dataLayer
  expect(entries.map((one) => one['event'] ?? one['ecommerce'])).toEqual([
    'gtm.js',
    'begin_checkout',
    'page_view',
    null,
    'add_to_cart',
  ])
})

test('the behaviour tracker gets the type and place of a clicked element, never its text [ANLY-01]', () => {
  let canTrack = true
  const { outside, said } = standIn({ canTrack: () => canTrack })
  behaviour(access, 'visit-1', outside).send(view)
  document.body.innerHTML = '<button><span>Ana Botha</span></button><p>Secret</p>'
  const press = (selector: string) =>
    document
      .querySelector(selector)
      ?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, clientX: 256, clientY: 96 }) as never)
  press('span')
  press('p')
  canTrack = false
  press('span')
  const common = { site: 'shop-1', visit: 'visit-1', url: 'https://a.example/account/orders?email=[email]' }
  expect(said.map(({ body }) => body)).toEqual([
    { ...common, type: 'event', name: 'page_view' },
    {
      ...common,
      type: 'click',
      element: 'button',
      x: Math.round((256 / window.innerWidth) * 100),
      y: Math.round((96 / window.innerHeight) * 100),
    },
  ])
})

test('an event goes to all four providers; one without an address is silent [ANLY-01] [ANLY-02] [analytics-01]', async () => {
  const { outside, said } = standIn()
  expect(openProviders({}, 'visit-1', outside)).toEqual([])
  const at = (path: string) => ({ url: `https://collector.example/${path}`, id: '42' })
  const all = { pageTracking: at('page'), dataLayer: at('tags.js'), behaviour: at('behaviour'), facebook: at('pixel') }
  for (const one of openProviders(all, 'visit-1', outside)) one.send(view)
  await settled()
  expect(said.map(({ what, url }) => [what, url.split('?')[0]])).toEqual([
    ['post', 'https://collector.example/page'],
    ['script', 'https://collector.example/tags.js'],
    ['post', 'https://collector.example/behaviour'],
    ['picture', 'https://collector.example/pixel'],
  ])
  const entries = (window as unknown as { dataLayer: Record<string, unknown>[] }).dataLayer
  expect(entries).toContainEqual({
    event: 'page_view',
    page_location: 'https://a.example/',
    page_title: 'Home',
    page_type: 'homepage',
  })
})
