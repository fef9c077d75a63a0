import type { Brand } from '../../../brands/brands.ts'
import type { Carts } from '../../cart/cart.server.ts'
import type { Guest, Principal } from '../../identity/identity.ts'
import { can } from '../../identity/policy.ts'
import type { OrderAccess } from '../order-access.server.ts'
import type { AccountOrders } from '../order-keys.server.ts'
import type { Buyer } from '../orders-store.server.ts'
import { confirmationOf, withoutPerson, type Confirmation, type Order } from '../orders.ts'

/** Orders that a request's visitor may see: those of their account, and the one they have access to. */

export type OrderRequest = {
  readonly brand: Brand
  readonly visitor: {
    readonly cartSecret: string | null
    /** Access to an order that was looked up by its number, or by a mailed link. */
    readonly orderToken: string | null
    setCookie(name: 'order', token: string): void
    /** Null for a guest. Throws for a token that is not believed. */
    account(): Promise<Exclude<Principal, Guest> | null>
  }
}

export type VisibleOrder = {
  readonly order: Order
  /** By a mailed link, which may have been passed on: to view and pay, not to change. */
  readonly isLink: boolean
}

export interface VisitorOrders {
  byId(request: OrderRequest, id: string): Promise<VisibleOrder | null>
  /** The order of a cart for its confirmation; without personal data for holders of the cart's id alone. */
  confirmation(
    request: OrderRequest,
    cartId: string,
  ): Promise<{ readonly order: Order; readonly shown: Confirmation } | null>
  /** Grants access to an order by its number and email address, for a limited time; its id, or null. */
  find(request: OrderRequest, number: string, email: string): Promise<string | null>
  /** The same by the token in a link of a mail. */
  openLink(request: OrderRequest, token: string): string | null
  /** Whether the visitor has bought a product here: with their account, or in the order that they have looked up. */
  hasBought(request: OrderRequest, productId: number): Promise<boolean>
}

export function createVisitorOrders({
  orders,
  access,
  carts,
}: {
  readonly orders: {
    byId(id: string): Promise<Order | null>
    ofCart(brand: Brand, cartId: string): Promise<Order | null>
    ofOwnCart(brand: Brand, cartId: string, accountId: string): Promise<Order | null>
    ofAccountById(which: AccountOrders, id: string): Promise<Order | null>
    isBought(productId: number, by: Buyer): Promise<boolean>
  }
  readonly access: OrderAccess
  readonly carts: Pick<Carts, 'owned'>
}): VisitorOrders {
  const accessOf = ({ visitor: { orderToken } }: OrderRequest) => (orderToken === null ? null : access.open(orderToken))

  function keep({ visitor }: OrderRequest, found: ReturnType<OrderAccess['enter']>): string | null {
    if (found !== null) visitor.setCookie('order', found.token)
    return found?.access.orderId ?? null
  }

  return {
    async byId(request, id) {
      const { brand, visitor } = request
      const given = accessOf(request)
      const who = await visitor.account()
      const owned =
        who === null || !can(who, 'keep a cart')
          ? null
          : await orders.ofAccountById({ accountId: who.userId, app: brand.app, isInvoiced: false }, id)
      if (owned !== null) return { order: owned, isLink: false }
      const found = given?.orderId === id ? await orders.byId(id) : null
      return found?.app === brand.app ? { order: found, isLink: given?.scope === 'pay' } : null
    },
    async confirmation(request, cartId) {
      const { brand, visitor } = request
      const who = await visitor.account()
      const ofAccount = who === null ? null : await orders.ofOwnCart(brand, cartId, who.userId)
      const order = ofAccount ?? (await orders.ofCart(brand, cartId))
      if (order === null) return null
      const isTheirs =
        ofAccount !== null ||
        accessOf(request)?.orderId === order.id ||
        (await carts.owned(brand, visitor.cartSecret))?.id === cartId
      const shown = confirmationOf(order)
      return { order, shown: isTheirs ? shown : withoutPerson(shown) }
    },
    find: async (request, number, email) => keep(request, await access.find(request.brand, number, email)),
    openLink: (request, token) => keep(request, access.enter(token)),
    async hasBought(request, productId) {
      const { app } = request.brand
      const who = await request.visitor.account()
      if (who !== null && (await orders.isBought(productId, { accountId: who.userId, app }))) return true
      const given = accessOf(request)
      return given !== null && orders.isBought(productId, { orderId: given.orderId, app })
    },
  }
}
