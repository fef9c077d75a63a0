import { describe, expect, test } from 'vitest'
import { typedTermOf } from './typed-term.ts'
import { understandQuery, type AttributeFacts, type ProductFacts, type QueryKnowledge } from './query-understanding.ts'

/** By attribute, the values of a hundred products. */
type Values = Readonly<Record<string, readonly number[]>>

const fridges: Values = {
  width_mm: [550, 600, 698, 795, 908],
  height_mm: [840, 1450, 1720, 1800],
  depth_mm: [560, 598, 650, 720],
  capacity_l: [120, 320, 500, 605],
  energy_stars: [2, 3, 3.5, 4, 5],
  noise_db: [36, 38, 40, 42, 44, 46],
  doors: [1, 2, 4],
}
const kinds: Readonly<Record<string, Values>> = {
  fridge: fridges,
  'washing machine': {
    width_mm: [598],
    capacity_kg: [7, 8, 9, 10],
    weight_kg: [28, 60, 72, 80],
    water_stars: [4, 4.5, 5],
  },
  dishwasher: {
    width_mm: [448, 598],
    place_settings: [9, 14, 15],
    energy_stars: [3, 4],
    water_stars: [4, 5],
    noise_db: [40, 44, 46],
  },
  tv: { screen_in: [42.5, 54.6, 64.5, 84.6], width_mm: [960, 1228, 1444], energy_stars: [2, 3] },
  sofa: { width_mm: [1500, 2100, 2400], seats: [2, 3, 4] },
  tap: {},
}
const listFacets = new Set(['energy_stars', 'water_stars', 'place_settings', 'seats', 'doors'])

function factsOf(words: string, hidesPrices = false): ProductFacts {
  const values = kinds[Object.keys(kinds).find((kind) => words.includes(kind)) ?? ''] ?? fridges
  return {
    total: 100,
    price: hidesPrices ? null : { min: 199_00, max: 8_999_00 },
    attribute(code): AttributeFacts {
      const own = values[code] ?? []
      const count = own.length === 0 ? 0 : 100 / own.length
      return { count: own.length * count, amounts: own.map((amount) => ({ amount, count })) }
    },
  }
}

const knowledge: QueryKnowledge = {
  brands: [
    { uri: 'miele', words: ['miele'] },
    { uri: 'fisher-and-paykel', words: ['fisher', 'paykel'] },
    { uri: 'oak', words: ['oak'] },
  ],
  namesBrand: (uri) => uri !== 'oak',
  finds: (words) => !['kitchenaid', 'kitchen aid', 'smeg'].includes(words),
  factsOf,
  isRange: (code) => !listFacets.has(code),
}

/** What is left of a query, and what was understood, as addresses say it. */
function read(typed: string, known = knowledge): string {
  const { term, filters, ranges, unknownBrand } = understandQuery(typedTermOf(typed), known)
  const said = [
    ...Object.entries(filters).map(([code, values]) => `${code}:${values.join('|')}`),
    ...Object.entries(ranges).map(([code, { min = '', max = '' }]) => `${code}:${min}-${max}`),
    ...(unknownBrand === null ? [] : [`no ${unknownBrand}`]),
  ]
  return [term, ...said].join(', ')
}

describe('prices', () => {
  test.each([
    ['fridge under 1500', 'fridge, price:-150000'],
    ['fridge under $1,500', 'fridge, price:-150000'],
    ['Fridge less than 1500 dollars', 'fridge, price:-150000'],
    ['fridge $500–$800', 'fridge, price:50000-80000'],
    ['fridge $500 - 800', 'fridge, price:50000-80000'],
    ['fridge between 500 and 800', 'fridge, price:50000-80000'],
    ['fridge from 500 to 800', 'fridge, price:50000-80000'],
    ['fridge over 2k', 'fridge, price:200000-'],
    ['fridge over $2.5k', 'fridge, price:250000-'],
    ['fridge around 1000', 'fridge, price:80000-120000'],
    ['$900 fridge', 'fridge, price:-90000'],
    ['fridge budget 900', 'fridge, price:-90000'],
    ['under 500', ', price:-50000'],
  ])('%s', (typed, understood) => {
    expect(read(typed)).toBe(understood)
  })

  test('are words where prices are hidden', () => {
    const hidden = { ...knowledge, factsOf: (words: string) => factsOf(words, true) }
    expect(read('fridge under 1500', hidden)).toBe('fridge under 1500')
  })

  test('are not seen in models and resolutions', () => {
    expect(read('4k tv')).toBe('4k tv')
    expect(read('500-800')).toBe('500-800')
    expect(read('wfe 6400 whb')).toBe('wfe 6400 whb')
    expect(read('2 in 1 fridge')).toBe('2 in 1 fridge')
  })
})

