/** The current month of the shopper's clock, for checking an expiry in the browser. */
export function thisMonth(): { readonly year: number; readonly month: number } {
  const now = new Date()
  return { year: now.getFullYear(), month: now.getMonth() + 1 }
}
