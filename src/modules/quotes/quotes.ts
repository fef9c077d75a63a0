import type { EffectiveBrand } from '../../brands/brands.ts'
import { addDays, longDay, plainDay, shortDay, type Day } from '../../platform/calendar.ts'
import type { Cents, Currency } from '../../platform/money.ts'
import { formatPrice } from '../pricing/pricing.ts'
import type { ChoiceGroup } from '../catalogue/product/upsell.ts'
import { chargeOf, type DatedPrice } from '../delivery/delivery.ts'
import type { OfferedService } from '../delivery/services.ts'
import type { Locality } from '../geo/geo.ts'

/** A shopper's quote: product, delivery, services and extra care with one total, under a link and a number. Types and rules, no I/O. */

/** How many days after the one it is made on the prices of a quote hold, where nothing ends before. */
export const quoteHoldDays = 7

export const productQuotePath = (uri: string): string => `/p/${uri}/quote`
export const cartQuotePath = '/cart/quote'
export const quotePath = (token: string): string => `/cart/${token}`
/** The whole address of a quote's page. */
export const quoteLink = ({ origin }: Pick<EffectiveBrand, 'origin'>, token: string): string =>
  new URL(quotePath(token), origin).href
export const quotePdfPath = (token: string): string => `/api/cart/quote/${token}/quote.pdf`

/** The last day on which a price holds that may end with something else: never later than the house's own days. */
export function lastHeldDay(today: Day, ends: readonly Day[]): Day {
  return ends.reduce((min, end) => (end < min ? end : min), addDays(today, quoteHoldDays))
}

/** 'Q01234567' however it was written down on the telephone; null for what is no number of a quote. */
export function quoteNumberIn(text: string): string | null {
  const plain = text.replaceAll(/[\s-]/g, '').toUpperCase()
  return /^Q\d{8}$/.test(plain) ? plain : null
}

