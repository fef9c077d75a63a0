import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { inBothCountries, product, soldOut } from '../../products-for-tests.ts'
import type { TermScope } from '../../../search.ts'
import { createListingIndex, type IndexedProduct } from '../listing-index.server.ts'

function shopOf(...products: IndexedProduct[]) {
  const index = createListingIndex()
  index.upsert(products)
  return (term: string, options: Omit<TermScope, 'term'> = {}) =>
    index.listing({ app: 'wa', scope: { term, ...options } })
}

const fridges = { categoryUri: 'kitchen/fridges', categoryTitles: ['Kitchen', 'Fridges'] }
const washers = { categoryUri: 'laundry/washers', categoryTitles: ['Laundry', 'Washing Machines'] }
const sofas = { categoryUri: 'living/sofas', categoryTitles: ['Living', 'Fabric Sofas'] }

test('every word must match, in any field', () => {
  const find = shopOf(
    product(1, { ...fridges, title: 'Calder 500L French Door', brand: 'Calder' }),
    product(2, { ...fridges, title: 'Calder Bar', brand: 'Calder', attributes: { colour: ['Matte Black'] } }),
    product(3, { ...sofas, title: 'Oslo', keywords: 'lounge room' }),
  )
  expect(find('calder fridge').productIds.toSorted()).toEqual([1, 2])
  expect(find('black calder').productIds).toEqual([2])
  expect(find('the fridge with french door').productIds).toEqual([1])
  expect(find('CALDER').total).toBe(2)
})

test('plurals and other word forms match', () => {
  const find = shopOf(product(1, { title: 'Heated blanket' }), product(2, { title: 'Heating blankets' }))
  expect(find('heating blanket').productIds).toEqual([1, 2])
  expect(find('heats').productIds).toEqual([1, 2])
})

test('quantities match in any notation', () => {
  const find = shopOf(
    product(1, { title: 'Fridge 500 Litre' }),
    product(2, { title: 'Washer', attributes: { capacity_kg: 8 } }),
    product(3, { title: 'Dishwasher 60cm' }),
    product(4, { title: '55" OLED' }),
  )
  for (const term of ['500l', '500 L', '500 litres', '500']) expect(find(term).productIds).toEqual([1])
  for (const term of ['8kg washer', '8 kg washer']) expect(find(term).productIds).toEqual([2])
  for (const term of ['600mm', '60 cm', '600 mm dishwasher']) expect(find(term).productIds).toEqual([3])
  for (const term of ['55 inch oled', '55in', '55" oled', 'oled 55']) expect(find(term).productIds).toEqual([4])
})

test('synonyms match', () => {
  const find = shopOf(product(1, { ...washers, title: 'Calder 8kg' }), product(2, { ...sofas, title: 'Oslo 3 seater' }))
  for (const term of ['washer', 'washing machine', 'clothes washers']) expect(find(term).productIds).toEqual([1])
  for (const term of ['couch', 'lounge', 'settees', 'sofa']) expect(find(term).productIds).toEqual([2])
})

test('a correction of a short word is only a likely slip, and never one of a phrase that is known [search-10]', () => {
  const find = shopOf(
    product(1, { ...washers, title: 'Hose, clothes side' }),
    product(2, { ...sofas, title: '4 slot cooker' }),
    product(3, { ...fridges, title: 'Calder fridge' }),
  )
  expect(find('clothes horse', { relax: false })).toMatchObject({ total: 0, correctedTerm: null })
  expect(find('slow cooker', { relax: false })).toMatchObject({ total: 0, correctedTerm: null })
  expect(find('frige')).toMatchObject({ productIds: [3], correctedTerm: 'fridge' })
})

test('a misspelt synonym is corrected, though no product is called so', () => {
  const find = shopOf(product(1, { ...fridges, title: 'Calder fridge' }))
  expect(find('refridgerator')).toMatchObject({ productIds: [1], correctedTerm: 'refrigerator' })
})

