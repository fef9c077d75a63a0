import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cardCheck,
  cardErrors,
  cardType,
  cardTypes,
  cvvProblem,
  formatCardNumber,
  formatExpiry,
  isCardNumber,
  isExpiry,
  nameProblem,
  passesLuhn,
  readExpiry,
} from './card.ts'

const today = { year: 2026, month: 11 }
const good = { nameOnCard: 'Ana Botha', cardNo: '4111 1111 1111 1111', expiryDate: '03 / 2030', cvv: '123' }

/** Digits with the last one chosen so that the checksum is right. */
function numbered(prefix: string, length: number): string {
  const body = prefix.padEnd(length - 1, '0').slice(0, length - 1)
  return Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find(passesLuhn) ?? expect.fail('no checksum')
}
const lengthsTaken = (prefix: string) =>
  Array.from({ length: 12 }, (_, at) => at + 9).filter((length) => isCardNumber(numbered(prefix, length)))

describe('the card type', () => {
  test.each([
    ['5018', 'maestro'],
    ['502', 'maestro'],
    ['503', 'maestro'],
    ['506', 'maestro'],
    ['56', 'maestro'],
    ['58', 'maestro'],
    ['639', 'maestro'],
    ['6220', 'maestro'],
    ['67', 'maestro'],
    ['600', 'forbrugsforeningen'],
    ['5019', 'dankort'],
    ['4', 'visa'],
    ['51', 'mastercard'],
    ['55', 'mastercard'],
    ['22', 'mastercard'],
    ['27', 'mastercard'],
    ['34', 'amex'],
    ['37', 'amex'],
    ['30', 'dinersclub'],
    ['36', 'dinersclub'],
    ['38', 'dinersclub'],
    ['39', 'dinersclub'],
    ['60', 'discover'],
    ['64', 'discover'],
    ['65', 'discover'],
    ['622', 'discover'],
    ['62', 'unionpay'],
    ['88', 'unionpay'],
    ['35', 'jcb'],
  ] as const)('of a number starting with %s is %s [CARD-08]', (prefix, type) => {
    expect(cardType(prefix)).toBe(type)
  })

  test('is one of ten, or none for other prefixes', () => {
    expect(cardTypes).toHaveLength(10)
    for (const unknown of ['', '1', '0', '9', '31', '21', '28', '57', '80']) expect(cardType(unknown)).toBeNull()
  })
})

describe('number length', () => {
  test('visa has 13 or 16 digits [CARD-24]', () => expect(lengthsTaken('4')).toEqual([13, 16]))
  test('mastercard has 16 [CARD-25]', () => expect(lengthsTaken('51')).toEqual([16]))
  test('amex has 15, and its code 3 or 4 [CARD-26]', () => {
    expect(lengthsTaken('34')).toEqual([15])
    expect([cvvProblem('123'), cvvProblem('1234')]).toEqual([null, null])
  })
  test('dinersclub has 14 [CARD-27]', () => expect(lengthsTaken('36')).toEqual([14]))
  test('discover has 16 [CARD-28]', () => expect(lengthsTaken('65')).toEqual([16]))
  test('jcb has 16 [CARD-29]', () => expect(lengthsTaken('35')).toEqual([16]))
  test('maestro has 12 to 19, and no number is longer [CARD-30] [CARD-12]', () => {
    expect(lengthsTaken('5018')).toEqual([12, 13, 14, 15, 16, 17, 18, 19])
  })
  test('unionpay has 16 to 19 [CARD-31]', () => expect(lengthsTaken('88')).toEqual([16, 17, 18, 19]))
  test('dankort has 16 [CARD-32]', () => expect(lengthsTaken('5019')).toEqual([16]))
  test('forbrugsforeningen has 16 [CARD-33]', () => expect(lengthsTaken('600')).toEqual([16]))
})

describe('a card number', () => {
  test('is digits and spaces only [CARD-13]', () => {
    expect(isCardNumber('4111 1111 1111 1111')).toBe(true)
    for (const wrong of ['4111-1111-1111-1111', '4111 1111 1111 111x', '', ' ', '４１１１111111111111'])
      expect(isCardNumber(wrong)).toBe(false)
  })

  test('is shown in the groups of its type [CARD-14]', () => {
    expect(formatCardNumber('4111111111111111')).toBe('4111 1111 1111 1111')
    expect(formatCardNumber('378282246310005')).toBe('3782 822463 10005')
    expect(formatCardNumber('36227206271667')).toBe('3622 720627 1667')
    expect(formatCardNumber('41111')).toBe('4111 1')
    expect(formatCardNumber('')).toBe('')
  })

  test('is cut at the longest its type allows [CARD-15]', () => {
    expect(formatCardNumber('4'.repeat(30))).toBe('4444 4444 4444 4444')
    expect(formatCardNumber('37'.padEnd(30, '1'))).toBe('3711 111111 11111')
    expect(formatCardNumber('5018'.padEnd(30, '1'))).toBe('5018 1111 1111 1111 111')
    expect(formatCardNumber('1'.repeat(30))).toBe('1111 1111 1111 1111 111')
  })

  test('has a valid checksum, except unionpay [CARD-16]', () => {
    expect([isCardNumber('4111 1111 1111 1111'), isCardNumber('4111 1111 1111 1112')]).toEqual([true, false])
    const wrong = numbered('88', 16).replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
    expect([passesLuhn(wrong), isCardNumber(wrong)]).toEqual([false, true])
  })

  test('any single wrong digit fails the checksum', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(9), { minLength: 11, maxLength: 18 }),
        fc.nat(17),
        fc.integer({ min: 1, max: 9 }),
        (digits, place, by) => {
          const right = numbered(digits.join(''), digits.length + 1)
          const at = place % right.length
          const wrong = right.slice(0, at) + ((Number(right[at]) + by) % 10) + right.slice(at + 1)
          expect([passesLuhn(right), passesLuhn(wrong)]).toEqual([true, false])
        },
      ),
    )
  })
})

