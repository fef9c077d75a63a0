import { formatPrice } from '../pricing/pricing.ts'
import { maxGiftCards } from './gift-cards.ts'
import type { CartProblem } from './cart.ts'
import { lineGoneText } from './line-texts.ts'

/** Messages of rejected cart changes, the same on the page and in the API. */
export function cartProblemText(problem: CartProblem): string {
  switch (problem.code) {
    case 'line_gone':
      return lineGoneText
    case 'not_available':
      return 'Sorry, this product is not available.'
    case 'cart_empty':
      return 'Your cart is empty.'
    case 'cart_changed':
      return 'Your cart has changed. Please review your order and try again.'
    case 'sent_cart_gone':
      return sharedCartGone
    case 'login_required':
    case 'price_not_editable':
      return 'You do not have permission to perform this action.'
    case 'checkout_in_progress':
      return 'Your order is being processed. Please wait.'
    case 'warranty_not_offered':
      return `This warranty is not offered for ${problem.title}. Please choose another one, or none.`
    case 'install_not_offered':
      return `This installation is not offered for ${problem.title}. Please choose another one, or none.`
    case 'code_unknown':
    case 'code_not_applied':
      return 'This code is not valid or has expired.'
    case 'gift_card_applied':
      return 'This gift card is on your order already.'
    case 'gift_cards_full':
      return `You can use up to ${maxGiftCards} gift cards on one order. Please remove one first.`
    case 'code_used':
      return 'This code has already been used.'
    case 'code_minimum_spend':
      return `Spend at least ${formatPrice(problem.minimum)} to use this code.`
    case 'quantity_over_stock':
      return `Sorry, ${problem.title} is no longer available in the quantity requested.`
  }
}

export const sharedCartGone = 'This link has expired or is not valid. Please ask for a new one.'
