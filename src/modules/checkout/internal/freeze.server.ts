import { sql } from 'kysely'
import { minutes, seconds } from '../../../platform/clock.ts'
import { sha256 } from '../../../platform/digest.ts'
import type { Writer } from '../../../platform/database/database.server.ts'
import { type Result, err, ok } from '../../../platform/result.ts'
import type { Cart } from '../../cart/cart.ts'
import { isUsedUp } from '../../cart/cart.ts'
import { announce } from '../../catalogue/catalogue.server.ts'
import { takeStock, writeHolds } from '../../catalogue/stock.server.ts'
import {
  type StoreGoods,
  holdStoreGoods,
  insertStoreGoods,
  takeStoreStock,
} from '../../catalogue/store-stock.server.ts'
import { type OrderSnapshot, giftCardsOf } from '../../orders/orders.ts'
import { insertGoods, orderByCart } from '../../orders/orders-store.server.ts'
import { sellerParts } from '../../orders/seller-parts.ts'
import { type PaymentMethod, watches } from '../../payments/payments.ts'
import { insertAttempt, liveAttemptsWith } from '../../payments/payments-store.server.ts'
import type { AgreedDelivery } from '../delivery-plan.ts'
import { soldInStoreText } from '../pickup.ts'
import { setKeyAttempt } from './idempotency-store.server.ts'
import type { Attempt } from '../settle.server.ts'
import { placeOrder } from './place-order.server.ts'
import type { SettleDeps } from '../settle.server.ts'
import type { Carts } from '../../cart/cart.server.ts'
import type { Zone } from '../../delivery/delivery.ts'
import type { Day } from '../../../platform/calendar.ts'
import type { StockHold } from '../../catalogue/stock.server.ts'
import type { CheckoutProblem, CheckoutProgress, SubmitInput } from './checkout-service.ts'
import { doneAlready } from './payment/payment-answers.server.ts'

/** Reserves stock and delivery day for a cart, and records its payment before the provider is called. */

export type FreezeDeps = SettleDeps

const holdFor = minutes(30)

export type Frozen =
  /** Placed on the spot because it costs nothing, or placed by an earlier submit. */
  | { readonly kind: 'done'; readonly progress: CheckoutProgress }
  /** One, or one for each of two sellers in the order in which they are paid. */
  | { readonly kind: 'attempts'; readonly attempts: readonly { attempt: Attempt; returnToken: string }[] }

/** Leaves a transaction with an expected failure: its writes are rolled back. */
class Refusal extends Error {
  readonly problem: CheckoutProblem
  constructor(problem: CheckoutProblem) {
    super(problem.code)
    this.problem = problem
  }
}

type Seller = ReturnType<typeof sellerParts>[number] & { readonly id: string; readonly returnToken: string }
type Slot = { readonly zone: Zone; readonly deliversOn: Day }

/**
 * Reserves stock and delivery day and freezes the cart, in one transaction: all of it or nothing. A free order is placed at once; any other
 * gets its attempt, recorded before the provider is called.
 */
export async function freeze(
  deps: FreezeDeps,
  snapshot: OrderSnapshot,
  { zone, takesDay }: Pick<AgreedDelivery, 'zone' | 'takesDay'>,
  input: Pick<SubmitInput, 'method' | 'instrument'>,
  key: string,
): Promise<Result<Frozen, CheckoutProblem>> {
  const { database, carts, delivery, clock, ids } = deps
  const now = clock.now()
  const sellers: readonly Seller[] = sellerParts(snapshot).map((one) => ({
    ...one,
    id: ids.sortable(now),
    returnToken: ids.secret() + ids.secret(),
  }))
  // An order paid at the till is placed like a free one: no provider is called (decision payments-25).
  const { method } = input
  const isFree = snapshot.totals.total === 0
  try {
    let isPlaced = false
    const frozen = await database.transaction(async (tx): Promise<Frozen> => {
      // The transaction may be retried from here.
      isPlaced = false
      const cart = await carts.lock(tx, snapshot.cartId)
      const order = cart?.state === 'ordered' ? await orderByCart(tx, cart.id) : null
      if (order !== null) return { kind: 'done', progress: doneAlready(order) }
      if (cart?.state === 'placing') throw new Refusal({ code: 'in_progress' })
      if (cart === null || cart.version !== snapshot.cartVersion) throw new Refusal({ code: 'cart_changed' })
      if (await couponIsUsedUp(carts, tx, cart, snapshot.contact.email)) throw new Refusal({ code: 'coupon_used' })
      const goods = await takeGoods(tx, snapshot)
      const { deliversOn } = snapshot.delivery
      // Suppliers and days that are arranged by phone take no place in our own calendar.
      const slot: Slot | null = takesDay && zone !== null && deliversOn !== null ? { zone, deliversOn } : null
      if (slot !== null && !(await delivery.book(tx, slot.zone, slot.deliversOn)))
        throw new Refusal({ code: 'date_unavailable' })
      await announce(tx, { products: [...new Set(snapshot.lines.map((line) => line.productId))] })
      if (isFree || method === 'other') {
        const { id, webOrderId } = await placeFree(deps, tx, snapshot)
        await (goods.storeId === null
          ? insertGoods(tx, id, goods.holds)
          : insertStoreGoods(tx, id, goods.storeId, goods.units))
        isPlaced = true
        const { cartId } = snapshot
        return {
          kind: 'done',
          progress: { cartId, state: 'Approved', webOrderId, reference: null, action: null },
        }
      }
      const attemptId = sellers[0]?.id
      if (attemptId === undefined) throw new Error('an order that costs something is paid to nobody')
      const attempts = await insertAttempts(tx, {
        sellers,
        attemptId,
        snapshot,
        method,
        now,
        savesCardFor: savesCardFor(input),
      })
      await (goods.storeId === null
        ? writeHolds(tx, attemptId, goods.holds)
        : holdStoreGoods(tx, attemptId, goods.storeId, goods.units))
      if (slot !== null) await holdDay(tx, attemptId, slot)
      await carts.setState(tx, snapshot.cartId, 'placing')
      await setKeyAttempt(tx, { cartId: snapshot.cartId, key, attemptId })
      deps.failpoint('before-freeze-commit')
      return { kind: 'attempts', attempts }
    })
    if (isPlaced) deps.metrics.count('orders_placed_total', { app: snapshot.app, method: snapshot.method })
    if (frozen.kind === 'attempts') deps.failpoint('after-freeze')
    return ok(frozen)
  } catch (error) {
    if (error instanceof Refusal) return err(error.problem)
    // A concurrent submit of this cart was first: the unique index rejects this one.
    if ((error as { code?: string }).code === '23505') return err({ code: 'in_progress' })
    throw error
  }
}

