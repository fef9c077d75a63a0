import { expect, test } from 'vitest'
import { corners } from './corner.ts'

test('corners have the numbers used in data [ENUM-11]', () => {
  expect(corners).toEqual({ TopLeft: 1, TopRight: 2, BottomLeft: 3, BottomRight: 4 })
})
