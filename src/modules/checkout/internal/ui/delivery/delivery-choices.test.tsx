import {
  banner,
  cell,
  checkoutTests,
  chosenDay,
  fill,
  fillCard,
  openMoreDates,
  placeOrder,
  session,
} from '../../../../../testing/checkout-page.tsx'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { AppCode } from '../../../../../brands/apps.ts'
import { deliveryProducts, places } from '../../../../../testing/catalogue.ts'
import { loadCart } from '../../../../cart/ui/cart-actions.ts'

/** The delivery of the checkout as a shopper sees and fills it in, against a real shop. */

const on = checkoutTests({ app: 'aol', moreProducts: deliveryProducts })
const { show } = on

async function open(skus: readonly string[], app: AppCode = 'aol'): Promise<void> {
  on.visitor = on.shop.visitor(app)
  for (const sku of skus) await on.visitor.add(sku)
  await show()
}

const contact = 'Please contact me to discuss my delivery'
const unique = 'My delivery has unique requirements (for example stairs, crane or restricted access)'
const storage =
  'I understand that goods stored beyond 60 days from the first available delivery date may be charged a storage fee of up to $4 per day.'
const miele =
  'Items from Miele are delivered by the manufacturer. Delivery will be arranged with you after your order is placed.'
const ours = 'Our team will personally deliver your order to your designated address.'

async function pick(typed = 'sydney', full = '2000 Sydney, NSW'): Promise<void> {
  fireEvent.change(screen.getByRole('combobox'), { target: { value: typed } })
  fireEvent.click(await screen.findByRole('option', { name: full }))
  await screen.findByLabelText(contact)
}

function fillRest(): void {
  fill('Email', 'ana@example.com')
  fill('Phone', '0412 345 678')
  fill('First name', 'Ana')
  fill('Last name', 'Botha')
  fill('Street address', '12 Harbour Street')
  fillCard()
}

const box = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const tick = (name: string | RegExp) => fireEvent.click(box(name))
const has = (name: string) => screen.queryByLabelText(name) !== null
const grid = () => document.querySelector('[role=radiogroup]')
const figures = () =>
  [...document.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent])
const steps = () => within(screen.getByRole('region', { name: 'Next steps' }))
const requested = () => on.calls.filter((one) => one.path === '/api/checkout/avail').length
async function placed(): Promise<Record<string, unknown>> {
  await on.placed()
  return on.posted()
}

/** Opens the calendar and turns its pages until a day is on it. */
const navigateTo = (day: string) => {
  openMoreDates()
  return waitFor(() => {
    if (document.querySelector(`[data-day="${day}"]`) === null)
      fireEvent.click(screen.getByRole('button', { name: 'Next month' }))
    expect(cell(day)).toBeDefined()
  })
}

describe('services', () => {
  test('are listed among the next steps with checkbox, title, price or FREE, and description [DSVC-10] [DSVC-11] [DSVC-12] [DSVC-13]', async () => {
    await open(['WM-1'])
    await pick()
    const list = within(steps().getByRole('group', { name: 'Delivery and installation services' }))
    const boxes = list.getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map((one) => [one.labels?.[0]?.textContent, one.checked])).toEqual([
      [' Packaging removal FREE', true],
      [' Old appliance removal FREE', false],
      [' Connect washing machine or dishwasher $49', false],
      [' Stairs above one flight $45', false],
    ])
    const described = document.getElementById(boxes[2]?.getAttribute('aria-describedby') ?? '')
    expect(described?.querySelector('p')?.textContent).toBe(
      'We connect it to the tap and drain that are there, level it and run a test.',
    )
    tick(/^Stairs/)
    expect(box(/^Stairs/).checked).toBe(true)
    tick(/^Stairs/)
    expect(box(/^Stairs/).checked).toBe(false)
  })

  test('that are selected and priced appear in summary and total at once, and are ordered [SUMM-11]', async () => {
    await open(['WM-1'])
    await pick()
    expect(figures().slice(-2)).toEqual([
      ['Delivery', 'FREE'],
      ['Order Total', '$999'],
    ])
    tick(/^Connect washing machine/)
    tick(/^Stairs/)
    expect(figures().slice(-4)).toEqual([
      ['Delivery', 'FREE'],
      ['Connect washing machine or dishwasher', '$49'],
      ['Stairs above one flight', '$45'],
      ['Order Total', '$1,093'],
    ])
    fillRest()
    expect(await placed()).toMatchObject({
      deliveryServices: ['packaging-removal', 'connect-washer-or-dishwasher', 'stairs'],
      expectedTotal: 1_093,
    })
  })

  test('are submitted as an empty list when there are none', async () => {
    await open(['WM-1'])
    await pick()
    tick(/^Packaging removal/)
    fillRest()
    expect((await placed())['deliveryServices']).toBeNull()
  })
})

