import { formatPrice } from '../pricing/pricing.ts'
import type { CartProblem } from './cart.ts'

/** What a refused change of the cart is called, on the page and in the API alike. */
export function cartProblemText(problem: CartProblem): string {
  switch (problem.code) {
    case 'line_gone':
      return 'Something went wrong. Please try again.'
    case 'not_available':
      return 'Sorry, this product is not available.'
    case 'login_required':
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
    case 'code_used':
      return 'This code has already been used.'
    case 'code_minimum_spend':
      return `Spend at least ${formatPrice(problem.minimum)} to use this code.`
    case 'quantity_over_stock':
      return `Sorry, ${problem.title} is no longer available in the quantity requested.`
  }
}
