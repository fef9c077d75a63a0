import { expect, test } from 'vitest'
import { tileColumns } from './tile-columns.ts'

test('no number of tiles leaves one alone on a row, at any width', () => {
  for (let count = 2; count <= 60; count++) {
    const { wide, medium, small, phone, isFirstWide } = tileColumns(count)
    for (const columns of [wide, medium, small]) expect(count % columns, `${count} in ${columns}`).not.toBe(1)
    // A first tile over a whole row of two counts as two.
    expect((isFirstWide ? count + 1 : count) % phone, `${count} in ${phone}`).not.toBe(1)
  }
})

test('rows are filled where they can be, with the usual number of columns first', () => {
  expect(tileColumns(14)).toEqual({ wide: 7, medium: 5, small: 3, phone: 2, isFirstWide: false })
  expect(tileColumns(8)).toEqual({ wide: 8, medium: 4, small: 4, phone: 2, isFirstWide: false })
  expect(tileColumns(9)).toEqual({ wide: 5, medium: 5, small: 3, phone: 3, isFirstWide: false })
  expect(tileColumns(13)).toEqual({ wide: 7, medium: 5, small: 5, phone: 2, isFirstWide: true })
  expect(tileColumns(1).isFirstWide).toBe(false)
})
