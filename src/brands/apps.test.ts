import { expect, test } from 'vitest'
import { appCodes, countryOfApp } from './apps.ts'
import { brands } from './brands.ts'

test('the app index and the brands agree on each app’s country', () => {
  expect(Object.fromEntries(brands.map((brand) => [brand.app, brand.country]))).toEqual(countryOfApp)
  expect(Object.keys(countryOfApp)).toEqual([...appCodes])
})
