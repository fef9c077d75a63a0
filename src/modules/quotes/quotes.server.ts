import { timeZoneOf } from '../../brands/apps.ts'
import type { Brand } from '../../brands/brands.ts'
import { addDays, dayIn, instantIn, type Day } from '../../platform/calendar.ts'
import { hours, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Limit } from '../../platform/http/rate-limit.ts'
import { ok, err, type Result } from '../../platform/result.ts'
import type { FieldMessages } from '../../platform/forms/typed-form.ts'
import { maxPerLine, toPricedLineResponse, toLineResponse, type Cart } from '../cart/cart.ts'
import type { CartServices, SharedLine } from '../cart/cart.server.ts'
import type { SharedCart } from '../cart/shared-carts.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { schedulesOf } from '../catalogue/prices/price-schedule.server.ts'
import { choiceGroups } from '../catalogue/product/upsell.ts'
import { planDelivery } from '../checkout/delivery-plan.server.ts'
import { chargedServices, type DeliveryPlan } from '../checkout/delivery-plan.ts'
import { orderTotal } from '../checkout/checkout.ts'
import type { Delivery } from '../delivery/delivery.server.ts'
import { chargeOf } from '../delivery/delivery.ts'
import { supplierTitle } from '../delivery/suppliers.ts'
import type { Locality } from '../geo/geo.ts'
import type { Geography } from '../geo/geo.server.ts'
import { formatPrice, gstIn, isValidPrice, offerIn } from '../pricing/pricing.ts'
import type { Promotions } from '../promotions/promotions.server.ts'
import {
  deliveryText,
  lastHeldDay,
  quotedDates,
  type MadeQuote,
  type QuoteChoices,
  type QuoteForm,
  type QuoteLine,
  type QuoteView,
} from './quotes.ts'

/** Prices what a shopper asks for, keeps it as a sent cart with a number, and shows it again as it stands then. */

/** How many quotes one visitor can have made an hour: enough for a kitchen, and too few for a catalogue. */
export const quoteLimit: Limit = { name: 'quotes made', count: 20, windowMs: hours(1) }

export type QuoteInput = {
  /** What it is of; an agreement that a line has already is kept as it is. */
  readonly lines: readonly SharedLine[]
  readonly form: QuoteForm
  /** Where to when the form does not say. */
  readonly place: Locality | null
}

export type QuoteDraft = {
  readonly view: QuoteView
  readonly choices: QuoteChoices
  /** By field; none when a quote can be made of it. */
  readonly problems: FieldMessages
}

export interface Quotes {
  /** What it comes to and what could be chosen, whatever is wrong with it. */
  draft(brand: Brand, inputs: QuoteInput): Promise<QuoteDraft>
  /** Keeps it for 30 days under a link and a number; a refusal keeps nothing. */
  make(brand: Brand, inputs: QuoteInput): Promise<Result<{ readonly token: string }, QuoteDraft>>
  /** Null for a link of anything but a shopper's quote of this app that has not expired. */
  open(brand: Brand, token: string): Promise<MadeQuote | null>
  /** A sent cart that is known already as a quote; null when it is none of a shopper's. */
  madeOf(brand: Brand, sent: SharedCart): Promise<MadeQuote | null>
}

export type QuotesDeps = {
  readonly database: Database
  readonly catalogue: Pick<Catalogue, 'product'>
  readonly promotions: Pick<Promotions, 'forProduct'>
  readonly delivery: Delivery
  readonly geo: Pick<Geography, 'search' | 'locality'>
  readonly cart: Pick<CartServices, 'shared'>
  readonly clock: Clock
}

