import { createStore } from '../../../ui/browser/store.ts'

/** The open panel, one at a time (NAV-03): opening one closes the other (decision navigation-04). */
export type NavigationView = 'none' | 'search' | 'cart' | 'store' | 'contactUs'

export const navigationView = createStore<NavigationView>('none')

export const openView = (view: Exclude<NavigationView, 'none'>): void => navigationView.set(view)

/** Closes this view, if it is the open one; without a name, whichever is. */
export function closeView(view: NavigationView = navigationView.get()): void {
  if (navigationView.get() === view) navigationView.set('none')
}
