import {
  cell,
  checkoutTests,
  chosenDay,
  click,
  field,
  figure,
  fill,
  fillCard,
  fillGuest,
  region,
  session,
} from '../../../testing/checkout-page.tsx'
import { visited } from '../../../testing/browser.ts'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { serialize } from '../../../platform/serialized.ts'
import Root from '../../../app/root.tsx'
import { cartStore } from '../../cart/ui/cart-state.ts'
import { CheckoutPage, type CheckoutPageProps } from './checkout-page.tsx'

/** The checkout page: what it shows, asks before it is left, and saves of what was typed. */

const on = checkoutTests({ app: 'aol' })
const { open, reopen, callsOf, cartId, placed } = on

describe('the page', () => {
  test('has a header with home link and phone number [CHK-13] [CHK-14]', async () => {
    await open('LAMP-1')
    expect(screen.getByRole('link', { name: 'Appliances Online, home' }).getAttribute('href')).toBe('/')
    expect(screen.getByRole('link', { name: /1300 975 708/ }).getAttribute('href')).toBe('tel:1300975708')
  })

  test('asks for email, phone and newsletter, which is preselected [CHK-07] [CHK-09]', async () => {
    await open('LAMP-1')
    const you = region('Your details')
    expect([...you.getAllByRole('textbox')].map((one) => (one as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
      'Email',
      'Phone',
    ])
    const news = you.getByRole<HTMLInputElement>('checkbox', { name: 'Keep me updated with news and offers' })
    expect(news.checked).toBe(true)
  })

  test('does not preselect the newsletter for trade [CHK-08]', async () => {
    await open('LAMP-1', { app: 'wac' })
    expect(field('Keep me updated with news and offers').checked).toBe(false)
  })

  test('has an address with optional instructions and a character count [ADDR-01] [ADDR-02]', async () => {
    await open('LAMP-1')
    const address = region('Delivery')
    expect(address.getByLabelText('Street address')).toBeDefined()
    const instructions = address.getByLabelText<HTMLInputElement>('Delivery instructions (optional)')
    expect(instructions.required).toBe(false)
    const counter = () => document.getElementById(instructions.getAttribute('aria-describedby') ?? '')?.textContent
    expect(counter()).toBe('0/150')
    fireEvent.change(instructions, { target: { value: 'Ring twice' } })
    expect(counter()).toBe('10/150')
  })

  test('bills the delivery address unless another is chosen, and discards that one when unticked [ADDR-03] [ADDR-07]', async () => {
    await open('LAMP-1')
    const same = field('Billing address is the same as delivery address')
    expect(same.checked).toBe(true)
    expect(screen.getAllByLabelText('First name')).toHaveLength(1)
    fireEvent.click(same)
    fill('First name', 'Robin', 1)
    expect(field('First name', 1).value).toBe('Robin')
    fireEvent.click(same)
    expect(screen.getAllByLabelText('First name')).toHaveLength(1)
    fireEvent.click(same)
    expect(field('First name', 1).value).toBe('')
  })

  test('has a field for a coupon or gift card [COUP-01]', async () => {
    await open('LAMP-1')
    expect(field('Gift card / Coupon code')).toBeDefined()
  })

  test('opens the cart in a dialog for editing, and shows the changes [SUMM-03]', async () => {
    await open('LAMP-1', { quantity: 2 })
    cleanup()
    const props = (await on.visitor.get('/customer/checkout')).json<CheckoutPageProps>()
    const router = createMemoryRouter(
      [
        {
          path: '/',
          element: <Root {...({ loaderData: serialize(props.site) } as unknown as Parameters<typeof Root>[0])} />,
          children: [{ path: 'customer/checkout', element: <CheckoutPage {...props} /> }],
        },
      ],
      { initialEntries: ['/customer/checkout'] },
    )
    render(<RouterProvider router={router} />)
    await waitFor(() => expect(cartStore.get().cart).not.toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(screen.getByRole('link', { name: 'Edit Cart' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Your cart (2)' }))
    fireEvent.click(panel.getByRole('button', { name: 'Increase quantity' }))
    await waitFor(() => expect(figure('Order Total')).toBe('$148.50'))
  })

  test('offers Afterpay only for totals in its range [PAY-17]', async () => {
    await open('LAMP-1')
    expect(screen.getByRole('radio', { name: 'Afterpay' })).toBeDefined()
    await open('FR-1')
    expect(screen.queryByRole('radio', { name: 'Afterpay' })).toBeNull()
    // PayPal has no range of its own, and Zip's goes further.
    expect(screen.getAllByRole('radio')).toHaveLength(3)
  })
})

describe('leaving the checkout', () => {
  const text = 'You have not completed your order yet. Are you sure you want to leave?'
  const home = () => screen.getByRole('link', { name: 'Appliances Online, home' })

  test('with unsaved input asks for confirmation where the brand requires it [CHK-06]', async () => {
    await open('LAMP-1')
    expect(fireEvent.click(home())).toBe(true)
    expect(screen.queryByText(text)).toBeNull()
    fill('First name', 'Ana')
    await waitFor(() => expect(fireEvent.click(home())).toBe(false))
    await screen.findByText(text)
    click('button', 'Stay')
    expect([screen.queryByText(text), visited()]).toEqual([null, []])
    expect(field('First name').value).toBe('Ana')
    fireEvent.click(home())
    click('button', 'Leave')
    expect(visited()).toEqual(['http://aol.localhost/'])
    expect(fireEvent.click(home())).toBe(true)
  })

  test('is not confirmed on other brands', async () => {
    await open('LAMP-1', { app: 'fk' })
    fill('First name', 'Ana')
    expect(fireEvent.click(screen.getByRole('link', { name: 'FK Kitchens, home' }))).toBe(true)
    expect(screen.queryByText(text)).toBeNull()
  })
})

describe('the email address', () => {
  test('is stored with the cart 400 ms after typing stops, from two characters [CHK-60]', async () => {
    await open('LAMP-1')
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: on.shop.clock.now() })
    try {
      fill('Email', 'a')
      await vi.advanceTimersByTimeAsync(1_000)
      fill('Email', 'ana@example.co')
      await vi.advanceTimersByTimeAsync(399)
      fill('Email', 'ana@example.com')
      await vi.advanceTimersByTimeAsync(399)
      expect(callsOf('/api/cart/email')).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      expect(callsOf('/api/cart/email')).toEqual([{ email: 'ana@example.com' }])
    } finally {
      vi.useFakeTimers({ toFake: ['Date'], now: on.shop.clock.now() })
    }
    const id = await cartId()
    await expect.poll(async () => (await on.shop.services.cart.byId(id))?.email).toBe('ana@example.com')
  })
})

describe('form input', () => {
  test('is saved with every change, except cards, and restored [SESS-04] [SESS3-02]', async () => {
    await open('LAMP-1')
    expect(session()).toMatchObject({ isBillingAddressSameAsShipping: true, isOptingIntoNewsletter: true })
    fill('Email', 'ana')
    expect(session().guestEmail).toEqual({ email: 'ana', isValid: false })
    await fillGuest()
    fireEvent.click(field('Keep me updated with news and offers'))
    fireEvent.click(cell('2026-12-03'))
    click('radio', 'Afterpay')
    fireEvent.click(field('Billing address is the same as delivery address'))
    fill('First name', 'Robin', 1)
    click('radio', /^Credit card/)
    fillCard()
    click('radio', 'Afterpay')
    await waitFor(() => expect(session().selectedDate).toBe('2026-12-03'))
    const stored = session()
    expect(stored).toMatchObject({
      cartId: await cartId(),
      guestEmail: { email: 'ana@example.com', isValid: true },
      isOptingIntoNewsletter: false,
      phoneNumber: '0412 345 678',
      deliveryAddress: { firstName: 'Ana', lastName: 'Botha', suburb: 'Sydney', state: 'NSW', postcode: '2000' },
      isBillingAddressSameAsShipping: false,
      billingAddress: { firstName: 'Robin' },
      selectedDate: '2026-12-03',
      paymentMethod: 1,
    })
    expect(localStorage.getItem('checkout-availability')).not.toMatch(/4111|9713|2030/)
    await reopen()
    await screen.findByRole('radiogroup')
    expect([field('Email').value, field('First name').value, field('First name', 1).value]).toEqual([
      'ana@example.com',
      'Ana',
      'Robin',
    ])
    expect(field('Keep me updated with news and offers').checked).toBe(false)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Afterpay' }).checked).toBe(true)
    await waitFor(() => expect(chosenDay()).toBe('2026-12-03'))
  })

  test('is deleted when the order is placed [CHK-33]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard()
    expect(session()).not.toBeNull()
    await placed()
    expect(localStorage.getItem('checkout-availability')).toBeNull()
  })
})