export function openQuotes(deps: QuotesDeps): Quotes {
  const sharedCarts = deps.cart.shared

  return {
    draft: async (brand, inputs) => (await drafted(deps, brand, inputs)).draft,
    async make(brand, inputs) {
      const { draft, lines, place, ticked } = await drafted(deps, brand, inputs)
      if (place === null || Object.keys(draft.problems).length > 0) return err(draft)
      const terms = {
        localityId: place._id,
        services: ticked,
        isSoonest: inputs.form.isSoonest,
        total: draft.view.total,
      }
      const token = await sharedCarts.saveQuote(brand.app, { lines, terms })
      return ok({ token })
    },
    async open(brand, token) {
      const sent = await sharedCarts.open(brand, token)
      return sent === null ? null : madeOf(deps, brand, sent)
    },
    madeOf: (brand, sent) => madeOf(deps, brand, sent),
  }
}

/** The last day that is over when an instant comes. */
function lastWholeDay(zone: string, at: Date): Day {
  return addDays(dayIn(zone, at), -1)
}

function lineProblem({ title, isBuyable, quantity, stockLeft }: Cart['lines'][number]): string | null {
  if (!isBuyable) return `${title} is sold out at the moment.`
  return quantity > stockLeft ? `Only ${stockLeft} of ${title} available at the moment` : null
}

const notDelivered = ({ supportNumber }: Brand, place: Locality): string =>
  `We do not deliver this to ${place.fullAddress} at the moment. Choose another place, or call ${supportNumber}`

type DeliveryFields = Pick<QuoteView, 'delivery' | 'problems'> & Pick<QuoteChoices, 'dates'>

const noParts: DeliveryFields = { delivery: [], problems: [], dates: [] }

/** Who brings it, when and for how much, as the checkout would say today. */
function deliveryParts(plan: DeliveryPlan | null, isSoonest: boolean, denial: string): DeliveryFields {
  if (plan === null) return { ...noParts, problems: [denial] }
  const { own } = plan
  const { soonest, cheapest } = quotedDates(own.kind === 'dated' ? own.dates : [])
  const date = isSoonest ? soonest : cheapest
  const problems = plan.supplierErrors.map((one) => one.message)
  if (own.kind === 'dated' && date === null) problems.push(denial)
  const option = (value: 'soonest' | 'cheapest', one: NonNullable<typeof date>) => ({
    value,
    text: `${deliveryText(one).replace(/^Delivery f/, 'F')}: ${formatPrice(chargeOf(one.price))}`,
  })
  return {
    delivery: [
      ...(date === null ? [] : [{ text: deliveryText(date), cents: chargeOf(date.price) }]),
      ...(own.kind === 'arranged' && plan.makers.length === 0
        ? [{ text: 'Delivery on a day that is arranged by phone', cents: 0 }]
        : []),
      ...plan.suppliers.map(({ supplier, first }) => ({
        text: `Delivery by ${supplierTitle(supplier)}, ${deliveryText(first).replace(/^Delivery /, '')}`,
        cents: chargeOf(first.price),
      })),
      ...plan.makers.map((brand) => ({ text: `Delivery by ${brand}, arranged after you order`, cents: null })),
    ],
    problems,
    dates:
      soonest === null || cheapest === null || soonest === cheapest
        ? []
        : [option('soonest', soonest), option('cheapest', cheapest)],
  }
}

/**
 * A line with the price of now agreed on for as long as the house holds it: seven days, or until a promotion of the product or a price
 * by the clock ends. A price of its maker, one with something off the whole line and none at all are not held (decision 0039).
 */
async function held(
  { catalogue, clock, database, promotions }: QuotesDeps,
  brand: Brand,
  line: SharedLine,
): Promise<SharedLine> {
  if (line.agreed != null) return line
  const product = catalogue.product(line.productId)
  const sold = product?.offers[brand.app]
  const offer = sold === undefined ? null : offerIn(sold, brand)
  if (product === null || offer === null || !isValidPrice(offer.price)) return line
  if (offer.priceType === 'manufacturer' || (offer.lineDiscount ?? 0) > 0) return line
  const zone = timeZoneOf[brand.country]
  const today = dayIn(zone, clock.now())
  const schedules = await schedulesOf(database.db, { productId: product.id, app: brand.app })
  const last = lastHeldDay(today, [
    ...promotions.forProduct(brand, product).flatMap((one) => one.endDate ?? []),
    ...schedules.flatMap(({ state, endsAt }) =>
      state === 'running' && endsAt !== null ? [lastWholeDay(zone, endsAt)] : [],
    ),
  ])
  if (last < today) return line
  const until = instantIn(zone, `${addDays(last, 1)}T00:00`).toISOString()
  return { ...line, agreed: { cents: offer.price, upTo: line.quantity, until } }
}