describe('a supplier delivery', () => {
  test('shows its date and price, and its team among the next steps [DSVC-01] [DSVC-06]', async () => {
    await open(['SOFA-1'])
    await pick()
    expect(grid()).toBeNull()
    expect(screen.getByText(/delivers its items directly/).textContent).toBe(
      'Halden Row delivers its items directly, from Wednesday, 2 December 2026 · $99',
    )
    expect(
      steps().getByText('Delivered by Halden Row. Estimated delivery from Wednesday, 2 December 2026.'),
    ).toBeDefined()
    expect(screen.queryByText(ours)).toBeNull()
    expect(figures()).toEqual([
      ['Delivery by Halden Row', '$99'],
      ['Order Total', '$2,098'],
    ])
    fillRest()
    expect(await placed()).toMatchObject({
      deliveryDate: null,
      supplierDeliveryDates: [{ supplier: 'halden-row', deliveryDate: [2026, 12, 2], price: 99 }],
    })
  })

  test('beside our own is labelled as a separate delivery [DSVC-09]', async () => {
    const mixed = 'Your order contains items that will be delivered separately by different teams.'
    await open(['SOFA-1', 'LAMP-1'])
    await pick()
    expect(grid()).not.toBeNull()
    for (const text of ['Delivered by our own team', mixed]) expect(steps().getByText(text)).toBeDefined()
    expect(steps().getByText(/^Delivered by our own team/).parentElement?.textContent).toContain(ours)
    cleanup()
    await open(['LAMP-1'])
    await pick()
    expect(screen.queryByText(mixed)).toBeNull()
  })

  test('that does not serve the location says so and blocks the order', async () => {
    await sql`update supplier_region set to_postcode = '2799' where from_postcode = '1000'`.execute(on.shop.database.db)
    const message =
      'Halden Row does not deliver to this address yet. Please choose another address or remove its items from your cart.'
    await open(['SOFA-1', 'LAMP-1'])
    await pick('orange', '2800 Orange, NSW')
    expect(screen.getByRole('alert').textContent).toBe(message)
    fillRest()
    placeOrder()
    await waitFor(() => expect(banner()).toBe(message))
    expect(on.calls.filter((one) => one.path === '/api/checkout' && one.method === 'POST')).toEqual([])
    await sql`update supplier_region set to_postcode = '2897' where from_postcode = '1000'`.execute(on.shop.database.db)
  })
})

describe('manufacturer deliveries', () => {
  test('show a notice and a call instead of the calendar [DLV-17]', async () => {
    await open(['MI-1'])
    await pick()
    expect(screen.getByText(miele)).toBeDefined()
    expect(grid()).toBeNull()
    expect([box(contact).checked, box(contact).disabled]).toEqual([true, true])
    expect(figures().slice(-2)).toEqual([
      ['Delivery', 'To be arranged'],
      ['Order Total', '$1,899'],
    ])
    fillRest()
    tick(/Miele products are sold by Miele/)
    expect(await placed()).toMatchObject({ deliveryDate: [2026, 12, 15], requestedDeliveryContact: true })
  })

  test('together with ours use our first free day', async () => {
    await open(['MI-1', 'LAMP-1'])
    await pick()
    expect([grid(), screen.getByText(miele).textContent]).toEqual([null, miele])
    expect(screen.getByText(/^Wednesday, 25 November 2026/).textContent).toBe('Wednesday, 25 November 2026 · FREE')
    expect(figures().at(-2)).toEqual(['Delivery', 'FREE'])
    expect(steps().getByText('Delivered by our own team')).toBeDefined()
  })

  test('do not appear in a cart without them', async () => {
    await open(['LAMP-1'])
    await pick()
    expect(grid()).not.toBeNull()
    expect(screen.queryByText(miele)).toBeNull()
  })
})

