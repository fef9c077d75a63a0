import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * Tickets of the queue and passes of the checkout: numbers and instants with a signature, which are cookies and are stored nowhere. The secret of
 * the shopper's cart is part of what is signed and not of the text, so a ticket or a pass is good with that cart alone: it cannot be
 * sold without giving the cart away, and lets one order in.
 */

/** `at`: when the ticket was given. `from`: how many were ahead of it then, for showing how far the shopper has come. */
export type Ticket = { readonly number: number; readonly at: number; readonly from: number }

/** Instants in milliseconds. `moves`: how many other carts it was moved from. */
export type Pass = { readonly admittedAt: number; readonly endsAt: number; readonly moves: number }

export interface WaitingRoomTokens {
  ticket(ticket: Ticket, cartSecret: string): string
  pass(pass: Pass, cartSecret: string): string
  /** Null for anything that was not signed here for this cart. */
  readTicket(token: string | null, cartSecret: string | null): Ticket | null
  readPass(token: string | null, cartSecret: string | null): Pass | null
}

/** Three numbers and a signature of 22 characters: 132 bits. */
const tokenForm = /^([a-z])\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.([\w-]{22})$/

/** Throws nothing: a token comes from a client. */
export function createWaitingRoomTokens(secretKey: string): WaitingRoomTokens {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'places in the waiting room', 32))
  const signature = (body: string, cartSecret: string) =>
    createHmac('sha256', key).update(`${body}|${cartSecret}`).digest('base64url').slice(0, 22)

  const sign = (body: string, cartSecret: string) => `${body}.${signature(body, cartSecret)}`

  function read(kind: string, token: string | null, cartSecret: string | null): [number, number, number] | null {
    if (token === null || cartSecret === null) return null
    const parts = tokenForm.exec(token)
    if (parts === null || parts[1] !== kind) return null
    const [, , first, second, third, given = ''] = parts
    const right = signature(`${kind}.${first}.${second}.${third}`, cartSecret)
    return timingSafeEqual(Buffer.from(right), Buffer.from(given))
      ? [Number(first), Number(second), Number(third)]
      : null
  }

  return {
    ticket: ({ number, at, from }, cartSecret) => sign(`t.${number}.${at}.${from}`, cartSecret),
    pass: ({ admittedAt, endsAt, moves }, cartSecret) => sign(`p.${admittedAt}.${endsAt}.${moves}`, cartSecret),
    readTicket(token, cartSecret) {
      const found = read('t', token, cartSecret)
      return found === null ? null : { number: found[0], at: found[1], from: found[2] }
    },
    readPass(token, cartSecret) {
      const found = read('p', token, cartSecret)
      return found === null ? null : { admittedAt: found[0], endsAt: found[1], moves: found[2] }
    },
  }
}
