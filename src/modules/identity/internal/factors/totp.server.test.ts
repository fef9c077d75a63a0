import { expect, test } from 'vitest'
import { bytesOfBase32, newTotpSecret, stepOfCode, totpAddress, totpCode, totpStep } from './totp.server.ts'

/** The key of RFC 6238's appendix B, '12345678901234567890', in base 32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at %i seconds the code is the last six digits of %s (RFC 6238, appendix B)', (seconds, code) => {
  expect(totpCode(secret, totpStep(new Date(seconds * 1_000)))).toBe(code.slice(2))
})

test('base 32 is decoded with or without spaces in any letter case, and nothing else', () => {
  expect(bytesOfBase32(secret).toString()).toBe('12345678901234567890')
  expect(bytesOfBase32('gezd gnbv gy3t qojq').toString()).toBe('1234567890')
  expect(() => bytesOfBase32('10')).toThrow('not base 32')
  expect(bytesOfBase32(newTotpSecret())).toHaveLength(20)
})

test('a code is accepted half a minute early and late, and never twice', () => {
  const now = new Date('2026-11-24T00:00:10Z')
  const present = totpStep(now)
  const found = (step: number, lastStep = 0) => stepOfCode(secret, totpCode(secret, step), { now, lastStep })
  expect([-2, -1, 0, 1, 2].map((by) => found(present + by))).toEqual([null, present - 1, present, present + 1, null])
  expect(found(present, present)).toBeNull()
  expect(found(present - 1, present)).toBeNull()
  expect(found(present + 1, present)).toBe(present + 1)
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '000000 '.repeat(9)])('%j is not a code', (code) => {
  expect(stepOfCode(secret, code, { now: new Date('2026-11-24T00:00:10Z'), lastStep: 0 })).toBeNull()
})

test('an otpauth URL names the account', () => {
  expect(totpAddress(secret, { issuer: 'Appliances Online', account: 'a+b@shop.example' })).toBe(
    `otpauth://totp/Appliances%20Online:a%2Bb%40shop.example?secret=${secret}&issuer=Appliances%20Online&digits=6&period=30`,
  )
})
