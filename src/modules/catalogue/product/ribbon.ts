import { addDays, type Day } from '../../../platform/calendar.ts'
import {
  amountOffRrp,
  formatPrice,
  isLessThanRrp,
  isMeaningfulDiscount,
  shownPercent,
  type Offer,
} from '../../pricing/pricing.ts'

/** The ribbon over a product's picture: one each, the first that applies (ENUM-02, decision catalogue-07). */

/** In the order in which they come before one another. */
export const ribbonTypes = [
  'sale',
  'cashback',
  'bonus',
  'win',
  'special-offer',
  'save',
  'catalogue-item',
  'new',
] as const
export type RibbonType = (typeof ribbonTypes)[number]

/** Ribbons set by hand; 'save' follows from the price and 'new' from the release date. */
export const givenRibbons = ['sale', 'cashback', 'bonus', 'win', 'special-offer', 'catalogue-item'] as const
export type GivenRibbon = (typeof givenRibbons)[number]

/** sm in listings, xs in suggestions (ENUM-03). */
export const ribbonSizes = ['sm', 'xs'] as const
export type RibbonSize = (typeof ribbonSizes)[number]

export type Ribbon = { readonly type: RibbonType; readonly text: string }

const texts: Readonly<Record<Exclude<RibbonType, 'save'>, string>> = {
  sale: 'Sale',
  cashback: 'Cashback',
  bonus: 'Bonus',
  win: 'Win',
  'special-offer': 'Special offer',
  'catalogue-item': 'Catalogue item',
  new: 'New',
}

/** 'Cashback'. */
export const ribbonText = (type: GivenRibbon): string => texts[type]

/** Eight weeks: about a season, and the period of releases in the demo catalogue. */
export const newForDays = 56

/** Whether a product counts as new on a day. */
export const isNew = ({ releasedOn }: { readonly releasedOn: Day | null }, today: Day): boolean =>
  releasedOn !== null && releasedOn <= today && today < addDays(releasedOn, newForDays)

/** `offer` must be the app's, with the displayed price; null where prices are hidden, so that no ribbon reveals them. */
export function ribbonOf(
  offer: (Offer & { readonly ribbons?: readonly GivenRibbon[] }) | null,
  product: { readonly releasedOn: Day | null },
  today: Day,
): Ribbon | null {
  for (const type of ribbonTypes) {
    if (type === 'save') {
      const text = offer === null ? null : saveText(offer)
      if (text !== null) return { type, text }
    } else if (type === 'new' ? isNew(product, today) : (offer?.ribbons ?? []).includes(type))
      return { type, text: texts[type] }
  }
  return null
}

/** 'Save 23%', or the amount where it is large and the percentage is not. */
function saveText(offer: Offer): string | null {
  if (!isLessThanRrp(offer) || !isMeaningfulDiscount(offer)) return null
  const percent = shownPercent(offer)
  return percent !== null && percent >= 5 ? `Save ${percent}%` : `Save ${formatPrice(amountOffRrp(offer))}`
}
