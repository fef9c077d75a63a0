import { browseAs, type Call } from '../../../testing/browser.ts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import type { Visitor } from '../../../testing/shop/visitor.ts'
import { chatBlockersStore } from '../../../ui/overlays/chat-blockers.ts'
import { useStore } from '../../../ui/browser/store.ts'
import type { CardRules } from '../../catalogue/product/card.ts'
import { CompareControl } from '../../catalogue/internal/ui/compare-control.tsx'
import { comparedStore } from '../../catalogue/ui/compared-products.ts'
import type { CompareList, CompareProduct } from '../compare.ts'
import CompareTray from './compare-tray.tsx'
import { load, toggle } from './compare-list.ts'
import { startComparing } from './compare-start.ts'
import { compareStore } from './compare-state.ts'

/** The list in the browser and the tray that shows it, asking a real shop. */

let shop: TestShop
let visitor: Visitor
let calls: Call[]
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())
beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('isRepeatUser', 'false')
  visitor = shop.visitor()
  calls = browseAs(visitor)
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  act(() => {
    compareStore.set(null)
    comparedStore.set(comparedStore.initial)
  })
  document.body.replaceChildren()
})

const idOf = (sku: string) => shop.services.catalogue.productBySku(sku)?.id ?? expect.fail(`no ${sku}`)
const stored = () =>
  (JSON.parse(localStorage.getItem('compare-products') ?? 'null') as { comparisonProducts: CompareProduct[] } | null)
    ?.comparisonProducts
const storedSkus = () => stored()?.map((one) => one.productSKU)
const onServer = async () =>
  (await visitor.get('/api/compare/')).json<CompareList>().products.map((product) => product.sku)

/** A control as cards have it. */
function control(id: number, compare: 'button' | 'checkbox' = 'button'): HTMLElement {
  const of = { id, title: `Product ${id}` }
  const { container } = render(<CompareControl of={of} rules={{ compare } as CardRules} />)
  return container.querySelector<HTMLElement>('[data-compare]') ?? expect.fail('no control')
}
const press = (sku: string) => act(() => toggle(idOf(sku)))
const isPressed = (element: HTMLElement) => element.getAttribute('aria-pressed')

type Rules = Parameters<typeof CompareTray>[0]

function Frame(rules: Rules) {
  return useStore(compareStore) === null ? null : <CompareTray {...rules} />
}

