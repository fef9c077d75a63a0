import { cardNames, type CardType } from './card.ts'

/** Cards of members that the gateway stores: what the shop knows of them, and which can be used (decision 0070). */

/** What the gateway calls a stored card, and its owner. Neither reaches a browser. */
export type StoredCardToken = { readonly token: string; readonly shopperReference: string }

export type SavedCard = {
  /** Ours: the gateway's token stays on the server. */
  readonly id: string
  /** The gateway's code: 'visa', 'mc'. */
  readonly brand: string
  readonly lastFour: string
  readonly expiryMonth: number
  readonly expiryYear: number
}

/** A saved card with the security code that was typed for this payment, encrypted in the page. */
export type SavedCardSource = StoredCardToken & { readonly kind: 'saved'; readonly encryptedCode: string }

/** Of one account in one shop. The gateway allows a hundred. */
export const maxSavedCards = 10

type Month = { readonly year: number; readonly month: number }

/** A card is valid to the end of its month. */
export const isExpired = ({ expiryMonth, expiryYear }: SavedCard, today: Month): boolean =>
  expiryYear < today.year || (expiryYear === today.year && expiryMonth < today.month)

/** The gateway's names where they differ from ours. */
const brandTypes: Readonly<Record<string, CardType>> = { mc: 'mastercard', diners: 'dinersclub', cup: 'unionpay' }

export function brandName(brand: string): string {
  const type = brandTypes[brand] ?? brand
  return cardNames[type as CardType] ?? 'Card'
}

/** 'Visa ending 1111, expires 03/30', or 'expired 03/20'. */
export function savedCardName(card: SavedCard, today: Month): string {
  const expiry = `${String(card.expiryMonth).padStart(2, '0')}/${String(card.expiryYear % 100).padStart(2, '0')}`
  return `${brandName(card.brand)} ending ${card.lastFour}, ${isExpired(card, today) ? 'expired' : 'expires'} ${expiry}`
}

/** The first card that can still be used; null when there is none. */
export const usableCard = (cards: readonly SavedCard[], today: Month): SavedCard | null =>
  cards.find((card) => !isExpired(card, today)) ?? null

/** The gateway's expiry, 'M/YYYY' or 'MM/YYYY'; null for anything else. */
export function storedExpiry(text: string): Month | null {
  const [, month = '', year = ''] = /^(0?[1-9]|1[0-2])\/(20\d\d)$/.exec(text) ?? []
  return year === '' ? null : { month: Number(month), year: Number(year) }
}

export const savedCardTexts = {
  declined: 'Check the security code, or choose another card.',
  gone: 'This saved card is no longer available. Please choose another card.',
  notRemoved:
    'We could not remove the card, because our payment provider did not answer. It is still saved. Please try again later.',
} as const
