import {
  answerNext,
  banner,
  cell,
  checkoutTests,
  chosenDay,
  figure,
  fill,
  fillGuest,
  openMoreDates,
  pickSuburb,
  placeOrder,
  session,
} from '../../../testing/checkout-page.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

/** Delivery dates on the checkout page. */

const on = checkoutTests({ app: 'aol' })
const { open, callsOf, cartId } = on

describe('delivery dates', () => {
  test('are requested with the form and address, and shown with prices [DLV-01] [DLV-32] [DLV-42]', async () => {
    await open('LAMP-1')
    expect(screen.queryByRole('radiogroup')).toBeNull()
    fill('Email', 'ana@example.com')
    await pickSuburb('sydney', '2000 Sydney, NSW')
    await screen.findByRole('radiogroup')
    const [requested] = callsOf('/api/checkout/avail')
    expect(requested).toMatchObject({
      cartId: await cartId(),
      email: 'ana@example.com',
      deliveryAddress: { suburb: 'Sydney', state: 'NSW', postcode: '2000', country: 'AU' },
      cardDetails: null,
      deliveryDate: null,
      winningDeliveryServiceOverride: false,
    })
    expect(cell('2026-11-25').textContent).toContain('FREE')
    expect(cell('2026-11-28').textContent).toContain('$40')
    openMoreDates()
    const calendar = within(screen.getByRole('grid'))
    expect(calendar.getAllByRole('row')).toHaveLength(7)
    expect(calendar.getAllByText('$40').length).toBeGreaterThan(0)
  })

  test('can be discussed by phone, and our team delivers [DSVC-02] [DSVC-08]', async () => {
    await open('LAMP-1')
    await fillGuest()
    const dates = within(screen.getByRole('heading', { name: 'Delivery date' }).parentElement ?? expect.fail())
    expect(dates.getByRole('checkbox', { name: 'Please contact me to discuss my delivery' })).toBeDefined()
    expect(dates.getByText('Our team will personally deliver your order to your designated address.')).toBeDefined()
  })

  test('start with the first, and another one changes the price [DLV-34] [DLV-35] [DLV-40]', async () => {
    await open('LAMP-1')
    await fillGuest()
    expect([chosenDay(), figure('Delivery'), figure('Order Total')]).toEqual(['2026-11-25', 'FREE', '$49.50'])
    fireEvent.click(cell('2026-11-28'))
    expect([chosenDay(), figure('Delivery'), figure('Order Total')]).toEqual(['2026-11-28', '$40', '$89.50'])
  })

  test('reload when the address changes, and an available selection stays [DLV-26] [DLV-28] [DLV-33]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fireEvent.click(cell('2026-12-03'))
    await pickSuburb('orange', '2800 Orange, NSW')
    expect(screen.queryByRole('radiogroup')).toBeNull()
    expect(screen.getByRole('status', { name: '' }).textContent).toBe('Loading delivery dates')
    expect(figure('Delivery')).toBe('Choose a suburb')
    // Nothing is ordered of which the total is not known, and nothing is wrong either.
    const button = screen.getByRole<HTMLButtonElement>('button', { name: /^(Place order|Pay )/ })
    fireEvent.submit(button.form ?? expect.fail('no form'))
    expect([button.disabled, banner()]).toEqual([true, undefined])
    await screen.findByRole('radiogroup')
    expect(button.disabled).toBe(false)
    expect(callsOf('/api/checkout/avail').map((one) => (one['deliveryAddress'] as { suburb: string }).suburb)).toEqual([
      'Sydney',
      'Orange',
    ])
    expect([chosenDay(), figure('Delivery')]).toEqual(['2026-12-03', '$65'])
    // No truck goes there on a Saturday.
    await pickSuburb('sydney', '2000 Sydney, NSW')
    await screen.findByRole('radiogroup')
    fireEvent.click(cell('2026-12-05'))
    await pickSuburb('orange', '2800 Orange, NSW')
    await screen.findByRole('radiogroup')
    expect(chosenDay()).toBe('2026-11-27')
  })

  test('that are empty or full mean no delivery [DLV-30] [DLV-31]', async () => {
    await sql`insert into delivery_day (warehouse_code, tier_code, delivers_on, is_closed)
      select '2000', 'remote-au', day::date, true
      from generate_series('2026-11-24'::date, '2027-05-01'::date, '1 day') as day`.execute(on.shop.database.db)
    await open('LAMP-1')
    await fillGuest()
    await pickSuburb('broken hill', '2880 Broken Hill, NSW')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Delivery is not currently available to this location. Please choose another address or call 1300 975 708.',
    )
    expect(screen.queryByRole('radiogroup')).toBeNull()
    placeOrder()
    expect(banner()).toBe('There is an error with the delivery date. Please try again or contact support.')
    expect(callsOf('/api/checkout')).toEqual([])
    const date = (available: boolean) => ({ date: [2026, 11, 26], price: 0, available })
    for (const availability of [
      { unavailable: true, dates: [date(true)] },
      { unavailable: false, dates: [date(false)] },
      { unavailable: true, dates: [] },
    ]) {
      await open('LAMP-1')
      answerNext('/api/checkout/avail', 200, JSON.stringify({ today: [2026, 11, 24], availability }))
      await pickSuburb('sydney', '2000 Sydney, NSW')
      expect((await screen.findByRole('alert')).textContent).toMatch(/^Delivery is not currently available/)
      expect([screen.queryByRole('radiogroup'), figure('Delivery')]).toEqual([null, 'Choose a suburb'])
    }
  })

  test('unavailable at the outlet show a number to call [CERR-07]', async () => {
    await open('LAMP-1', { app: 'hc' })
    await pickSuburb('broken hill', '2880 Broken Hill, NSW')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Unfortunately delivery is not currently available for your order. Please call us to see if we can make alternative arrangements 1300 975 711',
    )
  })

  test('that fail to load say so; a location without delivery says so and is cleared [CERR-04] [CERR-05] [CERR-06]', async () => {
    await open('LAMP-1')
    answerNext('/api/checkout/avail', 500)
    await pickSuburb('sydney', '2000 Sydney, NSW')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'An error has occurred when selecting a delivery location. Please try again.',
    )
    await pickSuburb('lord howe', '2898 Lord Howe Island, NSW')
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('Delivery services unavailable for the provided address'),
    )
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('')
    expect(session().deliveryAddress).toMatchObject({ suburb: '', state: '', postcode: '' })
  })
})
