import { addDays, type Day } from '../../platform/calendar.ts'
import {
  amountOffRrp,
  formatPrice,
  isLessThanRrp,
  isMeaningfulDiscount,
  shownPercent,
  type Offer,
} from '../pricing/pricing.ts'

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

/** Those that somebody puts on an offer; 'save' follows from its price and 'new' from when the product came out. */
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

/** Eight weeks: as long as a release counts as one in the demo catalogue, and about a season's window. */
const newForDays = 56

/** `offer` must be as the app gives it, with the price that is shown; null where prices are hidden, and nothing is said of them. */
export function ribbonOf(
  offer: (Offer & { readonly ribbons?: readonly GivenRibbon[] }) | null,
  { releasedOn }: { readonly releasedOn: Day | null },
  today: Day,
): Ribbon | null {
  const isNew = releasedOn !== null && releasedOn <= today && today < addDays(releasedOn, newForDays)
  for (const type of ribbonTypes) {
    if (type === 'save') {
      const text = offer === null ? null : saveText(offer)
      if (text !== null) return { type, text }
    } else if (type === 'new' ? isNew : (offer?.ribbons ?? []).includes(type)) return { type, text: texts[type] }
  }
  return null
}

/** 'Save 23%', or the amount where it is large and the percentage is not. */
function saveText(offer: Offer): string | null {
  if (!isLessThanRrp(offer) || !isMeaningfulDiscount(offer)) return null
  const percent = shownPercent(offer)
  return percent !== null && percent >= 5 ? `Save ${percent}%` : `Save ${formatPrice(amountOffRrp(offer))}`
}
