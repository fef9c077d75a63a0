import { browseAs, type Call } from '../../../testing/browser.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import type { Visitor } from '../../../testing/shop/visitor.ts'
import { PlacePicker } from './place-picker.tsx'

/** Finding and choosing a place, asking a real shop. */

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

const field = () => screen.getByRole<HTMLInputElement>('combobox')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const searches = () => calls.filter((one) => one.path.startsWith('/api/locality/')).map((one) => one.path)

function Picker({ shortest }: { shortest: number }) {
  const [text, setText] = useState('')
  return (
    <PlacePicker
      label="Place"
      placeholder=""
      shortest={shortest}
      value={text}
      onText={setText}
      onPick={(place) => setText(place.fullAddress)}
    />
  )
}

describe('typing', () => {
  /** What is asked when the time after typing is over. */
  async function searchesAfter(text: string, ms: number): Promise<string[]> {
    calls.length = 0
    type(text)
    await act(() => vi.advanceTimersByTimeAsync(ms))
    return searches()
  }

  test('searches from 2 characters, and shows nothing with fewer [LOCW-12] [LOCW-15]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    render(<Picker shortest={2} />)
    expect(await searchesAfter('s', 5_000)).toEqual([])
    expect(await searchesAfter('', 5_000)).toEqual([])
    expect(screen.queryAllByRole('option')).toEqual([])
    expect(screen.queryByRole('status')).toBeNull()
    expect(await searchesAfter('sy', 5_000)).toEqual(['/api/locality/sy'])
  })

  test('at checkout searches from 3 characters [ADDR-30]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    render(<Picker shortest={3} />)
    expect(await searchesAfter('sy', 5_000)).toEqual([])
    expect(await searchesAfter('syd', 5_000)).toEqual(['/api/locality/syd'])
  })

  test('searches 400 ms after the last character [LOCW-13]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    render(<Picker shortest={2} />)
    expect(await searchesAfter('sy', 399)).toEqual([])
    expect(await searchesAfter('syd', 399)).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(searches()).toEqual(['/api/locality/syd'])
  })

  test('says when nothing is found, and when we do not ship there [LOCW-16]', async () => {
    render(<Picker shortest={2} />)
    type('Atlantis')
    const message = await screen.findByRole('status')
    expect([...message.childNodes].map((node) => node.textContent)).toEqual([
      'No Results Found',
      '',
      "*We can't ship to your location",
    ])
    type('Sydney')
    await screen.findByRole('option', { name: '2000 Sydney, NSW' })
    expect(screen.queryByRole('status')).toBeNull()
  })
})
