import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours, minutes } from '../../platform/clock.ts'
import {
  deliver,
  linkTo,
  mailsTo,
  me,
  memberPassword as password,
  newEmail,
  openMember,
  register,
} from '../../testing/members.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'

/** Registering and confirming an address, and what every call refuses. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(() => shop.close())

describe('registering', () => {
  test('a known email gets the same response as a new one, and its owner a different mail', async () => {
    const { visitor, email } = await openMember(shop)
    const again = await register(visitor, email, { password: 'another password' })
    expect([again.status, again.json()]).toEqual([200, { success: true }])
    await deliver(shop, { kind: 'known', app: 'aol', email })
    expect((await mailsTo(shop, email)).map((mail) => mail.subject)).toEqual([
      'You already have an account at Appliances Online',
    ])
    // The password is still the first one.
    await visitor.signIn(email, password)
  })

  test.each([
    ['short', { password: 'abc1234' }, 'password', 'Your password needs at least 8 characters'],
    ['long', { password: 'é'.repeat(65) }, 'password', 'Your password can have at most 128 bytes'],
    ['common', { password: 'Password123' }, 'password', 'This password is too common. Please choose another one'],
    [
      'the shop itself',
      { password: 'AppliancesOnline1!' },
      'password',
      'This password is too common. Please choose another one',
    ],
    ['no name', { firstName: ' ' }, 'firstName', 'Please enter a first name (max 20 characters)'],
    ['a long name', { lastName: 'x'.repeat(30) }, 'lastName', 'Please enter a last name (max 20 characters)'],
    ['no address', { email: 'ana@localhost' }, 'email', 'Please enter a valid email address'],
    ['no phone', { phone: '12' }, 'phone', 'Please enter a valid phone number'],
    ['a wrong ABN', { ABN: '51 824 753 557' }, 'ABN', 'Please enter a valid ABN'],
  ])('%s is rejected with field and reason', async (_name, more, field, message) => {
    const answer = await register(shop.visitor(), newEmail(), more)
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject({ errors: [{ field, message }] })
  })

  test('accepts passwords from 8 characters to 128 bytes with any characters', async () => {
    for (const one of ['ß ü🍳x_ 9', `${'é'.repeat(63)}xy`]) {
      const visitor = shop.visitor()
      const email = newEmail()
      expect((await register(visitor, email, { password: one })).status).toBe(200)
      await visitor.signIn(email, one)
    }
  })

  test('business apps require an ABN', async () => {
    const visitor = shop.visitor('wac')
    const without = await register(visitor, newEmail(), { clientId: 'storefront-wac' })
    expect(without.json()).toMatchObject({ errors: [{ field: 'ABN', message: 'Please enter a valid ABN' }] })
    const body = { clientId: 'storefront-wac', ABN: '51 824 753 556' }
    expect((await register(visitor, newEmail(), body)).status).toBe(200)
  })

  test('the client must be the requesting page’s, else 400', async () => {
    const answer = await register(shop.visitor('wa'), newEmail(), { clientId: 'storefront-aol' })
    expect(answer.status).toBe(400)
  })
})

describe('confirming an email address', () => {
  const confirm = (visitor: Visitor, token: string) => visitor.identity('GET', `/api/account/confirmemail/${token}`)

  test('works for 24 hours, and again with a used link [IDN-10] [ACCT-07]', async () => {
    const { visitor, email } = await openMember(shop)
    expect((await me(visitor)).json()).toMatchObject({ emailConfirmed: false })
    await deliver(shop, { kind: 'confirm', app: 'aol', email })
    const token = await linkTo(shop, email, 'confirm-email')
    expect((await confirm(visitor, token)).json()).toMatchObject({ email, confirmed: true })
    expect((await confirm(visitor, token)).json()).toMatchObject({ email, confirmed: true })
    expect((await me(visitor)).json()).toMatchObject({ emailConfirmed: true })
    // There is nothing more to confirm.
    await shop.advance(minutes(2))
    await deliver(shop, { kind: 'confirm', app: 'aol', email })
    expect(await mailsTo(shop, email)).toHaveLength(1)
  })

  test('an expired link and an unknown one are rejected alike', async () => {
    const { visitor, email } = await openMember(shop)
    await deliver(shop, { kind: 'confirm', app: 'aol', email })
    const token = await linkTo(shop, email, 'confirm-email')
    await shop.advance(hours(24))
    for (const one of [token, 'unknown']) {
      const answer = await confirm(visitor, one)
      expect([answer.status, answer.json()['errors']]).toEqual([
        400,
        [{ code: 'link_invalid', field: 'token', message: 'This link is invalid or has expired.' }],
      ])
    }
  })

  test('the mail can be resent once a minute; the response is always 200 [IDN-11]', async () => {
    const { visitor, email } = await openMember(shop)
    const resend = (address: string) =>
      visitor.identity('POST', '/api/account/resendconfirmemail', {
        body: { clientId: 'storefront-aol', email: address },
      })
    expect([(await resend(email)).status, (await resend(newEmail())).status]).toEqual([200, 200])
    await deliver(shop, { kind: 'confirm', app: 'aol', email })
    await deliver(shop, { kind: 'confirm', app: 'aol', email })
    expect(await mailsTo(shop, email)).toHaveLength(1)
    await shop.advance(minutes(1))
    await deliver(shop, { kind: 'confirm', app: 'aol', email })
    expect(await mailsTo(shop, email)).toHaveLength(2)
  })
})

describe('invalid input', () => {
  test.each([
    ['a name of a megabyte', { firstName: 'x'.repeat(1_000_000) }, 413],
    ['a name that is no text', { firstName: { toString: 'x' } }, 400],
    ['an address in letters that look like others', { email: 'аna@shopper.example' }, 400],
    ['an address with another one in it', { email: 'ana@shopper.example, eve@evil.example' }, 400],
    ['an address with a line end', { email: 'ana@shopper.example\nBcc: eve@evil.example' }, 400],
    ['half a character', { lastName: '\ud800' }, 400],
    ['a null byte', { password: 'seven blue\u0000kettles' }, 400],
  ])('%s is rejected in the error format, and nothing is stored', async (_name, more, status) => {
    const email = newEmail()
    const count = async () => (await shop.database.db.selectFrom('account').select('id').execute()).length
    const before = await count()
    const answer = await register(shop.visitor(), email, more)
    expect([answer.status, Array.isArray(answer.json()['errors'])]).toEqual([status, true])
    expect(await count()).toBe(before)
  })

  test('concurrent profile changes are applied one after the other, each complete', async () => {
    const { visitor } = await openMember(shop)
    const { userId } = (await me(visitor)).json<{ userId: string }>()
    const pairs = Array.from({ length: 12 }, (_, at) => [`First${at}`, `Last${at}`] as const)
    const answers = await Promise.all(
      pairs.map(([firstName, lastName]) =>
        visitor.identity('POST', '/api/account/updateprofile', {
          body: {
            userId,
            clientId: 'storefront-aol',
            email: '',
            emailChanged: false,
            firstName,
            firstNameChanged: true,
            lastName,
            lastNameChanged: true,
          },
        }),
      ),
    )
    expect(answers.map((one) => one.status)).toEqual(Array(12).fill(200))
    const { firstName, lastName } = (await me(visitor)).json<{ firstName: string; lastName: string }>()
    expect(pairs).toContainEqual([firstName, lastName])
  })

  test('of a concurrent email change and password reset one succeeds, because links belong to the account’s state', async () => {
    const { visitor, email } = await openMember(shop)
    await deliver(shop, { kind: 'reset', app: 'aol', email })
    const token = await linkTo(shop, email, 'reset-password')
    await shop.database.db.updateTable('account').set({ email: newEmail() }).where('email', '=', email).execute()
    const body = { token, password: 'quite another word 7' }
    expect((await visitor.identity('POST', '/api/account/resetpassword', { body })).status).toBe(400)
    expect((await me(visitor)).status).toBe(200)
  })
})
