import { truncated } from '../../../ui/display/truncated.ts'
import type { CompareProduct } from '../compare.ts'

/** When the tray is shown, and its texts. */

const longestTitle = 50

/** Cut at fifty characters (CMPR-07, decision ui-11). */
export const trayTitle = (title: string): string => truncated(title, longestTitle)

/** Always 'ITEMS', also for one (CMPR-05, decision compare-07). */
export function barText(count: number): string {
  return `COMPARE ${count} ITEMS`
}

/** The bar on mobile (CMPR-06). */
export const shortBarText = 'COMPARE'
export const emptySlotText = 'No product selected'
export const lookupFailedText = "This product can't be compared right now."

/** The compare pages: /compare and /comparison/..., where the tray is hidden and minimizes itself (CMPR-10, CMPR-13). */
export function isCompareRoute(pathname: string): boolean {
  return /^\/(compare\/?$|comparison(\/|$))/.test(pathname)
}

/** Whether the tray stays away from a page: see CMPR-08 to CMPR-12. */
export function isTrayHidden(
  pathname: string,
  { count, homeUsesPageBuilder }: { readonly count: number; readonly homeUsesPageBuilder: boolean },
): boolean {
  return (
    count === 0 ||
    isCompareRoute(pathname) ||
    /^\/customer\/checkout(\/|$)/.test(pathname) ||
    (pathname === '/' && !homeUsesPageBuilder)
  )
}

/** The tray's state, derived from the list and from the last action (decision compare-06). */
export type TrayState = { readonly products: readonly CompareProduct[]; readonly isMinimized: boolean }

export type TrayEvent =
  /** Read from storage at a start, or written there by another tab. */
  | { readonly type: 'loaded'; readonly products: readonly CompareProduct[] }
  | { readonly type: 'changed'; readonly products: readonly CompareProduct[] }
  | { readonly type: 'hidden' | 'expanded' }

export const emptyTray: TrayState = { products: [], isMinimized: true }

export function nextTray(state: TrayState, event: TrayEvent): TrayState {
  if (event.type === 'loaded') {
    // Nothing pops up in a tab without an action of its own.
    return { products: event.products, isMinimized: state.isMinimized || state.products.length === 0 }
  }
  if (event.type === 'changed') return { products: event.products, isMinimized: event.products.length === 0 }
  return { ...state, isMinimized: event.type !== 'expanded' }
}
