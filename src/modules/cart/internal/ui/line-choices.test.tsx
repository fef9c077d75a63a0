import { browseAs } from '../../../../testing/browser.ts'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { upsells } from '../../../../testing/catalogue.ts'
import { openTestShop, type TestShop } from '../../../../testing/shop.server.ts'
import type { Visitor } from '../../../../testing/shop/visitor.ts'
import { useStore } from '../../../../ui/browser/store.ts'
import { loadCart, removeLine, undoRemoval } from '../../ui/cart-calls.ts'
import { cartStore } from '../../ui/cart-state.ts'
import { LineChoices } from './line-choices.tsx'

/** A warranty and an install in the lines of the cart, asking a real shop. */

let shop: TestShop
let visitor: Visitor
let chosen: { warrantyId: number; installId: number }
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
  chosen = { warrantyId: await shop.upsellId(upsells.oneYear), installId: await shop.upsellId(upsells.connection) }
})
afterAll(async () => shop.close())
beforeEach(() => {
  visitor = shop.visitor()
  browseAs(visitor)
})
afterEach(cleanup)

function Lines() {
  return (useStore(cartStore).cart?.products ?? []).map((line) => <LineChoices key={line.sku} line={line} />)
}
async function show(quantity = 1, choices = {}): Promise<void> {
  await visitor.add('WM-1', quantity, choices)
  await loadCart()
  render(<Lines />)
}
const shown = () =>
  within(screen.getByRole('list', { name: 'Chosen with Front load washer 8 kg' }))
    .queryAllByRole('listitem')
    .map((item) => item.textContent)
const summary = (words: string) => screen.getByText(words, { exact: false, selector: 'summary' })
const choose = (label: string, value: number | '') =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'select' }), { target: { value: String(value) } })

test('are shown with their price for all units, changed and taken off', async () => {
  await show(2, chosen)
  expect(shown()).toEqual(['Extended warranty: One more year $118', 'Washer connection $99'])
  const change = summary('Change extended warranty or installation')
  fireEvent.click(change)
  const options = [...screen.getByLabelText<HTMLSelectElement>('Extended warranty', { selector: 'select' }).options]
  expect(options.map((option) => option.text)).toEqual([
    'No thanks',
    'Extended warranty: One more year, $59 each',
    'Extended warranty: Two more years, $99 each',
  ])
  choose('Extended warranty', await shop.upsellId(upsells.twoYears))
  choose('Installation', '')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(shown()).toEqual(['Extended warranty: Two more years $198']))
  await waitFor(() => expect(document.activeElement).toBe(change))
  expect([change.closest('details')?.open, cartStore.get().cart?.orderTotal]).toEqual([false, 2_196])
  expect(cartStore.get().cart).toEqual(await visitor.cart())
})

test('are offered where none was chosen, and not at all where a product has none', async () => {
  await show()
  expect(shown()).toEqual([])
  fireEvent.click(summary('Add extended warranty or installation'))
  choose('Installation', chosen.installId)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(shown()).toEqual(['Washer connection $49.50']))
  cleanup()
  await visitor.delete('/api/cart/')
  await visitor.add('LAMP-1')
  await loadCart()
  render(<Lines />)
  expect(document.body.textContent).toBe('')
})

test('come back with a line whose removal is undone', async () => {
  await visitor.add('WM-1', 1, chosen)
  await loadCart()
  const [line] = cartStore.get().cart?.products ?? []
  if (line === undefined) throw new Error('the line is not there')
  await removeLine(line)
  expect(cartStore.get().cart?.products).toEqual([])
  await undoRemoval()
  expect(cartStore.get().cart?.products).toMatchObject([chosen])
})

test('are read anew when somebody is about to choose, and with another price the whole cart is', async () => {
  await show()
  const calls = browseAs(visitor)
  fireEvent.click(summary('Add extended warranty or installation'))
  await waitFor(() => expect(cartStore.get().isLoading).toBe(false))
  expect(calls).toEqual([{ method: 'GET', path: '/api/cart/product/WM-1', body: null }])
  const product = shop.services.catalogue.productBySku('WM-1')
  await shop.services.catalogue.setOffer(product?.id ?? 0, 'aol', { price: 899_00, rrp: null })
  await waitFor(async () => expect((await visitor.cart()).orderTotal).toBe(899))
  fireEvent.click(summary('Add extended warranty or installation'))
  fireEvent.click(summary('Add extended warranty or installation'))
  await waitFor(() => expect(cartStore.get().cart).toMatchObject({ orderTotal: 899, products: [{ price: 899 }] }))
})
