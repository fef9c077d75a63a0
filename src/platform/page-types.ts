/** What kinds of page there are, for analytics and whoever reads a page (ROUTE-36, decision platform-16). Letter case counts. */
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

/** What a route says beside its type of page (ROUTE-34, ROUTE-35, decision platform-17). */
export type RouteFlags = {
  /** The header neither says nor asks where one lives; `navigation/ui/header.module.css` goes by the same types. */
  readonly hideLocalitySuggestionInHeader: boolean
  /** Whether a page view is told as soon as its address is there; else it is once the page's data are. */
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

/** Types whose routes are told of once their data are there. */
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
