import { expect, test } from 'vitest'
import { failedToLoad, loaded, loading, notLoaded, type Loaded } from './load-state.ts'

test('a load state is Initial, Loading, Success or Failure, and keeps its last value [ENUM-14]', () => {
  const nothing: Loaded<string> = notLoaded
  expect(nothing.state).toBe('Initial')
  expect(loading(nothing)).toEqual({ state: 'Loading', value: null, failure: null })
  const there = loaded('orders')
  expect(there).toEqual({ state: 'Success', value: 'orders', failure: null })
  expect(loading(there)).toEqual({ state: 'Loading', value: 'orders', failure: null })
  const failure = { status: 503, message: 'Please try again.' }
  expect(failedToLoad(loading(there), failure)).toEqual({ state: 'Failure', value: 'orders', failure })
  expect(failedToLoad(nothing, failure)).toEqual({ state: 'Failure', value: null, failure })
  expect(loading(failedToLoad(there, failure)).failure).toBeNull()
})
