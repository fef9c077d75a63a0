import { browseAs, type Call } from '../../../testing/browser.ts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { places } from '../../../testing/catalogue.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import type { Visitor } from '../../../testing/shop/visitor.ts'
import { DeliveryLocation } from './delivery-location.tsx'
import { loadPlace, placeStore } from './place.ts'

/** Where things go, beside a cart, asking a real shop. */

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
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const shown = () => screen.getByRole('heading').parentElement?.textContent
const change = () => screen.getByRole('button', { name: 'Change delivery location' })

test('without a location offers to choose one, which opens the field focused [LOCW-03]', async () => {
  await loadPlace()
  render(<DeliveryLocation titleId="location" shows="region" />)
  expect(screen.getByText('Please select your location.').textContent).toContain('Change delivery location')
  expect(screen.queryByRole('combobox')).toBeNull()
  fireEvent.click(change())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox')))
})

test('shows state and postcode with an edit icon; without states, suburb and postcode [LOCW-02]', async () => {
  await visitor.post('/api/geo/setlocation', { localityId: places.melbourne.id })
  await loadPlace()
  render(<DeliveryLocation titleId="location" shows="region" />)
  expect(shown()).toBe('Your delivery locationVIC 3000')
  expect(change().querySelector('svg')).not.toBeNull()
  cleanup()

  visitor = shop.visitor('aol-nz')
  browseAs(visitor)
  await visitor.post('/api/geo/setlocation', { localityId: places.ponsonby.id })
  await loadPlace()
  render(<DeliveryLocation titleId="location" shows="region" />)
  expect(shown()).toBe('Your delivery locationPonsonby 1011')
})

test('while disabled shows the location only and closes an open field [LOCW-09]', async () => {
  await visitor.post('/api/geo/setlocation', { localityId: places.melbourne.id })
  await loadPlace()
  const { rerender } = render(<DeliveryLocation titleId="location" shows="region" />)
  fireEvent.click(change())
  await screen.findByRole('combobox')
  rerender(<DeliveryLocation titleId="location" shows="region" disabled />)
  expect(shown()).toBe('Your delivery locationVIC 3000')
  expect([screen.queryByRole('combobox'), screen.queryByRole('button')]).toEqual([null, null])
  act(() => placeStore.set(null))
  await act(loadPlace)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a chosen location is the one the server returns from then on [GEO3-06]', async () => {
  await loadPlace()
  render(<DeliveryLocation titleId="location" shows="region" />)
  fireEvent.click(change())
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: '2800' } })
  fireEvent.click(await screen.findByRole('option', { name: '2800 Orange, NSW' }))
  expect(localStorage.getItem('isRepeatUser')).toBe('false')
  await waitFor(() => expect(shown()).toBe('Your delivery locationNSW 2800'))
  await waitFor(() => expect(localStorage.getItem('isRepeatUser')).toBe('true'))
  expect(calls.slice(-2)).toEqual([
    { method: 'POST', path: '/api/geo/setlocation', body: { localityId: places.orange.id } },
    { method: 'GET', path: '/api/geo', body: null },
  ])
  const chosen = placeStore.get()
  await act(loadPlace)
  expect(placeStore.get()).toEqual(chosen)
})

test('searches from the second character, and again when one is deleted [LOCW-12] [LOCW-15]', async () => {
  await loadPlace()
  render(<DeliveryLocation titleId="location" shows="region" />)
  fireEvent.click(change())
  const field = await screen.findByRole('combobox')
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  const searches = () => calls.map(({ path }) => path).filter((path) => path.startsWith('/api/locality/'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  type('s')
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(searches()).toEqual([])
  type('sy')
  await act(() => vi.advanceTimersByTimeAsync(400))
  vi.useRealTimers()
  await screen.findByRole('option', { name: '2000 Sydney, NSW' })
  expect(searches()).toEqual(['/api/locality/sy'])
  for (const emptied of ['', 's']) {
    type('sy')
    await screen.findByRole('option', { name: '2000 Sydney, NSW' })
    const before = searches().length
    type(emptied)
    expect([screen.queryAllByRole('option'), screen.queryByRole('status')]).toEqual([[], null])
    expect(searches()).toHaveLength(before)
  }
})

test('a rejected choice stays in the field, with the reason', async () => {
  await loadPlace()
  render(<DeliveryLocation titleId="location" shows="region" />)
  fireEvent.click(change())
  const field = await screen.findByRole<HTMLInputElement>('combobox')
  fireEvent.change(field, { target: { value: '2800' } })
  const found = await screen.findByRole('option', { name: '2800 Orange, NSW' })
  // Meanwhile the browser has been sent to the site of the other country.
  visitor = shop.visitor('aol-nz')
  browseAs(visitor)
  fireEvent.click(found)
  await screen.findByText('localityId: must be the _id of a locality')
  expect(field.value).toBe('2800 Orange, NSW')
})