test('sold-out products rank last, but an exact model ranks first either way', () => {
  const find = shopOf(
    product(1, { title: 'Calder fridge', available: soldOut, popularity: 9 }),
    product(2, { title: 'Calder fridge', keywords: 'suits XK500' }),
    product(3, { sku: 'XK500', title: 'Calder fridge', available: soldOut }),
    product(4, { mpn: 'XK-500 B', title: 'Calder fridge', available: soldOut }),
  )
  expect(find('calder fridge').productIds).toEqual([2, 1, 3, 4])
  expect(find('xk500').productIds).toEqual([3, 4, 2])
})

test('a model with one typo ranks above products that match its parts by chance', () => {
  const find = shopOf(
    product(1, { mpn: 'RF-605 WHB', available: soldOut }),
    product(2, { mpn: 'WHB 606 RF', popularity: 9 }),
  )
  expect(find('rf-606 whb')).toMatchObject({ productIds: [1, 2], correctedTerm: 'rf605whb' })
})

test('a model matches without separators, in any case, and by prefix', () => {
  const find = shopOf(
    product(1, { sku: 'WFE6400WHB', title: 'Calder' }),
    product(2, { mpn: 'WFE-6400 SA', title: 'Calder' }),
    product(3, { title: 'Suits WFE6400WHB', popularity: 99 }),
  )
  for (const term of ['WFE6400WHB', 'WFE-6400 WHB', 'wfe.6400/whb', 'wfe 6400whb'])
    expect(find(term).productIds).toEqual([1, 3])
  expect(find('wfe6400sa').productIds).toEqual([2])
  expect(find('WFE-64').productIds.toSorted()).toEqual([1, 2])
  expect(find('calder wfe 6400 whb').productIds).toEqual([1])
})

test('a GTIN matches only in full', () => {
  const find = shopOf(product(1, { gtin: '9300000000017' }))
  expect(find('9300000000017').productIds).toEqual([1])
  expect(find('09300000000017').productIds).toEqual([1])
  expect(find('9300000000').total).toBe(0)
  expect(find('9300000000018').total).toBe(0)
})

test('any single typo in a model or SKU of five or more characters still finds it first', () => {
  const code = fc.tuple(
    fc.string({ unit: fc.constantFrom(...'ABCWXZ'), minLength: 2, maxLength: 4 }),
    fc.string({ unit: fc.constantFrom(...'0456'), minLength: 3, maxLength: 5 }),
  )
  const typo = fc.record({
    kind: fc.constantFrom('change', 'drop', 'add', 'swap'),
    at: fc.nat(20),
    letter: fc.constantFrom(...'abwz046'),
  })
  const others = [
    product(2, { sku: 'QQQQ77777', title: 'Fridge 456' }),
    product(3, { title: 'Calder dryer', popularity: 9 }),
  ]
  fc.assert(
    fc.property(code, typo, fc.boolean(), ([letters, digits], { kind, at, letter }, asModel) => {
      const whole = `${letters}${digits}`
      const [before, here, next, rest] = [
        whole.slice(0, at % whole.length),
        whole.charAt(at % whole.length),
        whole.charAt((at % whole.length) + 1),
        whole.slice((at % whole.length) + 1),
      ]
      const typed = {
        change: `${before}${letter}${rest}`,
        drop: `${before}${rest}`,
        add: `${before}${letter}${here}${rest}`,
        swap: `${before}${next}${here}${rest.slice(1)}`,
      }[kind]
      // Forgiveness is for what still has five characters and a digit.
      fc.pre(typed !== undefined && typed.length >= 5 && /\d/.test(typed) && /[a-z]/i.test(typed))
      const find = shopOf(product(1, asModel ? { mpn: `${letters}-${digits}` } : { sku: whole }), ...others)
      expect(find(typed ?? '').productIds[0]).toBe(1)
    }),
    { numRuns: 1500 },
  )
})