describe('the expiry', () => {
  test('is typed as MM / YYYY, in nine characters [CARD-18]', () => {
    expect(['0', '03', '03/', '032', '032030', '0320301'].map(formatExpiry)).toEqual([
      '0',
      '03',
      '03 / ',
      '03 / 2',
      '03 / 2030',
      '03 / 2030',
    ])
  })

  test('is two digits, a slash, and two or four digits [CARD-19]', () => {
    for (const text of ['03/30', '03 / 2030', '03/2030', ' 03 /30 '])
      expect(readExpiry(text)).toEqual({ month: 3, year: 2030 })
    for (const text of ['3/30', '03/203', '03-30', '0330', '13/30', '00/30', '03/20300', '', 'MM/YY'])
      expect(readExpiry(text)).toBeNull()
  })

  test('with a two-digit year is in this century [CARD-41]', () => {
    expect(readExpiry('01/00')).toEqual({ month: 1, year: 2000 })
    expect(readExpiry('12/99')).toEqual({ month: 12, year: 2099 })
  })

  test('in this year is this month or later [CARD-40]', () => {
    expect(['10/26', '11/26', '12/26', '01/26'].map((text) => isExpiry(text, today))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  test('is at most twenty years ahead', () => {
    expect(['12/25', '01/27', '12/46', '01/47', '11/2126'].map((text) => isExpiry(text, today))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })
})

describe('field errors', () => {
  const errorOf = (more: Partial<typeof good>) => cardErrors({ ...good, ...more }, today)

  test('none for a valid card', () => expect(cardErrors(good, today)).toEqual([]))

  test.each(['', ' ', 'A', '1234', 'x'.repeat(61)])('name %j [CARD-10]', (nameOnCard) => {
    expect(errorOf({ nameOnCard })).toEqual([{ field: 'nameOnCard', message: 'Please enter a valid name' }])
  })

  test('a name can have any letters', () => {
    for (const name of ['Jo', 'Zoë Ĺ', '李 明', 'x'.repeat(60), '1 A']) expect(nameProblem(name)).toBeNull()
  })

  test.each(['', '4111', '1111 1111 1111 1111', '4111 1111 1111 1112'])('number %j [CARD-11]', (cardNo) => {
    expect(errorOf({ cardNo })).toEqual([{ field: 'cardNo', message: 'Please enter a valid card number' }])
  })

  test.each(['', '13/30', '10/26', '3/2030'])('expiry %j [CARD-17]', (expiryDate) => {
    expect(errorOf({ expiryDate })).toEqual([
      { field: 'expiryDate', message: 'Please enter a valid expiry date (MM / YYYY)' },
    ])
  })

  test.each(['', 'abc', '12a', '12345', '1 2'])('code %j [CARD-20] [CARD-21]', (cvv) => {
    expect(errorOf({ cvv })).toEqual([{ field: 'cvv', message: 'Please enter a valid CVV' }])
  })

  test.each(['1', '12'])('code %j [CARD-22]', (cvv) => {
    expect(errorOf({ cvv })).toEqual([{ field: 'cvv', message: 'CVV must be at least 3 digits' }])
  })

  test('all errors at once, in page order', () => {
    expect(
      cardErrors({ nameOnCard: '', cardNo: '', expiryDate: '', cvv: '' }, today).map((error) => error.field),
    ).toEqual(['nameOnCard', 'cardNo', 'expiryDate', 'cvv'])
  })
})

test('a card has name, number, expiry and code, and a year of two or four digits [CARD-07]', () => {
  expect(Object.keys(good)).toEqual(['nameOnCard', 'cardNo', 'expiryDate', 'cvv'])
  for (const expiryDate of ['03 / 30', '03 / 2030']) expect(cardErrors({ ...good, expiryDate }, today)).toEqual([])
})

describe('the final validation before a card is sent', () => {
  test('requires every field [CARD-39]', () => {
    expect(cardCheck(good, today)).toBeNull()
    for (const part of ['nameOnCard', 'cardNo', 'expiryDate', 'cvv'] as const)
      expect(cardCheck({ ...good, [part]: '' }, today)).not.toBeNull()
    expect(cardCheck({ ...good, expiryDate: '12 / 2025' }, today)).not.toBeNull()
    expect(cardCheck({ ...good, expiryDate: '13 / 2030' }, today)).not.toBeNull()
  })

  test('names the first error in the order code, name, number, expiry [CERR-18] [CERR-19] [CERR-20] [CERR-21]', () => {
    const bad = { nameOnCard: '', cardNo: '', expiryDate: '', cvv: '' }
    expect(cardCheck(bad, today)).toBe('Please check your CVC number.')
    expect(cardCheck({ ...bad, cvv: '123' }, today)).toBe('Please check the name on your card entered.')
    expect(cardCheck({ ...bad, cvv: '123', nameOnCard: 'Ana' }, today)).toBe('Please check your card number.')
    expect(cardCheck({ ...good, expiryDate: '' }, today)).toBe('Please check the card expiry date entered.')
  })
})
