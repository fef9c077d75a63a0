import { browseAs, openAddress, visited, type Call } from '../../../testing/browser.ts'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AppCode } from '../../../brands/apps.ts'
import { brandOf } from '../../../brands/brands.ts'
import type { PageRenderer } from '../../../app/rendering/page-renderer.ts'
import { loader, meta } from '../../../app/routes/checkout/checkout.tsx'
import routes from '../../../app/routes.ts'
import { openTestShop, testCard, until, type TestShop, type Visitor } from '../../../testing/shop.server.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { announce } from '../../catalogue/catalogue.server.ts'
import { loadCart } from '../../cart/ui/cart-actions.ts'
import { cartStore } from '../../cart/ui/cart-state.ts'
import { guest, type Principal, type Profile, type Staff } from '../../identity/identity.ts'
import { siteOf } from '../../navigation/site.server.ts'
import { noSale } from '../../promotions/sale.ts'
import { CheckoutPage, type CheckoutPageProps } from './checkout-page.tsx'

/** The checkout as members, trade customers and staff see it, and the deposit: against a real shop, whose visitors are who a test says. */

const propsOfPage: PageRenderer = async (request, context) => {
  const loaded = await loader({ request, context } as unknown as Parameters<typeof loader>[0])
  const { brand, navigation } = context.get(requestContext)
  const parts = { hasStores: false, compares: true, otherCountryAddress: null, sale: noSale }
  return Response.json({ ...loaded, site: siteOf(brand, navigation(), parts) })
}

const home = {
  firstName: 'Kim',
  lastName: 'Tran',
  companyName: 'Tran Building',
  address: '9 Quarry Road',
  suburb: 'Melbourne',
  state: 'VIC',
  postcode: '3000',
  country: 'AU',
} as const
const site = { ...home, address: '1 Site Street', suburb: 'Sydney', state: 'NSW', postcode: '2000' }
const profile: Profile = {
  email: 'kim@trade.example',
  phone: '0412 000 111',
  shippingAddress: site,
  billingAddress: home,
}
const member: Principal = { kind: 'member', userId: 'u-1', profile }
const trade = (more: Partial<Profile> = {}): Principal => ({
  kind: 'trade',
  userId: 'u-2',
  profile: { ...profile, ...more },
  hasApprovedCredit: false,
})

let who: Principal
let shop: TestShop
let stores: { newtown: string; perth: string }
beforeAll(async () => {
  shop = await openTestShop({ pages: propsOfPage, identity: { principal: async () => who } })
  vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
  await shop.advance(0)
  const idOf = (uri: string) => String(shop.services.stores.find(brandOf('wa'), uri)?.storeId)
  stores = { newtown: idOf('newtown'), perth: idOf('perth') }
})
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})
beforeEach(() => {
  who = guest
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

const nora = (): Staff => ({
  kind: 'staff',
  userId: 'u-3',
  winningUserId: 'W123',
  salespersonCode: 'NT02',
  subdivision: stores.newtown,
})

let visitor: Visitor
let calls: Call[]
let props: CheckoutPageProps

async function open(sku: string, { app = 'wa', quantity = 1 }: { app?: AppCode; quantity?: number } = {}) {
  visitor = shop.visitor(app)
  await visitor.add(sku, quantity)
  await reopen()
}

async function reopen(more: Partial<CheckoutPageProps> = {}) {
  cleanup()
  openAddress('/customer/checkout')
  cartStore.set(cartStore.initial)
  calls = browseAs(visitor)
  props = { ...(await visitor.get('/customer/checkout')).json<CheckoutPageProps>(), ...more }
  render(<CheckoutPage {...props} />)
  await waitFor(() => expect(asked('/api/checkout')).toHaveLength(1))
}

const asked = (path: string) => calls.filter((one) => one.method === 'GET' && one.path === path)
const posted = (path = '/api/checkout') =>
  calls
    .filter((one) => one.method === 'POST' && one.path === path)
    .map((one) => one.body as Record<string, unknown>)
    .at(-1)
const field = (label: string, at = 0) =>
  screen.getAllByLabelText<HTMLInputElement>(label)[at] ?? expect.fail(`no field ${label}`)
const fill = (label: string, value: string, at = 0) => fireEvent.change(field(label, at), { target: { value } })
const tick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }))
const figure = (name: string) => screen.queryByText(name, { selector: 'dt' })?.nextElementSibling?.textContent ?? null
const banner = () => document.getElementById('checkout-problem')?.firstElementChild?.firstChild?.textContent
const place = () => fireEvent.click(screen.getByRole('button', { name: 'Place order' }))
const faultLinks = () =>
  [...document.querySelectorAll('#checkout-problem li a')].map((link) => link.getAttribute('href') ?? '')
