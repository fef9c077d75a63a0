import { expect, test } from 'vitest'
import { brandOf } from '../../../brands/brands.ts'
import { barSteps } from './bar-fit.ts'

/** The journey measures that nothing overflows; this is how the rest is shared out. */

const plain = { labelCase: 'none', labelTracking: '0' } as const

test('few categories fit the bar at every width', () => {
  expect(barSteps(['Kitchen', 'Laundry', 'Living'], 'plain', plain)).toEqual([0, 0, 0])
  expect(barSteps([], 'plain', plain)).toEqual([])
})

test('of many categories as many as fit are shown beside More, in order; those that fit at no width are never rendered', () => {
  const titles = Array.from({ length: 24 }, (_, at) => `Appliances ${at}`)
  const steps = barSteps(titles, 'plain', plain)
  expect(steps).toEqual(steps.toSorted())
  expect([...new Set(steps)]).toEqual([0, 1, 2, 3, 4])
  const capitals = barSteps(titles, 'plain', { labelCase: 'uppercase', labelTracking: '0.09em' })
  const at768 = (all: readonly number[]) => all.filter((step) => step === 0).length
  expect(at768(capitals)).toBeLessThan(at768(steps))
})

test('where all fit, More is hidden and the last one uses its space', () => {
  const titles = ['Kitchen', 'Laundry', 'Small Appliances', 'Floor Care', 'Heating and Cooling', 'Television and Audio']
  const steps = barSteps(titles, 'plain', brandOf('aol').tokens.font)
  expect(steps).toEqual([0, 0, 0, 0, 0, 1])
})
