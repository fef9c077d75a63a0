import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalPath, isTooLong, maxPathLength } from './request-path.ts'

test.each([
  ['/c/fridges', '/c/fridges'],
  ['/', '/'],
  ['//', '/'],
  ['//evil.example/x', '/evil.example/x'],
  ['/\\evil.example', '/evil.example'],
  ['/%61pi-reference', '/api-reference'],
  ['/./api-reference', '/api-reference'],
  ['/x/../metrics', '/metrics'],
  ['/x/%2e%2E/metrics', '/metrics'],
  ['/customer/%63heckout', '/customer/checkout'],
  ['/customer//checkout/', '/customer/checkout/'],
  ['/p/caf%c3%a9', '/p/caf%C3%A9'],
  ['/p/a%2fb', '/p/a%2Fb'],
  ['/p/a%2561', '/p/a%2561'],
  ['/p/%zz', '/p/%zz'],
  ['/.well-known/security.txt', '/.well-known/security.txt'],
  ['/C/Fridges', '/C/Fridges'],
])('%s is normalised to %s', (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical)
})

test('the normalised path is stable, and never names another host', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2E',
    '%2f',
    '%61',
    '%',
    '%25',
    'a',
    'B',
    '~',
    'é',
    ' ',
    '"',
    '?x',
    '@',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const canonical = canonicalPath(`/${parts.filter((one) => one !== '?x').join('')}`)
      expect(canonicalPath(canonical)).toBe(canonical)
      expect(canonical).toMatch(/^\/(?!\/)/)
    }),
  )
})

test('a path of more than 1,024 characters or 20 segments is too long', () => {
  expect(isTooLong(`/${'a'.repeat(maxPathLength - 1)}`)).toBe(false)
  expect(isTooLong(`/${'a'.repeat(maxPathLength)}`)).toBe(true)
  expect(isTooLong('/a'.repeat(20))).toBe(false)
  expect(isTooLong('/a'.repeat(21))).toBe(true)
})
