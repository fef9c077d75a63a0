const paymentPages = /^\/(customer\/checkout|order\/[^/]+|account\/orders\/[^/]+)\/?$/i

/** The same for PostgreSQL's `~*`. */
export const paymentPagePattern = paymentPages.source

/**
 * Whether a page takes payments, for an order or a balance: its document has a stricter policy than other pages, so it is entered and left
 * by a page load and never by client-side navigation (PCI DSS 4.0.1, 6.4.3).
 */
export const isPaymentPage = (pathname: string): boolean => paymentPages.test(pathname)