describe('delivery requests', () => {
  test('for unique requirements replace the calendar by a call; undone, the selection returns [DSVC-03] [DLV-38]', async () => {
    await open(['SAFE-1'])
    await pick()
    fireEvent.click(cell('2026-11-28'))
    expect(figures().at(-2)).toEqual(['Delivery', '$40'])
    tick(unique)
    expect(grid()).toBeNull()
    expect(figures().slice(-2)).toEqual([
      ['Delivery', 'To be arranged'],
      ['Order Total', '$3,500'],
    ])
    expect([box(contact).checked, requested()]).toEqual([true, 1])
    tick(unique)
    expect([chosenDay(), figures().at(-2)?.[1], box(contact).checked]).toEqual(['2026-11-28', '$40', false])
    tick(unique)
    fillRest()
    expect(await placed()).toMatchObject({
      deliveryDate: [2026, 12, 15],
      uniqueDeliveryRequirements: true,
      requestedDeliveryContact: true,
    })
  })

  test('for unique requirements persist at another address, and undoing them loads its dates', async () => {
    await open(['SAFE-1'])
    await pick()
    tick(unique)
    await pick('orange', '2800 Orange, NSW')
    expect(grid()).toBeNull()
    expect(on.calls.filter((one) => one.path === '/api/checkout/avail').at(-1)?.body).toMatchObject({
      uniqueDeliveryRequirements: true,
    })
    tick(unique)
    await waitFor(() => expect(grid()).not.toBeNull())
    expect(chosenDay()).toBe('2026-11-27')
  })

  test('are not offered for items that are neither heavy, on order nor built in', async () => {
    await open(['LAMP-1'])
    await pick()
    expect([unique, 'Let me know if my delivery becomes available sooner'].map(has)).toEqual([false, false])
    expect(has('Yes, contact me to discuss installation options')).toBe(false)
  })

  test('for an earlier date are offered while stock is on its way [DSVC-04]', async () => {
    await open(['BO-1'])
    await pick()
    tick('Let me know if my delivery becomes available sooner')
    fillRest()
    expect(await placed()).toMatchObject({ EarlyNotification: true, requestedInstallationContact: false })
  })

  test('for an installation call are offered for built-in products [DSVC-05]', async () => {
    await open(['CT-1'])
    await pick()
    tick('Yes, contact me to discuss installation options')
    fillRest()
    expect(await placed()).toMatchObject({ EarlyNotification: false, requestedInstallationContact: true })
  })

  test('are not kept in the session; the server’s remaining state is [SESS-03]', async () => {
    await open(['CT-1'])
    await pick()
    tick(contact)
    tick('Yes, contact me to discuss installation options')
    fireEvent.click(cell('2026-11-28'))
    await waitFor(() => expect(session().availability.selectedDate).toBe('2026-11-28'))
    expect(session().availability).toMatchObject({
      showCalendarWithAvailableDates: true,
      selectedShippingCost: 40_00,
      showInstallationContact: true,
    })
    expect(JSON.stringify(session())).not.toMatch(/requestedDeliveryContact|requestedInstallationContact/)
    await show()
    await waitFor(() => expect(grid()).not.toBeNull())
    expect([chosenDay(), box(contact).checked]).toEqual(['2026-11-28', false])
    expect(box('Yes, contact me to discuss installation options').checked).toBe(false)
  })
})

