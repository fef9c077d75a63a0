import { describe, expect, test } from 'vitest'
import { tipOfferOf, tipProblem, tipService, typedTip } from './tip.ts'

const offer = (messaging: string, enabled = 'true') =>
  tipOfferOf((name) => ({ TipEnabled: enabled, TipMessaging: messaging, LeaveATipMessage: 'Leave a tip' })[name])

describe('tip settings', () => {
  test('have title, text and amounts', () => {
    expect(offer('{"title":"Say thanks","blurb":"All of it is theirs.","amounts":[5,10,2.5]}')).toEqual({
      label: 'Leave a tip',
      title: 'Say thanks',
      blurb: 'All of it is theirs.',
      amounts: [500, 1000, 250],
    })
  })

  test('have at most six amounts, from a cent to $500', () => {
    expect(offer('{"amounts":[0.01,500,1,2,3,4,5]}')?.amounts).toEqual([1, 500_00, 1_00, 2_00, 3_00, 4_00])
  })

  test('fall back to the label where the rest is invalid, and to nothing when off', () => {
    const bare = { label: 'Leave a tip', title: '', blurb: '', amounts: [] }
    for (const text of ['', 'no json', '[]', 'null', '{"title":7,"amounts":"5"}', '{"amounts":[0,-5,501,"5",1.234]}'])
      expect(offer(text)).toEqual(bare)
    expect(offer('{"amounts":[5]}', 'false')).toBeNull()
  })
})

test('a tip is at most $500, and only where offered', () => {
  const requested = offer('{}')
  expect(tipProblem(0, null)).toBeNull()
  expect(tipProblem(500_00, requested)).toBeNull()
  expect(tipProblem(500_01, requested)).toBe('Please enter an amount up to $500.')
  expect(tipProblem(-1, requested)).toBe('Please enter an amount above $0.')
  expect(tipProblem(5_00, null)).toBe('Tips are not available here. Please remove yours.')
})

test.each([
  ['7', 700],
  ['$ 7.5', 750],
  [' 12.05 ', 1205],
  ['7.555', null],
  ['seven', null],
  ['-7', null],
  ['', null],
])('typed as "%s"', (text, cents) => {
  expect(typedTip(text)).toBe(cents)
})

test('an order has the tip as a service, and none for zero', () => {
  expect(tipService(750)).toEqual([{ sku: 'TIP', title: 'Tip for our delivery team', price: 750 }])
  expect(tipService(0)).toEqual([])
})
