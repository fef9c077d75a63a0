import '../../../testing/browser.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useAddToCartForms } from './add-to-cart.ts'

afterEach(cleanup)

function Product() {
  useAddToCartForms()
  return (
    <form method="post" action="/cart" data-add-to-cart="">
      <button name="sku" value="LAMP-1">
        Add to cart
      </button>
    </form>
  )
}

test('a double click adds once, a click after the response adds again', async () => {
  const answers: (() => void)[] = []
  const calls = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => new Promise((done) => void answers.push(() => done(Response.json({}, { status: 500 })))))
  render(<Product />)
  const button = screen.getByRole('button', { name: 'Add to cart' })
  fireEvent.click(button)
  fireEvent.click(button)
  await vi.waitFor(() => expect(calls).toHaveBeenCalledOnce())
  expect(button.getAttribute('aria-busy')).toBe('true')
  answers[0]?.()
  await vi.waitFor(() => expect(button.hasAttribute('aria-busy')).toBe(false))
  fireEvent.click(button)
  await vi.waitFor(() => expect(calls).toHaveBeenCalledTimes(2))
})
