import '../../../testing/browser.ts'
import { afterEach, expect, test } from 'vitest'
import { cartStore, openCart } from '../../cart/ui/cart-state.ts'
import { closeView, navigationView, openView, type NavigationView } from './view.ts'

afterEach(() => closeView())

type Mode = Exclude<NavigationView, 'none'>
/** The compiler refuses one too many as well as one too few. */
const modes = Object.keys({ search: 0, cart: 0, store: 0, contactUs: 0 } satisfies Record<Mode, 0>) as Mode[]

test('one panel is open at a time, none at first, and closing any leaves none [NAV-03]', () => {
  expect(navigationView.get()).toBe('none')
  for (const mode of modes) {
    openView(mode)
    expect(navigationView.get()).toBe(mode)
    closeView()
    expect(navigationView.get()).toBe('none')
  }
  for (const mode of modes) openView(mode)
  closeView('cart')
  expect(navigationView.get()).toBe('contactUs')
  closeView()
  expect(navigationView.get()).toBe('none')
})

test('the cart is a panel: opening it closes another, and another closes it [navigation-04] [cart-15]', () => {
  openView('store')
  openCart(true)
  expect(navigationView.get()).toBe('cart')
  openView('contactUs')
  openCart(false)
  expect(navigationView.get()).toBe('contactUs')
  expect(cartStore.get()).not.toHaveProperty('isOpen')
})