const session = () => localStorage.getItem('checkout-availability')

test('the cart that the page itself brings says the deposit that the app asks for [SUMM-20]', async () => {
  await shop.set('wa', 'partialPaymentPercentage', '45')
  await open('LAMP-1')
  expect(props.cart.depositPercentage).toBe(45)
  await shop.set('wa', 'partialPaymentPercentage', '30')
})

async function pick(typed: string, full: string): Promise<void> {
  fill('Suburb', typed)
  fireEvent.click(await screen.findByRole('option', { name: full }))
  await screen.findByRole('grid')
}
async function fillGuest(): Promise<void> {
  fill('Email', 'ana@example.com')
  fill('Phone', '0412 345 678')
  fill('First name', 'Ana')
  fill('Last name', 'Botha')
  fill('Street address', '12 Harbour Street')
  await pick('sydney', '2000 Sydney, NSW')
}
function fillCard(): void {
  fill('Name on card', 'Ana Botha')
  fill('Card number', testCard.number)
  fill('Expiry (MM / YYYY)', '03 / 30')
  fill('CVV', testCard.cvc)
}
async function placed(): Promise<void> {
  place()
  await waitFor(() => expect([banner(), visited()]).toEqual([undefined, [expect.any(String)]]))
}
const orderOf = async (cartId: string) =>
  shop.database.db.selectFrom('customer_order').selectAll().where('cart_id', '=', cartId).executeTakeFirstOrThrow()

describe('the page', () => {
  test('stands at customer/checkout, with its type [ROUTE-09]', () => {
    expect(routes.find((one) => one.path === 'customer/checkout')?.file).toBe('routes/checkout/checkout.tsx')
    expect(meta()).toContainEqual({ name: 'page-type', content: 'checkout' })
  })

  test('asks for its view when the cart is there, with nothing but the address of the call [CHK-53]', async () => {
    await open('LAMP-1')
    expect(asked('/api/checkout')).toEqual([{ method: 'GET', path: '/api/checkout', body: null }])
    await shop.visitor('wa').get('/api/checkout')
    visitor = shop.visitor('wa')
    cleanup()
    calls = browseAs(visitor)
    render(<CheckoutPage {...(await visitor.get('/customer/checkout')).json<CheckoutPageProps>()} />)
    await screen.findByText('Your cart is empty')
    expect(asked('/api/checkout')).toEqual([])
  })

  test('asks for it again when a submit is refused with 400, and for no other failure [CHK-36]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard()
    fill('Name on card', 'DECLINED')
    place()
    await waitFor(() => expect(banner()).toMatch(/^Sorry there has been a problem/))
    await waitFor(() => expect(asked('/api/checkout')).toHaveLength(2))
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Place order' }).disabled).toBe(false),
    )
    const asUsual = globalThis.fetch
    globalThis.fetch = async (input, init) =>
      init?.method === 'POST' ? new Response('', { status: 503 }) : asUsual(input, init)
    place()
    await waitFor(() => expect(banner()).toBe('An error has occurred, please try again'))
    expect(asked('/api/checkout')).toHaveLength(2)
  })

  test('opens a text over itself that stays a link to its own page [CHK-10]', async () => {
    await open('LAMP-1')
    fill('First name', 'Ana')
    const link = screen.getByRole('link', { name: 'Terms and Conditions' })
    expect(link.getAttribute('href')).toBe('/s/terms-and-conditions')
    fireEvent.click(link)
    const popup = within(await screen.findByRole('dialog', { name: 'Terms and Conditions' }))
    expect(await popup.findByText(/Winning Appliances/)).toBeDefined()
    expect(asked('/api/Static/terms-and-conditions')).toHaveLength(1)
    expect(visited()).toEqual([])
    fireEvent.click(popup.getByRole('button', { name: 'Close' }))
    expect(field('First name').value).toBe('Ana')
    for (const [title, name] of [
      ['Privacy Policy', 'privacy-policy'],
      ['Delivery information', 'delivery-information'],
    ])
      expect(screen.getByRole('link', { name: title ?? '' }).getAttribute('href')).toBe(`/s/${name}`)
  })

  test('keeps what is typed only where the feature is on, and never for staff [SESS-02]', async () => {
    await open('LAMP-1')
    fill('Email', 'ana@example.com')
    expect(session()).toContain('ana@example.com')
    await reopen()
    expect(field('Email').value).toBe('ana@example.com')
    await reopen({ savesSession: false })
    expect(field('Email').value).toBe('')
    fill('Email', 'else@example.com')
    expect(session() ?? '').not.toContain('else@example.com')
    localStorage.clear()
    await reopen()
    fill('Email', 'ana@example.com')
    who = nora()
    await reopen()
    await screen.findByLabelText('Store')
    await waitFor(() => expect(session()).toBeNull())
    expect(field('Email').value).toBe('')
    fill('Email', 'cust@example.com')
    expect(session()).toBeNull()
  })
})

