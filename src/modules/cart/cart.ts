import type { AppCode } from '../../brands/apps.ts'
import type { Day } from '../../platform/calendar.ts'
import { type Cents, type Currency, centsOf, dollarsOf, percentOf } from '../../platform/money.ts'
import type { StockStatus, UnavailableReason } from '../catalogue/catalogue.ts'
import type { RibbonType } from '../catalogue/product/ribbon.ts'
import {
  type Choice,
  type Choices,
  type UpsellKind,
  type UpsellOptions,
  choicesPrice,
  toUpsellsResponse,
  upsellTitles,
} from '../catalogue/product/upsell.ts'
import { type Offer, lineTotal, savingOf } from '../pricing/pricing.ts'
import type { AppliedBundle } from '../promotions/bundles.ts'
import type { CartReward } from '../promotions/cart-reward.ts'
import { type AppliedGiftCard, type GiftCard, giftCardEnding, giftCardPayments } from './gift-cards.ts'
import { shopperPermissions } from './line-permissions.ts'

/** The cart: types and rules, no I/O. */

export const maxPerLine = 99

export const noCartId = '00000000-0000-0000-0000-000000000000'

/** A line with current catalogue data; prices are read when shown and never stored. */
export type CartLine = {
  readonly productCode: string
  readonly productId: number
  readonly sku: string
  readonly uri: string
  readonly title: string
  readonly brand: string
  readonly categoryUri: string
  readonly picture: string
  readonly condition: string
  readonly missingParts: string | null
  readonly supplierDirect: string | null
  readonly status: StockStatus
  readonly isBuyable: boolean
  readonly unavailableReason: UnavailableReason | null
  readonly price: Cents
  readonly rrp: Cents | null
  /** Off the whole line. */
  readonly lineDiscount: Cents
  /** Its share of what bundles take off, besides that. */
  readonly bundleDiscount: Cents
  readonly altPriceMsg: string | null
  /** It is the price of members of the Deals Club. */
  readonly isMemberPrice: boolean
  /** Why it is so low: the Deals Club, or so many units; null for the price that everybody pays. */
  readonly priceNote: string | null
  readonly ribbonType: RibbonType | null
  /** Whether its maker delivers it (decision cart-13). */
  readonly isProforma: boolean
  /** The promotion whose reward it includes; the first of several. */
  readonly promoId: number | null
  readonly quantity: number
  /** How many there are to be had. */
  readonly stockLeft: number
  readonly position: number
  /** The options offered with it now, and those selected. */
  readonly upsells: UpsellOptions
} & Choices

export type Coupon = {
  readonly code: string
  readonly kind: 'percentage' | 'amount' | 'free-delivery'
  /** Percent, cents, or nothing, by kind. */
  readonly value: number
  readonly apps: readonly string[]
  readonly startsOn: string
  readonly endsOn: string | null
  readonly minimumSpend: Cents
  /** How many orders one email address may use it for; null for any number. */
  readonly usesPerEmail: number | null
  readonly excludedBrands: readonly string[]
}

/** The effect of a code. */
export type FoundCode =
  | { readonly kind: 'coupon'; readonly coupon: Coupon }
  | { readonly kind: 'gift-card'; readonly card: GiftCard }

export type Cart = {
  readonly id: string
  readonly app: AppCode
  readonly currency: Currency
  readonly version: number
  readonly state: 'open' | 'placing' | 'ordered'
  readonly email: string | null
  /** The customer for whom staff work in it; left out without one. */
  readonly customerEmail?: string
  /** SKUs of the services that are ticked at the checkout by default; left out until chosen. */
  readonly services?: readonly string[]
  readonly lines: readonly CartLine[]
  /** The promotions of the lines, each once. */
  readonly rewards: readonly CartReward[]
  /** The bundles that the lines make up; their discounts are those of the lines. */
  readonly bundles: readonly AppliedBundle[]
  readonly coupon: Coupon | null
  /** In the order in which they pay. */
  readonly giftCards: readonly AppliedGiftCard[]
  readonly totals: CartTotals
  /** Messages about the lines: back orders, discontinued products. */
  readonly messages: readonly string[]
  /** Problems that must be fixed before ordering: shown in place of the totals at the checkout. */
  readonly errors: readonly string[]
}