describe('sizes', () => {
  test.each([
    ['70cm wide fridge', 'fridge, width_mm:675-715'],
    ['fridge 70 cm wide', 'fridge, width_mm:675-715'],
    ['fridge 700 wide', 'fridge, width_mm:675-715'],
    ['fridge 70 wide', 'fridge, width_mm:675-715'],
    ['fridge fits 900 gap', 'fridge, width_mm:-900'],
    ['fridge to fit 90cm space', 'fridge, width_mm:-900'],
    ['fridge 600mm deep', 'fridge, depth_mm:580-610'],
    ['fridge under 85 cm high', 'fridge, height_mm:-850'],
    ['fridge height under 85cm', 'fridge, height_mm:-850'],
    ['fridge 600 to 700mm wide', 'fridge, width_mm:600-700'],
    ['fridge 500 litres', 'fridge, capacity_l:475-525'],
    ['fridge over 400l', 'fridge, capacity_l:400-'],
    ['4 door fridge', 'fridge, doors:4'],
    ['8kg washing machine', 'washing machine, capacity_kg:8-8'],
    ['washing machine under 30 kg', 'washing machine, weight_kg:-30'],
    ['dishwasher 14 place settings', 'dishwasher, place_settings:14'],
    ['dishwasher at least 14 place settings', 'dishwasher, place_settings:14|15'],
    ['65 inch tv', 'tv, screen_in:64-65.9'],
    ['65" tv', 'tv, screen_in:64-65.9'],
    ['55-inch tv', 'tv, screen_in:54-55.9'],
    ['3 seater sofa', 'sofa, seats:3'],
    ['2.1m sofa', 'sofa, width_mm:2035-2135'],
  ])('%s', (typed, understood) => {
    expect(read(typed)).toBe(understood)
  })

  test('stay words where the products have no such size', () => {
    expect(read('tap 70cm wide')).toBe('tap 70cm wide')
    expect(read('fridge 65 inch')).toBe('fridge 65 inch')
    expect(read('fridge 14 place settings')).toBe('fridge 14 place settings')
    expect(read('tv 500 litres')).toBe('tv 500 litres')
    expect(read('fridge 6 door')).toBe('fridge 6 door')
  })
})

describe('stars and noise', () => {
  test.each([
    ['4 star fridge', 'fridge, energy_stars:4'],
    ['fridge 4 star energy rating', 'fridge, energy_stars:4'],
    ['dishwasher 5 star water', 'dishwasher, water_stars:5'],
    ['dishwasher energy rating 4 stars', 'dishwasher, energy_stars:4'],
    ['fridge 3.5 stars or better', 'fridge, energy_stars:3.5|4|5'],
    ['4+ star fridge', 'fridge, energy_stars:4|5'],
    ['washing machine 4.5 stars', 'washing machine, water_stars:4.5'],
    ['4 star sofa', 'sofa, rating:4'],
    ['sofa 4 star reviews', 'sofa, rating:4'],
    ['quiet dishwasher', 'dishwasher, noise_db:-40'],
    ['quiet tv', 'quiet tv'],
  ])('%s', (typed, understood) => {
    expect(read(typed)).toBe(understood)
  })
})

describe('brands', () => {
  test.each([
    ['miele dishwasher', 'dishwasher, brand:miele'],
    ['dishwasher by Miele under 2000', 'dishwasher, brand:miele, price:-200000'],
    ['Fisher & Paykel fridge', 'fridge, brand:fisher-and-paykel'],
    ['fisher and paykel fridge', 'fridge, brand:fisher-and-paykel'],
    ['miele or fisher paykel fridge', 'fridge, brand:miele|fisher-and-paykel'],
    ['hose for miele', 'hose for miele'],
    ['oak table', 'oak table'],
  ])('%s', (typed, understood) => {
    expect(read(typed)).toBe(understood)
  })

  test('that are not stocked are named, and the other words are searched for', () => {
    expect(read('KitchenAid mixer')).toBe('mixer, no KitchenAid')
    expect(read('kitchen aid')).toBe(', no KitchenAid')
    expect(read('smeg fridge under 2000')).toBe('fridge, price:-200000, no Smeg')
    // A shop that sells it finds it.
    expect(read('bosch dishwasher')).toBe('bosch dishwasher')
  })
})

test('several things are understood together, and what is left is read again to the same', () => {
  const typed = 'quiet 60cm wide miele dishwasher under $2,000 with 4 star energy'
  expect(read(typed)).toBe('dishwasher, energy_stars:4, brand:miele, noise_db:-40, width_mm:580-610, price:-200000')
  expect(read('dishwasher')).toBe('dishwasher')
})
