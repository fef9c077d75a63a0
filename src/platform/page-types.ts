/** Page types, for analytics and for scripts that read the page (ROUTE-36, decision platform-16). Case-sensitive. */
export const pageTypes = [
  'generic',
  'homepage',
  'categoryPage',
  'brandPage',
  'promoPage',
  'filter',
  'search',
  'topic',
  'sale',
  'promotions',
  'accounts',
  'shoppingCart',
  'orderConfirmation',
  'OrderSummary',
  'productComparison',
  'checkout',
  'product',
  'rescheduleDelivery',
  'afterpay',
  'zipPay',
  'vouchers',
  'cartBuilder',
  'klarna',
  'humm',
  'referAFriend',
  'contactUs',
  'resetPassword',
  'siteMap',
  'static',
  'blog',
  'project',
  'performanceDashboard',
  'pages',
  'virtualTour',
] as const

export type PageType = (typeof pageTypes)[number]

/** Route data beside the page type (ROUTE-34, ROUTE-35, decision platform-17). */
export type RouteFlags = {
  /** The header neither shows nor asks for the location; `navigation/ui/header.module.css` uses the same types. */
  readonly hideLocalitySuggestionInHeader: boolean
  /** Whether a page view is tracked as soon as the address changes; otherwise once the page's data has loaded. */
  readonly autoTrackingEnabled: boolean
}

/** Types whose routes have no place in the header. */
export const typesWithoutLocality: readonly PageType[] = [
  'accounts',
  'checkout',
  'orderConfirmation',
  'productComparison',
  'resetPassword',
]

/** Types whose page views are tracked once their data has loaded. */
const sentWithTheirData: ReadonlySet<string> = new Set<PageType>([
  'categoryPage',
  'orderConfirmation',
  'product',
  'search',
])

/** The flags of a route, which its type of page carries. */
export const routeFlags = (type: string): RouteFlags => ({
  hideLocalitySuggestionInHeader: typesWithoutLocality.some((one) => one === type),
  autoTrackingEnabled: !sentWithTheirData.has(type),
})
