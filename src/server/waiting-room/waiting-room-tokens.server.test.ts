import { describe, expect, test } from 'vitest'
import { createWaitingRoomTokens } from './waiting-room-tokens.server.ts'

const tokens = createWaitingRoomTokens('a secret key of thirty-two letters')
const others = createWaitingRoomTokens('another key of thirty-two letters!')

const [cart, otherCart] = ['1'.repeat(32), '2'.repeat(32)]
const ticket = { number: 120_000, at: 1_795_000_000_123, from: 800 }
const pass = { admittedAt: 1_795_000_000_123, endsAt: 1_795_001_200_123 }

test('a ticket and a pass are read as they were given, with their cart', () => {
  expect(tokens.readTicket(tokens.ticket(ticket, cart), cart)).toEqual(ticket)
  expect(tokens.readPass(tokens.pass(pass, cart), cart)).toEqual(pass)
})

test('neither says which cart it is of', () => {
  expect(tokens.pass(pass, cart)).not.toContain(cart.slice(0, 8))
})

describe('nothing else is read', () => {
  const good = tokens.pass(pass, cart)
  const bad: Readonly<Record<string, string>> = {
    empty: '',
    'a ticket in the place of a pass': tokens.ticket(ticket, cart),
    'signed with another key': others.pass(pass, cart),
    'for another cart': tokens.pass(pass, otherCart),
    'ends later than was signed': good.replace('1795001200123', '1795901200123'),
    'cut off': good.slice(0, -1),
    longer: `${good}A`,
    'without a signature': good.slice(0, good.lastIndexOf('.')),
    'a signature of another alphabet': `${good.slice(0, -1)}=`,
    'a minus': good.replace('p.', 'p.-'),
    'too many digits': good.replace('p.', 'p.1111'),
    'a line break': `${good}\n`,
    'very long': `p.${'1'.repeat(100_000)}2.1.${'A'.repeat(22)}`,
    'no text': '\u0000',
  }
  test.each(Object.entries(bad))('%s', (_name, token) => {
    expect(tokens.readPass(token, cart)).toBeNull()
  })
  test('without a cart', () => {
    expect([tokens.readPass(good, null), tokens.readPass(null, cart), tokens.readTicket(null, null)]).toEqual([
      null,
      null,
      null,
    ])
  })
})
