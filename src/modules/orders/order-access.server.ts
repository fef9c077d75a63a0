import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Brand } from '../../brands/brands.ts'
import { days, minutes, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { sha256 } from '../../platform/digest.ts'
import { orderByNumber } from './orders-store.server.ts'

/**
 * What lets somebody without an account at an order of theirs: a signed text that names the order and an end. Nothing of it is kept, and
 * with another secret key all of them end.
 */

/** `order`: looked up by number and address, to see and change. `pay`: from a mail, which may be passed on: to see and to pay. */
export type AccessScope = 'order' | 'pay'
export type Access = { readonly orderId: string; readonly scope: AccessScope }

export interface OrderAccess {
  /** The access of somebody who knows an order's number and its address; null for anything else, told alike. */
  find(brand: Brand, number: string, email: string): Promise<{ access: Access; token: string } | null>
  /** For a link in a mail. */
  link(orderId: string): string
  /** What a text gives access to now; null for one that is made up, changed or over. */
  open(token: string): Access | null
  /** The text of a link as it may stand in a cookie for a while; null where it gives no access. */
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
