/** What a shopper is told who cannot pick an order up. */

export const elsewhere = 'Nothing was charged. Please choose another store, or have your order delivered.'

export const pickupTexts = {
  missing: 'Please choose a store',
  install:
    'Installation can’t be combined with pickup, because it is part of our delivery. Please remove it from your cart, or have your order delivered.',
  gone: 'This store no longer offers pickup. Please choose another store, or have your order delivered.',
} as const
