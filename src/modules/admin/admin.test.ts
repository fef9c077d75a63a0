import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedFields, listQueryOf, readTyped, typedText, viewQuery, type Field } from './admin.ts'

const read = (field: Field, ...sent: string[]) => {
  const form = new URLSearchParams(sent.map((value) => [field.name, value]))
  return readTyped([field], form, { timeZone: 'Australia/Sydney', isNew: false })
}
const valueOf = (field: Field, ...sent: string[]) => read(field, ...sent).values[field.name]
const errorOf = (field: Field, ...sent: string[]) => read(field, ...sent).errors[0]?.message

describe('form input', () => {
  const price: Field = { name: 'price', label: 'Price', kind: 'money', min: 1 }

  test('amounts are accepted as people write them, and stored in cents', () => {
    expect(['1299', '1,299.00', ' $1 299.5 ', '0.01', ''].map((text) => valueOf(price, text))).toEqual([
      129_900,
      129_900,
      129_950,
      1,
      null,
    ])
    for (const text of ['free', '1.234', '-5', '1e3', '99999999'])
      expect(errorOf(price, text)).toBe('Price: please enter an amount such as 1299.00.')
    expect(errorOf(price, '0')).toBe('Price must be at least $0.01.')
  })

  test('every amount survives formatting and parsing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999 }),
        (cents) => valueOf(price, typedText(price, cents, 'UTC')) === cents,
      ),
    )
  })

  test('a time is local to its place, across daylight saving changes', () => {
    const at: Field = { name: 'at', label: 'From', kind: 'instant' }
    expect(valueOf(at, '2026-12-01T09:00')).toBe('2026-11-30T22:00:00.000Z')
    expect(valueOf(at, '2026-07-01T09:00')).toBe('2026-06-30T23:00:00.000Z')
    expect(typedText(at, '2026-11-30T22:00:00.000Z', 'Australia/Sydney')).toBe('2026-12-01T09:00')
    expect(errorOf(at, 'tomorrow')).toBe('From: this time does not exist.')
  })

  test('invalid days, overlarge numbers and unknown choices are rejected', () => {
    expect(errorOf({ name: 'on', label: 'Day', kind: 'day' }, '2026-02-30')).toBe('Day: this day does not exist.')
    expect(errorOf({ name: 'n', label: 'Room', kind: 'whole', max: 9 }, '10')).toBe('Room must be at most 9.')
    const choice: Field = { name: 'c', label: 'Kind', kind: 'choice', options: [{ value: 'a', label: 'A' }] }
    expect([valueOf(choice, 'a'), valueOf(choice, ''), errorOf(choice, 'b')]).toEqual([
      'a',
      null,
      'Kind: please choose from the list.',
    ])
  })

  test('an unticked box means no only when its field was on the form', () => {
    const box: Field = { name: 'box', label: 'Box', kind: 'switch' }
    const sent = (form: string) => readTyped([box], new URLSearchParams(form), { timeZone: 'UTC', isNew: false }).values
    expect([sent('has:box=1'), sent('has:box=1&box=true'), sent('')]).toEqual([{ box: false }, { box: true }, {}])
  })

  test('an invalid line is named by number and text', () => {
    const lines: Field = {
      name: 'l',
      label: 'Prices',
      kind: 'lines',
      pattern: /^\w+ \| \d+$/,
      patternHint: 'must be a code, | and an amount',
    }
    expect(valueOf(lines, 'a | 1\r\n\r\n b | 2 ')).toEqual(['a | 1', 'b | 2'])
    expect(errorOf(lines, 'a | 1\nb')).toBe('Prices, line 2 (“b”) must be a code, | and an amount.')
  })

  test('read-only fields are ignored in submitted data', () => {
    expect(valueOf({ name: 'sku', label: 'SKU', kind: 'text', isFixed: 'once made' }, 'X')).toBeUndefined()
  })
})

test('a change is what a person would call different', () => {
  const before = { a: '14:00:00', b: null, c: 605.0000001, d: ['x'], e: 'one' }
  expect(changedFields(before, { a: '14:00', b: '', c: 605, d: ['x'], e: 'two' })).toEqual(['e'])
})

test('one cent of a large amount is a change', () => {
  expect(changedFields({ price: 4_816_700 }, { price: 4_816_701 })).toEqual(['price'])
})

describe('a list URL', () => {
  const view = {
    columns: [
      { name: 'title', label: 'Title', sorts: true },
      { name: 'note', label: 'Note' },
    ],
    filters: [{ name: 'state', label: 'State', options: [{ value: 'open', label: 'Open' }] }],
    sort: { column: 'title', isDescending: false },
  } as const

  test('has search, filters, sort order and page cursor; invalid values are ignored', () => {
    const input = listQueryOf(new URLSearchParams('q=a&state=open&sort=-title&after=12~b~c'), view)
    expect(input).toMatchObject({
      search: 'a',
      filters: { state: 'open' },
      sort: { column: 'title', isDescending: true },
      cursor: { key: '12', value: 'b~c' },
      isBackwards: false,
    })
    const wrong = listQueryOf(new URLSearchParams('state=other&sort=note&before='), view)
    expect(wrong).toMatchObject({ filters: {}, sort: view.sort, cursor: null, isBackwards: false })
  })

  test('is saved as a view without its page cursor', () => {
    expect(viewQuery(new URLSearchParams('q=+a+&state=open&sort=title&after=12~b&done=save'), view)).toBe(
      'q=a&state=open',
    )
  })
})