/** What a pasted link of a quote ends with; null for what is none. */
export function quoteTokenIn(text: string): string | null {
  return /^(?:https?:\/\/[^/\s]+)?\/cart\/([0-9a-f]{32})(?:[?#]\S*)?$/.exec(text.trim())?.[1] ?? null
}

/** The days to choose from: the first that can be had, and the first of the cheapest ones when that is another. */
export function quotedDates(dates: readonly DatedPrice[]): {
  readonly soonest: DatedPrice | null
  readonly cheapest: DatedPrice | null
} {
  const open = dates.filter((date) => date.available)
  const soonest = open[0] ?? null
  // A text is a price that nobody knows (decision delivery-04), so it is cheaper than nothing.
  const min = open
    .filter((date) => typeof date.price === 'number')
    .reduce<DatedPrice | null>(
      (best, date) => (best === null || chargeOf(date.price) < chargeOf(best.price) ? date : best),
      null,
    )
  const isCheaper = soonest !== null && min !== null && chargeOf(min.price) < chargeOf(soonest.price)
  return { soonest, cheapest: isCheaper ? min : soonest }
}

export type QuoteLine = {
  readonly productCode: string
  readonly title: string
  readonly uri: string
  readonly picture: string
  readonly quantity: number
  readonly unit: Cents
  /** Without the choices beside it. */
  readonly total: Cents
  /** For all units. */
  readonly choices: readonly { readonly name: string; readonly total: Cents }[]
  /** Why it cannot be ordered as it stands; null when it can. */
  readonly problem: string | null
  /** The last day on which its price holds; null for a price of today alone. */
  readonly heldThrough: Day | null
}

/** Everything that page, mail and paper say of a quote. */
export type QuoteView = {
  readonly lines: readonly QuoteLine[]
  /** Titles of what is sold no more. */
  readonly gone: readonly string[]
  /** '2000 Sydney, NSW'; null while nobody has said where to. */
  readonly place: string | null
  /** `cents` is null where the price is agreed with somebody else. */
  readonly delivery: readonly { readonly text: string; readonly cents: Cents | null }[]
  readonly services: readonly { readonly title: string; readonly cents: Cents }[]
  /** What has to be known of the lines: back orders, choices no longer offered. */
  readonly messages: readonly string[]
  /** Why it cannot be delivered as it stands; none when it can. */
  readonly problems: readonly string[]
  readonly total: Cents
  /** In the total. */
  readonly gst: Cents
  readonly gstPercent: 10 | 15
  readonly currency: Currency
}

/** A quote that was made, as it stands today. */
export type MadeQuote = QuoteView & {
  readonly number: string
  readonly madeOn: Day
  readonly linkUntil: Day
  /** What it came to when it was made. */
  readonly totalThen: Cents
}

/** Whether the total has everything in it that was asked for. */
export const isWhole = ({ place, problems }: Pick<QuoteView, 'place' | 'problems'>): boolean =>
  place !== null && problems.length === 0

export const totalText = (view: Pick<QuoteView, 'place' | 'problems' | 'currency'>): string =>
  `${isWhole(view) ? 'Total' : 'Total before delivery'} (${view.currency}, including GST)`

export const gstText = ({ gstPercent }: Pick<QuoteView, 'gstPercent'>): string => `GST included (${gstPercent} %)`

/** A row of a quote: of a product, what goes with it, a delivery or a service. `cents` null is a price that is agreed later. */
export type QuoteRow = { readonly text: string; readonly note: string; readonly cents: Cents | null }

/** What stands below the products, in the order it is read. */
export const rowsBelow = ({ delivery, services }: Pick<QuoteView, 'delivery' | 'services'>): QuoteRow[] => [
  ...delivery.map(({ text, cents }) => ({ text, note: '', cents })),
  ...services.map(({ title, cents }) => ({ text: title, note: '', cents })),
]

export const rowPrice = (cents: Cents | null): string => (cents === null ? 'By arrangement' : formatPrice(cents))

/** Said when it comes to another total than when it was made; null when it does not. */
export function changeText({
  total,
  totalThen,
  madeOn,
}: Pick<MadeQuote, 'total' | 'totalThen' | 'madeOn'>): string | null {
  return total === totalThen
    ? null
    : `On ${plainDay(madeOn)} the total was ${formatPrice(totalThen)}. Some prices have changed since, so this is today’s total.`
}

/** The error of the address that a quote is to be emailed to. */
export const quoteEmailText = 'Enter an email address like name@example.com'

/** Until when it holds, in whole sentences. */
export function holdTexts({ lines }: Pick<QuoteView, 'lines'>): readonly string[] {
  const held = lines.flatMap((line) => line.heldThrough ?? []).toSorted()
  const [first] = held
  const rest =
    'Delivery, services and extended warranties are charged at the price on the day you order. Stock is not reserved.'
  if (first === undefined) return [`Prices are today’s and may change. ${rest}`]
  const until = `until the end of ${longDay(first)}`
  const open = lines.filter((line) => line.heldThrough === null).map((line) => line.title)
  return [
    `Product prices are guaranteed ${until}.${
      open.length === 0 ? '' : ` Not guaranteed: ${open.join(', ')}, at today’s price.`
    }`,
    rest,
  ]
}

/** 'Delivery on Tue 24 Nov': the day is what it would be today. */
export const deliveryText = (date: Pick<DatedPrice, 'day' | 'price'>): string =>
  `Delivery from ${shortDay(date.day)}${typeof date.price === 'string' ? ` (${date.price})` : ''}`

/** What a form can ask for besides, with what is asked for now. */
export type QuoteChoices = {
  readonly lines: readonly {
    readonly productCode: string
    readonly title: string
    readonly groups: readonly (ChoiceGroup & { readonly chosen: number | null })[]
  }[]
  readonly dates: readonly { readonly value: 'soonest' | 'cheapest'; readonly text: string }[]
  readonly isSoonest: boolean
  readonly services: readonly (Pick<OfferedService, 'sku' | 'title' | 'price'> & {
    readonly isTicked: boolean
  })[]
  /** What was typed as a place. */
  readonly place: string
  /** Places that fit what was typed, when it is not one alone. */
  readonly places: readonly Pick<Locality, '_id' | 'fullAddress'>[]
}

/** What a form asks for, as it was typed. */
export type QuoteForm = {
  /** Null when it was not asked: the form is looked at for the first time. */
  readonly place: string | null
  readonly placeId: string | null
  /** Null as above, or when it asks for none. */
  readonly quantity: string | null
  readonly services: readonly string[] | null
  readonly isSoonest: boolean
  /** By product code; an id that is nobody's for what is no number. */
  readonly choices: ReadonlyMap<string, { readonly warrantyId?: number | null; readonly installId?: number | null }>
}

/** Reads the fields of the form, of an address or of a post alike. */
export function readQuoteForm(fields: { entries(): Iterable<[string, unknown]> }): QuoteForm {
  const texts = [...fields.entries()].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  const last = (name: string) => texts.findLast(([one]) => one === name)?.[1] ?? null
  const choices = new Map<string, { warrantyId?: number | null; installId?: number | null }>()
  for (const [name, value] of texts) {
    const [, kind, code] = /^(warrantyId|installId)\.(.+)$/.exec(name) ?? []
    if (kind === undefined || code === undefined) continue
    const id = value === '' ? null : /^\d{1,9}$/.test(value) ? Number(value) : -1
    choices.set(code, { ...choices.get(code), [kind]: id })
  }
  const place = last('place')
  return {
    place,
    // A place that was picked is that of the text it was offered for.
    placeId: last('placeFor') === place ? last('placeId') : null,
    quantity: last('quantity'),
    // An empty one says that they were offered: without it nobody has been asked, and the usual ones are ticked.
    services:
      last('service') === null ? null : texts.flatMap(([name, sku]) => (name === 'service' && sku !== '' ? [sku] : [])),
    isSoonest: last('day') !== 'cheapest',
    choices,
  }
}
