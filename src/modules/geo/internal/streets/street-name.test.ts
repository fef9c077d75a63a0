import { expect, test } from 'vitest'
import { writtenName } from './street-name.ts'

test.each([
  ['COLLINS', 'Collins'],
  ["O'CONNELL", "O'Connell"],
  ["KING'S", "King's"],
  ["D'ARCY", "D'Arcy"],
  ['MCDONALD', 'McDonald'],
  ['MCG', 'Mcg'],
  ['SMITH-JONES', 'Smith-Jones'],
  ['AVENUE OF THE ALLIES', 'Avenue of the Allies'],
  ['THE ESPLANADE', 'The Esplanade'],
  ['1ST', '1st'],
  ['Te Ara o Hine', 'Te Ara o Hine'],
  ['Kōwhai', 'Kōwhai'],
])('%j is written %j', (name, written) => {
  expect(writtenName(name)).toBe(written)
})
