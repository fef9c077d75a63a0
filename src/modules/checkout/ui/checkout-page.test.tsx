import { browseAs, openAddress, visited, type Call } from '../../../testing/browser.ts'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { sql } from 'kysely'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AppCode } from '../../../brands/apps.ts'
import { brandOf } from '../../../brands/brands.ts'
import { codes, upsells } from '../../../testing/catalogue.ts'
import type { PageRenderer } from '../../../app/rendering/page-renderer.ts'
import { loader } from '../../../app/routes/checkout/checkout.tsx'
import { pack } from '../../../platform/packed.ts'
import Root from '../../../app/root.tsx'
import { openTestShop, testCard, type TestShop, type Visitor } from '../../../testing/shop.server.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { hearing, type Told } from '../../analytics/ui/tell.ts'
import { cartStore, type ChosenIds } from '../../cart/ui/cart-state.ts'
import { noSale } from '../../promotions/sale.ts'
import { siteOf } from '../../navigation/site.server.ts'
import { CheckoutPage, type CheckoutPageProps } from './checkout-page.tsx'
// Here before it is asked for: what is fetched on the way is no part of what is waited for.
import '../internal/ui/delivery/delivery-choices.tsx'

/** The checkout as a shopper fills it in, against a real shop and the payments sandbox. */

/** What the page is made of, in place of the page. */
const propsOfPage: PageRenderer = async (request, context) => {
  const loaded = await loader({ request, context } as unknown as Parameters<typeof loader>[0])
  const { brand, navigation } = context.get(requestContext)
  const parts = { hasStores: false, compares: true, otherCountryAddress: null, sale: noSale }
  return Response.json({ ...loaded, site: siteOf(brand, navigation(), parts) })
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ pages: propsOfPage })
  // The page reads the clock on the wall: it must show what the shop's and the sandbox's do.
  vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
  await shop.advance(0)
})
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

let visitor: Visitor
let calls: Call[]
/** What a request may ask of a shop, as far as this page does. */
const contextOf = {
  brand: brandOf('aol'),
  cart: { current: async () => null },
  place: { chosen: async () => null },
  maps: null,
  settings: { isOn: () => false, text: () => '' },
  now: () => shop.clock.now(),
}

type Opening = {
  readonly app?: AppCode
  readonly address?: string
  readonly code?: string
  readonly quantity?: number
  readonly chosen?: ChosenIds
}

async function open(
  sku: string,
  { app = 'aol', address = '/customer/checkout', code, quantity = 1, chosen = {} }: Opening = {},
) {
  visitor = shop.visitor(app)
  await visitor.add(sku, quantity, chosen)
  if (code !== undefined) await visitor.applyCode(code)
  await reopen(address)
}

async function reopen(address = '/customer/checkout') {
  cleanup()
  openAddress(address)
  cartStore.set(cartStore.initial)
  calls = browseAs(visitor)
  const props = (await visitor.get('/customer/checkout')).json<CheckoutPageProps>()
  render(<CheckoutPage {...props} />)
}

/** The next call of this path gets this answer instead of the shop's; status 0 is none at all. */
function answerNext(path: string, status: number, body = ''): void {
  const asUsual = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    if (!String(input).startsWith(path)) return asUsual(input, init)
    globalThis.fetch = asUsual
    if (status === 0) throw new TypeError('fetch failed')
    return new Response(body, { status })
  }
}

const field = (label: string, at = 0) => {
  const found = screen.getAllByLabelText<HTMLInputElement>(label)
  return found[at] ?? expect.fail(`no field ${label}`)
}
const fill = (label: string, value: string, at = 0) => fireEvent.change(field(label, at), { target: { value } })
const click = (role: string, name: string | RegExp) => fireEvent.click(screen.getByRole(role, { name }))
const region = (name: string) => within(screen.getByRole('region', { name }))

async function pick(typed: string, full: string, at = 0): Promise<void> {
  const box = screen.getAllByRole('combobox')[at] ?? expect.fail('no picker')
  fireEvent.change(box, { target: { value: typed } })
  fireEvent.click(await screen.findByRole('option', { name: full }))
}

async function fillGuest(): Promise<void> {
  fill('Email', 'ana@example.com')
  fill('Phone', '0412 345 678')
  fill('First name', 'Ana')
  fill('Last name', 'Botha')
  fill('Street address', '12 Harbour Street')
  await pick('sydney', '2000 Sydney, NSW')
  await screen.findByRole('checkbox', { name: 'Please contact me to discuss my delivery' })
}

function fillCard({ name = 'Ana Botha' } = {}): void {
  fill('Name on card', name)
  fill('Card number', testCard.number)
  fill('Expiry (MM / YYYY)', '03 / 30')
  fill('CVV', testCard.cvc)
}

const place = () => click('button', 'Place order')
const cell = (day: string) => document.querySelector<HTMLElement>(`[data-day="${day}"]`) ?? expect.fail(day)
const chosenDay = () => document.querySelector<HTMLElement>('[aria-selected="true"]')?.dataset['day'] ?? null
/** What was posted there. */
const callsOf = (path: string) =>
  calls.filter((one) => one.path === path && one.method === 'POST').map((one) => one.body as Record<string, unknown>)
