import { browseAs } from '../../../browser-for-tests.ts'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codes } from '../../../catalogue-for-tests.ts'
import { openTestShop, type TestShop, type Visitor } from '../../../shop-for-tests.server.ts'
import { messageStore } from '../../../ui/message.ts'
import { useStore } from '../../../ui/store.ts'
import { CodeBox } from './code-box.tsx'
import { navigationView } from '../../navigation/ui/view.ts'
import { addToCart, cartStore, loadCart, openCart, removeCode, removeLine, setLine } from './cart-state.ts'

/** The cart as the browser holds it, and the box for codes, asking a real shop. */

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

/** The next call gets this answer instead of the shop's. */
function answerNext(status: number, body: string): void {
  const asUsual = globalThis.fetch
  globalThis.fetch = async () => {
    globalThis.fetch = asUsual
    if (status === 0) throw new TypeError('fetch failed')
    return new Response(body, { status })
  }
}

const noChoices = { warrantyId: null, installId: null }

describe('the state of the cart', () => {
  test('is loading from the question to the answer, however it turns out', async () => {
    const line = { sku: 'LAMP-1', productCode: 'LAMP-1', title: 'Reading lamp', quantity: 4, ...noChoices }
    const questions = [
      loadCart,
      () => addToCart('WM-1'),
      () => setLine(line, { quantity: 2 }),
      () => removeLine(line),
      () => removeLine(line),
      () => removeCode('NONE'),
    ]
    for (const question of questions) {
      const answer = question()
      expect(cartStore.get().isLoading).toBe(true)
      await answer
      expect(cartStore.get().isLoading).toBe(false)
    }
  })

  test('has the first error of the server, else words of its own [CART-12]', async () => {
    await removeLine({ sku: 'WM-1', productCode: 'WM-1', title: 'Washer', quantity: 1, ...noChoices })
    expect(cartStore.get().error).toBe('Something went wrong. Please try again.')
    for (const [status, body] of [
      [0, ''],
      [500, ''],
      [503, '{}'],
    ] as const) {
      answerNext(status, body)
      await loadCart()
      expect([status, cartStore.get().error]).toEqual([status, 'An unknown error occurred, please try again later'])
    }
    await loadCart()
    expect(cartStore.get().error).toBeNull()
  })

  test('a failed add is said where the shopper is: over the page, or in the panel that is open [cart-15]', async () => {
    openCart(false)
    answerNext(0, '')
    await addToCart('WM-1')
    expect(messageStore.get()).toEqual({
      type: 'error',
      text: 'An unknown error occurred, please try again later',
      keepAlive: false,
    })
    expect([navigationView.get(), cartStore.get().error]).toEqual(['none', null])

    messageStore.set(null)
    openCart(true)
    answerNext(0, '')
    await addToCart('WM-1')
    expect(messageStore.get()).toBe(null)
    expect([navigationView.get(), cartStore.get().error]).toEqual([
      'cart',
      'An unknown error occurred, please try again later',
    ])

    openCart(false)
    await addToCart('WM-1')
    expect([navigationView.get(), cartStore.get().error]).toEqual(['cart', null])
    openCart(false)
  })
})

function Box() {
  return <CodeBox code={useStore(cartStore).cart?.couponCode ?? null} />
}
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Gift card / Coupon code' })
const type = (value: string) => fireEvent.change(input(), { target: { value } })
const apply = () => fireEvent.click(screen.getByRole('button', { name: 'Apply' }))

describe('the box for codes', () => {
  test('takes at most 40 characters under its label [COUP-05] [COUP-06]', () => {
    render(<Box />)
    expect(input().maxLength).toBe(40)
  })

  test('says that there is nothing to apply, without a call [COUP-07]', async () => {
    const calls = browseAs(visitor)
    render(<Box />)
    for (const text of ['', '   ']) {
      type(text)
      apply()
      expect(screen.getByRole('alert').textContent).toBe('Coupon value cannot be empty')
    }
    expect(calls).toEqual([])
  })

  test('is blank, filled, invalid until the text changes, and valid [COUP-04]', async () => {
    render(<Box />)
    expect([input().value, input().getAttribute('aria-invalid')]).toEqual(['', null])
    type('NONE')
    expect([input().value, input().getAttribute('aria-invalid')]).toEqual(['NONE', null])
    apply()
    expect((await screen.findByRole('alert')).textContent).toBe('This code is not valid or has expired.')
    expect(input().getAttribute('aria-invalid')).toBe('true')
    type(codes.giftCard)
    expect([screen.queryByRole('alert'), input().getAttribute('aria-invalid')]).toEqual([null, null])
    apply()
    await screen.findByRole('button', { name: `Remove code ${codes.giftCard}` })
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('shows the applied code with its removal, and the cart is read as it then is [COUP-02] [COUP-03]', async () => {
    render(<Box />)
    type(codes.tenPercent.toLowerCase())
    apply()
    const remove = await screen.findByRole('button', { name: `Remove code ${codes.tenPercent}` })
    expect(screen.getByText(codes.tenPercent)).toBeDefined()
    expect(cartStore.get().cart).toEqual(await visitor.cart())
    expect(cartStore.get().cart?.couponDiscount).toBe(19.8)
    fireEvent.click(remove)
    await screen.findByRole('textbox')
    expect(cartStore.get().cart).toEqual(await visitor.cart())
    expect(cartStore.get().cart?.couponDiscount).toBe(0)
  })

  test('says why a code is not applied, in words of its own when the server gives none [CERR-01]', async () => {
    render(<Box />)
    type(codes.over)
    apply()
    expect((await screen.findByRole('alert')).textContent).toBe('This code is not valid or has expired.')
    type('ANY')
    answerNext(500, '')
    apply()
    expect((await screen.findByRole('alert')).textContent).toBe('An Error while applying the coupon.')
  })

  test('a code that cannot be removed says the first error of the status list, else its own words [CERR-02] [COUP-10]', async () => {
    await visitor.applyCode(codes.giftCard)
    await loadCart()
    render(<Box />)
    const remove = screen.getByRole('button', { name: `Remove code ${codes.giftCard}` })
    answerNext(400, JSON.stringify({ status: { code: 400, errors: ['This code is not yours.', 'Another.'] } }))
    fireEvent.click(remove)
    expect((await screen.findByRole('alert')).textContent).toBe('This code is not yours.')
    answerNext(500, '')
    fireEvent.click(remove)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('An Error while deleting the coupon.'))
  })
})