/** Where what was typed is: the one place that it can mean, or those that it may mean. */
function placesNamed(
  { geo }: QuotesDeps,
  brand: Brand,
  { place, placeId }: Pick<QuoteForm, 'place' | 'placeId'>,
): readonly Locality[] {
  const picked = placeId === null ? null : geo.locality(placeId)
  if (picked?.country === brand.country) return [picked]
  const typed = (place ?? '').trim().toLowerCase()
  const found = geo.search(brand.country, typed)
  const exact = found.filter((one) => one.fullAddress.toLowerCase() === typed)
  return exact.length === 1 ? exact : found
}

async function priced(
  deps: QuotesDeps,
  brand: Brand,
  requested: {
    readonly lines: readonly SharedLine[]
    readonly place: Locality | null
    readonly services: readonly string[] | null
    readonly isSoonest: boolean
  },
) {
  const { delivery, catalogue, clock } = deps
  const { place, services: ticked, isSoonest } = requested
  const shown = await deps.cart.shared.shown(brand, requested.lines)
  const { cart } = shown
  const request = { cart, hasUniqueRequirements: false, override: false }
  const plan =
    place === null || cart.lines.length === 0
      ? null
      : await planDelivery({ delivery, catalogue }, { ...request, place })
  const isPlanned = place !== null && cart.lines.length > 0
  const parts = isPlanned ? deliveryParts(plan, isSoonest, notDelivered(brand, place)) : noParts
  const isTicked = (sku: string, fallback: boolean) => (ticked === null ? fallback : ticked.includes(sku))
  const services = chargedServices(plan?.services ?? [], (sku) =>
    isTicked(sku, plan?.services.find((one) => one.sku === sku)?.selected ?? false),
  )
  const canCome = parts.problems.length === 0
  const total = orderTotal({
    cart: cart.totals.orderTotal,
    shipping: 0,
    suppliers: canCome ? parts.delivery.map((one) => one.cents ?? 0) : [],
    services: canCome ? services.map((one) => one.price) : [],
  })
  const zone = timeZoneOf[brand.country]
  const now = clock.now()
  const view: QuoteView = {
    lines: cart.lines.map((line): QuoteLine => {
      const { total: lineTotal, choices } = toPricedLineResponse(toLineResponse(line))
      const agreed = shown.agreed.get(line.productCode) ?? null
      const holds = agreed !== null && now < new Date(agreed.until) && line.quantity <= agreed.upTo
      const { productCode, title, uri, picture, quantity, price: unit } = line
      return {
        productCode,
        title,
        uri,
        picture,
        quantity,
        unit,
        total: line.isBuyable ? lineTotal : 0,
        choices: line.isBuyable ? choices : [],
        problem: lineProblem(line),
        heldThrough: holds ? lastWholeDay(zone, new Date(agreed.until)) : null,
      }
    }),
    gone: shown.gone,
    messages: cart.messages,
    place: place?.fullAddress ?? null,
    delivery: parts.delivery,
    services: canCome ? services.map(({ title, price }) => ({ title, cents: price })) : [],
    problems: parts.problems,
    total,
    gst: gstIn(total, brand.country),
    gstPercent: brand.country === 'NZ' ? 15 : 10,
    currency: brand.currency,
  }
  return { view, cart, dates: parts.dates, offered: (plan?.services ?? []).filter((one) => !one.hidden), services }
}

