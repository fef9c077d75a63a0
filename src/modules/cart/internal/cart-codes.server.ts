import { timeZoneOf } from '../../../brands/apps.ts'
import { addDays, dayIn } from '../../../platform/calendar.ts'
import type { Cents } from '../../../platform/money.ts'
import { isUsedUp } from '../cart.ts'
import { maxGiftCards, namedGiftCard } from '../gift-cards.ts'
import { cartById, chargeGiftCard, couponUses, creditGiftCard, giftCardByCode, touchCart } from './cart-store.server.ts'
import type { Carts } from './carts.ts'
import { type CartChangeDeps, change } from './cart-changes.server.ts'

/** Coupons and gift cards of a cart, and their use by orders. */

export function createCartCodes(
  deps: CartChangeDeps,
): Pick<Carts, 'applyCode' | 'removeCode' | 'giftCard' | 'chargeGiftCards' | 'creditGiftCards' | 'couponUses'> {
  const {
    database,
    reading: { findCode },
    clock,
  } = deps
  return {
    applyCode: (brand, secret, text, email) =>
      change(deps, brand, secret, async (tx, cart) => {
        const found = await findCode(tx, text, cart.lines, brand)
        if (!found.ok) return found.problem
        const user = email ?? cart.email
        if (found.value.kind === 'coupon' && user !== null) {
          const { coupon } = found.value
          if (isUsedUp(coupon, await couponUses(tx, coupon.code, user))) return { code: 'code_used' }
        }
        if (found.value.kind === 'coupon') {
          await touchCart(tx, cart.id, clock.now(), { code: found.value.coupon.code })
          return null
        }
        const { giftCards: before = [] } = (await cartById(tx, cart.id)) ?? {}
        // A card without a balance is replaced.
        const cards = before.filter((code) => cart.giftCards.some((card) => card.code === code))
        const { code } = found.value.card
        if (cards.includes(code)) return { code: 'gift_card_applied' }
        if (cards.length >= maxGiftCards) return { code: 'gift_cards_full' }
        await touchCart(tx, cart.id, clock.now(), { gift_cards: [...cards, code] })
        return null
      }),
    removeCode: (brand, secret, text) =>
      change(deps, brand, secret, async (tx, cart) => {
        const row = await cartById(tx, cart.id)
        const code = text.trim().toUpperCase()
        const cards = row?.giftCards ?? []
        const card = namedGiftCard(code, cards)
        if (row?.code === code) await touchCart(tx, cart.id, clock.now(), { code: null })
        else if (card !== null)
          await touchCart(tx, cart.id, clock.now(), { gift_cards: cards.filter((one) => one !== card) })
        else return { code: 'code_not_applied' }
        return null
      }),
    async giftCard(brand, code) {
      const card = await giftCardByCode(database.db, code)
      const today = dayIn(timeZoneOf[brand.country], clock.now())
      return card !== null && card.currency === brand.currency && card.expiresOn >= today ? card : null
    },
    async chargeGiftCards(tx, cards) {
      // In the order of their codes, so that two orders with the same cards cannot wait for each other.
      const taken: { readonly code: string; readonly cents: Cents }[] = []
      for (const card of inLockOrder(cards)) {
        if (!(await chargeGiftCard(tx, card.code, card.cents))) {
          for (const { code, cents } of taken) await creditGiftCard(tx, code, cents, null)
          return false
        }
        taken.push(card)
      }
      return true
    },
    async creditGiftCards(tx, cards) {
      const goodUntil = addDays(clock.now().toISOString().slice(0, 10), 365)
      for (const { code, cents } of inLockOrder(cards)) await creditGiftCard(tx, code, cents, goodUntil)
    },
    couponUses,
  }
}

const inLockOrder = <Card extends { readonly code: string }>(cards: readonly Card[]): Card[] =>
  cards.toSorted((a, b) => (a.code < b.code ? -1 : 1))
