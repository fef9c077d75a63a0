import { expect, test } from 'vitest'
import { demoProducts } from '../catalogue.ts'
import type { ModelKind } from '../model-words.ts'
import { lookOf, nearestLook, type PlannedProduct, renderPlan } from './plan.ts'

const products = [...demoProducts({ today: '2026-11-20' })]
const plan = renderPlan(products)

const fridge: PlannedProduct = {
  sku: 'F1',
  title: 'Fridge',
  brand: 'Norrland',
  widthMm: 908,
  heightMm: 1780,
  depthMm: 755,
  model: { kind: 'fridge-french-door', finish: 'stainless', accent: null, options: { doors: 4, handles: 'bar' } },
}

test('every product with a look has a model with a main picture, and no other product has one', () => {
  const modelOf = new Map(plan.flatMap((model) => model.skus.map((sku) => [sku, model] as const)))
  for (const product of products) {
    const model = modelOf.get(product.sku)
    if (product.model === null) expect(model, product.sku).toBeUndefined()
    else expect(model?.views, product.sku).toContain('angle')
  }
})

test('keys are unique and the plan stays small enough to render', () => {
  expect(new Set(plan.map(({ key }) => key)).size).toBe(plan.length)
  expect(plan.length).toBeLessThan(1_150)
  expect(plan.reduce((sum, { views }) => sum + views.length, 0)).toBeLessThan(3_500)
})

test('products that differ only in a few millimetres or in what is inside share their pictures', () => {
  const alike: PlannedProduct = { ...fridge, sku: 'F2', title: 'Another fridge', widthMm: 905, depthMm: 750 }
  expect(lookOf(alike)?.key).toBe(lookOf(fridge)?.key)
  expect(renderPlan([fridge, alike])).toHaveLength(1)
})

test('a close-up is shared by all sizes, but not by finishes or makers', () => {
  const slim: PlannedProduct = { ...fridge, widthMm: 600 }
  expect(lookOf(slim)?.key).not.toBe(lookOf(fridge)?.key)
  expect(lookOf(slim)?.closeUpKey).toBe(lookOf(fridge)?.closeUpKey)
  expect(lookOf({ ...slim, brand: 'Aurvik' })?.closeUpKey).not.toBe(lookOf(fridge)?.closeUpKey)
  const black: PlannedProduct = { ...slim, model: { ...fridge.model!, finish: 'black' } }
  expect(lookOf(black)?.closeUpKey).not.toBe(lookOf(fridge)?.closeUpKey)
})

test('another finish, another layout or other proportions need pictures of their own', () => {
  const model = fridge.model!
  const others: PlannedProduct[] = [
    { ...fridge, model: { ...model, finish: 'black' } },
    { ...fridge, model: { ...model, options: { doors: 3, handles: 'bar' } } },
    { ...fridge, widthMm: 600 },
  ]
  const keys = [fridge, ...others].map((product) => lookOf(product)?.key)
  expect(new Set(keys).size).toBe(keys.length)
})

test('a badge needs pictures of its own, where there is one, and never names a maker that exists', () => {
  const lookOfMaker = (brand: string, kind: ModelKind) =>
    lookOf({ ...fridge, brand, model: { ...fridge.model!, kind } })
  expect(lookOfMaker('Aurvik', 'fridge-french-door')?.maker).toBe('Aurvik')
  expect(lookOfMaker('Aurvik', 'fridge-french-door')?.key).not.toBe(lookOf(fridge)?.key)
  expect(lookOfMaker('Aurvik', 'sofa')).toEqual(lookOfMaker('Norrland', 'sofa'))
  expect(lookOfMaker('Miele', 'fridge-french-door')).not.toHaveProperty('maker')
})

test('what opens is also shown open', () => {
  expect(lookOf(fridge)?.views).toContain('open')
  const chair = plan.find(({ kind }) => kind === 'dining-chair')
  expect(chair?.views).toEqual(['angle', 'front', 'detail'])
})

test('a close-up needs something to come close to', () => {
  expect(lookOf(fridge)?.views).toContain('detail')
  const mirror = plan.find(({ kind }) => kind === 'mirror')
  expect(mirror?.views).toEqual(['angle', 'front'])
})

test('what is not rendered yet is stood for by the model of its kind and finish that differs least', () => {
  const model = (key: string, finish: string, doors: string, heightMm: number) => ({
    key,
    closeUpKey: key,
    kind: 'fridge-french-door' as const,
    finish,
    accent: null,
    options: { doors },
    widthMm: 900,
    heightMm,
    depthMm: 700,
    views: [],
    skus: [],
  })
  const models = [
    model('white', 'white', '4', 1_800),
    model('low', 'black', '3', 1_700),
    model('same-doors', 'black', '4', 2_000),
  ]
  const { skus: _, ...look } = model('new', 'black', '4', 1_700)
  expect(nearestLook(look, models)?.key).toBe('same-doors')
  expect(nearestLook({ ...look, options: { doors: '3' } }, models)?.key).toBe('low')
  expect(nearestLook({ ...look, finish: 'red' }, models)).toBeNull()
})
