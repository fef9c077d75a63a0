import type { IncomingMessage } from 'node:http'
import { cookieName, ownCookie, readCookies } from '../../platform/http/cookies.ts'
import { addressOfClient } from '../pipeline.server.ts'
import type { ChangedTokens, Shopper } from './shopper.ts'
import { passLastsMs } from './waiting-room-rules.ts'

/** Tickets and passes as cookies of the shop. */

const names = { ticket: 'queue-ticket', pass: 'checkout-pass' } as const
const ages = { ticket: 86_400, pass: passLastsMs / 1_000 } as const

/** What banks and payment providers, or our answer to them, add to the address of the checkout. */
const returnParameters = ['provider', 'paymentError']

export type ShopperCookies = ReturnType<typeof createShopperCookies>

export function createShopperCookies({
  publicUrl,
  TRUSTED_PROXIES,
}: {
  readonly publicUrl: string
  readonly TRUSTED_PROXIES: number
}) {
  const isHttps = publicUrl.startsWith('https:')
  const secure = isHttps ? '; Secure' : ''
  const cartCookie = cookieName('cart', { isHttps })

  return {
    shopperOf(incoming: IncomingMessage): Shopper {
      const sent = readCookies(incoming.headers.cookie)
      const own = (name: string) => ownCookie(sent, name, { isHttps })
      const [, query = ''] = (incoming.url ?? '').split('?', 2)
      const search = new URLSearchParams(query)
      return {
        cartSecret: own('cart'),
        ticket: own(names.ticket),
        pass: own(names.pass),
        address: addressOfClient(incoming, { TRUSTED_PROXIES }),
        isReturn: returnParameters.some((name) => search.has(name)),
      }
    },

    /** Values of Set-Cookie. Lax, because a payment provider sends the shopper back from its own site. */
    lines: (changed: ChangedTokens): readonly string[] =>
      (['ticket', 'pass'] as const).flatMap((kind) => {
        const value = changed[kind]
        if (value === undefined) return []
        const name = cookieName(names[kind], { isHttps })
        const age = value === null ? 0 : ages[kind]
        return [`${name}=${value ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`]
      }),

    /** The secret of the cart that a response gives to the browser; null when it gives none. */
    newCartOf(headers: Headers): string | null {
      const line = headers.getSetCookie().find((one) => one.startsWith(`${cartCookie}=`))
      const value = line?.slice(cartCookie.length + 1).split(';', 1)[0] ?? ''
      return value === '' ? null : value
    },
  }
}
