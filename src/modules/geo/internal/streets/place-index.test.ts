import { expect, test } from 'vitest'
import { indexPlaces } from './place-index.ts'

const place = (id: string, suburb: string, city: string, postcode: string, lat: number) => ({
  _id: id,
  suburb,
  city,
  postcode,
  lat,
  lng: 145,
})

const find = indexPlaces([
  place('melbourne-3000', 'Melbourne', 'Melbourne', '3000', -37.8),
  place('melbourne-3004', 'Melbourne', 'Melbourne', '3004', -37.84),
  place('mayfield-2304', 'Mayfield', 'Mayfield', '2304', -32.9),
  place('mayfield-2580', 'Mayfield', 'Mayfield', '2580', -34.9),
  place('mount-druitt', 'Mount Druitt', 'Mount Druitt', '2770', -33.7),
  place('richmond-nelson', 'Richmond', 'Nelson', '7020', -41.3),
  place('belmont-auckland', 'Belmont', 'Auckland', '0622', -36.8),
  place('belmont-hutt', 'Belmont', 'Lower Hutt', '5010', -41.2),
])

const ids = (file: Partial<Parameters<typeof find>[0]>) =>
  find({ suburb: '', city: '', postcode: '', position: null, ...file }).map(({ _id }) => _id)

test('a place is found by its name, in any spelling', () => {
  expect(ids({ suburb: 'MT DRUITT' })).toEqual(['mount-druitt'])
  expect(ids({ suburb: 'Mount Drūitt' })).toEqual(['mount-druitt'])
  expect(ids({ suburb: 'Atlantis' })).toEqual([])
})

test('a suburb with several postcodes is each of them, or the one of the file’s postcode', () => {
  expect(ids({ suburb: 'Melbourne' })).toEqual(['melbourne-3000', 'melbourne-3004'])
  expect(ids({ suburb: 'Melbourne', postcode: '3004' })).toEqual(['melbourne-3004'])
  expect(ids({ suburb: 'Melbourne', postcode: '3999' })).toEqual([])
  expect(ids({ suburb: 'Melbourne', position: { lat: -37.81, lng: 145 } })).toEqual([
    'melbourne-3000',
    'melbourne-3004',
  ])
})

test('places of one name in different parts of a state are told apart by position', () => {
  expect(ids({ suburb: 'Mayfield', position: { lat: -34.8, lng: 145 } })).toEqual(['mayfield-2580'])
  // Far from both, as rough positions are: the nearer one.
  expect(ids({ suburb: 'Mayfield', position: { lat: -34.3, lng: 145 } })).toEqual(['mayfield-2580'])
})

test('a suburb of another city is another place, unless it lies where ours does', () => {
  expect(ids({ suburb: 'Belmont', city: 'Lower Hutt' })).toEqual(['belmont-hutt'])
  expect(ids({ suburb: 'Richmond', city: 'Christchurch' })).toEqual([])
  expect(ids({ suburb: 'Richmond', city: 'Christchurch', position: { lat: -43.5, lng: 145 } })).toEqual([])
  expect(ids({ suburb: 'Richmond', city: 'Tasman', position: { lat: -41.35, lng: 145 } })).toEqual(['richmond-nelson'])
})
