import '../../../browser-for-tests.ts'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { CardForm } from '../../payments/card.ts'
import { emptyCard, PaymentPanel, type PaymentChoice } from './payment-panel.tsx'

afterEach(cleanup)

function show(more: Partial<Parameters<typeof PaymentPanel>[0]> = {}) {
  const chosen: PaymentChoice[] = []
  const typed: [keyof CardForm, string][] = []
  render(
    <PaymentPanel
      choice="card"
      onChoose={(choice) => void chosen.push(choice)}
      hasAfterpay
      total={149_01}
      isFree={false}
      card={emptyCard}
      errors={{}}
      onCard={(field, value) => void typed.push([field, value])}
      onCardError={() => {}}
      canTakeCards
      supportNumber="1300 975 708"
      {...more}
    />,
  )
  return { chosen, typed }
}
const fields = () => screen.queryAllByRole('textbox').map((one) => (one as HTMLInputElement).labels?.[0]?.textContent)

describe('the card', () => {
  test('has four fields, the expiry in the form MM / YYYY [CARD-01]', () => {
    show()
    expect(fields()).toEqual(['Name on card', 'Card number', 'Expiry (MM / YYYY)', 'CVV'])
    expect(screen.getByPlaceholderText('MM / YYYY')).toBe(screen.getByLabelText('Expiry (MM / YYYY)'))
  })

  test('has fields only while it is the chosen method [CARD-05]', () => {
    show({ choice: 'afterpay' })
    expect(fields()).toEqual([])
  })

  test('explains its security code [CARD-02] [CARD-03] [CARD-04]', async () => {
    show()
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'What is a security code?' }))
    const dialog = await screen.findByRole('dialog', { name: 'What is a security code?' })
    expect(within(dialog).getByText(/^Visa and Mastercard have a 3-digit code on the back/)).toBeDefined()
    expect(within(dialog).getByText(/^American Express has a 4-digit code on the front/)).toBeDefined()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is typed in groups, and only digits count', () => {
    const { typed } = show()
    fireEvent.change(screen.getByLabelText('Card number'), { target: { value: '4111-1111x1' } })
    fireEvent.change(screen.getByLabelText('Expiry (MM / YYYY)'), { target: { value: '0330' } })
    fireEvent.change(screen.getByLabelText('CVV'), { target: { value: '1a2' } })
    expect(typed).toEqual([
      ['cardNo', '4111 1111 1'],
      ['expiryDate', '03 / 30'],
      ['cvv', '12'],
    ])
  })

  test('that nobody can take says so', () => {
    show({ canTakeCards: false })
    expect(screen.getByRole('alert').textContent).toContain('1300 975 708')
    expect(fields()).toEqual([])
  })
})

describe('Afterpay', () => {
  test('shows its panel and schedule only while it is chosen [PAY-04] [PAY-06] [PAY-07]', () => {
    show()
    expect(screen.queryByText('Buy now, pay in four fortnightly payments')).toBeNull()
    cleanup()
    show({ choice: 'afterpay' })
    expect(screen.getByText('Buy now, pay in four fortnightly payments')).toBeDefined()
    expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      '$37.26 Today',
      '$37.26 In 2 weeks',
      '$37.26 In 4 weeks',
      '$37.26 In 6 weeks',
    ])
  })

  test('is not there where it is not offered', () => {
    show({ hasAfterpay: false })
    expect(screen.getAllByRole('radio')).toHaveLength(1)
  })
})

test('choosing a method is told [PAY-19]', () => {
  const { chosen } = show()
  fireEvent.click(screen.getByRole('radio', { name: 'Afterpay' }))
  expect(chosen).toEqual(['afterpay'])
})

test('with nothing left to pay there is nothing to choose', () => {
  show({ isFree: true })
  expect(screen.queryAllByRole('radio')).toEqual([])
  expect(screen.getByText('Nothing is left to pay.')).toBeDefined()
})
