import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isForTests } from '../../scripts/checks/test-support.ts'
import { identityMail } from '../modules/identity/mail/identity-mail.tsx'
import { brandAtExample } from '../testing/brand.ts'
import { notRealText, thenNotReal, type Realm } from './not-real.ts'

test('a production shop never mentions a demonstration; a rehearsal names itself', () => {
  const realms: readonly Realm[] = ['live', 'staging', 'demo']
  expect(realms.map((realm) => notRealText({ realm }))).toEqual([
    null,
    'This is a staging shop: orders placed here are not real.',
    'This is a demonstration shop: nothing is actually sold.',
  ])
  expect(thenNotReal({ realm: 'live' })).toBe('')
})

test('mails of a production shop never mention a demonstration', async () => {
  const mail = {
    kind: 'known',
    app: 'aol',
    to: 'ana@shopper.example',
    firstName: 'Ana',
    newEmail: '',
    token: '',
  } as const
  const made = async (realm: Realm) =>
    (await identityMail(mail, { brand: { ...brandAtExample('aol'), realm }, from: undefined, now: new Date() })).plain
  expect(await made('demo')).toContain('This is a demonstration shop')
  expect(await made('live')).not.toMatch(/demonstration|staging/i)
})

test('no other text mentions a demonstration', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !isForTests(file))
  const saying = files.filter((file) => /demonstration shop/i.test(readFileSync(join(root, file), 'utf8')))
  expect(saying.toSorted()).toEqual(['src/brands/not-real.ts', 'src/modules/navigation/ui/footer.server.tsx'])
})