/** Lines that arrive together at a known place. */
export type CartParcel = {
  /** The supplier or the manufacturer; null for our own crew. */
  readonly by: string | null
  /** The first day that can be had; null when it is arranged, or there is none. */
  readonly day: Day | null
  /** 'Tue 24 Nov · $49', or how the day is found. */
  readonly text: string
  readonly productCodes: readonly string[]
}

export type CartTotals = {
  readonly subTotal: Cents
  readonly couponDiscount: Cents
  readonly giftCard: Cents
  readonly savingTotal: Cents
  readonly totalRrp: Cents
  readonly savingIsValid: boolean
  /** The cart's own total, without delivery and services. */
  readonly orderTotal: Cents
  readonly freeDelivery: boolean
}

export type CartProblem =
  | { readonly code: 'line_gone' }
  | { readonly code: 'cart_empty' }
  | { readonly code: 'cart_changed' }
  | { readonly code: 'price_not_editable' }
  | { readonly code: 'sent_cart_gone' }
  | { readonly code: 'not_available' }
  | { readonly code: 'login_required' }
  | { readonly code: 'checkout_in_progress' }
  | { readonly code: 'warranty_not_offered' | 'install_not_offered'; readonly title: string }
  | { readonly code: 'code_unknown' }
  | { readonly code: 'code_minimum_spend'; readonly minimum: Cents }
  | { readonly code: 'code_used' }
  | { readonly code: 'code_not_applied' }
  | { readonly code: 'gift_card_applied' | 'gift_cards_full' }
  | { readonly code: 'quantity_over_stock'; readonly left: number; readonly title: string }

/** The input of totals and coupons. */
type ChargedLine = Pick<CartLine, 'price' | 'quantity' | 'brand'> &
  Partial<Pick<CartLine, 'lineDiscount' | 'bundleDiscount'> & Choices>

/** All that goes off a line: what the shop takes off it and its share of bundles. An order stores the sum as the line's discount. */
export const discountOfLine = ({
  lineDiscount = 0,
  bundleDiscount = 0,
}: Partial<Pick<CartLine, 'lineDiscount' | 'bundleDiscount'>>): Cents => lineDiscount + bundleDiscount

export const backOrderMessage = 'This item is on back order.'

/** The message for an option that is no longer offered for the product, or not at that price. */
export const choiceGoneMessage = (kind: UpsellKind, title: string): string =>
  `${upsellTitles[kind]} for ${title} is no longer available as you chose it, so we have removed it. Please choose again if you still want it.`

/** The price of a line with its options. */
function chargedTotal(line: Omit<ChargedLine, 'brand'>): Cents {
  return lineTotal({ ...line, lineDiscount: discountOfLine(line), extras: choicesPrice(line) })
}

/** The price of a line without its options, so that the parts add up to the line whatever its discount. */
function goodsTotal(line: Omit<ChargedLine, 'brand'>): Cents {
  return chargedTotal(line) - choicesPrice(line) * line.quantity
}

/** Integer cents, each line by itself, never below zero (decision cart-07). Gift cards pay what remains after the coupon. */
export function cartTotals(
  lines: readonly (Pick<CartLine, 'rrp'> & ChargedLine)[],
  coupon: Coupon | null,
  giftCards: readonly Pick<GiftCard, 'code' | 'balance'>[] = [],
): CartTotals {
  const subTotal = lines.reduce((sum, line) => sum + chargedTotal(line), 0)
  const couponDiscount = coupon === null ? 0 : Math.min(subTotal, discountOf(coupon, lines))
  const giftCard = giftCardPayments(giftCards, subTotal - couponDiscount).reduce((sum, one) => sum + one.cents, 0)
  const { savingTotal, totalRrp, isValid } = savingOf(
    lines.map((line) => ({ ...line, lineDiscount: discountOfLine(line) })),
  )
  return {
    subTotal,
    couponDiscount,
    giftCard,
    savingTotal,
    totalRrp,
    savingIsValid: isValid,
    orderTotal: subTotal - couponDiscount - giftCard,
    freeDelivery: coupon?.kind === 'free-delivery',
  }
}

