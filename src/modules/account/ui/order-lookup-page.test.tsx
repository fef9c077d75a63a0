import '../../../testing/browser.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { OrderLookupPage } from './order-lookup-page.tsx'

afterEach(cleanup)

test('the order lookup form shows an error once the field was changed and left, or the form submitted [WIDG-14]', () => {
  render(<OrderLookupPage supportNumber="1300 000 000" />)
  const email = screen.getByLabelText('Email address')
  const isWrong = (label: string) => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true'
  fireEvent.blur(email)
  expect(isWrong('Email address')).toBe(false)
  fireEvent.change(email, { target: { value: 'ana' } })
  expect(isWrong('Email address')).toBe(true)
  fireEvent.change(email, { target: { value: 'ana@example.com' } })
  expect([isWrong('Email address'), isWrong('Order number')]).toEqual([false, false])
  fireEvent.click(screen.getByRole('button', { name: 'Find my order' }))
  expect([isWrong('Email address'), isWrong('Order number')]).toEqual([false, true])
  expect(document.activeElement).toBe(screen.getByLabelText('Order number'))
})
