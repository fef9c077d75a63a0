import '../../../testing/browser.ts'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { emptyCard, type CardForm } from '../../payments/card.ts'
import type { PaymentMethod } from '../../payments/payments.ts'
import { PaymentPanel } from './payment-panel.tsx'

afterEach(cleanup)

function show(more: Partial<Parameters<typeof PaymentPanel>[0]> = {}) {
  const chosen: PaymentMethod[] = []
  const codes: string[] = []
  const typed: [keyof CardForm, string][] = []
  render(
    <PaymentPanel
      choice="card"
      onChoose={(choice) => void chosen.push(choice)}
      methods={['card', 'afterpay']}
      country="AU"
      redirects={{ zipTerms: { months: 24, isInterestFree: false } }}
      storeCode=""
      storeCodeError={undefined}
      onStoreCode={(code) => void codes.push(code)}
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
  return { chosen, typed, codes }
}
const fields = () => screen.queryAllByRole('textbox').map((one) => (one as HTMLInputElement).labels?.[0]?.textContent)

describe('the card', () => {
  test('has four fields, with expiry as MM / YYYY [CARD-01]', () => {
    show()
    expect(fields()).toEqual(['Name on card', 'Card number', 'Expiry (MM / YYYY)', 'CVV'])
    expect(screen.getByPlaceholderText('MM / YYYY')).toBe(screen.getByLabelText('Expiry (MM / YYYY)'))
  })

  test('has fields only while selected [CARD-05]', () => {
    show({ choice: 'afterpay' })
    expect(fields()).toEqual([])
  })

  test('explains the security code [CARD-02] [CARD-03] [CARD-04]', async () => {
    show()
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'What is a security code?' }))
    const dialog = await screen.findByRole('dialog', { name: 'What is a security code?' })
    expect(within(dialog).getByText(/^Visa and Mastercard have a 3-digit code on the back/)).toBeDefined()
    expect(within(dialog).getByText(/^American Express has a 4-digit code on the front/)).toBeDefined()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('groups digits while typing, and ignores other characters', () => {
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

  test('is replaced by a message where no gateway accepts cards', () => {
    show({ canTakeCards: false })
    expect(screen.getByRole('alert').textContent).toContain('1300 975 708')
    expect(fields()).toEqual([])
  })
})

describe('Afterpay', () => {
  test('shows its panel and schedule only while selected [PAY-04] [PAY-06] [PAY-07]', async () => {
    show()
    expect(screen.queryByText('Buy now, pay in four fortnightly payments')).toBeNull()
    cleanup()
    show({ choice: 'afterpay' })
    expect(await screen.findByText('Buy now, pay in four fortnightly payments')).toBeDefined()
    expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      '$37.26 Today',
      '$37.26 In 2 weeks',
      '$37.26 In 4 weeks',
      '$37.26 In 6 weeks',
    ])
  })

  test('is absent where it is not offered', () => {
    show({ methods: ['card'] })
    expect(screen.getAllByRole('radio')).toHaveLength(1)
  })
})

describe('Zip', () => {
  test('is "Zip" in Australia, with its description and footnote [PAY-08]', async () => {
    show({ methods: ['card', 'zip'], choice: 'zip', total: 1_500_00 })
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Zip' }).checked).toBe(true)
    expect(await screen.findByText(/^Own it from \$14.44 weekly for 24 months/)).toBeDefined()
    expect(screen.getByText('*Fees, terms and conditions apply.')).toBeDefined()
    expect(screen.queryByText('In 2 weeks')).toBeNull()
  })

  test('is "Zip NZ" elsewhere, due today, then in 2, 4 and 6 weeks, while selected [PAY-09] [PAY-10] [PAY-11]', async () => {
    show({ methods: ['card', 'zip'], country: 'NZ' })
    expect(screen.getByRole('radio', { name: 'Zip NZ' })).toBeDefined()
    expect(screen.queryAllByRole('listitem')).toEqual([])
    cleanup()
    show({ methods: ['card', 'zip'], country: 'NZ', choice: 'zip' })
    const parts = await screen.findAllByRole('listitem')
    expect(parts.map((one) => one.textContent)).toEqual([
      '$37.26 Today',
      '$37.26 In 2 weeks',
      '$37.26 In 4 weeks',
      '$37.26 In 6 weeks',
    ])
  })

  test('in a store asks for the code of the customer’s app, and shows errors in it [PAY-12]', async () => {
    const { codes } = show({ methods: ['card', 'zip-in-store'], choice: 'zip-in-store', storeCodeError: 'Wrong' })
    expect(screen.getByRole('radio', { name: 'Zip App' })).toBeDefined()
    const code = await screen.findByLabelText('Zip store code')
    expect(code.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Wrong')).toBeDefined()
    fireEvent.change(code, { target: { value: '123456' } })
    expect(codes).toEqual(['123456'])
  })
})

test('selecting a method is tracked [PAY-19]', () => {
  const { chosen } = show()
  fireEvent.click(screen.getByRole('radio', { name: 'Afterpay' }))
  expect(chosen).toEqual(['afterpay'])
})

test('with nothing due there is no method to select, and the card fields are disabled [CARD-06]', () => {
  show({ isFree: true })
  expect(screen.queryAllByRole('radio')).toEqual([])
  expect(screen.getAllByRole<HTMLInputElement>('textbox').map((one) => one.disabled)).toEqual([true, true, true, true])
  expect(screen.getByText('Nothing left to pay.')).toBeDefined()
})
