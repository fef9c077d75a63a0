import { expect, test } from 'vitest'
import { safeReturnUrl } from './return-url.ts'

test.each([
  ['/', '/'],
  ['/account/orders?page=2', '/account/orders?page=2'],
  ['/p/a%20fridge?x=%2F%2Fy', '/p/a%20fridge?x=%2F%2Fy'],
  ['/search/tv#top', '/search/tv'],
  ['/c/../cart', '/cart'],
  ['/account', '/account'],
  ['/accounting', '/accounting'],
  [`/${'a'.repeat(2_047)}`, `/${'a'.repeat(2_047)}`],
])('%s is a page of this site', (requested, shown) => {
  expect(safeReturnUrl(requested)).toBe(shown)
})

/** What has been tried elsewhere to lead people away from a site that they trust, and addresses that would send them in a circle. */
// A table, one row a line.
// prettier-ignore
const refused = [
  '', ' ', 'account', 'evil.example', 'https://evil.example', 'HTTPS://evil.example', 'hTtP://evil.example', 'http:evil.example',
  'http:/evil.example', 'https:///evil.example', '//evil.example', '///evil.example', '////evil.example', '//evil.example/%2f..',
  '//evil.example:80', '//user@evil.example', '//www.aol.example@evil.example', 'https://www.aol.example@evil.example',
  'https://evil.example#www.aol.example', 'https://evil.example?www.aol.example', 'https://www.aol.example.evil.example',
  '/\\evil.example', '\\/evil.example', '\\\\evil.example', '/\\/evil.example', '//\\evil.example', '/x\\evil.example',
  '%2f%2fevil.example', '/%2f%2fevil.example', '/%2Fevil.example', '/%5cevil.example', '/%5Cevil.example', '/x/%2f%2fevil.example',
  '/%00/evil.example', '/..//evil.example', '/x/..//evil.example', '/./..//evil.example', '/.//evil.example', '/x/../..//evil.example',
  '/a//b', '/account//orders', '/a/b//', '/a//b?c=d',
  ' /account', '/account ', '\t/account', '/\t/evil.example', '/\n/evil.example', '/\r/evil.example', '/\r\nLocation: https://evil.example',
  '/\u0000/evil.example', '/\u000b/evil.example', '\u00a0/account', '/\u00a0x', '/\u2028x', '/\u2029x', '\ufeff/account', '/\ud800',
  'javascript:alert(1)', 'JavaScript:alert(1)', 'java\nscript:alert(1)', '/\tjavascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd',
  'blob:https://evil.example/1', 'mailto:x@evil.example', 'ftp://evil.example', '.evil.example', '@evil.example', '?x', '#x',
  '//evil。example', '//ⓔvil.example', '/／evil.example\\', '\u2044/evil.example', '//[::1]', '//127.0.0.1', '//0x7f000001',
  '/api/cart', '/API/account', '/api', '/account/login', '/account/login/', '/Account/LOGIN?x=1', '/account/internal/login',
  '/account/logout', '/account/login-callback#access_token=x', '/account/register', '/account/forgot-password',
  '/account/reset-password/abc', '/account/confirm-email/abc', '/x/../account/logout', `/${'a'.repeat(2_048)}`,
]

test('the list of payloads is complete', () => {
  expect(new Set(refused).size).toBeGreaterThanOrEqual(90)
})

test.each(refused.map((requested) => [JSON.stringify(requested).slice(0, 60), requested]))(
  '%s falls back to the account page',
  (_, requested) => {
    expect(safeReturnUrl(requested)).toBe('/account')
  },
)

test('an empty URL also falls back, and a logout can lead to the login', () => {
  expect(safeReturnUrl(null)).toBe('/account')
  expect(safeReturnUrl(undefined, { fallback: '/' })).toBe('/')
  expect(safeReturnUrl('/account/internal/login', { fallback: '/', couldBeLogin: true })).toBe(
    '/account/internal/login',
  )
  expect(safeReturnUrl('//evil.example', { fallback: '/', couldBeLogin: true })).toBe('/')
})
