import { expect } from 'vitest'
import { sendIdentityMails } from '../composition/jobs.server.ts'
import type { IdentityMailOrder } from '../modules/identity/identity-mails.ts'
import type { TestAnswer } from './shop/browser.ts'
import type { TestShop } from './shop.server.ts'
import type { Visitor } from './shop/visitor.ts'

export const memberPassword = 'a long fridge 42'

export const registration = (email: string, more: object = {}) => ({
  email,
  password: memberPassword,
  firstName: 'Ana',
  lastName: 'Botha',
  phone: '0412 345 678',
  clientId: 'storefront-aol',
  ABN: '',
  ...more,
})

let count = 0
export const newEmail = () => `member${++count}@shopper.example`

export async function register(visitor: Visitor, email: string, more: object = {}): Promise<TestAnswer> {
  return visitor.identity('POST', '/api/account/register', { body: registration(email, more) })
}

/** A new account of an app, signed in, in a new browser or in a guest's. */
export async function openMember(
  shop: TestShop,
  app: Parameters<TestShop['visitor']>[0] = 'aol',
  visitor = shop.visitor(app),
): Promise<{ visitor: Visitor; email: string }> {
  const email = newEmail()
  const more = { clientId: `storefront-${app}`, ...(app === 'aoc' ? { ABN: '51 824 753 556' } : {}) }
  expect((await register(visitor, email, more)).status).toBe(200)
  await visitor.signIn(email, memberPassword)
  return { visitor, email }
}

/** Sends an order's mails, as the worker does. */
export const deliver = (shop: TestShop, order: IdentityMailOrder) =>
  sendIdentityMails(shop.services, shop.config, order)

/** The mails to an address, newest first. */
export async function mailsTo(shop: TestShop, recipient: string) {
  return (await shop.services.mail.newest(500)).filter((mail) => mail.recipient === recipient)
}

/** The token at the end of the newest link to an account page. */
export async function linkTo(shop: TestShop, recipient: string, page: string): Promise<string> {
  const [mail] = (await mailsTo(shop, recipient)).filter((one) => one.html.includes(page))
  const [, token = ''] = new RegExp(`/account/${page}/([0-9a-f]+)`).exec(mail?.html ?? '') ?? []
  return token
}

export const me = (visitor: Visitor): Promise<TestAnswer> => visitor.get('/api/account')
