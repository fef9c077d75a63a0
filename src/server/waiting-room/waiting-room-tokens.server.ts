import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * Tickets of the queue and passes of the checkout: numbers and instants with a signature, which are cookies and are stored nowhere. The secret of
 * the shopper's cart is part of what is signed and not of the text, so a ticket or a pass is good with that cart alone: it cannot be
 * sold without giving the cart away, and lets one order in.
 */

/** `at`: when the ticket was given. `from`: how many were ahead of it then, for showing how far the shopper has come. */
export type Ticket = { readonly number: number; readonly at: number; readonly from: number }

/** Instants in milliseconds. */
export type Pass = { readonly admittedAt: number; readonly endsAt: number }

export interface WaitingRoomTokens {
  ticket(ticket: Ticket, cartSecret: string): string
  pass(pass: Pass, cartSecret: string): string
  /** Null for anything that was not signed here for this cart. */
  readTicket(token: string | null, cartSecret: string | null): Ticket | null
  readPass(token: string | null, cartSecret: string | null): Pass | null
}

/** A letter, numbers, and a signature of 22 characters: 132 bits. */
const tokenForm = /^((?:t\.\d{1,15}|p)\.\d{1,15}\.\d{1,15})\.([\w-]{22})$/

/** Throws nothing: a token comes from a client. */
export function createWaitingRoomTokens(secretKey: string): WaitingRoomTokens {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'places in the waiting room', 32))
  const signature = (body: string, cartSecret: string) =>
    createHmac('sha256', key).update(`${body}|${cartSecret}`).digest('base64url').slice(0, 22)

  const sign = (body: string, cartSecret: string) => `${body}.${signature(body, cartSecret)}`

  /** The numbers of a token of a kind; null when it was not signed here for this cart. */
  function read(kind: 't' | 'p', token: string | null, cartSecret: string | null): readonly number[] | null {
    const parts = token === null || cartSecret === null ? null : tokenForm.exec(token)
    if (parts === null || cartSecret === null) return null
    const [, body = '', given = ''] = parts
    const right = signature(body, cartSecret)
    if (!body.startsWith(kind) || !timingSafeEqual(Buffer.from(right), Buffer.from(given))) return null
    return body.split('.').slice(1).map(Number)
  }

  return {
    ticket: ({ number, at, from }, cartSecret) => sign(`t.${number}.${at}.${from}`, cartSecret),
    pass: ({ admittedAt, endsAt }, cartSecret) => sign(`p.${admittedAt}.${endsAt}`, cartSecret),
    readTicket(token, cartSecret) {
      const [number, at, from] = read('t', token, cartSecret) ?? []
      return number === undefined || at === undefined || from === undefined ? null : { number, at, from }
    },
    readPass(token, cartSecret) {
      const [admittedAt, endsAt] = read('p', token, cartSecret) ?? []
      return admittedAt === undefined || endsAt === undefined ? null : { admittedAt, endsAt }
    },
  }
}
