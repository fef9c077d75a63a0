import { expect, test } from 'vitest'
import { brandAtExample } from '../../../testing/brand.ts'
import { brands } from '../../../brands/brands.ts'
import { identityMail, type IdentityMail } from './identity-mail.tsx'

const now = new Date('2026-11-24T00:00:00Z')
const base = { to: 'ana@shopper.example', firstName: 'Ana', newEmail: 'next@shopper.example', token: '' }

/** What each mail says, and where its button leads. */
const kinds: readonly (readonly [
  Omit<IdentityMail, 'app' | keyof typeof base> & { token?: string },
  string,
  string,
])[] = [
  [{ kind: 'confirm', token: 'abc' }, 'Please confirm that this is your email address.', 'account/confirm-email/abc'],
  [{ kind: 'reset', token: 'abc' }, 'It logs you out everywhere.', 'account/reset-password/abc'],
  [{ kind: 'known' }, 'It already has an account', 'account/forgot-password'],
  [{ kind: 'password-changed' }, 'you have been logged out of other browsers', 'account/forgot-password'],
  [{ kind: 'change-old', token: 'abc' }, 'next@shopper.example', 'account/confirm-email/abc'],
  [{ kind: 'change-new', token: 'abc' }, 'Please confirm that this address is yours.', 'account/confirm-email/abc'],
  [{ kind: 'email-changed' }, 'The email of your account is now next@shopper.example.', 'contact-us'],
  [
    { kind: 'new-sign-in', agent: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0', at: now.toISOString() },
    'with Firefox on Windows on 24 November 2026',
    'account/forgot-password',
  ],
  [{ kind: 'factor-added' }, 'was added to your account', 'account/forgot-password'],
  [{ kind: 'factor-removed' }, 'was removed from your account', 'account/forgot-password'],
  [{ kind: 'connected', provider: 'google' }, 'with Google from now on', 'account/security'],
  [{ kind: 'closed' }, 'We keep your order records for as long as the law requires', ''],
]

test.each(brands.flatMap((brand) => kinds.map((kind) => [brand.app, kind[0].kind, brand, ...kind] as const)))(
  'on %s the mail %s has its content, in HTML and in text',
  async (app, _kind, brand, special, words, path) => {
    const made = await identityMail({ ...base, ...special, app }, { brand: brandAtExample(app), from: undefined, now })
    expect(made.recipient).toBe('ana@shopper.example')
    expect(made.sender).toBe(`${brand.companyName} <accounts@${app}.example>`)
    expect(made.subject).toContain(brand.companyName)
    for (const text of [made.html, made.plain]) {
      // Where lines break in text is no matter.
      const flat = text.replaceAll(/<[^>]+>|&#x27;/g, '').replaceAll(/\s+/g, ' ')
      expect(flat).toContain('Hello Ana,')
      expect(flat).toContain(words)
    }
    expect(made.html).toContain(`href="https://www.${app}.example/${path}"`)
    expect(made.plain).toContain(`https://www.${app}.example/${path}`)
  },
)

test('a name is escaped, and times are in the shop’s time zone', async () => {
  const special = { kind: 'new-sign-in', agent: '<img src=x>', at: now.toISOString() } as const
  const mail = (app: 'aol' | 'aol-nz') =>
    identityMail(
      { ...base, ...special, app, firstName: '<b>Ana</b>' },
      { brand: brandAtExample(app), from: undefined, now },
    )
  const [au, nz] = [await mail('aol'), await mail('aol-nz')]
  expect(au.html).not.toContain('<b>Ana</b>')
  expect(au.html).not.toContain('<img')
  expect([au.plain.includes('11:00'), nz.plain.includes('1:00')]).toEqual([true, true])
  // The same mail within a minute is one.
  expect((await mail('aol')).id).toBe(au.id)
})