function discountOf(coupon: Coupon, lines: readonly ChargedLine[]): Cents {
  const eligible = eligibleTotal(coupon, lines)
  if (coupon.kind === 'percentage') return percentOf(eligible, coupon.value)
  return coupon.kind === 'amount' ? Math.min(coupon.value, eligible) : 0
}

/** Agency brands, warranties and installs are always excluded (decision cart-08); `excludedBrands` adds the coupon's own. */
function eligibleTotal(coupon: Coupon, lines: readonly ChargedLine[]): Cents {
  const excluded = new Set([...coupon.excludedBrands, 'miele'].map((brand) => brand.trim().toLowerCase()))
  return lines.reduce(
    (sum, line) => sum + (excluded.has(line.brand.trim().toLowerCase()) ? 0 : Math.max(0, goodsTotal(line))),
    0,
  )
}

/** Why a coupon does not apply to these lines today; null when it does. `today` is a calendar day of the shop's country. */
export function couponProblem(
  coupon: Coupon,
  lines: readonly ChargedLine[],
  app: AppCode,
  today: string,
): Extract<CartProblem, { code: 'code_unknown' | 'code_minimum_spend' }> | null {
  const isOn =
    coupon.apps.includes(app) && coupon.startsOn <= today && (coupon.endsOn === null || today <= coupon.endsOn)
  if (!isOn) return { code: 'code_unknown' }
  return eligibleTotal(coupon, lines) < coupon.minimumSpend
    ? { code: 'code_minimum_spend', minimum: coupon.minimumSpend }
    : null
}

/** Whether an email address that has used a coupon `uses` times has reached its limit. */
export function isUsedUp(coupon: Pick<Coupon, 'usesPerEmail'>, uses: number): boolean {
  return coupon.usesPerEmail !== null && uses >= coupon.usesPerEmail
}

/** The cart in API responses (decision cart-01): dollars, and null for missing values. */
export type CartResponse = ReturnType<typeof toCartResponse>

/** `isServed` is false when the requested place gets no deliveries (decision cart-12). */
export function toCartResponse(
  cart: Cart | null,
  {
    isServed = true,
    depositPercentage,
    delivery = null,
    parcels = [],
  }: {
    isServed?: boolean
    /** The app's setting, which every display of a cart needs (SUMM-20). */
    depositPercentage: number
    delivery?: Cents | null
    parcels?: readonly CartParcel[]
  },
) {
  const totals = cart?.totals
  return {
    cartId: cart?.id ?? noCartId,
    /** Incremented with every change of the cart, so that a late response can be told from a newer one. */
    version: cart?.version ?? 0,
    products: (cart?.lines ?? []).map((line) => toLineResponse(line, { isServed })),
    rewards: cart?.rewards ?? [],
    productCount: (cart?.lines ?? []).reduce((sum, line) => sum + line.quantity, 0),
    /** Of the products as they are listed; what bundles take off follows. */
    subTotal: dollarsOf((totals?.subTotal ?? 0) + (cart?.bundles ?? []).reduce((sum, one) => sum + one.discount, 0)),
    bundles: (cart?.bundles ?? []).map(({ title, sets, discount }) => ({
      title: sets === 1 ? title : `${sets} × ${title}`,
      discount: dollarsOf(discount),
    })),
    /** The source's single code and the discount of all codes; `coupon` and `giftCards` list them separately. */
    couponCode: cart?.coupon?.code ?? cart?.giftCards[0]?.code ?? null,
    couponDiscount: dollarsOf((totals?.couponDiscount ?? 0) + (totals?.giftCard ?? 0)),
    coupon: cart?.coupon == null ? null : { code: cart.coupon.code, discount: dollarsOf(cart.totals.couponDiscount) },
    giftCards: (cart?.giftCards ?? []).map(({ code, balance, cents }) => ({
      code,
      balance: dollarsOf(balance),
      amount: dollarsOf(cents),
    })),
    savingTotal: totals?.savingIsValid ? dollarsOf(totals.savingTotal) : 0,
    totalRrp: dollarsOf(totals?.totalRrp ?? 0),
    orderTotal: dollarsOf(totals?.orderTotal ?? 0),
    /** The price of the first delivery date at the requested place; null while that is not known. Not in the totals. */
    delivery: delivery === null ? null : dollarsOf(delivery),
    /** What arrives together, when and for how much; empty while the place is not known. */
    parcels: [...parcels],
    depositPercentage,
    /**
     * Always 0, with the whole total remaining: a deposit belongs to an order. It is chosen at the checkout, from a total that includes
     * delivery, and is stored with the order, never with a cart.
     */
    cartDeposit: 0,
    cartRemainingPayment: dollarsOf(totals?.orderTotal ?? 0),
    errors: (cart?.errors ?? []).map((message) => ({ message })),
    messages: (cart?.messages ?? []).map((message) => ({ message })),
  }
}

