import { answerNextCall, browseAs } from '../../../testing/browser.ts'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codes } from '../../../testing/catalogue.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import type { Visitor } from '../../../testing/shop/visitor.ts'
import { useStore } from '../../../ui/browser/store.ts'
import { CodeBox } from './code-box.tsx'
import { addToCart, loadCart } from './cart-calls.ts'
import { cartStore } from './cart-state.ts'

/** The box for coupons and gift cards, asking a real shop. */

let shop: TestShop
let visitor: Visitor
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())
beforeEach(async () => {
  visitor = shop.visitor()
  browseAs(visitor)
  await visitor.add('LAMP-1', 4)
  await loadCart()
})
afterEach(cleanup)

function Box() {
  return <CodeBox cart={useStore(cartStore).cart ?? { coupon: null, giftCards: [] }} />
}
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Gift card / Coupon code' })
const type = (value: string) => fireEvent.change(input(), { target: { value } })
const apply = () => fireEvent.click(screen.getByRole('button', { name: 'Apply' }))

describe('the code box', () => {
  test('has a labelled field of at most 40 characters [COUP-05] [COUP-06]', () => {
    render(<Box />)
    expect(input().maxLength).toBe(40)
  })

  test('refuses an empty code without a call [COUP-07]', async () => {
    const calls = browseAs(visitor)
    render(<Box />)
    for (const text of ['', '   ']) {
      type(text)
      apply()
      expect(screen.getByRole('alert').textContent).toBe('Coupon value cannot be empty')
    }
    expect(calls).toEqual([])
  })

  test('shows a refusal beside the field and nowhere else', async () => {
    await addToCart('LAMP-1')
    render(<Box />)
    type('NONE')
    apply()
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This code is not valid or has expired.'))
    // The cart and its panel show what stands here.
    expect(cartStore.get().errorMessage).toBeNull()
  })

  test('is blank, filled, invalid until the text changes, and valid [COUP-04]', async () => {
    render(<Box />)
    expect([input().value, input().getAttribute('aria-invalid')]).toEqual(['', null])
    type('NONE')
    expect([input().value, input().getAttribute('aria-invalid')]).toEqual(['NONE', null])
    apply()
    expect((await screen.findByRole('alert')).textContent).toBe('This code is not valid or has expired.')
    expect(input().getAttribute('aria-invalid')).toBe('true')
    type(codes.tenPercent)
    expect([screen.queryByRole('alert'), input().getAttribute('aria-invalid')]).toEqual([null, null])
    apply()
    await screen.findByRole('button', { name: `Remove code ${codes.tenPercent}` })
    expect(screen.queryByRole('textbox', { name: 'Gift card / Coupon code' })).toBeNull()
  })

  test('shows the applied code with a remove button and the cart’s new totals [COUP-02] [COUP-03]', async () => {
    render(<Box />)
    type(codes.tenPercent.toLowerCase())
    apply()
    const remove = await screen.findByRole('button', { name: `Remove code ${codes.tenPercent}` })
    expect(screen.getByText(codes.tenPercent)).toBeDefined()
    expect(cartStore.get().cart).toEqual(await visitor.cart())
    expect(cartStore.get().cart?.couponDiscount).toBe(19.8)
    fireEvent.click(remove)
    await screen.findByRole('textbox', { name: 'Gift card / Coupon code' })
    expect(cartStore.get().cart).toEqual(await visitor.cart())
    expect(cartStore.get().cart?.couponDiscount).toBe(0)
  })

  test('moves the focus from the field to the removal of its code, and back', async () => {
    render(<Box />)
    input().focus()
    type(codes.tenPercent)
    apply()
    const remove = await screen.findByRole('button', { name: `Remove code ${codes.tenPercent}` })
    await waitFor(() => expect(document.activeElement).toBe(remove))
    fireEvent.click(remove)
    await screen.findByRole('textbox', { name: 'Gift card / Coupon code' })
    await waitFor(() => expect(document.activeElement).toBe(input()))
  })

  test('moves the focus to the removal of the fifth gift card, which leaves no room for a sixth', async () => {
    await sql`insert into gift_card (code, currency, balance_cents, expires_on, is_demo)
      select 'GC-' || n, 'AUD', 500, '2029-01-01', true from generate_series(1, 5) n`.execute(shop.database.db)
    for (const n of [1, 2, 3, 4]) await visitor.applyCode(`GC-${n}`)
    await loadCart()
    render(<Box />)
    const field = screen.getByRole('textbox', { name: 'Gift card code' })
    field.focus()
    fireEvent.change(field, { target: { value: 'GC-5' } })
    fireEvent.click(screen.getByRole('button', { name: 'Add gift card' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Gift card code' })).toBeNull())
    const removals = screen.getAllByRole('button', { name: /^Remove gift card/ })
    expect(removals).toHaveLength(5)
    await waitFor(() => expect(document.activeElement).toBe(removals[4]))
  })

  test('has a gift card field beside the coupon’s, and each code is removed by itself', async () => {
    render(<Box />)
    type(codes.tenPercent)
    apply()
    await screen.findByRole('button', { name: `Remove code ${codes.tenPercent}` })
    const card = screen.getByRole<HTMLInputElement>('textbox', { name: 'Gift card code' })
    const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add gift card' }))
    fireEvent.change(card, { target: { value: codes.giftCard } })
    add()
    const remove = await screen.findByRole('button', { name: 'Remove gift card -500' })
    expect(cartStore.get().cart).toMatchObject({
      coupon: { code: codes.tenPercent },
      giftCards: [{ code: codes.giftCard }],
    })
    // One is sent at a time; the field is empty for the next.
    await waitFor(() => expect(card.value).toBe(''))
    fireEvent.change(card, { target: { value: codes.giftCard } })
    add()
    expect((await screen.findByRole('alert')).textContent).toBe('This gift card is on your order already.')
    const calls = browseAs(visitor)
    fireEvent.click(remove)
    await waitFor(() =>
      expect(cartStore.get().cart).toMatchObject({ coupon: { code: codes.tenPercent }, giftCards: [] }),
    )
    // The code is money, and an address is written down on the way.
    expect(calls[0]).toMatchObject({ method: 'DELETE', path: '/api/cart/coupon/-500' })
  })

  test('links to the page with the balance of a gift card', () => {
    render(<Box />)
    expect(screen.getByRole('link', { name: 'Check your balance' }).getAttribute('href')).toBe('/vouchers')
  })

  test('says why a code is not applied, with a default text when the server gives none [CERR-01]', async () => {
    render(<Box />)
    type(codes.over)
    apply()
    expect((await screen.findByRole('alert')).textContent).toBe('This code is not valid or has expired.')
    type('ANY')
    answerNextCall(500, '')
    apply()
    expect((await screen.findByRole('alert')).textContent).toBe('An Error while applying the coupon.')
  })

  test('a failed removal shows the first error of the status list, else a default text [CERR-02] [COUP-10]', async () => {
    await visitor.applyCode(codes.giftCard)
    await loadCart()
    render(<Box />)
    const remove = screen.getByRole('button', { name: 'Remove gift card -500' })
    answerNextCall(400, JSON.stringify({ status: { code: 400, errors: ['This code is not yours.', 'Another.'] } }))
    fireEvent.click(remove)
    expect((await screen.findByRole('alert')).textContent).toBe('This code is not yours.')
    answerNextCall(500, '')
    fireEvent.click(remove)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('An Error while deleting the coupon.'))
  })
})
