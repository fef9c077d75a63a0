import { answerNextCall, browseAs, openAddress } from '../../../testing/browser.ts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codes, places } from '../../../testing/catalogue.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import type { Visitor } from '../../../testing/shop/visitor.ts'
import { messageStore } from '../../../ui/overlays/message.ts'
import { choosePlace, placeStore } from '../../geo/ui/place.ts'
import { navigationView } from '../../navigation/ui/view.ts'
import { noCartId, toCartResponse } from '../cart.ts'
import {
  addToCart,
  applyCode,
  followCart,
  loadCart,
  loadLine,
  removeCart,
  removeCode,
  removedStore,
  removeLine,
  setLine,
  undoRemoval,
} from './cart-calls.ts'
import { addedStore } from './added-product.ts'
import { cartStore, openCart } from './cart-state.ts'
import { RemovedLine } from '../internal/ui/removed-line.tsx'

/** The cart as the browser holds it, asking a real shop. */

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

/** The next call's answer waits until it is let go. */
function holdNext(): { go: () => void } {
  const original = globalThis.fetch
  let go = () => {}
  const gate = new Promise<void>((done) => (go = done))
  globalThis.fetch = async (...call) => {
    globalThis.fetch = original
    const answer = await original(...call)
    await gate
    return answer
  }
  return { go: () => go() }
}

const lamp = {
  sku: 'LAMP-1',
  productCode: 'LAMP-1',
  title: 'Reading lamp',
  quantity: 4,
  warrantyId: null,
  installId: null,
}