describe('the storage fee', () => {
  test('must be agreed to while the chosen date is late enough; its checkbox comes and goes unticked [FEE-01] [FEE-06] [FEE-07] [FEE-08]', async () => {
    await open(['FR-1'], 'wa')
    await pick()
    expect(has(storage)).toBe(false)
    await navigateTo('2027-01-23')
    fireEvent.click(cell('2027-01-23'))
    expect(has(storage)).toBe(false)
    fireEvent.click(cell('2027-01-25'))
    expect([box(storage).checked, box(storage).required]).toEqual([false, true])
    const link = screen.getByRole('link', { name: /^Storage terms and conditions/ })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      '/s/winning-storage-terms-and-conditions',
      '_blank',
    ])
    fillRest()
    placeOrder()
    await waitFor(() =>
      expect(banner()).toBe('There has been an error. Please check below to see what fields are invalid.'),
    )
    expect(screen.getByText('Please acknowledge the storage fee', { selector: 'p' })).toBeDefined()
    expect(on.calls.filter((one) => one.path === '/api/checkout' && one.method === 'POST')).toEqual([])
    tick(storage)
    expect(screen.queryByText('Please acknowledge the storage fee', { selector: 'p' })).toBeNull()
    fireEvent.click(cell('2027-01-22'))
    expect(has(storage)).toBe(false)
    fireEvent.click(cell('2027-01-26'))
    expect(box(storage).checked).toBe(false)
    tick(storage)
    expect(await placed()).toMatchObject({ stockFeeAcknowledged: true, deliveryDate: [2027, 1, 26] })
  })

  test('is not submitted where it is not required', async () => {
    await open(['FR-1'])
    await pick()
    await navigateTo('2027-01-25')
    fireEvent.click(cell('2027-01-25'))
    expect(has(storage)).toBe(false)
    fillRest()
    expect(await placed()).not.toHaveProperty('stockFeeAcknowledged')
  })
})

describe('delivery dates are requested', () => {
  test('with the location, or with the address where the setting requires it [SETT-19]', async () => {
    await on.shop.set('fk', 'CheckoutShowCalendarOnLoad', 'false')
    on.visitor = on.shop.visitor('fk')
    await on.visitor.add('LAMP-1')
    const chosen = await on.visitor.post('/api/geo/setlocation', { localityId: places.sydney.id })
    expect(chosen.status).toBe(200)
    await show()
    expect([requested(), screen.getByText('Choose your suburb to see dates and prices.')]).toEqual([
      0,
      expect.anything(),
    ])
    fill('Street address', '1')
    await waitFor(() => expect(grid()).not.toBeNull())
    fill('Street address', '12 Harbour Street')
    expect(requested()).toBe(1)
    await on.shop.set('fk', 'CheckoutShowCalendarOnLoad', 'true')
    await show()
    await waitFor(() => expect(grid()).not.toBeNull())
  })

  test('again when the cart changes, which also updates the carriers', async () => {
    await open(['LAMP-1'])
    await pick()
    expect(grid()).not.toBeNull()
    await on.visitor.add('SOFA-1')
    await on.visitor.delete('/api/cart/product/LAMP-1')
    await act(async () => void (await loadCart()))
    await screen.findByText(/delivers its items directly/)
    await waitFor(() => expect(grid()).toBeNull())
    expect(figures().at(-1)).toEqual(['Order Total', '$2,098'])
  })
})

test('an outlet cart without delivery shows a message above the page and instead of the calendar, with a phone number', async () => {
  await sql`insert into delivery_day (warehouse_code, tier_code, delivers_on, is_closed)
    select '2000', 'remote-au', day::date, true
    from generate_series('2026-11-24'::date, '2027-05-01'::date, '1 day') as day`.execute(on.shop.database.db)
  await open(['LAMP-1'], 'hc')
  await pick('broken hill', '2880 Broken Hill, NSW')
  const text =
    'Unfortunately delivery is not currently available for your order. Please call us to see if we can make alternative arrangements 1300 975 711'
  expect(screen.getByRole('alert').textContent).toBe(text)
  const there = screen.getByRole('heading', { name: 'Delivery date' }).parentElement ?? expect.fail()
  expect(there.textContent).toContain(text)
  expect(within(there).getByRole('link', { name: '1300 975 711' }).getAttribute('href')).toBe('tel:1300975711')
  fireEvent.click(screen.getByRole('link', { name: 'Edit Cart' }))
  expect(screen.getByRole('alert').textContent).toBe(text)
})
