import { expect, test } from 'vitest'
import { product } from '../../products-for-tests.ts'
import { createListingIndex, type IndexedProduct } from '../listing-index.server.ts'

/** The order of what a term finds. */

function shopOf(...products: IndexedProduct[]) {
  const index = createListingIndex()
  index.upsert(products)
  return (term: string) => index.listing({ app: 'wa', scope: { term } })
}

const fridges = { categoryUri: 'kitchen/fridges', categoryTitles: ['Kitchen', 'Fridges'] }
const sofas = { categoryUri: 'living/sofas', categoryTitles: ['Living', 'Fabric Sofas'] }

test('product nouns rank above accessory terms', () => {
  const accessories = { categoryUri: 'kitchen/parts', categoryTitles: ['Kitchen', 'Fridge Accessories'] }
  const find = shopOf(
    product(1, { ...accessories, title: 'Fridge water filter', popularity: 9 }),
    product(2, { ...fridges, title: 'Calder fridge' }),
  )
  expect(find('fridge').productIds).toEqual([2, 1])
})

test('a television ranks above its bracket, though only its category says TVs', () => {
  const tvs = { categoryUri: 'tv/oled-tvs', categoryTitles: ['TV', 'OLED TVs'] }
  const brackets = { categoryUri: 'tv/brackets', categoryTitles: ['TV', 'TV Wall Brackets'] }
  const find = shopOf(
    product(1, { ...brackets, title: 'Fitwright TV bracket', popularity: 9 }),
    product(2, { ...tvs, title: 'Ostravue 77 inch 4K OLED TV' }),
  )
  expect(find('tv').productIds).toEqual([2, 1])
})

test('what the last noun of a term names ranks above what only mentions it', () => {
  const find = shopOf(
    product(1, { title: 'Ostravue monitor arm', popularity: 9 }),
    product(2, { title: 'Ostravue 27 inch curved office monitor Black', attributes: { colour: 'Black' } }),
    product(3, { title: 'Monitor privacy filter', popularity: 9 }),
    product(4, { title: 'Calder fridge with water filter', popularity: 9 }),
    product(5, { title: 'Calder replacement carbon fridge water filter pack of two, white' }),
  )
  expect(find('monitor').productIds[0]).toBe(2)
  expect(find('monitors').productIds[0]).toBe(2)
  expect(find('monitor arm').productIds).toEqual([1])
  expect(find('fridge with filter').productIds[0]).toBe(4)
})

test('what a term names may be called by another name, also by one that staff add later', () => {
  const index = createListingIndex({ synonyms: [['fridge', 'refrigerator']] })
  const other = { categoryUri: 'home/things', categoryTitles: ['Home', 'Things'] }
  index.upsert([
    product(1, { ...other, title: 'Refrigerator shelf', popularity: 9 }),
    product(2, { ...other, title: 'Calder tall two door freestanding refrigerator' }),
    product(3, { ...other, title: 'Robot vacuum dock', popularity: 9 }),
    product(4, { ...other, title: 'Calder bagless upright hepa vacuum' }),
  ])
  const find = (term: string) => index.listing({ app: 'wa', scope: { term } }).productIds
  expect(find('fridge')).toEqual([2, 1])
  index.setSynonyms([
    ['fridge', 'refrigerator'],
    ['vacuum', 'hoover'],
  ])
  expect(find('hoover')).toEqual([4, 3])
})

test('adjacent words in a title rank above separated ones', () => {
  const find = shopOf(
    product(1, { title: 'Table with coffee drawer', popularity: 9 }),
    product(2, { title: 'Oak coffee table drawer' }),
  )
  expect(find('coffee table').productIds).toEqual([2, 1])
})

test('words after "for" are not the product itself', () => {
  const find = shopOf(
    product(1, { title: 'Hose for washer', popularity: 9 }),
    product(2, { title: 'Calder front load washer' }),
  )
  expect(find('washer').productIds).toEqual([2, 1])
})

test('a word weighs more in a short title', () => {
  const find = shopOf(
    product(1, { title: 'Calder toaster with removable crumb tray and cord storage', popularity: 9 }),
    product(2, { title: 'Calder toaster' }),
  )
  expect(find('toaster').productIds).toEqual([2, 1])
})

test('a word weighs more in a short description', () => {
  const find = shopOf(
    product(1, { title: 'Calder X1', keywords: 'Steam, grill and hot air with a crisp tray', popularity: 9 }),
    product(2, { title: 'Calder X2', keywords: 'Crisp tray' }),
  )
  expect(find('crisp').productIds).toEqual([2, 1])
})

test('a description that begins with a name says what the product is', () => {
  const find = shopOf(
    product(1, { title: 'Calder Oslo', keywords: 'Cover for the bar table of the range', popularity: 9 }),
    product(2, { title: 'Calder Oslo', keywords: 'Bar table, 140x80 cm' }),
  )
  expect(find('table').productIds).toEqual([2, 1])
})

test('a part of a model is no word of the description', () => {
  const find = shopOf(
    product(1, { title: 'Calder toaster', mpn: 'TX-STEAM-9', popularity: 9 }),
    product(2, { title: 'Calder toaster', keywords: 'Steam and crisp' }),
  )
  expect(find('steam').productIds).toEqual([2, 1])
})

test('products without ratings are equally popular, whichever came first', () => {
  const find = shopOf(
    ...Array.from({ length: 40 }, (_, at) => product(at + 1, { title: 'Calder stand lamp' })),
    product(41, { title: 'Calder lamp' }),
  )
  expect(find('lamp').productIds[0]).toBe(41)
})

test('where any word will do, what the term names comes before what shares another word', () => {
  const find = shopOf(
    product(1, { ...sofas, title: 'Calder book end', popularity: 9 }),
    product(2, { ...sofas, title: 'Calder round oiled two tier side table' }),
  )
  expect(find('teak end table')).toMatchObject({ productIds: [2, 1], relaxed: true })
})