describe('the cart store', () => {
  test('holds the cart, its error, count, panel, loading and whether the manufacturer delivers, and nothing else [CART-05] [CART-10]', async () => {
    expect(cartStore.get()).toEqual({
      cart: await visitor.cart(),
      errorMessage: null,
      cartCount: 1,
      isCartOpen: false,
      isLoading: false,
      hasProformaDelivery: false,
    })
    await addToCart('MI-1')
    expect(cartStore.get()).toMatchObject({ cartCount: 2, isCartOpen: true, hasProformaDelivery: true })
    openCart(false)
    expect(cartStore.get().isCartOpen).toBe(false)
    await shop.set('aol', 'proformaShippingBrands', ' nordhaus ,ember')
    await removeLine({ ...lamp, sku: 'MI-1', productCode: 'MI-1' })
    expect(cartStore.get()).toMatchObject({ cartCount: 1, hasProformaDelivery: true })
    await shop.set('aol', 'proformaShippingBrands', '')
    await loadCart()
    expect(cartStore.get().hasProformaDelivery).toBe(false)
    await shop.set('aol', 'proformaShippingBrands', 'Miele')
  })

  const questions = {
    'reading the cart': loadCart,
    'reading a line': () => loadLine('LAMP-1'),
    adding: () => addToCart('WM-1'),
    changing: () => setLine(lamp, { quantity: 2 }),
    'removing a line': () => removeLine(lamp),
    'applying a code': () => applyCode(codes.giftCard),
    'removing a code': () => removeCode('NONE'),
    'removing the cart': removeCart,
  }

  test.each(Object.entries(questions))(
    '%s is loading from the question to the answer, good or bad [CART-07]',
    async (_name, ask) => {
      for (const status of [null, 400, 500, 0]) {
        await visitor.add('LAMP-1')
        await loadCart()
        if (status !== null) answerNextCall(status, '')
        const before = cartStore.get().isLoading
        const answer = ask()
        expect([status, before, cartStore.get().isLoading]).toEqual([status, false, true])
        await answer
        expect([status, cartStore.get().isLoading]).toEqual([status, false])
      }
      openCart(false)
    },
  )

  test('is loading until the last of two calls has returned [CART-07]', async () => {
    const slow = holdNext()
    const first = loadCart()
    await loadCart()
    expect(cartStore.get().isLoading).toBe(true)
    slow.go()
    await first
    expect(cartStore.get().isLoading).toBe(false)
  })

  test('every change is followed by one reload, a reload by none [CART-08] [cart-11]', async () => {
    const calls = browseAs(visitor)
    const requested = async (change: () => Promise<boolean>) => {
      calls.length = 0
      await change()
      return calls.map(({ method, path }) => `${method} ${path}`)
    }
    expect(await requested(() => addToCart('WM-1'))).toEqual(['POST /api/cart/product/', 'GET /api/cart/'])
    expect(await requested(() => setLine(lamp, { quantity: 2 }))).toEqual(['POST /api/cart/product/', 'GET /api/cart/'])
    expect(await requested(() => removeLine(lamp))).toEqual(['DELETE /api/cart/product/LAMP-1', 'GET /api/cart/'])
    expect(await requested(() => addToCart('NONE'))).toEqual(['POST /api/cart/product/'])
    expect(await requested(loadCart)).toEqual(['GET /api/cart/'])
    expect(await requested(removeCart)).toEqual(['DELETE /api/cart/', 'GET /api/cart/'])
    openCart(false)
  })

  test('a removed cart is empty before the reload returns, and no late response fills it again [CART-09]', async () => {
    const late = holdNext()
    const reading = loadCart()
    const seen: unknown[] = []
    const stop = cartStore.subscribe(() => {
      const { cart, cartCount } = cartStore.get()
      seen.push([cart?.cartId, cart?.products.length, cartCount])
    })
    const removal = removeCart()
    await waitFor(() => expect(seen).toContainEqual([noCartId, 0, 0]))
    late.go()
    await Promise.all([reading, removal])
    stop()
    expect(cartStore.get().cart).toEqual(toCartResponse(null, { depositPercentage: 30 }))
    expect(await visitor.cart()).toEqual(toCartResponse(null, { depositPercentage: 30 }))
  })

  test('a late response does not replace a newer version', async () => {
    const late = holdNext()
    const reading = loadCart()
    await setLine(lamp, { quantity: 7 })
    late.go()
    await reading
    expect(cartStore.get().cart?.products).toMatchObject([{ quantity: 7 }])
  })

  test('a new location reloads the cart with what is not delivered there; without a cart nothing is requested [CART-08] [cart-12]', async () => {
    await followCart(Promise.resolve())
    const calls = browseAs(visitor)
    await choosePlace(places.lordHowe.id)
    await waitFor(() =>
      expect(cartStore.get().cart?.products).toMatchObject([{ available: false, unavailableReason: 'LocationBlock' }]),
    )
    expect(calls.map(({ path }) => path)).toEqual([
      '/api/geo/setlocation',
      '/api/geo',
      '/api/cart/?suburb=Lord+Howe+Island&postcode=2898&state=NSW',
    ])
    await removeCart()
    calls.length = 0
    await choosePlace(places.sydney.id)
    expect(calls.map(({ path }) => path)).toEqual(['/api/geo/setlocation', '/api/geo'])
    placeStore.set(null)
  })

  test('a change in one tab reaches the others, a reload does not', async () => {
    await followCart(Promise.resolve())
    const other = new BroadcastChannel('cart')
    // A channel has one origin anyway.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    const say = (news: object) => other.postMessage(news)
    const heard: unknown[] = []
    other.addEventListener('message', ({ data }: MessageEvent) => void heard.push(data))
    await setLine(lamp, { quantity: 3 })
    const { cartId, version } = await visitor.cart()
    await waitFor(() => expect(heard).toEqual([{ cartId, version }]))

    const { version: next } = await visitor.add('LAMP-1', 2)
    say({ cartId, version: next })
    await waitFor(() => expect(cartStore.get().cart?.products).toMatchObject([{ quantity: 5 }]))
    // What this tab knows already is not asked for again.
    const calls = browseAs(visitor)
    say({ cartId, version: next })
    say({ cartId: noCartId, version: 0 })
    await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['/api/cart/']))
    expect(heard).toHaveLength(1)
    other.close()
  })

  test('a change on another device is loaded when the page becomes visible again', async () => {
    await followCart(Promise.resolve())
    const { products } = await visitor.add('LAMP-1', 2)
    document.dispatchEvent(new window.Event('visibilitychange'))
    await waitFor(() => expect(cartStore.get().cart?.products).toMatchObject([{ quantity: products[0]?.quantity }]))
  })

  test('shows the server’s first error, else its own text [CART-12]', async () => {
    const calls = browseAs(visitor)
    await removeLine({ ...lamp, sku: 'WM-1', productCode: 'WM-1' })
    expect(calls).toEqual([])
    expect(cartStore.get().errorMessage).toBe('Something went wrong. Please try again.')
    for (const [status, body] of [
      [0, ''],
      [500, ''],
      [503, '{}'],
    ] as const) {
      answerNextCall(status, body)
      await loadCart()
      expect([status, cartStore.get().errorMessage]).toEqual([
        status,
        'An unknown error occurred, please try again later',
      ])
    }
    await loadCart()
    expect(cartStore.get().errorMessage).toBeNull()
  })

  test('a failed add shows over the page, or in the panel if it is open [cart-15]', async () => {
    openCart(false)
    answerNextCall(0, '')
    await addToCart('WM-1')
    expect(messageStore.get()).toEqual({
      type: 'error',
      text: 'An unknown error occurred, please try again later',
      keepAlive: false,
    })
    expect([navigationView.get(), cartStore.get().errorMessage]).toEqual(['none', null])

    messageStore.set(null)
    openCart(true)
    answerNextCall(0, '')
    await addToCart('WM-1')
    expect(messageStore.get()).toBe(null)
    expect([navigationView.get(), cartStore.get().errorMessage]).toEqual([
      'cart',
      'An unknown error occurred, please try again later',
    ])

    openCart(false)
    await addToCart('WM-1')
    expect([navigationView.get(), cartStore.get().errorMessage]).toEqual(['cart', null])
    openCart(false)
  })
})

