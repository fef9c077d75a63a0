import type { Cents, Currency } from '../../platform/money.ts'

/** Gift cards: what they pay of a cart, and how they are named. */

export type GiftCard = {
  readonly code: string
  readonly currency: Currency
  readonly balance: Cents
  readonly expiresOn: string
}

/** A gift card with what it pays of a cart. */
export type AppliedGiftCard = Pick<GiftCard, 'code' | 'balance'> & { readonly cents: Cents }

/** How many gift cards pay for one cart (decision 0043). */
export const maxGiftCards = 5

/** What each gift card pays of an amount: the first one as much as it has, the next one of what is left (decision 0043). */
export function giftCardPayments(
  cards: readonly Pick<GiftCard, 'code' | 'balance'>[],
  amount: Cents,
): AppliedGiftCard[] {
  let left = amount
  return cards.map(({ code, balance }) => {
    const cents = Math.min(balance, left)
    left -= cents
    return { code, balance, cents }
  })
}

/** The end of a gift card's code, which names it without letting anybody spend it. */
export const giftCardEnding = (code: string): string => code.slice(-4)

/**
 * The shortest end of a gift card's code, four characters at least, that no other of them has. It names the card in an address, where the
 * code itself must not stand: addresses are written down on the way.
 */
export function giftCardName(code: string, cards: readonly { readonly code: string }[]): string {
  const others = cards.filter((card) => card.code !== code)
  for (let length = giftCardEnding(code).length; length < code.length; length++) {
    const ending = code.slice(-length)
    if (!others.some((card) => card.code.endsWith(ending))) return ending
  }
  return code
}

/** Which of these cards a code, or the end of one, names; null for none and for more than one. */
export function namedGiftCard(text: string, codes: readonly string[]): string | null {
  if (codes.includes(text)) return text
  const [found, another] = text.length < 4 ? [] : codes.filter((code) => code.endsWith(text))
  return found === undefined || another !== undefined ? null : found
}