function open(path = '/products', rules: Partial<Rules> = {}) {
  const all: Rules = { compareControl: 'button', homeUsesPageBuilder: true, ...rules }
  const router = createMemoryRouter([{ path: '*', element: <Frame {...all} /> }], { initialEntries: [path] })
  render(<RouterProvider router={router} />)
  return router
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const boxes = () => screen.getAllByRole('listitem').map((box) => box.textContent)

describe('the list', () => {
  test('is looked up by id, stored under compare-products and copied to the server [CMPR-19] [CMPR-20] [CMPR-29]', async () => {
    await press('LAMP-1')
    expect(stored()).toEqual([
      {
        brandImage: '',
        brandName: 'Nordhaus',
        productId: idOf('LAMP-1'),
        productImage: expect.stringMatching(/^\/media\//),
        productName: 'Reading lamp',
        productSKU: 'LAMP-1',
        price: 49.5,
      },
    ])
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(calls).toEqual([
      { method: 'GET', path: `/api/v2/product/id/${idOf('LAMP-1')}/`, body: null },
      { method: 'POST', path: '/api/compare/product/', body: { sku: 'LAMP-1' } },
    ])
    await waitFor(async () => expect(await onServer()).toEqual(['LAMP-1']))
  })

  test('removes a product at the second click, also on the server [CMPR-25]', async () => {
    await press('A/B-1')
    await press('LAMP-1')
    await press('A/B-1')
    expect(storedSkus()).toEqual(['LAMP-1'])
    await waitFor(() => expect(calls.at(-1)?.path).toBe('/api/compare/product/A%2FB-1'))
    await waitFor(async () => expect(await onServer()).toEqual(['LAMP-1']))
    await press('LAMP-1')
    expect(storedSkus()).toEqual([])
    expect(compareStore.get()).toBeNull()
  })

  test('updates every compare button, present and future', async () => {
    const id = idOf('WM-1')
    const early = control(id)
    const requested = toggle(id)
    await waitFor(() => expect(isPressed(early)).toBe('true'))
    await act(() => requested)
    const late = control(id)
    const box = control(id, 'checkbox') as HTMLInputElement
    await waitFor(() => expect([isPressed(late), box.checked]).toEqual(['true', true]))
    await press('WM-1')
    expect([isPressed(early), isPressed(late), box.checked]).toEqual(['false', 'false', false])
  })

  test('a second click before the response removes the product', async () => {
    await load()
    const id = idOf('WM-1')
    const twice = control(id)
    await act(() => Promise.all([toggle(id), toggle(id)]))
    expect([storedSkus(), isPressed(twice)]).toEqual([[], 'false'])
  })

  test('is read from the server on first use in a browser only, and only for a known visitor', async () => {
    await visitor.post('/api/compare/product/', { sku: 'FR-1' })
    await act(load)
    expect([calls, storedSkus()]).toEqual([[], []])
    localStorage.removeItem('compare-products')
    localStorage.setItem('isRepeatUser', 'true')
    await act(load)
    expect(calls).toMatchObject([{ method: 'GET', path: '/api/compare/' }])
    expect(stored()).toEqual([expect.objectContaining({ productSKU: 'FR-1', productId: idOf('FR-1') })])
    expect(stored()?.[0]).not.toHaveProperty('sku')
    await visitor.delete('/api/compare/product/FR-1')
    await act(load)
    expect([calls.length, storedSkus(), compareStore.get()?.isMinimized]).toEqual([1, ['FR-1'], true])
  })

  test('is requested again when the first request failed', async () => {
    localStorage.setItem('isRepeatUser', 'true')
    globalThis.fetch = async () => new Response('', { status: 500 })
    await act(load)
    expect(localStorage.getItem('compare-products')).toBeNull()
  })

  test('is unchanged when the server rejects its copy', async () => {
    for (const sku of ['WM-1', 'FR-1', 'HOSE-1']) await visitor.post('/api/compare/product/', { sku })
    await press('LAMP-1')
    await waitFor(() => expect(calls).toHaveLength(2))
    await waitFor(async () => expect(await onServer()).toHaveLength(3))
    expect([storedSkus(), compareStore.get()?.notice]).toEqual([['LAMP-1'], null])
  })

  test('follows changes of another tab, without expanding', async () => {
    await press('LAMP-1')
    const { comparisonProducts } = JSON.parse(localStorage.getItem('compare-products') ?? '') as {
      comparisonProducts: CompareProduct[]
    }
    await press('LAMP-1')
    const stop = startComparing(Promise.resolve())
    localStorage.setItem('compare-products', JSON.stringify({ comparisonProducts }))
    window.dispatchEvent(new window.StorageEvent('storage', { key: 'compare-products' }))
    await waitFor(() =>
      expect(compareStore.get()).toEqual({ products: comparisonProducts, isMinimized: true, notice: null }),
    )
    stop()
  })

  test('is restored minimized; without a list nothing is fetched [CMPR-20] [CMPR-26]', async () => {
    await press('LAMP-1')
    await waitFor(() => expect(calls).toHaveLength(2))
    act(() => compareStore.set(null))
    startComparing(Promise.resolve())()
    await waitFor(() => expect(compareStore.get()).toMatchObject({ isMinimized: true, products: [{ price: 49.5 }] }))
    expect(calls).toHaveLength(2)
  })
})

test('a button responds at once, and the list decides in the end', async () => {
  const of = idOf('LAMP-1')
  const gone = 999_999
  const stop = startComparing(Promise.resolve())
  for (const id of [of, gone]) {
    const pressed = control(id)
    fireEvent.click(pressed)
    expect([id, isPressed(pressed)]).toEqual([id, 'true'])
  }
  await waitFor(() => expect(storedSkus()).toEqual(['LAMP-1']))
  await waitFor(() => expect([...comparedStore.get()]).toEqual([of]))
  stop()
})

describe('the tray', () => {
  test('has three slots, with No product selected in empty ones, and titles of at most 50 characters [CMPR-02] [CMPR-07]', async () => {
    open()
    await press('LAMP-1')
    expect(boxes()).toEqual(['Reading lamp', 'No product selected', 'No product selected'])
    const list = stored() ?? []
    const long = 'A fridge whose name goes on and on until it is too long'
    localStorage.setItem(
      'compare-products',
      JSON.stringify({ comparisonProducts: list.map((one) => ({ ...one, productName: long })) }),
    )
    await act(load)
    expect(boxes()[0]).toBe('A fridge whose name goes on and on until it is too...')
  })

  test('compares from two products, and opens the comparison URL [CMPR-04] [ROUTE-30] [ROUTE-31]', async () => {
    const router = open()
    await press('LAMP-1')
    expect(button('Compare Selected').disabled).toBe(true)
    expect(screen.getByText('Choose one more to compare')).toBeDefined()
    await press('A/B-1')
    expect(button('Compare Selected').disabled).toBe(false)
    fireEvent.click(button('Compare Selected'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/comparison/LAMP-1/A%2FB-1'))
  })

  test('hides to a bar that expands it again, and blocks the chat while expanded [CMPR-03] [CMPR-05] [CMPR-14] [CMPR-28]', async () => {
    open()
    await press('LAMP-1')
    expect(chatBlockersStore.get()).toEqual(['compare'])
    fireEvent.click(button('Hide'))
    const bar = screen.getByRole('button', { expanded: false })
    expect(bar.textContent).toBe('COMPARE 1 ITEMSCOMPARE')
    expect(document.activeElement).toBe(bar)
    expect([screen.queryByRole('listitem'), chatBlockersStore.get()]).toEqual([null, []])
    fireEvent.click(bar)
    expect(document.activeElement).toBe(button('Hide'))
    expect(chatBlockersStore.get()).toEqual(['compare'])
    fireEvent.click(button('Remove Reading lamp'))
    expect([screen.queryByRole('region'), chatBlockersStore.get()]).toEqual([null, []])
  })

  test('is absent on checkout, comparison and some home pages; comparing minimizes it [CMPR-10] [CMPR-11] [CMPR-13]', async () => {
    const router = open('/products', { homeUsesPageBuilder: false })
    await press('LAMP-1')
    expect(screen.getByRole('region', { name: 'Products to compare' })).toBeDefined()
    for (const path of ['/customer/checkout', '/']) {
      await act(() => router.navigate(path))
      expect([path, screen.queryByRole('region')]).toEqual([path, null])
    }
    expect(compareStore.get()?.isMinimized).toBe(false)
    await act(() => router.navigate('/comparison/LAMP-1'))
    expect(screen.queryByRole('region')).toBeNull()
    await act(() => router.navigate('/products'))
    expect(screen.getByRole('button', { expanded: false })).toBeDefined()
  })

  test.each([
    [
      'button',
      "You've already selected 3 products to compare. That's the maximum. To compare this product, please remove another first.",
    ],
    [
      'checkbox',
      "It looks like you've already selected the maximum of 3 products for comparison. To add this product and compare, please deselect another.",
    ],
  ] as const)(
    'a fourth is rejected before lookup, with the text of a %s [CMPR-21] [CMPR-22] [CMPR-23]',
    async (compareControl, text) => {
      open('/products', { compareControl })
      for (const sku of ['LAMP-1', 'WM-1', 'FR-1']) await press(sku)
      await waitFor(() => expect(calls).toHaveLength(6))
      await press('HOSE-1')
      const dialog = screen.getByRole('dialog', { name: 'Too many products' })
      expect(dialog.textContent).toContain(text)
      expect([storedSkus(), calls.length]).toEqual([['LAMP-1', 'WM-1', 'FR-1'], 6])
      fireEvent.click(button('Got it'))
      expect(screen.queryByRole('dialog')).toBeNull()
    },
  )

  test('says when a product cannot be looked up, also while empty', async () => {
    open()
    const gone = control(999_999)
    await act(() => toggle(999_999))
    expect(screen.getByRole('alert').textContent).toBe("This product can't be compared right now.")
    expect([storedSkus(), isPressed(gone)]).toEqual([[], 'false'])
    fireEvent.click(button('Close'))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