describe('a customer', () => {
  test('finds their own data in the form, may change it, and orders [CHK-02]', async () => {
    who = member
    await open('LAMP-1')
    await waitFor(() => expect(field('Email').value).toBe('kim@trade.example'))
    expect([field('Phone').value, field('First name').value, field('Street address').value]).toEqual([
      '0412 000 111',
      'Kim',
      '1 Site Street',
    ])
    expect(field('Street address', 1).value).toBe('9 Quarry Road')
    expect(field('Email').disabled).toBe(false)
    await screen.findByRole('grid')
    fill('Email', 'new@trade.example')
    fillCard()
    await placed()
    expect(posted()).toMatchObject({
      email: 'new@trade.example',
      deliveryAddress: { address: '1 Site Street', suburb: 'Sydney', postcode: '2000' },
      billingAddress: { companyName: 'Tran Building', address: '9 Quarry Road', postcode: '3000' },
    })
  })

  test('keeps what they typed before it came', async () => {
    who = member
    await open('LAMP-1')
    fill('Email', 'typed@example.com')
    await waitFor(() => expect(field('Phone').value).toBe('0412 000 111'))
    expect(field('Email').value).toBe('typed@example.com')
  })

  test('who is locked cannot change what is right of it, and sends it all the same [CHK-34] [CHK-35]', async () => {
    who = trade()
    await open('LAMP-1', { app: 'wa' })
    await waitFor(() => expect(field('Email').disabled).toBe(true))
    expect(field('Phone').disabled).toBe(true)
    expect(screen.queryByRole('checkbox', { name: 'Billing address is the same as delivery address' })).toBeNull()
    const billing = ['Company (optional)', 'Street address', 'Suburb'].map((label) => field(label, 1).disabled)
    expect(billing).toEqual([true, true, true])
    const delivery = ['Company (optional)', 'Street address', 'Suburb'].map((label) => field(label).disabled)
    expect(delivery).toEqual([false, false, false])
    expect([field('First name').disabled, field('First name', 1).disabled]).toEqual([false, false])
    await screen.findByRole('grid')
    fillCard()
    await placed()
    expect(posted()).toMatchObject({
      email: 'kim@trade.example',
      phoneNumber: '0412 000 111',
      billingAddress: {
        companyName: 'Tran Building',
        address: '9 Quarry Road',
        suburb: 'Melbourne',
        state: 'VIC',
        postcode: '3000',
      },
    })
  })

  test('who is locked can mend what is wrong of it [CHK-34]', async () => {
    who = trade({ phone: '12', billingAddress: { ...home, address: 'x'.repeat(51), state: 'XX' } })
    await open('LAMP-1')
    await waitFor(() => expect(field('Email').disabled).toBe(true))
    expect([field('Phone').disabled, field('Phone').value]).toEqual([false, '12'])
    const billing = ['Company (optional)', 'Street address', 'Suburb'].map((label) => field(label, 1).disabled)
    expect(billing).toEqual([true, false, false])
    fill('Phone', '123')
    fireEvent.blur(field('Phone'))
    expect(field('Phone').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('staff', () => {
  const options = (label: string) => within(field(label)).getAllByRole<HTMLOptionElement>('option')
  const chosen = (label: string) => options(label).find((one) => one.selected)?.textContent

  test('choose a store and one of its salespeople; the first one is there at once [STFC-02] [STFC-05]', async () => {
    await open('LAMP-1')
    await screen.findByRole('checkbox', { name: 'Pay a deposit now' })
    expect(screen.queryByLabelText('Store')).toBeNull()
    who = nora()
    await open('LAMP-1')
    await screen.findByLabelText('Store')
    await waitFor(() => expect([chosen('Store'), chosen('Salesperson')]).toEqual(['Newtown', 'Omar Wynn']))
    expect(options('Salesperson').map((one) => one.textContent)).toEqual(['Nora Bell', 'Omar Wynn'])
    fireEvent.change(field('Store'), { target: { value: stores.perth } })
    expect(options('Salesperson').map((one) => one.textContent)).toEqual(['Pia Lund'])
    await waitFor(() => expect(asked(`/api/checkout?subdivision=${stores.perth}`)).toHaveLength(1))
    fireEvent.change(field('Store'), { target: { value: stores.newtown } })
    expect(chosen('Salesperson')).toBe('Nora Bell')
    await fillGuest()
    fillCard()
    await placed()
    expect(posted()).toMatchObject({ subdivision: stores.newtown, salespersonCode: 'NT01' })
    expect(posted()).not.toHaveProperty('cashAndCarry')
  })

  test('are asked for a PO number, which goes with the order [STFC-16]', async () => {
    await open('LAMP-1')
    expect(screen.queryByLabelText('PO number (optional)')).toBeNull()
    who = nora()
    await reopen()
    fireEvent.change(await screen.findByLabelText('PO number (optional)'), { target: { value: 'PO-7' } })
    await fillGuest()
    fillCard()
    await placed()
    expect(posted()).toMatchObject({ poNumber: 'PO-7', winningDeliveryServiceOverride: false })
  })

  test('find none of their own data, nor a box that they were not granted [STFC-06] [STFC-15]', async () => {
    who = { ...nora(), subdivision: null }
    await open('LAMP-1')
    await screen.findByLabelText('Store')
    expect([field('Email').value, field('First name').value]).toEqual(['', ''])
    expect(screen.queryByRole('checkbox', { name: 'Cash and carry' })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'Assign order for Winning Services delivery' })).toBeNull()
    who = nora()
    await reopen()
    expect(await screen.findByRole('checkbox', { name: 'Cash and carry' })).toBeDefined()
    // Goods that their supplier would bring.
    await sql`update product set supplier_direct = 'halden-row' where sku = 'HOSE-1'`.execute(shop.database.db)
    const hose = () => shop.services.catalogue.productBySku('HOSE-1')
    await announce(shop.database.db, { products: [hose()?.id ?? 0] })
    await until(() => hose()?.supplierDirect === 'halden-row')
    await visitor.add('HOSE-1')
    await reopen()
    const box = await screen.findByRole<HTMLInputElement>('checkbox', {
      name: 'Assign order for Winning Services delivery',
    })
    fireEvent.click(box)
    expect(box.checked).toBe(true)
    who = guest
    await reopen()
    await screen.findByRole('checkbox', { name: 'Pay a deposit now' })
    expect(screen.queryByRole('checkbox', { name: 'Assign order for Winning Services delivery' })).toBeNull()
  })

  test('cash and carry fills in the store, locks it, empties the email and asks for dates; off brings all back [STFC-08] [STFC-09] [STFC-10] [STFC-11] [STFC-12]', async () => {
    who = nora()
    await open('LAMP-1')
    await fillGuest()
    await screen.findByRole('checkbox', { name: 'Cash and carry' })
    const before = calls.filter((one) => one.path === '/api/checkout/avail').length
    tick('Cash and carry')
    const shown = () => ['Phone', 'Street address', 'Suburb', 'Email', 'First name'].map((label) => field(label).value)
    expect(shown()).toEqual(['02 5550 0001', '12 Example Street', '2042 Newtown, NSW', '', 'Ana'])
    expect(['Phone', 'Street address', 'Suburb', 'Email'].map((label) => field(label).disabled)).toEqual([
      true,
      true,
      true,
      false,
    ])
    await waitFor(() => expect(calls.filter((one) => one.path === '/api/checkout/avail')).toHaveLength(before + 1))
    expect(posted('/api/checkout/avail')?.['deliveryAddress']).toMatchObject({
      suburb: 'Newtown',
      state: 'NSW',
      postcode: '2042',
    })
    expect(screen.queryByRole('grid')).toBeNull()
    tick('Cash and carry')
    expect(shown()).toEqual(['0412 345 678', '12 Harbour Street', '2000 Sydney, NSW', 'ana@example.com', 'Ana'])
    expect(field('Phone').disabled).toBe(false)
    await screen.findByRole('grid')
  })

  test('cash and carry goes with the order of the cart, today and for nothing [STFC-07] [STFC-13] [STFC-14]', async () => {
    who = nora()
    await open('LAMP-1')
    await fillGuest()
    await screen.findByRole('checkbox', { name: 'Cash and carry' })
    tick('Cash and carry')
    expect([figure('Delivery'), figure('Order Total')]).toEqual(['FREE', '$49.50'])
    fill('Email', 'ana@example.com')
    fillCard()
    const { cartId } = await visitor.cart()
    await placed()
    expect(posted()).toMatchObject({ cashAndCarry: true, cartId, deliveryDate: [2026, 11, 24], expectedTotal: 49.5 })
    expect((await orderOf(cartId)).snapshot).toMatchObject({
      sale: { cashAndCarry: true, salespersonCode: 'NT02', subdivision: stores.newtown },
    })
  })
})

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

  test('is a field that a tick brings, with the least amount beside it [DEP-01] [DEP-02] [DEP-04]', async () => {
    await open('FR-1')
    await screen.findByRole('checkbox', { name: 'Pay a deposit now' })
    expect(screen.queryByLabelText('Deposit amount')).toBeNull()
    tick('Pay a deposit now')
    expect(described()).toEqual(['Minimum Deposit is $749.99'])
    expect(amount().inputMode).toBe('decimal')
  })

  test('splits the total into what is paid now and what is left [CHK-29] [DEP-03] [DEP-17]', async () => {
    await openDeposit()
    expect([figure('Deposit'), figure('Remaining payment')]).toEqual([null, null])
    fill('Deposit amount', '1000.50')
    expect([figure('Order Total'), figure('Deposit'), figure('Remaining payment')]).toEqual([
      total,
      '$1,000.50',
      '$1,499.45',
    ])
    fillCard()
    const { cartId } = await visitor.cart()
    await placed()
    expect(posted()).toMatchObject({ partialPayment: 1_000.5, expectedTotal: 2_499.95 })
    expect(await orderOf(cartId)).toMatchObject({ state: 'deposit-paid', balance_cents: 1_499_45 })
  })

  test('that is wrong says why beside its field, and stops the order [DEP-13] [DEP-14] [DEP-15] [CHK-48]', async () => {
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
      place()
      expect(banner()).toBe('There is an error with the deposit amount. Please try again or contact support.')
      expect(screen.getByRole('link', { name: message }).getAttribute('href')).toBe('#partialPayment')
    }
    expect(posted()).toBeUndefined()
  })

  test('is none when its tick is taken away, which forgets the amount [DEP-05] [DEP-06] [DEP-18]', async () => {
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
    expect(posted()).toMatchObject({ partialPayment: 0 })
  })

  test('with a wrong amount is one of all the faults, each with a link to its field', async () => {
    await openDeposit()
    fill('Deposit amount', '10')
    fill('First name', '')
    fill('Email', 'ana')
    fill('Name on card', '')
    place()
    expect(banner()).toBe('There is an error with the deposit amount. Please try again or contact support.')
    expect(faultLinks()).toEqual(
      expect.arrayContaining(['#email', '#deliveryAddress.firstName', '#partialPayment', '#card.nameOnCard']),
    )
    for (const href of faultLinks())
      expect([href, document.getElementById(href.slice(1)) !== null]).toEqual([href, true])
    expect(posted()).toBeUndefined()
  })

  test('is reset when the address changes and when the cart is read again [DLV-27]', async () => {
    await openDeposit()
    fill('Deposit amount', '1000')
    await pick('melbourne', '3000 Melbourne, VIC')
    expect([amount().value, figure('Deposit')]).toEqual(['', null])
    fill('Deposit amount', '1000')
    expect(figure('Deposit')).toBe('$1,000')
    await loadCart()
    await waitFor(() => expect([amount().value, figure('Deposit')]).toEqual(['', null]))
  })

  test('is reset 200 ms after a date is chosen [DLV-41]', async () => {
    await openDeposit()
    fill('Deposit amount', '1000')
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: shop.clock.now() })
    try {
      fireEvent.click(document.querySelector('[data-day="2026-12-03"]') ?? expect.fail('no day'))
      await vi.advanceTimersByTimeAsync(199)
      expect(amount().value).toBe('1000')
      await vi.advanceTimersByTimeAsync(1)
    } finally {
      vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
    }
    await waitFor(() => expect(amount().value).toBe(''))
  })

  test('goes with another way to pay, and its tick with it [DEP-18]', async () => {
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

  test('that was typed before another way to pay is chosen is not paid: the order says 0 [DEP-18]', async () => {
    await open('WM-1')
    await fillGuest()
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Pay a deposit now' }))
    fill('Deposit amount', '500')
    expect(figure('Deposit')).toBe('$500')
    fireEvent.click(screen.getByRole('radio', { name: 'Afterpay' }))
    fireEvent.click(screen.getByRole('button', { name: 'Place order' }))
    await waitFor(() => expect(posted()).toMatchObject({ selectedPaymentOption: 2048, partialPayment: 0 }))
  })

  test('is not offered with the special brand in the cart [DEP-16]', async () => {
    // Delivered by our own team like everything else, so that nothing but its brand is special.
    await shop.set('wa', 'proformaShippingBrands', '')
    await open('MI-1')
    await fillGuest()
    await waitFor(() => expect(figure('Order Total')).toBe('$1,899'))
    expect(screen.queryByRole('checkbox', { name: 'Pay a deposit now' })).toBeNull()
    await shop.set('wa', 'proformaShippingBrands', 'Miele')
    await open('FR-1')
    expect(await screen.findByRole('checkbox', { name: 'Pay a deposit now' })).toBeDefined()
  })

  test('follows the percentage that the server sends [DEP-11]', async () => {
    await shop.set('wa', 'partialPaymentPercentage', '50')
    await openDeposit()
    expect(described()).toEqual(['Minimum Deposit is $1,249.98'])
    fill('Deposit amount', '1249.97')
    expect(described()).toContain('Minimum deposit is 50% of order total ($1,249.98).')
    await shop.set('wa', 'partialPaymentPercentage', '')
  })
})