describe('cart messages', () => {
  const shown = () => messageStore.get()
  const text = 'This item is on back order.'
  beforeEach(async () => {
    await visitor.delete('/api/cart/')
    await loadCart()
    messageStore.set(null)
  })
  afterEach(() => openAddress('/'))

  test('show over the page until closed, once for a cart, and again when the cart changes [CART-13] [cart-10]', async () => {
    await visitor.add('BO-1')
    await loadCart()
    expect(shown()).toEqual({ type: 'error', text, keepAlive: true })
    messageStore.set(null)
    await loadCart()
    expect(shown()).toBe(null)
    await visitor.add('LAMP-1')
    await loadCart()
    expect(shown()?.text).toBe(text)
    await removeLine({ ...lamp, sku: 'BO-1', productCode: 'BO-1' })
    expect(shown()).toBe(null)
  })

  test('show each text once, separated by blank lines [cart-10]', async () => {
    await visitor.add('BO-1')
    const cart = await visitor.cart()
    answerNextCall(200, JSON.stringify({ ...cart, messages: [text, 'Another.', text].map((message) => ({ message })) }))
    await loadCart()
    expect(shown()?.text).toBe(`${text}\n\nAnother.`)
  })

  test('show in the summary at the checkout, and in the panel while it is open [CART-13] [cart-10]', async () => {
    await visitor.add('BO-1')
    openAddress('/customer/checkout')
    await loadCart()
    expect(shown()).toBe(null)
    openAddress('/')
    openCart(true)
    await loadCart()
    expect(shown()).toBe(null)
    openCart(false)
    expect(shown()?.text).toBe(text)
  })
})

describe('on a small screen', () => {
  const screenOf = window as unknown as { happyDOM: { setInnerWidth(width: number): void } }
  const width = window.innerWidth
  afterEach(() => screenOf.happyDOM.setInnerWidth(width))

  test('the panel stays closed after an add, and a sheet names the product [cart-15]', async () => {
    for (const [wide, open] of [
      [767, false],
      [768, true],
    ] as const) {
      messageStore.set(null)
      screenOf.happyDOM.setInnerWidth(wide)
      await addToCart('LAMP-1')
      expect([wide, cartStore.get().isCartOpen, addedStore.get()?.title]).toEqual([
        wide,
        open,
        open ? undefined : 'Reading lamp',
      ])
      openCart(false)
      addedStore.set(null)
    }
  })
})

describe('a quantity', () => {
  const shown = () => {
    const { cart } = cartStore.get()
    return [cart?.products[0]?.quantity, cart?.productCount, cart?.subTotal, cart?.orderTotal]
  }

  test('is shown with its sums before the server has answered', async () => {
    const held = holdNext()
    const sent = setLine(lamp, { quantity: 6 })
    expect(shown()).toEqual([6, 6, 297, 297])
    held.go()
    expect(await sent).toBe(true)
    expect(shown()).toEqual([6, 6, 297, 297])
    expect((await visitor.cart()).products[0]?.quantity).toBe(6)
  })

  test('that is refused goes back, with the reason', async () => {
    await visitor.add('SC-20', 20)
    await loadCart()
    const sent = setLine({ sku: 'SC-20', productCode: 'SC-20' }, { quantity: 21 })
    expect(cartStore.get().cart?.products[1]?.quantity).toBe(21)
    expect(await sent).toBe(false)
    expect(cartStore.get().cart?.products[1]?.quantity).toBe(20)
    expect(cartStore.get().cart).toMatchObject({ productCount: 24, subTotal: 9_198 })
    expect(cartStore.get().errorMessage).toBe(
      'Sorry, Copper range cooker is no longer available in the quantity requested.',
    )
  })

  test('chosen while another is being sent waits for it, and only the last is sent: three versions in all', async () => {
    const held = holdNext()
    const first = setLine(lamp, { quantity: 5 })
    await Promise.all([setLine(lamp, { quantity: 6 }), setLine(lamp, { quantity: 7 })])
    expect(shown()).toEqual([7, 7, 346.5, 346.5])
    held.go()
    await first
    expect([shown()[0], (await visitor.cart()).version]).toEqual([7, 3])
  })
})

describe('a removed line', () => {
  test('is named, and the focused button restores it with its quantity', async () => {
    render(<RemovedLine />)
    await act(() => removeLine(lamp))
    expect(screen.getByRole('status').textContent).toBe('Removed Reading lamp. Undo the removal of Reading lamp')
    const undo = screen.getByRole('button', { name: 'Undo the removal of Reading lamp' })
    expect(document.activeElement).toBe(undo)
    fireEvent.click(undo)
    await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
    expect((await visitor.cart()).products).toMatchObject([{ sku: 'LAMP-1', quantity: 4 }])
  })

  test('stays offered when restoring fails, and is forgotten after another change', async () => {
    await removeLine(lamp)
    answerNextCall(500, '')
    expect(await undoRemoval()).toBe(false)
    expect(removedStore.get()).toMatchObject({ sku: 'LAMP-1' })
    await addToCart('WM-1')
    expect([removedStore.get(), await undoRemoval()]).toEqual([null, false])
    openCart(false)
  })
})