const posted = () => callsOf('/api/checkout').at(-1) ?? expect.fail('no order was posted')
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const banner = () => document.getElementById('checkout-problem')?.firstElementChild?.firstChild?.textContent
const cartId = async () => (await visitor.cart()).cartId
/** Places the order and arrives at its confirmation; answers the id of its cart. */
async function placed(): Promise<string> {
  const id = await cartId()
  place()
  await waitFor(() => expect(visited()).toEqual([`/customer/confirmation?id=${id}`]))
  return id
}
const session = () => JSON.parse(localStorage.getItem('checkout-availability') ?? '{"value":null}').value

describe('the page', () => {
  test('has a header with a way home and a number to call [CHK-13] [CHK-14]', async () => {
    await open('LAMP-1')
    expect(screen.getByRole('link', { name: 'Appliances Online, home' }).getAttribute('href')).toBe('/')
    expect(screen.getByRole('link', { name: /1300 975 708/ }).getAttribute('href')).toBe('tel:1300975708')
  })

  test('asks for email, phone and whether news may come, which is on [CHK-07] [CHK-09]', async () => {
    await open('LAMP-1')
    const you = region('You')
    expect([...you.getAllByRole('textbox')].map((one) => (one as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
      'Email',
      'Phone',
    ])
    const news = you.getByRole<HTMLInputElement>('checkbox', { name: 'Keep me updated with news and offers' })
    expect(news.checked).toBe(true)
  })

  test('does not offer news to the trade unasked [CHK-08]', async () => {
    await open('LAMP-1', { app: 'wac' })
    expect(field('Keep me updated with news and offers').checked).toBe(false)
  })

  test('has an address with optional instructions, which are counted [ADDR-01] [ADDR-02]', async () => {
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

  test('bills the delivery address unless another is wanted, and forgets that one when it is not [ADDR-03] [ADDR-07]', async () => {
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

  test('has the box for a coupon or gift card [COUP-01]', async () => {
    await open('LAMP-1')
    expect(field('Gift card / Coupon code')).toBeDefined()
  })

  test('opens the cart over itself to be edited, and shows what became of it [SUMM-03]', async () => {
    await open('LAMP-1', { quantity: 2 })
    cleanup()
    const props = (await visitor.get('/customer/checkout')).json<CheckoutPageProps>()
    const router = createMemoryRouter(
      [
        {
          path: '/',
          element: <Root {...({ loaderData: pack(props.site) } as unknown as Parameters<typeof Root>[0])} />,
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
    fireEvent.click(panel.getByRole('button', { name: 'One more' }))
    await waitFor(() => expect(figure('Order Total')).toBe('$148.50'))
  })

  test('offers Afterpay for totals in its range only [PAY-17]', async () => {
    await open('LAMP-1')
    expect(screen.getByRole('radio', { name: 'Afterpay' })).toBeDefined()
    await open('FR-1')
    expect(screen.queryByRole('radio', { name: 'Afterpay' })).toBeNull()
    // PayPal has no range of its own, and Zip's goes further.
    expect(screen.getAllByRole('radio')).toHaveLength(3)
  })
})

test('Zip is forced on by its flag, on a developer’s machine alone [PAY-18]', async () => {
  const ofFlag = async (query: string, isDevelopment: boolean) => {
    const { payments: paymentConfiguration } = shop.services
    const context = { get: () => ({ ...contextOf, paymentConfiguration, isDevelopment }) }
    const request = new Request(`http://aol.localhost/customer/checkout${query}`)
    return (await loader({ request, context } as unknown as Parameters<typeof loader>[0])).forcesZip
  }
  expect(await ofFlag('?forceZip=1', true)).toBe(true)
  expect(await ofFlag('?forceZip=1', false)).toBe(false)
  expect(await ofFlag('', true)).toBe(false)
})

describe('leaving', () => {
  const text = 'You have not completed your order yet. Are you sure you want to leave?'
  const home = () => screen.getByRole('link', { name: 'Appliances Online, home' })

  test('with something typed is asked about where the brand wants it, and stays or goes [CHK-06]', async () => {
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

  test('is nobody’s business for other brands', async () => {
    await open('LAMP-1', { app: 'fk' })
    fill('First name', 'Ana')
    expect(fireEvent.click(screen.getByRole('link', { name: 'FK Kitchens, home' }))).toBe(true)
    expect(screen.queryByText(text)).toBeNull()
  })
})

describe('delivery dates', () => {
  test('are asked for with the form and its address, and shown with their prices [DLV-01] [DLV-32] [DLV-42]', async () => {
    await open('LAMP-1')
    expect(screen.queryByRole('grid')).toBeNull()
    fill('Email', 'ana@example.com')
    await pick('sydney', '2000 Sydney, NSW')
    await screen.findByRole('grid')
    const [asked] = callsOf('/api/checkout/avail')
    expect(asked).toMatchObject({
      cartId: await cartId(),
      email: 'ana@example.com',
      deliveryAddress: { suburb: 'Sydney', state: 'NSW', postcode: '2000', country: 'AU' },
      cardDetails: null,
      deliveryDate: null,
      winningDeliveryServiceOverride: false,
    })
    expect(cell('2026-11-25').textContent).toContain('FREE')
    expect(cell('2026-11-28').textContent).toContain('$40')
  })

  test('can be talked about, and our team brings the goods [DSVC-02] [DSVC-08]', async () => {
    await open('LAMP-1')
    await fillGuest()
    const dates = within(screen.getByRole('heading', { name: 'Delivery date' }).parentElement ?? expect.fail())
    expect(dates.getByRole('checkbox', { name: 'Please contact me to discuss my delivery' })).toBeDefined()
    expect(dates.getByText('Our team will personally deliver your order to your designated address.')).toBeDefined()
  })

  test('start with the first, and another one costs what it says [DLV-34] [DLV-35] [DLV-40]', async () => {
    await open('LAMP-1')
    await fillGuest()
    expect([chosenDay(), figure('Delivery'), figure('Order Total')]).toEqual(['2026-11-25', 'FREE', '$49.50'])
    fireEvent.click(cell('2026-11-28'))
    expect([chosenDay(), figure('Delivery'), figure('Order Total')]).toEqual(['2026-11-28', '$40', '$89.50'])
  })

  test('are forgotten and asked for again when the address changes, and a date is kept that is still there [DLV-26] [DLV-28] [DLV-33]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fireEvent.click(cell('2026-12-03'))
    await pick('orange', '2800 Orange, NSW')
    expect(screen.queryByRole('grid')).toBeNull()
    expect(screen.getByRole('status', { name: '' }).textContent).toBe('Looking up delivery dates')
    expect(figure('Delivery')).toBe('Choose a suburb')
    // Nothing is ordered of which the total is not known, and nothing is wrong either.
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Place order' })
    fireEvent.submit(button.form ?? expect.fail('no form'))
    expect([button.disabled, banner()]).toEqual([true, undefined])
    await screen.findByRole('grid')
    expect(button.disabled).toBe(false)
    expect(callsOf('/api/checkout/avail').map((one) => (one['deliveryAddress'] as { suburb: string }).suburb)).toEqual([
      'Sydney',
      'Orange',
    ])
    expect([chosenDay(), figure('Delivery')]).toEqual(['2026-12-03', '$65'])
    // No truck goes there on a Saturday.
    await pick('sydney', '2000 Sydney, NSW')
    await screen.findByRole('grid')
    fireEvent.click(cell('2026-12-05'))
    await pick('orange', '2800 Orange, NSW')
    await screen.findByRole('grid')
    expect(chosenDay()).toBe('2026-11-27')
  })

  test('that are none, or all taken, are no delivery [DLV-30] [DLV-31]', async () => {
    await sql`insert into delivery_day (warehouse_code, tier_code, delivers_on, is_closed)
      select '2000', 'remote-au', day::date, true
      from generate_series('2026-11-24'::date, '2027-05-01'::date, '1 day') as day`.execute(shop.database.db)
    await open('LAMP-1')
    await fillGuest()
    await pick('broken hill', '2880 Broken Hill, NSW')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Delivery is not currently available to this location. Please choose another address or call 1300 975 708.',
    )
    expect(screen.queryByRole('grid')).toBeNull()
    place()
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
      await pick('sydney', '2000 Sydney, NSW')
      expect((await screen.findByRole('alert')).textContent).toMatch(/^Delivery is not currently available/)
      expect([screen.queryByRole('grid'), figure('Delivery')]).toEqual([null, 'Choose a suburb'])
    }
  })

  test('that the outlet cannot offer are somebody’s to call about [CERR-07]', async () => {
    await open('LAMP-1', { app: 'hc' })
    await pick('broken hill', '2880 Broken Hill, NSW')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Unfortunately delivery is not currently available for your order. Please call us to see if we can make alternative arrangements 1300 975 711',
    )
  })

  test('that cannot be asked for say so; a place we do not serve says so and is forgotten [CERR-04] [CERR-05] [CERR-06]', async () => {
    await open('LAMP-1')
    answerNext('/api/checkout/avail', 500)
    await pick('sydney', '2000 Sydney, NSW')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'An error has occurred when selecting a delivery location. Please try again.',
    )
    await pick('lord howe', '2898 Lord Howe Island, NSW')
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('Delivery services unavailable for the provided address'),
    )
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('')
    expect(session().deliveryAddress).toMatchObject({ suburb: '', state: '', postcode: '' })
  })
})

describe('an order', () => {
  test('by card posts the form, the cart and the encrypted card, and ends at the confirmation [CHK-17] [CHK-18] [CHK-56] [STFC-16]', async () => {
    await open('LAMP-1', { quantity: 2 })
    await fillGuest()
    fillCard()
    const id = await placed()
    expect(posted()).toMatchObject({
      cartId: id,
      email: 'ana@example.com',
      newsletter: true,
      phoneNumber: '0412 345 678',
      poNumber: '',
      partialPayment: 0,
      EarlyNotification: false,
      requestedDeliveryContact: false,
      requestedInstallationContact: false,
      subdivision: null,
      salespersonCode: null,
      devicePaymentCode: null,
      winningDeliveryServiceOverride: false,
      expectedTotal: 99,
    })
    expect(posted()).not.toHaveProperty('selectedPaymentOption')
  })

  test('carries its date and the lines of its cart [CHK-21] [CHK-22] [CHK-23]', async () => {
    await open('LAMP-1', { quantity: 4, code: codes.tenPercent })
    await fillGuest()
    fireEvent.click(cell('2026-12-03'))
    fillCard()
    await placed()
    expect(posted()['deliveryDate']).toEqual([2026, 12, 3])
    expect(posted()['cart']).toEqual({
      items: [
        {
          qty: 4,
          sku: 'LAMP-1',
          unitId: null,
          productCode: 'LAMP-1',
          category: 'lamps',
          warrantyId: null,
          installId: null,
        },
      ],
      orderTotal: 178.2,
      couponCode: codes.tenPercent,
    })
  })

  test('carries the warranty and the install of its lines, and is charged with them [CHK-22]', async () => {
    const chosen = {
      warrantyId: await shop.upsellId(upsells.oneYear),
      installId: await shop.upsellId(upsells.connection),
    }
    await open('WM-1', { chosen })
    await fillGuest()
    fillCard()
    expect(figure('Order Total')).toBe('$1,107.50')
    await placed()
    expect(posted()['cart']).toMatchObject({ items: [{ productCode: 'WM-1', ...chosen }], orderTotal: 1_107.5 })
  })

  test('carries the delivery address, and none to bill when it is the same [ADDR-04] [ADDR-08]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fill('Company (optional)', 'Botha Pty')
    fill('Delivery instructions (optional)', 'Ring twice')
    fillCard()
    await placed()
    expect(posted()['deliveryAddress']).toEqual({
      firstName: 'Ana',
      lastName: 'Botha',
      companyName: 'Botha Pty',
      address: '12 Harbour Street',
      suburb: 'Sydney',
      state: 'NSW',
      postcode: '2000',
      country: 'AU',
      deliveryInstructions: 'Ring twice',
    })
    expect(posted()['billingAddress']).toBeNull()
  })

  test('carries the country in both addresses [ADDR-05] [CHK-58]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fireEvent.click(field('Billing address is the same as delivery address'))
    fill('First name', 'Robin', 1)
    fill('Last name', 'Vale', 1)
    fill('Street address', '1 High Street', 1)
    await pick('melbourne', '3000 Melbourne, VIC', 1)
    fillCard()
    await placed()
    expect(posted()['billingAddress']).toEqual({
      firstName: 'Robin',
      lastName: 'Vale',
      companyName: '',
      address: '1 High Street',
      suburb: 'Melbourne',
      state: 'VIC',
      postcode: '3000',
      country: 'AU',
    })
    expect(posted()['deliveryAddress']).toMatchObject({ suburb: 'Sydney', country: 'AU' })
  })

  test('by card has the card for the seller’s key only, and nothing of it in clear [CARD-35] [CARD-36] [CARD-37]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard()
    await placed()
    const { encryptedValues, ...rest } = posted()
    expect(rest).toMatchObject({ cardDetails: null, cardHolderName: 'Ana Botha' })
    expect(rest['browserInfo']).toMatchObject({ screenHeight: expect.any(Number), screenWidth: expect.any(Number) })
    expect(Object.keys(encryptedValues as object)).toEqual(['Appliances Online'])
    expect((encryptedValues as Record<string, string>)['Appliances Online']?.split('.')).toHaveLength(5)
    expect(JSON.stringify(rest)).not.toMatch(/4111|9713|2030/)
  })

  test('by Afterpay needs no card, carries its option and nothing of a card that was typed, and leaves for its page [CARD-09] [CARD-34] [CHK-57] [PAY-20]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard()
    click('radio', 'Afterpay')
    place()
    await waitFor(() => expect(visited()).toHaveLength(1))
    expect(visited()[0]).toMatch(/^http.*afterpay/)
    expect(posted()).toMatchObject({ selectedPaymentOption: 2048, cardDetails: null })
    expect(posted()).toHaveProperty('cardDetails', null)
    for (const part of ['encryptedValues', 'cardHolderName', 'browserInfo'])
      expect([part, part in posted()]).toEqual([part, false])
    expect(JSON.stringify(posted())).not.toMatch(/4111|9713|2030/)
    expect(session()).not.toBeNull()
    await visitor.post('/api/checkout/void', { cartId: await cartId() })
  })

  test('that is free needs no card and carries none [CARD-34]', async () => {
    await open('HOSE-1', { quantity: 2, code: codes.smallGiftCard })
    await fillGuest()
    expect(screen.getByText('Nothing is left to pay.')).toBeDefined()
    await placed()
    expect(posted()).toMatchObject({ cardDetails: null, expectedTotal: 0 })
    for (const part of ['selectedPaymentOption', 'encryptedValues']) expect(posted()).not.toHaveProperty(part)
  })

  test('is posted only when the form is right [CHK-31]', async () => {
    await open('LAMP-1')
    place()
    expect(banner()).toBe('Please, select a suburb in the suggested list.')
    await fillGuest()
    fill('Email', 'ana')
    place()
    expect(banner()).toBe('There has been an error. Please check below to see what fields are invalid.')
    fill('Email', 'ana@example.com')
    fillCard()
    fill('CVV', '1')
    place()
    expect(banner()).toBe('Please check your CVC number.')
    expect(callsOf('/api/checkout')).toEqual([])
    fill('CVV', testCard.cvc)
    await placed()
  })

  test('has no fault beside a field before it was typed in and left, or the order was sent [WIDG-14]', async () => {
    await open('LAMP-1')
    const isWrong = (label: string) => field(label).getAttribute('aria-invalid') === 'true'
    fireEvent.blur(field('Email'))
    expect(isWrong('Email')).toBe(false)
    fill('Email', 'ana')
    expect(isWrong('Email')).toBe(false)
    fireEvent.blur(field('Email'))
    expect(isWrong('Email')).toBe(true)
    fill('Email', 'ana@example.com')
    expect(isWrong('Email')).toBe(false)
    fill('Email', '')
    fireEvent.blur(field('Email'))
    expect([isWrong('Email'), isWrong('Phone'), isWrong('First name')]).toEqual([true, false, false])
    await pick('sydney', '2000 Sydney, NSW')
    await screen.findByRole('checkbox', { name: 'Please contact me to discuss my delivery' })
    fillCard()
    place()
    expect([isWrong('Email'), isWrong('Phone'), isWrong('First name')]).toEqual([true, true, true])
  })

  test('lists every fault at once, those of the card too, each leading to its field', async () => {
    await open('LAMP-1')
    place()
    await waitFor(() => expect(banner()).toBeDefined())
    const links = [...document.querySelectorAll('#checkout-problem li a')].map((one) => one.getAttribute('href'))
    const wrong = [...document.querySelectorAll('[aria-invalid="true"]')].map((one) => `#${one.id}`)
    expect(wrong.length).toBeGreaterThanOrEqual(9)
    expect(wrong.filter((one) => !links.includes(one))).toEqual([])
  })

  test('says how much of a name field is used before its limit is met', async () => {
    await open('LAMP-1')
    fill('First name', 'Maximiliane')
    expect(screen.queryByText(/ of 20 characters/)).toBeNull()
    fill('First name', 'Maximiliane-Sophie')
    expect(field('First name').getAttribute('aria-describedby')).toBe(screen.getByText('18 of 20 characters').id)
    fill('Last name', 'Featherstonehaugh-Jones')
    expect(field('Last name').getAttribute('aria-describedby')).toBe(screen.getByText('23 of 29 characters').id)
  })

  test('needs a suburb that was picked: typing forgets the one before [ADDR-32]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard()
    fireEvent.change(screen.getByRole('combobox'), { target: { value: '2000 Sydney, NS' } })
    expect(session().deliveryAddress).toMatchObject({ suburb: '', state: '', postcode: '' })
    place()
    expect(banner()).toBe('Please, select a suburb in the suggested list.')
    expect(callsOf('/api/checkout')).toEqual([])
  })

  test('of the special brand says that its notice was read [BRAND-02] [BRAND-05]', async () => {
    await open('MI-1')
    await fillGuest()
    fillCard()
    const notice =
      'I understand that Miele products are sold by Miele, with Appliances Online acting as agent, and that Miele will issue the invoice.'
    place()
    expect(banner()).toBe('There has been an error. Please check below to see what fields are invalid.')
    expect(screen.getByText('Please confirm you have read the Miele notice', { selector: 'p' })).toBeDefined()
    fireEvent.click(field(notice))
    await placed()
    expect(posted()['brandsWarnings']).toEqual({ mieleWarning: true })
    await open('LAMP-1')
    expect(screen.queryByText(notice)).toBeNull()
  })
})

