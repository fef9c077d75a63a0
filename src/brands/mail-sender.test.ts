import { expect, test } from 'vitest'
import { messageIdOf } from '../platform/mail/mail.server.ts'
import { mailSender, mailSendersOf } from './mail-sender.ts'

const aol = { app: 'aol', companyName: 'Appliances Online', origin: 'https://www.fridges.test' } as const
const andoo = { app: 'andoo', companyName: 'Andoo', origin: 'https://andoo.test' } as const

test('without MAIL_FROM mail is sent from the brand’s own domain', () => {
  expect(mailSender(aol, 'orders', undefined)).toBe('Appliances Online <orders@fridges.test>')
  expect(mailSender(andoo, 'care', undefined)).toBe('Andoo <care@andoo.test>')
})

test('one address sends for every brand, each under its own name', () => {
  for (const from of ['hello@shop.test', 'Appliances Online <hello@shop.test>', '<hello@shop.test>']) {
    expect(mailSender(aol, 'orders', from)).toBe('Appliances Online <hello@shop.test>')
    expect(mailSender(andoo, 'orders', from)).toBe('Andoo <hello@shop.test>')
  }
})

test('brands can have separate addresses; one without uses its own domain', () => {
  const from = 'aol=orders@aol.test, andoo=hello@andoo.test'
  expect(mailSender(aol, 'orders', from)).toBe('Appliances Online <orders@aol.test>')
  expect(mailSender(andoo, 'news', from)).toBe('Andoo <hello@andoo.test>')
  expect(mailSender({ ...aol, app: 'hc', companyName: 'Outlet' }, 'news', from)).toBe('Outlet <news@fridges.test>')
})

test('a sender name with special characters is quoted', () => {
  expect(mailSender({ ...aol, companyName: 'Fridges, "Ovens" & Co.' }, 'orders', 'a@b.test')).toBe(
    String.raw`"Fridges, \"Ovens\" & Co." <a@b.test>`,
  )
})

test.each(['', 'Shop', 'a@b.test, c@d.test', 'aol=', 'aol=shop', 'xx=a@b.test', 'aol=a@b.test=c', 'a b@c.test'])(
  'MAIL_FROM=%s is not a valid sender',
  (text) => expect(mailSendersOf(text)).toBeNull(),
)

test('the Message-ID has the domain of the sender', () => {
  const sender = mailSender(aol, 'orders', undefined)
  expect(messageIdOf({ id: 'order-1', sender })).toBe('<order-1@fridges.test>')
  expect(messageIdOf({ id: 'order-1', sender: 'hello@shop.test' })).toBe('<order-1@shop.test>')
})
