import '../../../browser-for-tests.ts'
import { afterEach, expect, test } from 'vitest'
import { cartStore, openCart } from '../../cart/ui/cart-state.ts'
import { closeView, navigationView, openView } from './view.ts'

afterEach(() => closeView())

test('there is one view at a time, none at first, and closing goes back to none [NAV-03]', () => {
  expect(navigationView.get()).toBe('none')
  for (const view of ['search', 'cart', 'store', 'contactUs'] as const) {
    openView(view)
    expect(navigationView.get()).toBe(view)
  }
  closeView('cart')
  expect(navigationView.get()).toBe('contactUs')
  closeView()
  expect(navigationView.get()).toBe('none')
})

test('the cart is one of the views: to open it closes another, and another closes it [navigation-04] [cart-15]', () => {
  openView('store')
  openCart(true)
  expect(navigationView.get()).toBe('cart')
  openView('contactUs')
  openCart(false)
  expect(navigationView.get()).toBe('contactUs')
  expect(cartStore.get()).not.toHaveProperty('isOpen')
})
