import type { PageType } from '../../platform/page-types.ts'

/** Analytics events and their vocabulary (ledger module analytics). Rules only, for browser and server; no I/O. */

/** Money is dollars, as on the wire. */
export type MeasuredProduct = {
  readonly name: string
  readonly id: string
  readonly brand: string
  readonly category: string
  readonly price: number
  readonly quantity: number
  readonly variant: string | null
}

/** A product in the cart or at the checkout (ANLY-05). */
export type CheckoutProduct = MeasuredProduct & { readonly sku: string; readonly productId: number }

/** An order that was placed (ANLY-03). */
export type Purchase = {
  readonly id: string
  readonly affiliation: string
  readonly revenue: number
  readonly shipping: number
  readonly coupon: string | null
  readonly products: readonly MeasuredProduct[]
}

type OfCart = { readonly currency: string; readonly value: number; readonly products: readonly CheckoutProduct[] }

/** Every analytics event. An event is tracked once in this form; each provider translates it. */
export type AnalyticsEvent =
  | { readonly name: 'page_view'; readonly url: string; readonly title: string; readonly pageType: PageType }
  | ({ readonly name: 'add_to_cart' | 'remove_from_cart' | 'view_cart' | 'begin_checkout' } & OfCart)
  | ({ readonly name: 'add_shipping_info'; readonly shippingDate: string } & OfCart)
  | ({ readonly name: 'add_payment_info'; readonly paymentType: PaymentType } & OfCart)
  | { readonly name: 'add_to_compare' | 'remove_from_compare'; readonly skus: readonly string[] }
  | { readonly name: 'purchase'; readonly currency: string; readonly purchase: Purchase }
  | SubmitError

/** A rejected order (ANLYC-05 to ANLYC-08). The order id is the cart's (decision analytics-09). */
export type SubmitError = {
  readonly name: 'submit-error'
  readonly category: 'Checkout'
  readonly action: 'Submit error'
  readonly message: string
  readonly refusalReason?: string
  readonly errorCode?: number
  readonly orderId: string
  readonly total: number
  readonly discount: number
  readonly coupon: string
  readonly products: readonly { readonly sku: string; readonly quantity: number; readonly price: number }[]
}

/** The name of a payment type (ANLYC-03). */
export type PaymentType = 'Credit Card' | 'Paypal' | 'Zip' | 'Afterpay'

const paymentTypes: Readonly<Record<string, PaymentType>> = {
  card: 'Credit Card',
  paypal: 'Paypal',
  zip: 'Zip',
  afterpay: 'Afterpay',
}

/** Null for payments that are not reported: in stores, on account and other (decision analytics-09). */
export const paymentTypeOf = (method: string): PaymentType | null => paymentTypes[method] ?? null

/** At most two decimals (ANLY-07). */
export const twoDecimals = (amount: number): number => Math.round((amount + Number.EPSILON) * 100) / 100

/** Ten percent of revenue in both countries, as it is written; invoices have the legal GST (ANLY-06, decision analytics-05). */
export const ga4Tax = (revenue: number): number => twoDecimals(revenue * 0.1)

/** Events as the tag manager's data layer has them: names and fields of GA4's ecommerce, numbers with two decimals. */
export function dataLayerEvent(event: AnalyticsEvent): Readonly<Record<string, unknown>> {
  switch (event.name) {
    case 'page_view':
      return { event: 'page_view', page_location: event.url, page_title: event.title, page_type: event.pageType }
    case 'purchase': {
      const { id, affiliation, revenue, shipping, coupon, products } = event.purchase
      return {
        event: 'purchase',
        ecommerce: {
          transaction_id: id,
          affiliation,
          currency: event.currency,
          value: twoDecimals(revenue),
          tax: ga4Tax(revenue),
          shipping: twoDecimals(shipping),
          coupon,
          items: products.map(ga4Item),
        },
      }
    }
    case 'submit-error':
    case 'add_to_compare':
    case 'remove_from_compare': {
      const { name, ...facts } = event
      return { event: name, ...facts }
    }
    default:
      return {
        event: event.name,
        ecommerce: {
          currency: event.currency,
          value: twoDecimals(event.value),
          ...(event.name === 'add_shipping_info' ? { shipping_date: event.shippingDate } : {}),
          ...(event.name === 'add_payment_info' ? { payment_type: event.paymentType } : {}),
          items: event.products.map((one) => ({ ...ga4Item(one), sku: one.sku, productId: one.productId })),
        },
      }
  }
}