export type CartLineResponse = ReturnType<typeof toLineResponse>

export function toLineResponse(line: CartLine, { isServed = true }: { isServed?: boolean } = {}) {
  const [level1 = '', level2 = null, level3 = null] = line.categoryUri.split('/')
  return {
    productCode: line.productCode,
    productId: line.productId,
    sku: line.sku,
    unitId: null,
    title: line.title,
    uri: line.uri,
    image: line.picture,
    images: [{ path: line.picture, type: 'product' }],
    brand: line.brand,
    category: line.categoryUri.split('/').at(-1) ?? '',
    categorization: { level1, level2, level3 },
    price: dollarsOf(line.price),
    rrp: line.rrp === null ? null : dollarsOf(line.rrp),
    altPriceMsg: line.altPriceMsg,
    isMemberPrice: line.isMemberPrice,
    priceNote: line.priceNote,
    quantity: line.quantity,
    /** The most that a line of it can have now. */
    maxQuantity: Math.min(maxPerLine, line.stockLeft),
    lineDiscount: dollarsOf(line.lineDiscount),
    available: line.isBuyable && isServed,
    unavailableReason: line.unavailableReason ?? (isServed ? null : ('LocationBlock' as const)),
    sortOrder: line.position,
    isProforma: line.isProforma,
    ribbonType: line.ribbonType,
    conditionType: line.condition,
    missingParts: line.missingParts,
    promoId: line.promoId,
    warrantyId: line.warranty?.id ?? null,
    selectedWarranty: toChoiceResponse(line.warranty),
    installId: line.install?.id ?? null,
    selectedInstall: toChoiceResponse(line.install),
    upsells: toUpsellsResponse(line.upsells),
    permissions: shopperPermissions,
  }
}

function toChoiceResponse(choice: Choice | null) {
  return choice === null ? null : { name: choice.name, price: dollarsOf(choice.price) }
}

/** The header's count: lines and rewards, not pieces (CART-06, decision cart-03). */
export function cartCount(cart: Pick<CartResponse, 'products' | 'rewards'> | null): number {
  return cart === null ? 0 : cart.products.length + cart.rewards.length
}

/** A response line's price rules, and in cents the total of its product and of each option. */
export function toPricedLineResponse(line: CartLineResponse): {
  readonly offer: Offer
  readonly total: Cents
  readonly choices: readonly { readonly name: string; readonly total: Cents }[]
} {
  const offer: Offer = {
    price: centsOf(line.price),
    rrp: line.rrp === null ? null : centsOf(line.rrp),
    lineDiscount: centsOf(line.lineDiscount),
    ...(line.altPriceMsg === null ? {} : { altPriceMsg: line.altPriceMsg }),
  }
  const { quantity } = line
  const choices = [line.selectedWarranty, line.selectedInstall].flatMap((one) =>
    one === null ? [] : [{ name: one.name, total: centsOf(one.price) * quantity }],
  )
  const beside = choices.reduce((sum, one) => sum + one.total, 0)
  return { offer, total: lineTotal({ ...offer, quantity, extras: beside / quantity }) - beside, choices }
}

/** The discount of each bundle and each code on a cart, for display. */
export function discountRows({ bundles, coupon, giftCards }: Pick<CartResponse, 'bundles' | 'coupon' | 'giftCards'>) {
  return [
    ...bundles.map(({ title, discount }) => ({ name: title, cents: centsOf(discount) })),
    ...(coupon === null || coupon.discount === 0 ? [] : [{ name: coupon.code, cents: centsOf(coupon.discount) }]),
    ...giftCards.map(({ code, amount }) => ({ name: `Gift card ${giftCardEnding(code)}`, cents: centsOf(amount) })),
  ]
}
