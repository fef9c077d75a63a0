import { describe, expect, test } from 'vitest'
import { streetKey, typedKeys, wordsOf } from './street-key.ts'

describe('the key of a street', () => {
  test.each([
    ['Collins Street', 'collins street'],
    ["O'Connell Street North", 'oconnell street north'],
    ['O CONNELL STREET', 'oconnell street'],
    ["D'Arcy Lane", 'darcy lane'],
    ['St Kilda Road', 'saint kilda road'],
    ['Saint Kilda Road', 'saint kilda road'],
    ['Mt Eden Road', 'mount eden road'],
    ['Mount St Leonard Road', 'mount saint leonard road'],
    ['The Esplanade', 'esplanade'],
    ['The', 'the'],
    ['1st Avenue', 'first avenue'],
    ['Pōhutukawa Avenue', 'pohutukawa avenue'],
    ['Smith-Jones Road', 'smith jones road'],
  ])('of %j is %j', (name, key) => {
    expect(streetKey(name)).toBe(key)
  })

  test.each([
    ['Collins Street', ['coll', 'collins', 'collins s', 'collins st', 'collins street', 'COLLINS STR']],
    ['Beach Road North', ['beach rd', 'beach rd n', 'beach road north', 'beach rd north']],
    ['Long Terrace', ['long tce', 'long terr', 'long ter', 'long terrace']],
    ['Park Crescent', ['park cres', 'park cr', 'park c']],
    ['St Kilda Road', ['st kilda rd', 'saint kilda rd', 'st. kilda road', 'st']],
    ['Mount Olive Street', ['mt olive st', 'mt', 'mount ol', 'moun']],
    ['Sixth Avenue', ['6th ave', 'sixth av', 'six']],
    ["O'Connell Street", ['oconn', "o'c", 'o connell st']],
    ['The Boulevarde', ['the boul', 'boulevarde', 'the']],
  ])('of %j is found by what people type', (name, typed) => {
    const key = streetKey(name)
    const missed = typed.filter(
      (text) => text !== 'the' && !typedKeys(wordsOf(text)).some((one) => key.startsWith(one)),
    )
    expect(missed).toEqual([])
  })
})
