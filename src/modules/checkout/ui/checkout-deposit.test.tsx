import {
  banner,
  cell,
  checkoutTests,
  problemLinks,
  field,
  figure,
  fill,
  fillCard,
  fillGuest,
  pickSuburb,
  placeOrder,
  tick,
} from '../../../testing/checkout-page.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { loadCart } from '../../cart/ui/cart-actions.ts'

/** Deposits on the checkout page. */

const on = checkoutTests({ app: 'wa', choosesWho: true })
const { open, lastPosted, placed } = on

const orderOf = async (cartId: string) =>
  on.shop.database.db.selectFrom('customer_order').selectAll().where('cart_id', '=', cartId).executeTakeFirstOrThrow()

describe('a deposit', () => {
  const total = '$2,499.95'
  async function openDeposit(): Promise<void> {
    await open('FR-1')
    await fillGuest()
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Pay a deposit now' }))
  }
  const amount = () => field('Deposit amount')
  const described = () =>
    (amount().getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)

  test('opens a field by a checkbox, with its minimum beside it [DEP-01] [DEP-02] [DEP-04]', async () => {
    await open('FR-1')
    await screen.findByRole('checkbox', { name: 'Pay a deposit now' })
    expect(screen.queryByLabelText('Deposit amount')).toBeNull()
    tick('Pay a deposit now')
    expect(described()).toEqual(['Minimum Deposit is $749.99'])
    expect(amount().inputMode).toBe('decimal')
  })

  test('splits the total into due now and balance [CHK-29] [DEP-03] [DEP-17]', async () => {
    await openDeposit()
    expect([figure('Deposit'), figure('Remaining payment')]).toEqual([null, null])
    fill('Deposit amount', '1000.50')
    expect([figure('Order Total'), figure('Deposit'), figure('Remaining payment')]).toEqual([
      total,
      '$1,000.50',
      '$1,499.45',
    ])
    fillCard()
    const { cartId } = await on.visitor.cart()
    await placed()
    expect(lastPosted()).toMatchObject({ partialPayment: 1_000.5, expectedTotal: 2_499.95 })
    expect(await orderOf(cartId)).toMatchObject({ state: 'deposit-paid', balance_cents: 1_499_45 })
  })

  test('that is invalid shows an error beside its field and blocks the order [DEP-13] [DEP-14] [DEP-15] [CHK-48]', async () => {
    await openDeposit()
    fillCard()
    for (const [typed, message] of [
      ['749.98', 'Minimum deposit is 30% of order total ($749.99).'],
      ['lots', 'Input must be a postive number.'],
      ['2499.95', 'Deposit request cannot equal or exceed order total.'],
    ] as const) {
      fill('Deposit amount', typed)
      expect(described()).toContain(message)
      expect(figure('Deposit')).toBeNull()
      placeOrder()
      expect(banner()).toBe('There is an error with the deposit amount. Please try again or contact support.')
      expect(screen.getByRole('link', { name: message }).getAttribute('href')).toBe('#partialPayment')
    }
    expect(lastPosted()).toBeUndefined()
  })

  test('is removed by unticking, which clears the amount [DEP-05] [DEP-06] [DEP-18]', async () => {
    await openDeposit()
    fill('Deposit amount', '1000')
    expect(figure('Deposit')).toBe('$1,000')
    tick('Pay a deposit now')
    expect([figure('Deposit'), figure('Remaining payment')]).toEqual([null, null])
    tick('Pay a deposit now')
    expect([amount().value, figure('Deposit')]).toEqual(['', null])
    fill('Deposit amount', '1000')
    tick('Pay a deposit now')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Pay a deposit now' }).checked).toBe(false)
    fillCard()
    await placed()
    expect(lastPosted()).toMatchObject({ partialPayment: 0 })
  })

  test('with an invalid amount is listed among all errors, each linked to its field', async () => {
    await openDeposit()
    fill('Deposit amount', '10')
    fill('First name', '')
    fill('Email', 'ana')
    fill('Name on card', '')
    placeOrder()
    expect(banner()).toBe('There is an error with the deposit amount. Please try again or contact support.')
    expect(problemLinks()).toEqual(
      expect.arrayContaining(['#email', '#deliveryAddress.firstName', '#partialPayment', '#card.nameOnCard']),
    )
    for (const href of problemLinks())
      expect([href, document.getElementById(href.slice(1)) !== null]).toEqual([href, true])
    expect(lastPosted()).toBeUndefined()
  })

  test('is reset when the address changes and when the cart is reloaded [DLV-27]', async () => {
    await openDeposit()
    fill('Deposit amount', '1000')
    await pickSuburb('melbourne', '3000 Melbourne, VIC')
    await screen.findByRole('radiogroup')
    expect([amount().value, figure('Deposit')]).toEqual(['', null])
    fill('Deposit amount', '1000')
    expect(figure('Deposit')).toBe('$1,000')
    await loadCart()
    await waitFor(() => expect([amount().value, figure('Deposit')]).toEqual(['', null]))
  })

  test('is reset 200 ms after a date is selected [DLV-41]', async () => {
    await openDeposit()
    fill('Deposit amount', '1000')
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: on.shop.clock.now() })
    try {
      fireEvent.click(cell('2026-12-03'))
      await vi.advanceTimersByTimeAsync(199)
      expect(amount().value).toBe('1000')
      await vi.advanceTimersByTimeAsync(1)
    } finally {
      vi.useFakeTimers({ toFake: ['Date'], now: on.shop.clock.now() })
    }
    await waitFor(() => expect(amount().value).toBe(''))
  })

  test('is removed with its checkbox by another payment method [DEP-18]', async () => {
    await open('WM-1')
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Pay a deposit now' }))
    fill('Deposit amount', '500')
    fireEvent.click(screen.getByRole('radio', { name: 'Afterpay' }))
    expect(screen.queryByRole('checkbox', { name: 'Pay a deposit now' })).toBeNull()
    expect(figure('Deposit')).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: /^Credit card/ }))
    await screen.findByRole('checkbox', { name: 'Pay a deposit now' })
    expect(amount().value).toBe('')
  })

  test('typed before another payment method is not submitted: the order says 0 [DEP-18]', async () => {
    await open('WM-1')
    await fillGuest()
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Pay a deposit now' }))
    fill('Deposit amount', '500')
    expect(figure('Deposit')).toBe('$500')
    fireEvent.click(screen.getByRole('radio', { name: 'Afterpay' }))
    fireEvent.click(screen.getByRole('button', { name: /^(Place order|Pay )/ }))
    await waitFor(() => expect(lastPosted()).toMatchObject({ selectedPaymentOption: 2048, partialPayment: 0 }))
  })

  test('is not offered with the special brand in the cart [DEP-16]', async () => {
    // Delivered by our own team like everything else, so that nothing but its brand is special.
    await on.shop.set('wa', 'proformaShippingBrands', '')
    await open('MI-1')
    await fillGuest()
    await waitFor(() => expect(figure('Order Total')).toBe('$1,899'))
    expect(screen.queryByRole('checkbox', { name: 'Pay a deposit now' })).toBeNull()
    await on.shop.set('wa', 'proformaShippingBrands', 'Miele')
    await open('FR-1')
    expect(await screen.findByRole('checkbox', { name: 'Pay a deposit now' })).toBeDefined()
  })

  test('follows the percentage that the server sends [DEP-11]', async () => {
    await on.shop.set('wa', 'partialPaymentPercentage', '50')
    await openDeposit()
    expect(described()).toEqual(['Minimum Deposit is $1,249.98'])
    fill('Deposit amount', '1249.97')
    expect(described()).toContain('Minimum deposit is 50% of order total ($1,249.98).')
    await on.shop.set('wa', 'partialPaymentPercentage', '')
  })
})
