import { minutes } from '../../../../platform/clock.ts'

const key = 'sale-footer-dismissed'

/** How long a dismissed banner stays away (SALE3-04). */
const stays = minutes(1_440)

export function isSaleFooterDismissed(now: Date): boolean {
  try {
    const at = localStorage.getItem(key)
    return at !== null && now.getTime() - Number(at) < stays
  } catch {
    return false
  }
}

export function dismissSaleFooter(now: Date): void {
  try {
    localStorage.setItem(key, String(now.getTime()))
  } catch {
    // Then it is away until the next page is loaded.
  }
}
