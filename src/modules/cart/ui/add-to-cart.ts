import { useEffect } from 'react'
import { choicesIn } from '../chosen-options.ts'
import { addToCart } from './cart-actions.ts'

/**
 * Every form marked data-add-to-cart adds through the API and opens the panel. Without script the same form posts to /cart and the
 * shopper lands there.
 */
export function useAddToCartForms(): void {
  useEffect(() => {
    function add(event: SubmitEvent) {
      const form = event.target
      if (!(form instanceof HTMLFormElement) || form.dataset['addToCart'] === undefined || event.defaultPrevented)
        return
      event.preventDefault()
      const button = event.submitter
      // A double click adds once.
      if (button?.hasAttribute('aria-busy')) return
      const fields = new FormData(form, button)
      button?.setAttribute('aria-busy', 'true')
      void addToCart(String(fields.get('sku')), Number(fields.get('quantity') ?? 1), choicesIn(fields)).finally(() =>
        button?.removeAttribute('aria-busy'),
      )
    }
    document.addEventListener('submit', add)
    return () => document.removeEventListener('submit', add)
  }, [])
}