async function drafted(deps: QuotesDeps, brand: Brand, { lines, form, place: fallback }: QuoteInput) {
  const named = form.place === null ? (fallback === null ? [] : [fallback]) : placesNamed(deps, brand, form)
  const place = named.length === 1 ? (named[0] ?? null) : null
  const quantity = /^\d{1,3}$/.test(form.quantity?.trim() ?? '') ? Number(form.quantity) : null
  const isCount = form.quantity === null || (quantity !== null && quantity >= 1 && quantity <= maxPerLine)
  const requested = lines.map((line) => ({
    ...line,
    ...form.choices.get(line.productCode),
    ...(isCount && quantity !== null ? { quantity } : {}),
  }))
  const stored = await Promise.all(requested.map((line) => held(deps, brand, line)))
  const { isSoonest } = form
  const found = await priced(deps, brand, { lines: stored, place, services: form.services, isSoonest })
  const { view, cart, offered, services } = found
  const problems: Record<string, string> = {}
  if (!isCount) problems['quantity'] = `Enter a whole number from 1 to ${maxPerLine}`
  for (const line of cart.lines) {
    const problem = lineProblem(line)
    if (problem !== null) problems[lines.length === 1 && line.isBuyable ? 'quantity' : 'form'] = problem
    const request = requested.find((one) => one.productCode === line.productCode)
    for (const [field, chosen] of [
      ['warrantyId', line.warranty],
      ['installId', line.install],
    ] as const) {
      if ((request?.[field] ?? null) !== (chosen?.id ?? null))
        problems[`${field}.${line.productCode}`] = 'This is no longer available. Please choose again'
    }
  }
  const [gone] = view.gone
  if (gone !== undefined) problems['form'] = `${gone} is no longer available.`
  if (cart.lines.length === 0 && gone === undefined) problems['form'] = 'There is nothing to quote yet.'
  if (place === null)
    problems['place'] =
      named.length > 1
        ? 'Several places have that name. Please choose one'
        : (form.place ?? '').trim() === ''
          ? 'Enter a suburb or postcode'
          : `We could not find that place in ${brand.country === 'NZ' ? 'New Zealand' : 'Australia'}. Please check the suburb or postcode`
  // What cannot be had at all is not a fault of the place.
  else if (view.problems[0] !== undefined && cart.lines.every((line) => lineProblem(line) === null))
    problems['place'] = view.problems[0]
  const choices: QuoteChoices = {
    lines: cart.lines.map(({ productCode, title, upsells, warranty, install }) => ({
      productCode,
      title,
      groups: choiceGroups(upsells).map((group) => ({
        ...group,
        chosen: (group.field === 'warrantyId' ? warranty : install)?.id ?? null,
      })),
    })),
    dates: found.dates,
    isSoonest,
    services: offered.map(({ sku, title, price }) => ({
      sku,
      title,
      price,
      isTicked: services.some((one) => one.sku === sku),
    })),
    place: place?.fullAddress ?? form.place ?? '',
    places: named.length > 1 ? named.slice(0, 12).map(({ _id, fullAddress }) => ({ _id, fullAddress })) : [],
  }
  const ticked = services.filter((one) => offered.includes(one)).map((one) => one.sku)
  return { draft: { view, choices, problems }, lines: stored, place, ticked }
}

async function madeOf(deps: QuotesDeps, brand: Brand, sent: SharedCart): Promise<MadeQuote | null> {
  const { geo } = deps
  const { terms, number } = sent
  if (terms === null || number === null) return null
  const lines = sent.lines.map((line) => ({ ...line, agreed: sent.agreed.get(line.productCode) ?? null }))
  const place = geo.locality(terms.localityId)
  const { view } = await priced(deps, brand, { ...terms, lines, place })
  const zone = timeZoneOf[brand.country]
  return {
    ...view,
    number,
    madeOn: dayIn(zone, sent.madeAt),
    linkUntil: dayIn(zone, sent.expiresAt),
    totalThen: terms.total,
  }
}