test('typos are corrected and reported, one in shorter words and two in longer ones', () => {
  const find = shopOf(
    product(1, { ...fridges, title: 'Westbrook fridge', brand: 'Westbrook' }),
    product(2, { title: 'Dishwasher', categoryTitles: ['Kitchen'] }),
    product(3, { title: 'Oven', categoryTitles: ['Kitchen'] }),
  )
  expect(find('frigde')).toMatchObject({ productIds: [1], correctedTerm: 'fridge', relaxed: false })
  expect(find('Westbrok Fridge')).toMatchObject({ productIds: [1], correctedTerm: 'westbrook fridge' })
  expect(find('dishwaser')).toMatchObject({ productIds: [2], correctedTerm: 'dishwasher' })
  expect(find('dshwashr')).toMatchObject({ productIds: [2], correctedTerm: 'dishwasher' })
  expect(find('ovne')).toMatchObject({ productIds: [3], correctedTerm: 'oven' })
  expect(find('fgidxe')).toMatchObject({ total: 0, correctedTerm: null })
  expect(find('frigde', { autoCorrect: false })).toMatchObject({ total: 0, correctedTerm: null })
})

test('common words are not corrected, and a correction that finds no more than the original is neither used nor announced [search-10]', () => {
  const find = shopOf(
    product(1, { ...sofas, title: 'Oslo sofa with legs', keywords: 'that' }),
    product(2, { ...fridges, title: 'Westbrook fridge', brand: 'Westbrook' }),
  )
  expect(find('less than')).toMatchObject({ total: 0, correctedTerm: null, relaxed: false })
  expect(find('less')).toMatchObject({ total: 0, correctedTerm: null })
  expect(find('fridge under legz')).toMatchObject({ correctedTerm: 'fridge under legs', relaxed: true, total: 2 })
  expect(find('westbrook xylophone')).toMatchObject({ productIds: [2], correctedTerm: null, relaxed: true })
  expect(find('frigde less than 900')).toMatchObject({
    productIds: [2],
    correctedTerm: 'fridge less than 900',
    relaxed: true,
  })
})

test('a word that exists elsewhere is still corrected when nothing matches all words', () => {
  const find = shopOf(product(1, { title: 'Bosca dishwasher' }), product(2, { title: 'Basca rug', brand: 'Rugs' }))
  expect(find('basca dishwasher')).toMatchObject({ productIds: [1], correctedTerm: 'bosca dishwasher', relaxed: false })
})

test('compound words match, written apart or together', () => {
  const find = shopOf(product(1, { title: 'Bookcase' }), product(2, { title: 'Floor lamp' }))
  expect(find('book case')).toMatchObject({ productIds: [1], correctedTerm: null })
  expect(find('floorlamps')).toMatchObject({ productIds: [2], correctedTerm: null })
})

test('a correction is never a word that this app does not sell', () => {
  const find = shopOf(
    product(1, { title: 'Toaster', offers: { fk: { price: 1, rrp: null } } }),
    product(2, { title: 'Roasters' }),
  )
  expect(find('toasters')).toMatchObject({ productIds: [2], correctedTerm: 'roasters' })
})

test('when nothing matches all words any will do, and the response says so', () => {
  const find = shopOf(
    product(1, { ...fridges, title: 'Calder fridge', brand: 'Calder' }),
    product(2, { ...sofas, title: 'Calder sofa', brand: 'Calder' }),
    product(3, { ...fridges, title: 'Calder fridge white', brand: 'Calder' }),
  )
  expect(find('white calder unicorn')).toEqual(
    expect.objectContaining({ total: 3, productIds: [3, 1, 2], relaxed: true, correctedTerm: null }),
  )
  expect(find('white calder unicorn', { relax: false })).toMatchObject({ total: 0, relaxed: false })
  expect(find('unicorn')).toMatchObject({ total: 0, relaxed: false })
})

test('a known phrase that no product is called by is searched for by its words', () => {
  const find = shopOf(product(1, { ...sofas, title: 'Calder bench' }), product(2, { ...sofas, title: 'Calder rack' }))
  expect(find('drying rack calder')).toMatchObject({ productIds: [2, 1], relaxed: true })
})

