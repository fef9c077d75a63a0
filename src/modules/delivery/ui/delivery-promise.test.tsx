import { browseAs, type Call } from '../../../testing/browser.ts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { places } from '../../../testing/catalogue.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import type { Visitor } from '../../../testing/shop/visitor.ts'
import { loadPlace, placeStore } from '../../geo/ui/place.ts'
import { DeliveryPromise } from './delivery-promise.tsx'

/** What a product page says of delivery, asking a real shop. */

let shop: TestShop
let visitor: Visitor
let calls: Call[]
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())
beforeEach(() => {
  visitor = shop.visitor()
  calls = browseAs(visitor)
})
afterEach(cleanup)

const field = () => screen.getByRole<HTMLInputElement>('combobox')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
async function edit(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Change delivery location' }))
  await screen.findByRole('combobox')
}
const promise = () => screen.getByRole('region')

test('shows a skeleton until the location is known [LOCW-07]', async () => {
  placeStore.set(null)
  render(<DeliveryPromise sku="LAMP-1" status="inStock" />)
  expect(promise().querySelectorAll('.skeleton')).toHaveLength(1)
  await act(loadPlace)
  expect(promise().querySelectorAll('.skeleton')).toHaveLength(0)
})

test('asks for the location with title, label and placeholder [LOCW-05]', async () => {
  await loadPlace()
  render(<DeliveryPromise sku="LAMP-1" status="inStock" />)
  expect(screen.getByRole('heading').textContent).toBe('Set Your Delivery Location')
  await edit()
  expect(screen.getByRole('heading').textContent).toBe('Set Your Delivery Location')
  expect(field()).toBe(screen.getByLabelText('Delivery Postcode'))
  expect(field().placeholder).toBe('Enter delivery Postcode')
})

test('has the field from the start and leaves the focus alone; the link takes it there', async () => {
  await loadPlace()
  render(<DeliveryPromise sku="LAMP-1" status="inStock" />)
  await screen.findByRole('combobox')
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  expect(document.activeElement).toBe(document.body)
  type('30')
  fireEvent.click(screen.getByRole('button', { name: 'Change delivery location' }))
  expect(document.activeElement).toBe(field())
  expect(field().value).toBe('30')
})

test('stores a picked location, shows its city, and can be changed [LOCW-01] [LOCW-04] [LOCW-10] [LOCW-11]', async () => {
  await loadPlace()
  render(<DeliveryPromise sku="LAMP-1" status="inStock" />)
  await edit()
  type('melb')
  fireEvent.click(await screen.findByRole('option', { name: '3000 Melbourne, VIC' }))
  await screen.findByRole('heading', { name: 'Your delivery location' })
  const change = screen.getByRole('button', { name: 'Change delivery location' })
  expect(change.parentElement?.firstChild?.textContent).toBe('Melbourne')
  expect(screen.getByRole('heading').textContent).toBe('Your delivery location')
  expect(calls.at(-1)?.path).toMatch(/^\/api\/v2\/delivery\/estimates\?/)
  expect(calls).toContainEqual({
    method: 'POST',
    path: '/api/geo/setlocation',
    body: { localityId: places.melbourne.id },
  })
  expect((await visitor.get('/api/geo')).json()).toMatchObject({ localityId: places.melbourne.id })
  await waitFor(() => expect(promise().textContent).toContain('Wed 25 Nov · FREE'))
  await edit()
  expect(screen.getByRole('heading').textContent).toBe('Set Your Delivery Location')
  expect(field().value).toBe('')
})

test('is unchanged when closed by its icon, and reopens empty with the field focused [LOCW-06] [LOCW-08]', async () => {
  await visitor.post('/api/geo/setlocation', { localityId: places.melbourne.id })
  await loadPlace()
  render(<DeliveryPromise sku="LAMP-1" status="inStock" />)
  await edit()
  expect(document.activeElement).toBe(field())
  type('Atlantis')
  await screen.findByRole('status')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(screen.getByRole('heading').textContent).toBe('Your delivery location')
  await edit()
  expect([field().value, screen.queryByRole('status')]).toEqual(['', null])
  expect(document.activeElement).toBe(field())
})

test('a returning visitor’s location is restored [GEO3-05]', async () => {
  await loadPlace()
  expect(localStorage.getItem('isRepeatUser')).toBe('false')
  await visitor.post('/api/geo/setlocation', { localityId: places.melbourne.id })
  await loadPlace()
  expect(localStorage.getItem('isRepeatUser')).toBe('true')
})