const ga4Item = (product: MeasuredProduct) => ({
  item_name: product.name,
  item_id: product.id,
  item_brand: product.brand,
  item_category: product.category,
  item_variant: product.variant,
  price: twoDecimals(product.price),
  quantity: product.quantity,
})

/** Addresses that may contain an email address. */
const maskedParts = ['account', 'reset-password', 'confirm-email', 'project', 'email=']
const emailLike = /[^\s@/?=&#](@|%40)[^\s@/?=&#]/i
const withoutEmails = (url: string): string =>
  url
    .split(/([\s/?=&#])/)
    .map((part) => (emailLike.test(part) ? '[email]' : part))
    .join('')

/** An address as it may be sent to providers (TRACK-04, decision analytics-03). Tokens and personal pages are removed from it. */
export function trackedUrl(url: string): string {
  const secret = secretPaths.find((start) => new URL(url, 'https://shop.example').pathname.startsWith(start))
  if (secret !== undefined) return url.slice(0, url.indexOf(secret) + secret.length)
  return maskedParts.some((part) => url.includes(part)) ? withoutEmails(url) : url
}

/** Path segments that are followed by an access token. */
const secretPaths = [
  '/preview/',
  '/account/reset-password/',
  '/account/confirm-email/',
  '/account/no-reminders/',
  '/wishlists/shared/',
  '/wishlists/no-emails/',
  '/cooking-demos/booking/',
  '/cart/',
  '/order/',
]

/**
 * Where no program of others is loaded: where one pays, signs in or chooses a password, in accounts (decision analytics-01), and where the
 * address itself is a key, which any program on the page could read.
 */
export const isClosedToScripts = (pathname: string): boolean =>
  /^\/(customer\/checkout|account|order|order-lookup|preview|cooking-demos\/booking|cart\/[^/]+|wishlists)(\/|$)/i.test(
    pathname,
  )

/** The Open Graph type of a page (TRACK-14). */
export function openGraphType(pageType: string): 'article' | 'product' | 'product.group' | 'website' {
  if (pageType === 'static') return 'article'
  if (pageType === 'product') return 'product'
  return pageType === 'categoryPage' || pageType === 'search' ? 'product.group' : 'website'
}

/** The assumed size of a picture without one of its own (TRACK-13). */
export const openGraphSizes = {
  small: { width: 150, height: 150 },
  medium: { width: 350, height: 380 },
  large: { width: 1600, height: 630 },
} as const

/** Small for accounts and lists, medium for products, large for home, promotions, articles and categories (decision analytics-08). */
export function openGraphSize(pageType: string): keyof typeof openGraphSizes {
  if (pageType === 'product') return 'medium'
  if (['accounts', 'filter', 'search', 'brandPage'].includes(pageType)) return 'small'
  return 'large'
}

/** Providers by the names that configuration has for them (decision analytics-01). */
export const providerNames = ['internal', 'pageTracking', 'dataLayer', 'behaviour', 'facebook'] as const
export type ProviderName = (typeof providerNames)[number]

/** A provider's address and the shop's id there. */
export type ProviderAccess = { readonly url: string; readonly id: string }

/** The third-party providers for the browser: those with an address and an id. */
export type AnalyticsAccess = Readonly<Partial<Record<Exclude<ProviderName, 'internal'>, ProviderAccess>>>

/** The providers of a list by name, and the unknown names (ANLY-08). */
export function readProviders(list: string): {
  readonly known: readonly ProviderName[]
  readonly unknown: readonly string[]
} {
  const names = [...new Set(list.split(',').map((name) => name.trim()))].filter((name) => name !== '')
  const isKnown = (name: string): name is ProviderName => (providerNames as readonly string[]).includes(name)
  return { known: names.filter(isKnown), unknown: names.filter((name) => !isKnown(name)) }
}

/** Events counted by day for the shop's own figures, without personal data. */
export const countedEvents = [
  'page_view',
  'add_to_cart',
  'remove_from_cart',
  'view_cart',
  'begin_checkout',
  'add_shipping_info',
  'add_payment_info',
  'purchase',
  'submit-error',
  'add_to_compare',
  'remove_from_compare',
] as const