describe('what goes wrong', () => {
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Place order|Processing\.\.\.)$/ })

  test('is said in the server’s first words, and the form opens again half a second later [CERR-11] [CHK-37]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard({ name: 'NOT_ENOUGH_BALANCE' })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    place()
    expect(button().disabled).toBe(true)
    await waitFor(() => expect(banner()).toBe('Your card was declined (not enough funds). Nothing was charged.'))
    expect(button().disabled).toBe(true)
    await waitFor(() => expect(button().disabled).toBe(false))
    expect(timers.mock.calls.map(([, wait]) => wait)).toContain(500)
    timers.mockRestore()
    fill('Name on card', 'Ana Botha')
    await placed()
  })

  test('with another status opens the form at once, with words of its own when the server has none [CERR-12] [CHK-38]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard()
    answerNext('/api/checkout', 503)
    const timers = vi.spyOn(globalThis, 'setTimeout')
    place()
    await waitFor(() => expect(banner()).toBe('An error has occurred, please try again'))
    await waitFor(() => expect(button().disabled).toBe(false))
    expect(timers.mock.calls.map(([, wait]) => wait)).not.toContain(500)
    timers.mockRestore()
  })

  test('is told to whoever measures, by its first message and the reason, or the code where there is none [ANLYC-03] [ANLYC-05] [ANLYC-06] [ANLYC-07]', async () => {
    const heard: Told[] = []
    hearing.events = heard
    await open('LAMP-1')
    await fillGuest()
    fillCard({ name: 'NOT_ENOUGH_BALANCE' })
    place()
    await waitFor(() => expect(heard.map(({ name }) => name)).toContain('submit-error'))
    await waitFor(() => expect(button().disabled).toBe(false))
    expect(heard.filter(({ name }) => name !== 'add_shipping_info')).toEqual([
      { name: 'add_payment_info', method: 'card' },
      {
        name: 'submit-error',
        message: 'Your card was declined (not enough funds). Nothing was charged.',
        refusalReason: 'Not enough balance',
        total: 49.5,
      },
    ])
    heard.length = 0
    const errors = [{ message: 'Try another card' }, { message: 'Or wait' }]
    answerNext('/api/checkout', 400, JSON.stringify({ errors, errorCode: 905, refusalReason: null }))
    place()
    await waitFor(() => expect(heard.map(({ name }) => name)).toContain('submit-error'))
    expect(heard.at(-1)).toEqual({ name: 'submit-error', message: 'Try another card', errorCode: 905, total: 49.5 })
  })

  /** The message stands above the button, has the focus and was scrolled to, and says what was charged where that is certain. */
  async function isSeen(text: string, note: string | null): Promise<void> {
    // The focus, not the words: the message of an earlier submit may say the same and stands until this one has begun.
    await waitFor(() => expect(document.activeElement?.id).toBe('checkout-problem'))
    expect(banner()).toBe(text)
    const notice = document.getElementById('checkout-problem') ?? expect.fail('no message')
    expect(document.activeElement).toBe(notice)
    expect(notice.getAttribute('role')).toBe('alert')
    expect(notice.querySelector('p')?.textContent ?? null).toBe(note)
    await waitFor(() => expect(button().disabled).toBe(false))
    expect(notice.compareDocumentPosition(button())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(notice.closest('form')).toBe(button().closest('form'))
    expect(document.activeElement).toBe(notice)
  }
  const refusedBody = (message: string, more: object = {}) =>
    JSON.stringify({ errors: [{ message, code: 'refused', field: null }], ...more })

  test.each([
    ['a declined card', 400, { errorCode: 401, nothingCharged: true }, 'Nothing was charged.'],
    ['goods that are gone', 400, {}, 'Nothing was charged.'],
    ['a method that is not granted', 403, {}, 'Nothing was charged.'],
    ['a submit that goes on', 409, {}, null],
    ['a reused key', 422, {}, 'Nothing was charged.'],
    ['too many submits', 429, {}, 'Nothing was charged.'],
    ['a payment of which nothing is known', 500, { errorCode: 500 }, null],
    ['a server that is down', 503, {}, null],
  ])('%s is said above the button, in view and with the focus (%i)', async (_, status, more, note) => {
    await open('LAMP-1')
    await fillGuest()
    fillCard()
    const scrolled = vi.spyOn(window.HTMLElement.prototype, 'scrollIntoView')
    answerNext('/api/checkout', status, refusedBody('What happened.', more))
    place()
    await isSeen('What happened.', note)
    expect(scrolled.mock.contexts.map((one) => (one as HTMLElement).id)).toContain('checkout-problem')
    scrolled.mockRestore()
    // The same words once more are news once more.
    field('Email').focus()
    answerNext('/api/checkout', status, refusedBody('What happened.', more))
    place()
    await isSeen('What happened.', note)
  })

  test('fields that have to be put right are said there too, each with a way to it', async () => {
    await open('LAMP-1')
    place()
    await waitFor(() => expect(document.activeElement?.id).toBe('checkout-problem'))
    fireEvent.click(within(document.activeElement as HTMLElement).getAllByRole('link')[0] ?? expect.fail('no link'))
    expect(document.activeElement?.id).toBe('email')
  })

  test('without any answer must not be tried again [PAY3-24]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard()
    answerNext('/api/checkout', 0)
    place()
    await waitFor(() =>
      expect(banner()).toBe(
        'An error occurred when processing your request. Please do not attempt to checkout again. To resolve this issue, kindly contact a member of our team on 1300 975 708.',
      ),
    )
  })
})