describe('Zip in a store', () => {
  const waiting = 'Waiting for customer to confirm in their Zip app. Please do not refresh the page'

  async function typed(code: string): Promise<void> {
    who = nora()
    await open('LAMP-1')
    fireEvent.click(await screen.findByRole('radio', { name: 'Zip App' }))
    await fillGuest()
    fill('Zip store code', code)
    place()
  }

  test('is there for staff who were granted it, as is paying another way, and for nobody else [PAY-13] [PAY-14]', async () => {
    await open('LAMP-1')
    expect(screen.queryByRole('radio', { name: 'Zip App' })).toBeNull()
    expect(screen.queryByRole('radio', { name: 'Use Other Payment Method' })).toBeNull()
    who = nora()
    await reopen()
    expect(await screen.findByRole('radio', { name: 'Zip App' })).toBeDefined()
    fireEvent.click(screen.getByRole('radio', { name: 'Use Other Payment Method' }))
    await fillGuest()
    await placed()
    expect(posted()).toMatchObject({ selectedPaymentOption: 128, devicePaymentCode: null })
  })

  test('a wrong code is said with all other faults, each with a link to its field', async () => {
    await typed('123456')
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(banner()).toBe('The transaction was canceled.'))
    const sent = calls.filter((one) => one.method === 'POST' && one.path === '/api/checkout').length
    fill('Zip store code', '12')
    fill('First name', '')
    fill('Phone', '1')
    place()
    await waitFor(() =>
      expect(faultLinks()).toEqual(['#phoneNumber', '#deliveryAddress.firstName', '#devicePaymentCode']),
    )
    for (const href of faultLinks())
      expect([href, document.getElementById(href.slice(1)) !== null]).toEqual([href, true])
    expect(calls.filter((one) => one.method === 'POST' && one.path === '/api/checkout')).toHaveLength(sent)
  })

  test('says what is wrong with its code before anything is sent [PAY-33] [PAY-34]', async () => {
    await typed('')
    const said = () => document.getElementById('devicePaymentCode-error')?.textContent
    await waitFor(() => expect(said()).toBe('Please enter a zip store code'))
    expect(banner()).toBe('There has been an error. Please check below to see what fields are invalid.')
    fill('Zip store code', '1234')
    place()
    await waitFor(() => expect(said()).toBe('Zip store code should be exactly 6 digits and contain only numbers'))
    expect(posted()).toBeUndefined()
  })

  test('waits under a dialog that nothing but its own button ends, and cancelling says so [PAY-15] [PAY-16] [PAY-23] [CERR-09] [CHK-20]', async () => {
    await typed('123456')
    const dialog = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Zip App' })
    expect(dialog.textContent).toContain(waiting)
    expect(posted()).toMatchObject({ selectedPaymentOption: 512, devicePaymentCode: '123456' })
    const escape = new window.Event('cancel', { cancelable: true })
    fireEvent(dialog, escape)
    expect(escape.defaultPrevented).toBe(true)
    fireEvent.pointerDown(dialog)
    fireEvent.click(dialog)
    expect(dialog.open).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(banner()).toBe('The transaction was canceled.'))
    expect(posted('/api/checkout/void')).toMatchObject({ selectedPaymentOption: 512 })
    expect(screen.queryByRole('dialog', { name: 'Zip App' })).toBeNull()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Place order' }).disabled).toBe(false)
  })

  test('says of a payment that was cancelled what the server says of its money, and nothing else', async () => {
    await typed('123456')
    await screen.findByRole('dialog', { name: 'Zip App' })
    const { checkout } = shop.services
    const { cartId } = await visitor.cart()
    const attempt = await checkout.attempt((await checkout.progress(cartId))?.reference ?? expect.fail('no payment'))
    const { id, cents, currency } = attempt ?? expect.fail('no payment')
    await checkout.settle(id, { kind: 'expired' }, 'test')
    await checkout.settle(id, { kind: 'approved', providerRef: 'ZIP-LATE', cents, currency, card: null }, 'test')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(banner()).toMatch(/^The transaction was canceled.|^Your order was not placed./))
    const told = document.getElementById('checkout-problem')?.textContent
    expect(told).toContain('Your payment is being returned to you in full')
    expect(told).not.toContain('Nothing was charged')
  })

  test('goes to the confirmation when the customer has confirmed [PAY-26]', async () => {
    await typed('123456')
    await screen.findByRole('dialog', { name: 'Zip App' })
    const { checkout } = shop.services
    const attempt = await checkout.attempt(
      (await checkout.progress((await visitor.cart()).cartId))?.reference ?? expect.fail('no payment'),
    )
    const { id, cents, currency, providerRef } = attempt ?? expect.fail('no payment')
    const approval = { kind: 'approved', providerRef: providerRef ?? '', cents, currency, card: null } as const
    await checkout.settle(id, approval, 'test')
    await waitFor(() => expect(visited()).toEqual([expect.stringContaining('/customer/confirmation')]), {
      timeout: 8_000,
    })
  })

  test('whoever closes the page gives up, which is told before it is gone [PAY-30] [PAY-31]', async () => {
    await typed('123456')
    await screen.findByRole('dialog', { name: 'Zip App' })
    const sent: [string, Blob][] = []
    Object.defineProperty(navigator, 'sendBeacon', {
      configurable: true,
      value: (path: string, body: Blob) => sent.push([path, body]) > 0,
    })
    const before = performance.now()
    fireEvent(window, new window.Event('pagehide'))
    expect(performance.now() - before).toBeGreaterThanOrEqual(200)
    expect(sent.map(([path]) => path)).toEqual(['/api/checkout/void'])
    expect(JSON.parse((await sent[0]?.[1].text()) ?? '')).toEqual({
      cartId: (await visitor.cart()).cartId,
      selectedPaymentOption: 512,
    })
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(banner()).toBe('The transaction was canceled.'))
  })
})

