import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingerprint, openCertificates, type Certificates } from '../../../../sandbox/gateway/certificates.ts'
import { encryptCard } from './encrypt-card.ts'

const card = {
  number: '4111 1111 1111 1111',
  cvc: '737',
  expiryMonth: 3,
  expiryYear: 2030,
  holderName: 'Žofie O’Neill',
}
const now = new Date('2026-10-12T15:00:00Z')

let folder: string
let gateway: Certificates
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encrypt-'))
  gateway = await openCertificates(folder, ['ECOM', 'Agency'])
})
afterAll(() => rm(folder, { recursive: true }))

const certificateOf = (merchantAccount: string) => gateway.current()[merchantAccount] ?? ''

test('a card is encrypted with RSA-OAEP-256 and A256GCM, as five base64url parts [CARD-38]', async () => {
  const jwe = await encryptCard(certificateOf('ECOM'), card, now)
  const parts = jwe.split('.')
  expect(parts).toHaveLength(5)
  for (const part of parts) expect(part).toMatch(/^[\w-]+$/)
  const [header = '', key = '', iv = '', , tag = ''] = parts.map((part) => Buffer.from(part, 'base64url'))
  expect(JSON.parse(header.toString())).toEqual({
    alg: 'RSA-OAEP-256',
    enc: 'A256GCM',
    kid: fingerprint(certificateOf('ECOM')),
  })
  expect([key.length, iv.length, tag.length]).toEqual([256, 12, 16])
})

test('the gateway decrypts exactly what was typed, digits without spaces', async () => {
  const jwe = await encryptCard(certificateOf('ECOM'), card, now)
  expect(gateway.open('ECOM', jwe, now)).toEqual({ ...card, number: '4111111111111111' })
})

test('no two encryptions of a card are equal, and none contains the number', async () => {
  const [one, two] = [
    await encryptCard(certificateOf('ECOM'), card, now),
    await encryptCard(certificateOf('ECOM'), card, now),
  ]
  expect(one).not.toBe(two)
  expect(Buffer.from(one.split('.')[3] ?? '', 'base64url').toString('latin1')).not.toContain('4111')
})

test('a merchant’s certificate gives a value that only its key decrypts', async () => {
  const jwe = await encryptCard(certificateOf('Agency'), card, now)
  expect(gateway.open('Agency', jwe, now)).toMatchObject({ number: '4111111111111111' })
  expect(gateway.open('ECOM', jwe, now)).toEqual({
    errorCode: '173',
    message: 'Unable to load Private Key for decryption',
  })
})

test('a value is valid for 15 minutes and can be 2 minutes ahead', async () => {
  const jwe = await encryptCard(certificateOf('ECOM'), card, now)
  const after = (seconds: number) => gateway.open('ECOM', jwe, new Date(now.getTime() + seconds * 1_000))
  expect(after(900)).toMatchObject({ cvc: '737' })
  expect(after(901)).toMatchObject({ errorCode: '172' })
  expect(after(-120)).toMatchObject({ cvc: '737' })
  expect(after(-121)).toMatchObject({ errorCode: '172' })
})

test('an invalid certificate is rejected', async () => {
  await expect(encryptCard('AAAA', card, now)).rejects.toThrow()
})
