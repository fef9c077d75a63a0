import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { encryptCard } from '../../src/modules/payments/ui/encrypt-card.ts'
import { fingerprint, openCertificates, selfSigned } from './certificates.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'certificates-'))))
afterEach(() => rm(folder, { recursive: true }))

const now = new Date('2026-10-12T15:00:00Z')
const card = { number: '4111111111111111', cvc: '737', expiryMonth: 3, expiryYear: 2030, holderName: 'Ana' }

test('an independent X.509 parser reads and verifies the self-signed certificate', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  for (let times = 0; times < 50; times++) {
    const certificate = new X509Certificate(selfSigned(privateKey, 'StorefrontECOM', now))
    expect(certificate.verify(publicKey)).toBe(true)
    expect(certificate.subject).toBe('CN=StorefrontECOM (sandbox)')
    expect(certificate.issuer).toBe(certificate.subject)
    expect(certificate.checkPrivateKey(privateKey)).toBe(true)
    expect(new Date(certificate.validFrom).toISOString()).toBe('2020-01-01T00:00:00.000Z')
    expect(new Date(certificate.validTo).toISOString()).toBe('2036-10-12T15:00:00.000Z')
    expect(certificate.serialNumber).toMatch(/^[0-7][0-9A-F]{31}$/)
  }
})

test('long names and years near the end of UTCTime still give a valid certificate', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const certificate = new X509Certificate(selfSigned(privateKey, 'x'.repeat(40), new Date('2045-01-01T00:00:00Z')))
  expect(new Date(certificate.validTo).getUTCFullYear()).toBe(2049)
})

test('the file for the shop has one certificate per merchant account and no private key', async () => {
  const certificates = await openCertificates(folder, ['ECOM', 'Agency'])
  const text = await readFile(certificates.certificateFile, 'utf8')
  const written = JSON.parse(text) as Record<string, string>
  expect(Object.keys(written)).toEqual(['ECOM', 'Agency'])
  expect(new X509Certificate(Buffer.from(written['ECOM'] ?? '', 'base64')).subject).toBe('CN=ECOM (sandbox)')
  expect(text).not.toContain('PRIVATE')
  expect((await stat(join(folder, 'keys.json'))).mode & 0o777).toBe(0o600)
  // Nothing half-written is left behind.
  expect((await readdir(folder)).toSorted()).toEqual(['certificates.json', 'keys.json'])
})

test('keys survive a restart', async () => {
  const first = await openCertificates(folder, ['ECOM'])
  const jwe = await encryptCard(first.current()['ECOM'] ?? '', card, now)
  const second = await openCertificates(folder, ['ECOM'])
  expect(second.current()).toEqual(first.current())
  expect(second.open('ECOM', jwe, now)).toEqual(card)
})

test('after key rotation the previous key still works, the one before it does not', async () => {
  const certificates = await openCertificates(folder, ['ECOM', 'Agency'])
  const agency = certificates.current()['Agency']
  const first = certificates.current()['ECOM'] ?? ''
  await certificates.rotate('ECOM')
  const second = certificates.current()['ECOM'] ?? ''
  expect(fingerprint(second)).not.toBe(fingerprint(first))
  expect(certificates.current()['Agency']).toBe(agency)
  for (const certificate of [first, second]) {
    expect(certificates.open('ECOM', await encryptCard(certificate, card, now), now)).toEqual(card)
  }
  await certificates.rotate('ECOM')
  expect(certificates.open('ECOM', await encryptCard(first, card, now), now)).toMatchObject({ errorCode: '173' })
  expect(certificates.open('ECOM', await encryptCard(second, card, now), now)).toEqual(card)
})

test('does not decrypt a value with one changed character', async () => {
  const certificates = await openCertificates(folder, ['ECOM'])
  const jwe = await encryptCard(certificates.current()['ECOM'] ?? '', card, now)
  const parts = jwe.split('.')
  for (const at of [1, 2, 3, 4]) {
    const part = parts[at] ?? ''
    const changed = parts.with(at, (part.startsWith('A') ? 'B' : 'A') + part.slice(1)).join('.')
    expect(certificates.open('ECOM', changed, now)).toMatchObject({ errorCode: '174' })
  }
  for (const nothing of ['', 'a.b.c', parts.slice(0, 4).join('.'), `${jwe}.x`]) {
    expect(certificates.open('ECOM', nothing, now)).toMatchObject({ errorCode: '174' })
  }
})