test('who is invoiced on account at the delivery address is asked for a company in sight; others may add one', async () => {
  who = { ...(trade({ billingAddress: null }) as Extract<Principal, { kind: 'trade' }>), hasApprovedCredit: true }
  await open('LAMP-1', { app: 'wac' })
  await screen.findByRole('radio', { name: 'Credit Account' })
  const company = await screen.findByLabelText('Company')
  expect(company.closest('details')).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: /^Credit card/ }))
  expect(screen.getByLabelText('Company (optional)').closest('details')).not.toBeNull()
})

test('a credit account is what pays where it is offered, on the trade app alone [STFC-19] [STFC-20]', async () => {
  who = { ...(trade() as Extract<Principal, { kind: 'trade' }>), hasApprovedCredit: true }
  await open('LAMP-1', { app: 'wac' })
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Credit Account' })).checked).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: /^Credit card/ }))
  expect(screen.getByLabelText('Card number')).toBeDefined()
  await open('LAMP-1', { app: 'aol' })
  await waitFor(() => expect(asked('/api/checkout')).toHaveLength(1))
  expect(screen.queryByRole('radio', { name: 'Credit Account' })).toBeNull()
})

test('a line that cannot be bought any more is swapped for what came after it, where the setting wants it [SETT-19]', async () => {
  await open('BO-1', { app: 'andoo', quantity: 2 })
  const { db } = shop.database
  const id = shop.services.catalogue.productBySku('BO-1')?.id ?? 0
  await sql`update product set superseded = true, superseded_by = 'WM-1' where id = ${id}`.execute(db)
  await sql`update stock set quantity = 0, incoming_quantity = 0 where product_id = ${id}`.execute(db)
  await announce(db, { products: [id] })
  await until(() => shop.services.catalogue.productBySku('BO-1')?.superseded === true)
  await reopen()
  await screen.findByText(/^Heat pump dryer can no longer be bought/)
  expect(screen.queryByRole('button', { name: /^Swap/ })).toBeNull()
  await shop.set('andoo', 'CheckoutExpandedProductSwapEnabled', 'true')
  await reopen()
  fireEvent.click(await screen.findByRole('button', { name: 'Swap Heat pump dryer for Front load washer 8 kg' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Swap/ })).toBeNull())
  const { products, errors } = await visitor.cart()
  expect(products.map((line) => [line.sku, line.quantity])).toEqual([['WM-1', 2]])
  expect(errors).toEqual([])
})
