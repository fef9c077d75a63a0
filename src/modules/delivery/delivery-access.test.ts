import { expect, test } from 'vitest'
import { accessTexts, answeredAccess } from './delivery-access.ts'

test('answers are told in the order of the questions, and who will be home last', () => {
  expect(accessTexts({ receiver: ' Kim, 0412 000 000 ', lift: 'small', property: 'apartment', stairs: '' })).toEqual([
    'Type of home: Apartment or unit',
    'Lift: A small lift',
    'Who will be home: Kim, 0412 000 000',
  ])
  expect(accessTexts(undefined)).toEqual([])
})

test('only known answers are stored, and nothing where there are none', () => {
  expect(answeredAccess({ property: 'castle', parking: 'street', receiver: ' ' })).toEqual({ parking: 'street' })
  expect(answeredAccess({ property: '', receiver: '' })).toBeUndefined()
  expect(answeredAccess(undefined)).toBeUndefined()
})
