import {
  tick,
  banner,
  checkoutTests,
  field,
  figure,
  fill,
  fillCard,
  fillGuest,
  placeOrder,
} from '../../../testing/checkout-page.tsx'
import { visited } from '../../../testing/browser.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { brandOf } from '../../../brands/brands.ts'
import { meta } from '../../../app/routes/checkout/checkout.tsx'
import routes from '../../../app/routes.ts'
import { until } from '../../../testing/shop/until.ts'
import { announce } from '../../catalogue/catalogue.server.ts'
import { guest, type Principal, type Profile, type Staff } from '../../identity/identity.ts'

/** The checkout page for members, trade customers and staff. */

const on = checkoutTests({ app: 'wa', choosesWho: true })
const { open, show, reopen, requested, lastPosted, placed } = on
/** What the browser has saved of the form. */
const saved = () => localStorage.getItem('checkout-availability')

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

let stores: { newtown: string; perth: string }
beforeAll(() => {
  const idOf = (uri: string) => String(on.shop.services.stores.find(brandOf('wa'), uri)?.storeId)
  stores = { newtown: idOf('newtown'), perth: idOf('perth') }
})

const nora = (): Staff => ({
  kind: 'staff',
  userId: 'u-3',
  winningUserId: 'W123',
  salespersonCode: 'NT02',
  subdivision: stores.newtown,
})

const orderOf = async (cartId: string) =>
  on.shop.database.db.selectFrom('customer_order').selectAll().where('cart_id', '=', cartId).executeTakeFirstOrThrow()

test('the cart of the page has the app’s deposit percentage [SUMM-20]', async () => {
  await on.shop.set('wa', 'partialPaymentPercentage', '45')
  await open('LAMP-1')
  expect((await reopen()).cart.depositPercentage).toBe(45)
  await on.shop.set('wa', 'partialPaymentPercentage', '30')
})

describe('the page', () => {
  test('is at customer/checkout, with its page type [ROUTE-09]', () => {
    expect(routes.find((one) => one.path === 'customer/checkout')?.file).toBe('routes/checkout/checkout.tsx')
    expect(meta()).toContainEqual({ name: 'page-type', content: 'checkout' })
  })

  test('loads its view once the cart is there, without parameters [CHK-53]', async () => {
    await open('LAMP-1')
    expect(requested('/api/checkout')).toEqual([{ method: 'GET', path: '/api/checkout', body: null }])
    await on.shop.visitor('wa').get('/api/checkout')
    on.visitor = on.shop.visitor('wa')
    await show()
    await screen.findByText('Your cart is empty')
    expect(requested('/api/checkout')).toEqual([])
  })

  test('reloads it when a submit is rejected with 400, and for no other failure [CHK-36]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard()
    fill('Name on card', 'DECLINED')
    placeOrder()
    await waitFor(() => expect(banner()).toMatch(/^Sorry there has been a problem/))
    await waitFor(() => expect(requested('/api/checkout')).toHaveLength(2))
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: /^(Place order|Pay )/ }).disabled).toBe(false),
    )
    const original = globalThis.fetch
    globalThis.fetch = async (input, init) =>
      init?.method === 'POST' ? new Response('', { status: 503 }) : original(input, init)
    placeOrder()
    await waitFor(() => expect(banner()).toBe('An error has occurred, please try again'))
    expect(requested('/api/checkout')).toHaveLength(2)
  })

  test('opens a text in a dialog whose link works as a page too [CHK-10]', async () => {
    await open('LAMP-1')
    fill('First name', 'Ana')
    const link = screen.getByRole('link', { name: 'Terms and Conditions' })
    expect(link.getAttribute('href')).toBe('/s/terms-and-conditions')
    fireEvent.click(link)
    const popup = within(await screen.findByRole('dialog', { name: 'Terms and Conditions' }))
    expect(await popup.findByText(/Winning Appliances/)).toBeDefined()
    expect(requested('/api/Static/terms-and-conditions')).toHaveLength(1)
    expect(visited()).toEqual([])
    fireEvent.click(popup.getByRole('button', { name: 'Close' }))
    expect(field('First name').value).toBe('Ana')
    for (const [title, name] of [
      ['Privacy Policy', 'privacy-policy'],
      ['Delivery information', 'delivery-information'],
    ])
      expect(screen.getByRole('link', { name: title ?? '' }).getAttribute('href')).toBe(`/s/${name}`)
  })

  test('saves input only where the feature is on, and never for staff [SESS-02]', async () => {
    await open('LAMP-1')
    fill('Email', 'ana@example.com')
    expect(saved()).toContain('ana@example.com')
    await reopen()
    expect(field('Email').value).toBe('ana@example.com')
    await reopen(undefined, { props: { savesSession: false } })
    expect(field('Email').value).toBe('')
    fill('Email', 'else@example.com')
    expect(saved() ?? '').not.toContain('else@example.com')
    localStorage.clear()
    await reopen()
    fill('Email', 'ana@example.com')
    on.who = nora()
    await reopen()
    await screen.findByLabelText('Store')
    await waitFor(() => expect(saved()).toBeNull())
    expect(field('Email').value).toBe('')
    fill('Email', 'cust@example.com')
    expect(saved()).toBeNull()
  })
})

