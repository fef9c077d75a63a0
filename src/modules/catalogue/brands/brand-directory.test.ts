import { expect, test } from 'vitest'
import { BrandDirectory } from './brand-directory.ts'

const product = (brand: string, categoryUri: string, apps: readonly ('aol' | 'wa')[]) => ({
  brand: { title: brand, uri: brand.toLowerCase() },
  categoryUri,
  offers: Object.fromEntries(apps.map((app) => [app, { price: 1, rrp: null }])),
})

test('a brand is listed where one of its products is sold, with categories of every level', () => {
  const directory = new BrandDirectory()
  const oven = product('Norrland', 'kitchen/ovens', ['aol', 'wa'])
  directory.add(oven)
  directory.add(product('Norrland', 'kitchen/fridges', ['aol']))
  expect([...directory.categoriesOf('aol', 'norrland')].toSorted()).toEqual([
    ['kitchen', 2],
    ['kitchen/fridges', 1],
    ['kitchen/ovens', 1],
  ])
  expect(directory.isSold('wa', 'norrland')).toBe(true)
  directory.remove(oven)
  expect(directory.isSold('wa', 'norrland')).toBe(false)
  expect([...directory.categoriesOf('aol', 'norrland').keys()].toSorted()).toEqual(['kitchen', 'kitchen/fridges'])
  directory.clear()
  expect(directory.isSold('aol', 'norrland')).toBe(false)
})