test('filters narrow a search without changing its term', () => {
  const index = createListingIndex()
  index.upsert([product(1, { title: 'Fridge', brandUri: 'calder' }), product(2, { title: 'Fridge', brandUri: 'bolt' })])
  const answer = index.listing({
    app: 'wa',
    scope: { term: 'frigde' },
    filters: { brand: ['nobody'] },
    facets: [{ code: 'brand', kind: 'list' }],
  })
  expect(answer).toEqual({
    total: 0,
    productIds: [],
    correctedTerm: 'fridge',
    relaxed: false,
    facets: [
      {
        code: 'brand',
        kind: 'list',
        options: [
          { value: 'bolt', count: 1, selected: false },
          { value: 'calder', count: 1, selected: false },
          { value: 'nobody', count: 0, selected: true },
        ],
      },
    ],
  })
})

test('a term of fewer than two characters finds nothing [SRCH-23]', () => {
  const find = shopOf(product(1, { title: 'A 4 fridge' }))
  for (const term of ['', 'a', ';4', '  ']) expect(find(term)).toMatchObject({ total: 0, relaxed: false })
})

test('staff and trade products are found only by permitted visitors', () => {
  const index = createListingIndex()
  index.upsert([product(1, { title: 'Fridge', staffOnly: true }), product(2, { title: 'Fridge' })])
  const find = (includeStaffOnly: boolean) =>
    index.listing({ app: 'wa', scope: { term: 'fridge' }, includeStaffOnly }).productIds
  expect(find(false)).toEqual([2])
  expect(find(true)).toEqual([1, 2])
})

test('a search equals a plain scan of every product, through any changes', () => {
  const words = ['alpha', 'bravo', 'kilo', 'tango', 'zulu']
  const some = fc.subarray(words, { minLength: 1 })
  const step = fc.record({
    upsert: fc.array(
      fc.record({
        id: fc.integer({ min: 1, max: 12 }),
        title: some,
        keywords: fc.subarray(words),
        available: fc.boolean(),
      }),
    ),
    remove: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 2 }),
    term: some,
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
      const index = createListingIndex()
      const held = new Map<number, { words: Set<string>; available: boolean }>()
      for (const { upsert, remove, term } of steps) {
        index.upsert(
          upsert.map(({ id, title, keywords, available }) =>
            product(id, {
              title: title.join(' '),
              keywords: keywords.join(' '),
              available: available ? inBothCountries : soldOut,
              categoryTitles: ['Things'],
            }),
          ),
        )
        for (const { id, title, keywords, available } of upsert)
          held.set(id, { words: new Set([...title, ...keywords]), available })
        index.remove(remove)
        for (const id of remove) held.delete(id)
        const answer = index.listing({ app: 'wa', scope: { term: term.join(' '), autoCorrect: false }, limit: 50 })
        const holding = (enough: (matches: boolean[]) => boolean) =>
          [...held].filter(([, one]) => enough(term.map((word) => one.words.has(word)))).map(([id]) => id)
        const all = holding((matches) => matches.every(Boolean))
        const any = holding((matches) => matches.some(Boolean))
        const expected = all.length > 0 ? all : any
        expect(answer.productIds.toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b))
        expect(answer.relaxed).toBe(all.length === 0 && any.length > 0)
        const canBeBought = answer.productIds.map((id) => Number(held.get(id)?.available))
        expect(canBeBought).toEqual(canBeBought.toSorted((a, b) => b - a))
      }
    }),
    { numRuns: 500 },
  )
})

test('of an excessively long term only the first words count, which bounds its cost', () => {
  const find = shopOf(product(1, { title: 'Fridge' }))
  expect(find(`${'fridge '.repeat(20_000)}nothing`)).toMatchObject({ productIds: [1], relaxed: false })
  expect(find('f'.repeat(100_000)).total).toBe(0)
})