describe('a customer', () => {
  test('finds their data in the form, can change it, and orders [CHK-02]', async () => {
    on.who = member
    await open('LAMP-1')
    await waitFor(() => expect(field('Email').value).toBe('kim@trade.example'))
    expect([field('Phone').value, field('First name').value, field('Street address').value]).toEqual([
      '0412 000 111',
      'Kim',
      '1 Site Street',
    ])
    expect(field('Street address', 1).value).toBe('9 Quarry Road')
    expect(field('Email').disabled).toBe(false)
    await screen.findByRole('radiogroup')
    fill('Email', 'new@trade.example')
    fillCard()
    await placed()
    expect(lastPosted()).toMatchObject({
      email: 'new@trade.example',
      deliveryAddress: { address: '1 Site Street', suburb: 'Sydney', postcode: '2000' },
      billingAddress: { companyName: 'Tran Building', address: '9 Quarry Road', postcode: '3000' },
    })
  })

  test('keeps what they typed before it loaded', async () => {
    on.who = member
    await open('LAMP-1')
    fill('Email', 'typed@example.com')
    await waitFor(() => expect(field('Phone').value).toBe('0412 000 111'))
    expect(field('Email').value).toBe('typed@example.com')
  })

  test('who is locked cannot change valid fields, which are submitted all the same [CHK-34] [CHK-35]', async () => {
    on.who = trade()
    await open('LAMP-1', { app: 'wa' })
    await waitFor(() => expect(field('Email').disabled).toBe(true))
    expect(field('Phone').disabled).toBe(true)
    expect(screen.queryByRole('checkbox', { name: 'Billing address is the same as delivery address' })).toBeNull()
    const billing = ['Company (optional)', 'Street address', 'Suburb'].map((label) => field(label, 1).disabled)
    expect(billing).toEqual([true, true, true])
    const delivery = ['Company (optional)', 'Street address', 'Suburb'].map((label) => field(label).disabled)
    expect(delivery).toEqual([false, false, false])
    expect([field('First name').disabled, field('First name', 1).disabled]).toEqual([false, false])
    await screen.findByRole('radiogroup')
    fillCard()
    await placed()
    expect(lastPosted()).toMatchObject({
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

  test('who is locked can correct invalid fields [CHK-34]', async () => {
    on.who = trade({ phone: '12', billingAddress: { ...home, address: 'x'.repeat(51), state: 'XX' } })
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

  test('choose a store and salesperson, the first preselected [STFC-02] [STFC-05]', async () => {
    await open('LAMP-1')
    await screen.findByRole('checkbox', { name: 'Pay a deposit now' })
    expect(screen.queryByLabelText('Store')).toBeNull()
    on.who = nora()
    await open('LAMP-1')
    await screen.findByLabelText('Store')
    await waitFor(() => expect([chosen('Store'), chosen('Salesperson')]).toEqual(['Newtown', 'Omar Wynn']))
    expect(options('Salesperson').map((one) => one.textContent)).toEqual(['Nora Bell', 'Omar Wynn'])
    fireEvent.change(field('Store'), { target: { value: stores.perth } })
    expect(options('Salesperson').map((one) => one.textContent)).toEqual(['Pia Lund'])
    await waitFor(() => expect(requested(`/api/checkout?subdivision=${stores.perth}`)).toHaveLength(1))
    fireEvent.change(field('Store'), { target: { value: stores.newtown } })
    expect(chosen('Salesperson')).toBe('Nora Bell')
    await fillGuest()
    fillCard()
    await placed()
    expect(lastPosted()).toMatchObject({ subdivision: stores.newtown, salespersonCode: 'NT01' })
    expect(lastPosted()).not.toHaveProperty('cashAndCarry')
  })

  test('are asked for a PO number, which is submitted with the order [STFC-16]', async () => {
    await open('LAMP-1')
    expect(screen.queryByLabelText('PO number (optional)')).toBeNull()
    on.who = nora()
    await reopen()
    fireEvent.change(await screen.findByLabelText('PO number (optional)'), { target: { value: 'PO-7' } })
    await fillGuest()
    fillCard()
    await placed()
    expect(lastPosted()).toMatchObject({ poNumber: 'PO-7', winningDeliveryServiceOverride: false })
  })

  test('see none of their own data, and no option without permission [STFC-06] [STFC-15]', async () => {
    on.who = { ...nora(), subdivision: null }
    await open('LAMP-1')
    await screen.findByLabelText('Store')
    expect([field('Email').value, field('First name').value]).toEqual(['', ''])
    expect(screen.queryByRole('checkbox', { name: 'Cash and carry' })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'Assign order for Winning Services delivery' })).toBeNull()
    on.who = nora()
    await reopen()
    expect(await screen.findByRole('checkbox', { name: 'Cash and carry' })).toBeDefined()
    // Goods that their supplier would bring.
    await sql`update product set supplier_direct = 'halden-row' where sku = 'HOSE-1'`.execute(on.shop.database.db)
    const hose = () => on.shop.services.catalogue.productBySku('HOSE-1')
    await announce(on.shop.database.db, { products: [hose()?.id ?? 0] })
    await until(() => hose()?.supplierDirect === 'halden-row')
    await on.visitor.add('HOSE-1')
    await reopen()
    const box = await screen.findByRole<HTMLInputElement>('checkbox', {
      name: 'Assign order for Winning Services delivery',
    })
    fireEvent.click(box)
    expect(box.checked).toBe(true)
    on.who = guest
    await reopen()
    await screen.findByRole('checkbox', { name: 'Pay a deposit now' })
    expect(screen.queryByRole('checkbox', { name: 'Assign order for Winning Services delivery' })).toBeNull()
  })

  test('cash and carry fills and locks the store address, clears the email and reloads dates; off restores all [STFC-08] [STFC-09] [STFC-10] [STFC-11] [STFC-12]', async () => {
    on.who = nora()
    await open('LAMP-1')
    await fillGuest()
    await screen.findByRole('checkbox', { name: 'Cash and carry' })
    const before = on.calls.filter((one) => one.path === '/api/checkout/avail').length
    tick('Cash and carry')
    const shown = () => ['Phone', 'Street address', 'Suburb', 'Email', 'First name'].map((label) => field(label).value)
    expect(shown()).toEqual(['02 5550 0001', '12 Example Street', '2042 Newtown, NSW', '', 'Ana'])
    expect(['Phone', 'Street address', 'Suburb', 'Email'].map((label) => field(label).disabled)).toEqual([
      true,
      true,
      true,
      false,
    ])
    await waitFor(() => expect(on.calls.filter((one) => one.path === '/api/checkout/avail')).toHaveLength(before + 1))
    expect(lastPosted('/api/checkout/avail')?.['deliveryAddress']).toMatchObject({
      suburb: 'Newtown',
      state: 'NSW',
      postcode: '2042',
    })
    expect(screen.queryByRole('radiogroup')).toBeNull()
    tick('Cash and carry')
    expect(shown()).toEqual(['0412 345 678', '12 Harbour Street', '2000 Sydney, NSW', 'ana@example.com', 'Ana'])
    expect(field('Phone').disabled).toBe(false)
    await screen.findByRole('radiogroup')
  })

  test('cash and carry orders the cart for today, free of charge [STFC-07] [STFC-13] [STFC-14]', async () => {
    on.who = nora()
    await open('LAMP-1')
    await fillGuest()
    await screen.findByRole('checkbox', { name: 'Cash and carry' })
    tick('Cash and carry')
    expect([figure('Delivery'), figure('Order Total')]).toEqual(['FREE', '$49.50'])
    fill('Email', 'ana@example.com')
    fillCard()
    const { cartId } = await on.visitor.cart()
    await placed()
    expect(lastPosted()).toMatchObject({
      cashAndCarry: true,
      cartId,
      deliveryDate: [2026, 11, 24],
      expectedTotal: 49.5,
    })
    expect((await orderOf(cartId)).snapshot).toMatchObject({
      sale: { cashAndCarry: true, salespersonCode: 'NT02', subdivision: stores.newtown },
    })
  })
})

test('a customer invoiced on account at the delivery address sees a company field; others can open it', async () => {
  on.who = { ...(trade({ billingAddress: null }) as Extract<Principal, { kind: 'trade' }>), hasApprovedCredit: true }
  await open('LAMP-1', { app: 'wac' })
  await screen.findByRole('radio', { name: 'Credit Account' })
  const company = await screen.findByLabelText('Company')
  expect(company.closest('details')).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: /^Credit card/ }))
  expect(screen.getByLabelText('Company (optional)').closest('details')).not.toBeNull()
})

test('a credit account is preselected where offered, on the trade app only [STFC-19] [STFC-20]', async () => {
  on.who = { ...(trade() as Extract<Principal, { kind: 'trade' }>), hasApprovedCredit: true }
  await open('LAMP-1', { app: 'wac' })
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Credit Account' })).checked).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: /^Credit card/ }))
  expect(screen.getByLabelText('Card number')).toBeDefined()
  await open('LAMP-1', { app: 'aol' })
  await waitFor(() => expect(requested('/api/checkout')).toHaveLength(1))
  expect(screen.queryByRole('radio', { name: 'Credit Account' })).toBeNull()
})

test('an unavailable line is replaced by its successor where the setting is on [SETT-19]', async () => {
  await open('BO-1', { app: 'andoo', quantity: 2 })
  const { db } = on.shop.database
  const id = on.shop.services.catalogue.productBySku('BO-1')?.id ?? 0
  await sql`update product set superseded = true, superseded_by = 'WM-1' where id = ${id}`.execute(db)
  await sql`update stock set quantity = 0, incoming_quantity = 0 where product_id = ${id}`.execute(db)
  await announce(db, { products: [id] })
  await until(() => on.shop.services.catalogue.productBySku('BO-1')?.superseded === true)
  await reopen()
  await screen.findByText(/^Heat pump dryer is no longer available/)
  expect(screen.queryByRole('button', { name: /^Swap/ })).toBeNull()
  await on.shop.set('andoo', 'CheckoutExpandedProductSwapEnabled', 'true')
  await reopen()
  fireEvent.click(await screen.findByRole('button', { name: 'Swap Heat pump dryer for Front load washer 8 kg' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Swap/ })).toBeNull())
  const { products, errors } = await on.visitor.cart()
  expect(products.map((line) => [line.sku, line.quantity])).toEqual([['WM-1', 2]])
  expect(errors).toEqual([])
})
