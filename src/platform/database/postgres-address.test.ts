import { describe, expect, test } from 'vitest'
import { hostsText, parsePostgresAddress } from './postgres-address.ts'

describe('the address of the database', () => {
  test.each([
    ['postgres://shop:secret@db/shop', ['postgres://shop:secret@db/shop'], false],
    ['postgresql:///shop?host=/var/run/postgresql', ['postgresql:///shop?host=/var/run/postgresql'], false],
    [
      'postgres://shop:a%40b@a:5432,b:5433/shop?sslmode=verify-full',
      [
        'postgres://shop:a%40b@a:5432/shop?sslmode=verify-full',
        'postgres://shop:a%40b@b:5433/shop?sslmode=verify-full',
      ],
      true,
    ],
    [
      'postgres://[::1]:5432,[::2]/shop?target_session_attrs=read-write',
      [
        'postgres://[::1]:5432/shop?target_session_attrs=read-write',
        'postgres://[::2]/shop?target_session_attrs=read-write',
      ],
      true,
    ],
    ['postgres://db/shop?target_session_attrs=primary', ['postgres://db/shop?target_session_attrs=primary'], true],
  ])('%s is read', (text, servers, isChecked) => {
    expect(parsePostgresAddress(text)).toEqual({ ok: true, value: { servers, isChecked } })
  })

  test.each([
    ['mysql://localhost/shop', 'must be an address that begins with postgres://'],
    ['postgres://a:port/shop', 'must be an address that begins with postgres://'],
    ['postgres://a:5432,/shop', 'must have a host between the commas, as in a:5432,b:5432'],
    ['postgres://a:5432,b:port/shop', 'must name each of its hosts as host or host:port; its host 2 is neither'],
    ['postgres://a,b/shop?host=c', 'must list its hosts before the path'],
    ['postgres:///shop?host=a,b', 'must list its hosts before the path'],
    ['postgres://a,b/shop?target_session_attrs=any', 'must have target_session_attrs=read-write or none'],
    ['postgres://a/shop?target_session_attrs=standby', 'must have target_session_attrs=read-write or none'],
  ])('%s is refused', (text, problem) => {
    expect(parsePostgresAddress(text)).toEqual({ ok: false, problem: expect.stringContaining(problem) })
  })

  test('is shown without its password', () => {
    expect(hostsText('postgres://shop:secret@a:6432,b/shop')).toBe('a:6432, b:5432')
  })
})