describe('the address of the mail', () => {
  test('is kept with the cart when typing has paused for 400 ms, from two characters on [CHK-60]', async () => {
    await open('LAMP-1')
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: shop.clock.now() })
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
      vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
    }
    const id = await cartId()
    await expect.poll(async () => (await shop.services.cart.byId(id))?.email).toBe('ana@example.com')
  })
})

describe('what was typed', () => {
  test('is kept with every change, but for cards, and comes back [SESS-04] [SESS3-02]', async () => {
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
    const kept = session()
    expect(kept).toMatchObject({
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
    await screen.findByRole('grid')
    expect([field('Email').value, field('First name').value, field('First name', 1).value]).toEqual([
      'ana@example.com',
      'Ana',
      'Robin',
    ])
    expect(field('Keep me updated with news and offers').checked).toBe(false)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Afterpay' }).checked).toBe(true)
    await waitFor(() => expect(chosenDay()).toBe('2026-12-03'))
  })

  test('is forgotten when the order is placed [CHK-33]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard()
    expect(session()).not.toBeNull()
    await placed()
    expect(localStorage.getItem('checkout-availability')).toBeNull()
  })
})

test('Zip is offered by the amounts and months of its setting, and PayPal with the small print of its own [SETT-20]', async () => {
  const zip = () => screen.queryByRole('radio', { name: 'Zip' })
  const read = () => document.body.textContent
  const config = {
    minimumAmount: 40,
    maximumAmount: 49,
    repaymentPeriodMonths: 12,
    offerExpiry: null,
    merchantId: 'M1',
  }
  await open('WM-1')
  expect(zip()).not.toBeNull()
  await shop.set('aol', 'ZipConfig', JSON.stringify(config))
  await open('LAMP-1')
  await fillGuest()
  expect(zip()).toBeNull()
  await shop.set('aol', 'ZipConfig', JSON.stringify({ ...config, maximumAmount: 1_100 }))
  await open('FR-1')
  expect(zip()).toBeNull()
  await open('LAMP-1', { quantity: 21 })
  fireEvent.click(zip() ?? expect.fail('no Zip'))
  expect(read()).toContain(' weekly for 12 months ')
  await shop.set('aol', 'ZipConfig', '')

  await open('LAMP-1')
  click('radio', 'PayPal')
  expect(read()).not.toContain('Subject to approval by PayPal.')
  await shop.set('aol', 'PaypalDisclaimer', 'Subject to approval by PayPal.')
  await open('LAMP-1')
  expect(read()).not.toContain('Subject to approval by PayPal.')
  click('radio', 'PayPal')
  expect(read()).toContain('Subject to approval by PayPal.')
  await shop.set('aol', 'PaypalDisclaimer', '')
})

describe('a tip', () => {
  const tips = (name = 'Leave a tip for our delivery team') => screen.queryByRole('group', { name })

  test('is asked for where the settings say so, paid with the order, and a part of it [SETT-21]', async () => {
    await open('LAMP-1')
    await fillGuest()
    expect(tips()).toBeNull()
    await shop.set('aol', 'TipEnabled', 'true')
    await shop.set('aol', 'TipMessaging', '{"title":"Say thank you","blurb":"All of it is theirs.","amounts":[5,10]}')
    await open('LAMP-1')
    await fillGuest()
    const box = within(await screen.findByRole('region', { name: 'Say thank you' }))
    expect(box.getByText('All of it is theirs.')).toBeDefined()
    expect(box.getAllByRole('radio').map((one) => one.closest('label')?.textContent?.trim())).toEqual([
      'No tip',
      '$5',
      '$10',
      'Another amount',
    ])
    expect(tips()).not.toBeNull()
    click('radio', '$5')
    await waitFor(() => expect(figure('Order Total')).toBe('$54.50'))
    expect(figure('Tip for our delivery team')).toBe('$5')
    click('radio', 'Another amount')
    fill('Your tip', '600')
    expect(screen.getByText('Please enter an amount up to $500.')).toBeDefined()
    // With a card that is not there either, both are said at once.
    place()
    const links = await waitFor(() => {
      const found = [...document.querySelectorAll('#checkout-problem li a')].map(
        (link) => link.getAttribute('href') ?? '',
      )
      expect(found.length).toBeGreaterThan(1)
      return found
    })
    expect(links).toEqual(['#tip', '#card.nameOnCard', '#card.cardNo', '#card.expiryDate', '#card.cvv'])
    for (const href of links) expect([href, document.getElementById(href.slice(1)) !== null]).toEqual([href, true])
    fillCard()
    place()
    expect(await screen.findByRole('link', { name: 'Please enter an amount up to $500.' })).toBeDefined()
    expect(callsOf('/api/checkout')).toEqual([])
    fill('Your tip', '7.50')
    expect(figure('Order Total')).toBe('$57')
    const id = await placed()
    const order = (await visitor.get(`/api/checkout/confirmation?id=${id}`)).json<{
      services: object[]
      totals: { total: number }
    }>()
    expect(order.services).toContainEqual({ title: 'Tip for our delivery team', price: 7.5 })
    expect(order.totals.total).toBe(57)
  })

  test('is asked for in the words of its label [SETT-21]', async () => {
    await shop.set('aol', 'TipEnabled', 'true')
    await shop.set('aol', 'LeaveATipMessage', 'Something for the crew')
    await open('LAMP-1')
    await fillGuest()
    await waitFor(() => expect(tips('Something for the crew')).not.toBeNull())
    expect(tips()).toBeNull()
    await shop.set('aol', 'LeaveATipMessage', 'Leave a tip for our delivery team')
  })

  test('is refused where none is asked for, and with goods that nobody brings', async () => {
    await shop.set('aol', 'TipEnabled', 'false')
    const guest = shop.visitor()
    await guest.add('LAMP-1')
    const body = await guest.order({ card: await shop.card() })
    const answer = await guest.submit({ ...body, tip: 5, expectedTotal: body.expectedTotal + 5 })
    expect([answer.status, answer.json<{ errors: object[] }>().errors.at(-1)]).toEqual([
      400,
      { code: 'validation', field: 'tip', message: 'Tips cannot be left here. Please remove it.' },
    ])
  })
})

describe('the way back from a provider', () => {
  const returning = async (query: string) => {
    visitor = shop.visitor()
    await visitor.add('LAMP-1')
    await reopen(`/customer/checkout?${query.replace('$', await cartId())}`)
  }

  test('that was cancelled ends the payment of that cart and says so [PAY-36] [CERR-08]', async () => {
    await returning('provider=afterpay&cartId=$&status=CANCELLED&orderToken=x')
    await waitFor(() => expect(banner()).toBe("You've cancelled your payment."))
    expect(calls[0]).toEqual({
      method: 'POST',
      path: '/api/checkout/void',
      body: { cartId: await cartId(), selectedPaymentOption: 2048 },
    })
    expect(calls.some((one) => one.path.includes('confirmation'))).toBe(false)
  })

  test('says that nothing was charged only where the server does', async () => {
    const checking = 'We are checking what became of this payment. Please do not pay again.'
    for (const [nothingCharged, message, note] of [
      [true, null, 'Nothing was charged.'],
      [false, checking, checking],
    ] as const) {
      visitor = shop.visitor()
      await visitor.add('LAMP-1')
      openAddress(`/customer/checkout?provider=afterpay&cartId=${await cartId()}&status=CANCELLED`)
      cartStore.set(cartStore.initial)
      calls = browseAs(visitor)
      const props = (await visitor.get('/customer/checkout')).json<CheckoutPageProps>()
      const body = { success: true, paymentStatus: 'Cancelled', nothingCharged, message }
      answerNext('/api/checkout/void', 200, JSON.stringify(body))
      render(<CheckoutPage {...props} />)
      await waitFor(() => expect(banner()).toBe("You've cancelled your payment."))
      expect(document.querySelector('#checkout-problem p')?.textContent).toBe(note)
      cleanup()
    }
  })

  test('asks by the call of its provider whether it is paid, with what came back as query and no body [PAY-37] [PAY-38] [PAY-39]', async () => {
    for (const provider of ['zip', 'paypal', 'afterpay']) {
      await returning(`provider=${provider}&cartId=$&status=SUCCESS&token=o%2F1`)
      const confirmations = () => calls.filter((one) => one.path.includes('confirmation'))
      await waitFor(() => expect(confirmations()).toHaveLength(1))
      const [call] = confirmations()
      const { pathname, searchParams } = new URL(call?.path ?? '', shop.url)
      expect([call?.method, pathname, call?.body]).toEqual(['POST', `/api/checkout/${provider}confirmation`, null])
      expect(Object.fromEntries(searchParams)).toMatchObject({
        cartId: await cartId(),
        status: 'SUCCESS',
        token: 'o/1',
      })
      await waitFor(() => expect(banner()).toBeDefined())
    }
  })

  /** What is said when the question after the return gets this answer. */
  async function saidOf(status: number, body: object): Promise<string | null | undefined> {
    visitor = shop.visitor()
    await visitor.add('LAMP-1')
    openAddress(`/customer/checkout?provider=afterpay&cartId=${await cartId()}&status=SUCCESS&orderToken=x`)
    cartStore.set(cartStore.initial)
    calls = browseAs(visitor)
    const props = (await visitor.get('/customer/checkout')).json<CheckoutPageProps>()
    answerNext('/api/checkout/afterpayconfirmation', status, JSON.stringify(body))
    render(<CheckoutPage {...props} />)
    await waitFor(() => expect(banner()).toBeDefined())
    return banner()
  }

  test('says the errors of the list, with blank lines between [CERR-22]', async () => {
    expect(await saidOf(400, { errors: [{ message: 'One.' }, { message: 'Two.' }] })).toBe('One.\n\nTwo.')
  })

  test('says when a service behind us is down [CERR-23]', async () => {
    expect(await saidOf(503, { type: 'error', errors: [{ message: 'x' }] })).toBe(
      'Service currently unavailable. Please try again later',
    )
  })

  test('has words of its own for anything else [CERR-24]', async () => {
    expect(await saidOf(500, {})).toBe('Something has gone wrong, Please try again.')
  })
})

describe('what went wrong is told to monitoring', () => {
  test('when our own check refuses a card: the field and the kind of card, and nothing of it [CARD-42]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard({ name: '4' })
    place()
    await waitFor(() => expect(callsOf('/api/monitoring/error')).toHaveLength(1))
    expect(callsOf('/api/monitoring/error')[0]).toEqual({
      message: 'Please check the name on your card entered.',
      code: 401,
      area: 'card check',
      url: '/customer/checkout',
      context: { field: 'nameOnCard', cardType: 'visa' },
    })
  })

  test('when a payment is refused, with its code and reference [PAY3-23]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard({ name: 'NOT_ENOUGH_BALANCE' })
    place()
    await waitFor(() => expect(callsOf('/api/monitoring/error')).toHaveLength(1))
    expect(callsOf('/api/monitoring/error')[0]).toMatchObject({
      message: 'Not enough balance',
      code: 401,
      area: 'payment',
      context: { method: 'card', status: 400, paymentReference: expect.stringMatching(/^\w{26}$/) },
    })
  })
})

test('a payment error of code 400 shows the server’s list, one per line [CERR-14]', async () => {
  await open('LAMP-1')
  await fillGuest()
  fillCard()
  answerNext('/api/checkout', 400, JSON.stringify({ errorCode: 400, errorMessages: ['One.', 'Two.'], errors: [] }))
  place()
  await waitFor(() => expect(banner()).toBe('One.\nTwo.'))
})

test('the order carries what the anti-fraud script gave [THIRD-07]', async () => {
  await open('LAMP-1')
  window.fraudDetection = { getToken: async () => 'T-77' }
  await fillGuest()
  fillCard()
  await placed()
  delete window.fraudDetection
  expect(posted()['fraudCheckToken']).toBe('T-77')
})
