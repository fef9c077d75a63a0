import '../../../../testing/browser.ts'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { toCartResponse, type CartResponse } from '../../../cart/cart.ts'
import type { Shipping } from './delivery/delivery-view.ts'
import { OrderSummary } from './order-summary.tsx'

afterEach(cleanup)

const product = (more: Partial<CartResponse['products'][number]>) =>
  ({
    productCode: more.title,
    image: '/media/x.svg',
    quantity: 1,
    price: 10,
    rrp: null,
    lineDiscount: 0,
    altPriceMsg: null,
    isMemberPrice: false,
    selectedWarranty: null,
    selectedInstall: null,
    ...more,
  }) as CartResponse['products'][number]

function show(more: Partial<CartResponse> = {}, { shipping = 40_00 as Shipping, isToday = false } = {}) {
  const cart = {
    ...toCartResponse(null, { depositPercentage: 30 }),
    products: [product({ title: 'Washer', quantity: 2, price: 999.5 })],
    ...more,
  }
  render(<OrderSummary cart={cart} shipping={shipping} isToday={isToday} total={2_039_00} showsSale={false} />)
}
/** The figures by their names. */
const figures = () =>
  screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])

test('has title, items and totals [SUMM-01] [SUMM-04] [SUMM-10] [SUMM-12]', () => {
  show({ products: [product({ title: 'Washer', quantity: 2, price: 999.5 }), product({ title: 'Hose' })] })
  expect(screen.getByRole('complementary', { name: 'Order Summary' })).toBeDefined()
  const items = within(screen.getByRole('list', { name: 'Items' })).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual(['WasherQuantity 2$1,999', 'HoseQuantity 1$10'])
  expect(figures()).toEqual([
    ['Delivery', '$40'],
    ['Order Total', '$2,039'],
  ])
})

test('names a product’s options, each with its price for all units [SUMM-18]', () => {
  const selectedWarranty = { name: 'One more year', price: 59 }
  const selectedInstall = { name: 'Washer connection', price: 49.5 }
  show({ products: [product({ title: 'Washer', quantity: 2, price: 999.5, selectedWarranty, selectedInstall })] })
  const [item] = within(screen.getByRole('list', { name: 'Items' })).getAllByRole('listitem')
  expect(item?.textContent).toBe('WasherQuantity 2$1,999One more year $118Washer connection $99')
})

test('says FREE, or that a suburb is missing', () => {
  show({}, { shipping: 0 })
  expect(figures()[0]).toEqual(['Delivery', 'FREE'])
  cleanup()
  show({}, { shipping: { words: 'Call us' } })
  expect(figures()[0]).toEqual(['Delivery', 'Call us'])
  cleanup()
  show({}, { shipping: null })
  expect(figures()[0]).toEqual(['Delivery', 'Choose a suburb'])
})

test('labels delivery today Same Day Delivery [DLV-18]', () => {
  show({}, { isToday: true })
  expect(figures()[0]?.[0]).toBe('Same Day Delivery')
})

test('labels delivery on any other day Delivery [DLV-19]', () => {
  show({}, { isToday: false })
  expect(figures()[0]?.[0]).toBe('Delivery')
})

test('shows saving and code when present [SUMM-09]', () => {
  show({
    savingTotal: 598.1,
    coupon: { code: 'TEN-OFF', discount: 199.9 },
    giftCards: [{ code: 'G-1234', balance: 60, amount: 50 }],
  })
  expect(figures().slice(0, 2)).toEqual([
    ['TEN-OFF', '-$199.90'],
    ['Gift card 1234', '-$50'],
  ])
  expect(screen.getByText('You save $598.10')).toBeDefined()
  cleanup()
  show()
  expect(screen.queryByText(/You save/)).toBeNull()
})

test('shows the saving below the total, because it is already included', () => {
  show({ savingTotal: 598.1 })
  expect(figures().map(([name]) => name)).not.toContain('You save')
  const text = document.body.textContent
  expect(text.indexOf('You save')).toBeGreaterThan(text.indexOf('Order Total'))
})

test('shows cart messages [SUMM-02]', () => {
  show({ messages: [{ message: 'This item is on back order.' }, { message: 'Another.' }] })
  expect(screen.getAllByRole('status').map((one) => one.textContent)).toEqual([
    'This item is on back order.',
    'Another.',
  ])
})

test('has a field for a code [SUMM-05]', () => {
  show()
  expect(screen.getByRole('textbox', { name: 'Gift card / Coupon code' })).toBeDefined()
})

test('shows cart errors instead of totals, with a contact [SUMM-07] [SUMM-08]', () => {
  show({ errors: [{ message: 'Washer is no longer available.' }, { message: 'Another.' }] })
  expect(screen.getAllByRole('alert').map((one) => one.textContent)).toEqual([
    'Washer is no longer available.',
    'Another.',
  ])
  expect(screen.queryAllByRole('term')).toEqual([])
  expect(screen.getByRole('link', { name: 'Request Assistance' }).getAttribute('href')).toBe('/ask-an-expert')
  cleanup()
  show()
  expect(screen.queryByRole('link', { name: 'Request Assistance' })).toBeNull()
})

test('truncates a title after 58 characters [SUMM-15]', () => {
  const title = `${'x'.repeat(57)} y`
  show({ products: [product({ title: title.slice(0, 58) }), product({ title })] })
  const [whole, cut] = within(screen.getByRole('list', { name: 'Items' })).getAllByRole('listitem')
  expect(whole?.textContent).toBe(`${'x'.repeat(57)} Quantity 1$10`)
  expect(cut?.textContent).toBe(`${'x'.repeat(57)} ...Quantity 1$10`)
})
