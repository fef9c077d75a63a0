import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Brand } from '../../brands/brands.ts'
import { days, minutes, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { sha256 } from '../../platform/digest.ts'
import { orderByNumber } from './orders-store.server.ts'

/**
 * Guest access to an order: a signed token that names the order and an expiry. It is not stored, and changing the secret key invalidates
 * all of them.
 */

/** `order`: looked up by number and email, to view and change. `pay`: from a mail, which may be passed on: to view and pay. */
export type AccessScope = 'order' | 'pay'
export type Access = { readonly orderId: string; readonly scope: AccessScope }

export interface OrderAccess {
  /** Access by an order's number and email address; null for anything else, without a difference. */
  find(brand: Brand, number: string, email: string): Promise<{ access: Access; token: string } | null>
  /** For a link in a mail. */
  link(orderId: string): string
  /** The access of a token now; null for an invalid, altered or expired one. */
  open(token: string): Access | null
  /** A link's token in a form for a short-lived cookie; null where it gives no access. */
  enter(token: string): { access: Access; token: string } | null
}

const lasts = { order: minutes(30), pay: days(45) } as const

const Claims = z.object({ o: z.string().length(26), s: z.enum(['order', 'pay']), e: z.int() })

/** 'W10000001' however it was typed. */
export const cleanNumber = (text: string): string => text.replaceAll(/[^0-9a-zA-Z]/g, '').toUpperCase()

export function createOrderAccess({
  database,
  clock,
  secretKey,
}: {
  database: Database
  clock: Clock
  secretKey: string
}): OrderAccess {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'access to orders', 32))
  const signature = (body: string) => createHmac('sha256', key).update(body).digest('base64url')

  function sign({ orderId, scope }: Access, forMs: number): string {
    const claims = { o: orderId, s: scope, e: clock.now().getTime() + forMs }
    const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
    return `${body}.${signature(body)}`
  }

  function open(token: string): Access | null {
    const [body = '', given = '', ...more] = token.split('.')
    const right = Buffer.from(signature(body))
    const said = Buffer.from(given)
    if (more.length > 0 || right.length !== said.length || !timingSafeEqual(right, said)) return null
    const claims = Claims.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')))
    return claims.e <= clock.now().getTime() ? null : { orderId: claims.o, scope: claims.s }
  }

  return {
    async find(brand, number, email) {
      const order = await orderByNumber(database.db, cleanNumber(number), brand.app)
      const right = sha256(order?.snapshot.contact.email.trim().toLowerCase() ?? 'nobody')
      const isTheirs = timingSafeEqual(Buffer.from(right), Buffer.from(sha256(email.trim().toLowerCase())))
      if (order === null || !isTheirs) return null
      const access: Access = { orderId: order.id, scope: 'order' }
      return { access, token: sign(access, lasts.order) }
    },
    link: (orderId) => sign({ orderId, scope: 'pay' }, lasts.pay),
    open,
    enter(token) {
      const access = open(token)
      return access === null ? null : { access, token: sign(access, lasts.order) }
    },
  }
}
