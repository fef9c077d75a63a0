import { expect, test } from 'vitest'
import { createSealing } from './sealing.server.ts'

test('sealed data opens with its own key only, and not after tampering', () => {
  const [own, other] = ['signing keys', 'second factors'].map((purpose) => createSealing('k'.repeat(32), purpose))
  const sealed = own?.seal('a secret') ?? ''
  expect([own?.open(sealed), own?.seal('a secret') === sealed]).toEqual(['a secret', false])
  expect(() => other?.open(sealed)).toThrow()
  for (const at of [0, 12, 28]) {
    const bytes = Buffer.from(sealed, 'base64')
    bytes[at] = (bytes[at] ?? 0) ^ 1
    expect(() => own?.open(bytes.toString('base64'))).toThrow()
  }
})