/** Taken out of the warehouses, or out of the store where they are picked up. */
type TakenGoods =
  | { readonly storeId: null; readonly holds: StockHold[] }
  | { readonly storeId: number; readonly units: readonly StoreGoods[] }

/** The goods of all lines, in the order of their products, so that two carts cannot wait for each other. */
async function takeGoods(tx: Writer, snapshot: OrderSnapshot): Promise<TakenGoods> {
  const { pickup } = snapshot.delivery
  if (pickup !== undefined) {
    const units = snapshot.lines.map(({ productId, quantity }) => ({ productId, quantity }))
    if (await takeStoreStock(tx, pickup.storeId, units)) return { storeId: pickup.storeId, units }
    throw new Refusal({ code: 'pickup_unavailable', message: soldInStoreText(pickup.name) })
  }
  const holds: StockHold[] = []
  for (const line of snapshot.lines.toSorted((a, b) => a.productId - b.productId)) {
    const taken = await takeStock(tx, {
      productId: line.productId,
      quantity: line.quantity,
      country: snapshot.delivery.address.country,
      preferred: snapshot.delivery.warehouseCode ?? '',
      isOnlyPreferred: snapshot.sale?.cashAndCarry === true,
    })
    if (taken === null) throw new Refusal({ code: 'out_of_stock', title: line.title })
    holds.push(...taken)
  }
  return { storeId: null, holds }
}

/** An attempt for each seller; `attemptId` is the first one's and names the pair. */
async function insertAttempts(
  tx: Writer,
  {
    sellers,
    attemptId,
    snapshot,
    method,
    now,
    savesCardFor,
  }: {
    readonly sellers: readonly Seller[]
    readonly attemptId: string
    readonly snapshot: OrderSnapshot
    readonly method: Exclude<PaymentMethod, 'other'>
    readonly now: Date
    readonly savesCardFor: string | null
  },
): Promise<{ attempt: Attempt; returnToken: string }[]> {
  const watch = watches[method]
  const attempts = []
  for (const [at, { id, seller, cents, returnToken }] of sellers.entries()) {
    const attempt = await insertAttempt(tx, {
      id,
      cartId: snapshot.cartId,
      app: snapshot.app,
      method,
      provider: method,
      cents,
      currency: snapshot.currency,
      snapshot,
      returnTokenHash: sha256(returnToken),
      holdsUntil: new Date(now.getTime() + (watch?.forMs ?? holdFor)),
      nextCheckAt: new Date(now.getTime() + (watch?.everyMs ?? seconds(30))),
      now,
      seller,
      // The agency's account stores no cards (decision 0070).
      savesCardFor: seller === 'shop' ? savesCardFor : null,
      pair: sellers.length === 1 ? null : { id: attemptId, part: at === 0 ? 1 : 2 },
    })
    attempts.push({ attempt, returnToken })
  }
  return attempts
}

/** The member for whom a typed card is to be saved; null where nobody asked for it. */
const savesCardFor = ({ instrument }: Pick<SubmitInput, 'instrument'>): string | null =>
  instrument?.method === 'card' && instrument.source.kind === 'form' ? (instrument.source.storedFor ?? null) : null

async function holdDay(tx: Writer, attemptId: string, slot: Slot): Promise<void> {
  await tx
    .insertInto('day_hold')
    .values({
      attempt_id: attemptId,
      warehouse_code: slot.zone.warehouse.code,
      tier_code: slot.zone.tier.code,
      delivers_on: slot.deliversOn,
    })
    .execute()
}

/**
 * Whether the coupon of a cart has been used up by an address. Orders in payment count too, and carts with the same coupon and address are
 * serialised, or two concurrent ones would both be the last one allowed.
 */
async function couponIsUsedUp(carts: Carts, tx: Writer, cart: Cart, email: string): Promise<boolean> {
  const { coupon } = cart
  if (coupon === null || coupon.usesPerEmail === null) return false
  await sql`select pg_advisory_xact_lock(hashtext(${`coupon ${coupon.code} ${email}`}))`.execute(tx)
  // In this order: an order that is placed between the two queries counts twice rather than not at all.
  const beingPaid = await liveAttemptsWith(tx, { code: { kind: 'coupon', code: coupon.code }, contact: { email } })
  return isUsedUp(coupon, beingPaid + (await carts.couponUses(tx, coupon.code, email)))
}

async function placeFree(deps: FreezeDeps, tx: Writer, snapshot: OrderSnapshot) {
  if (!(await deps.carts.chargeGiftCards(tx, giftCardsOf(snapshot)))) throw new Refusal({ code: 'cart_changed' })
  return placeOrder(deps, tx, snapshot, [])
}
