import type { Cents, Currency } from '../../platform/money.ts'

/** Gift cards: how much they pay, and how they are named. */

export type GiftCard = {
  readonly code: string
  readonly currency: Currency
  readonly balance: Cents
  readonly expiresOn: string
}

/** A gift card with the amount it pays. */
export type AppliedGiftCard = Pick<GiftCard, 'code' | 'balance'> & { readonly cents: Cents }

/** How many gift cards pay for one cart (decision 0043). */
export const maxGiftCards = 5

/** The amount that each gift card pays: the first as much as it has, the next from the rest (decision 0043). */
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
 * The shortest unique ending of a gift card's code among several, at least four characters. It identifies the card in an address, where the
 * code itself must not be: addresses are logged on the way.
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
