/** What kind of page this is, for analytics and whoever reads the page: identifiers of decision platform-16. */
export type PageType =
  | 'generic' | 'homepage' | 'categoryPage' | 'brandPage' | 'promoPage' | 'filter' | 'search' | 'topic' | 'sale' | 'promotions'
  | 'accounts' | 'shoppingCart' | 'orderConfirmation' | 'OrderSummary' | 'productComparison' | 'checkout' | 'product'
  | 'rescheduleDelivery' | 'afterpay' | 'zipPay' | 'vouchers' | 'cartBuilder' | 'klarna' | 'humm' | 'referAFriend' | 'contactUs'
  | 'resetPassword' | 'siteMap' | 'static' | 'blog' | 'project' | 'performanceDashboard' | 'pages' | 'virtualTour' // prettier-ignore

/** The page's type as a line of its head. */
export const pageTypeMeta = (type: PageType) => ({ name: 'page-type', content: type })
