import type { Country } from '../../../../../brands/apps.ts'
import { longDay, type Day } from '../../../../../platform/calendar.ts'
import { centsOf, decimalString, type Cents } from '../../../../../platform/money.ts'
import type { CartResponse } from '../../../../cart/cart.ts'
import { chargeOf } from '../../../../delivery/delivery.ts'
import type { GooglePayAccess } from '../../../../payments/ui/google-pay.ts'
import type { PaymentData, ShippingOptions, TransactionInfo, WalletAddress } from '../../../../payments/ui/wallet.ts'
import type { Locality } from '../../../../geo/geo.ts'
import { formatPrice } from '../../../../pricing/pricing.ts'
import type { AvailabilityResponse } from '../../../availability.ts'
import { orderTotal, type CheckoutForm } from '../../../checkout.ts'
import { answered, chosen, deliveryView, type DeliveryView } from '../delivery/delivery-view.ts'

/** The data of a wallet's sheet for a cart, and the resulting order: the same responses and rules as the checkout's. */

/** The delivery of an address, on the chosen day. */
export type Quote = { readonly view: DeliveryView; readonly total: Cents }

const noTicks = { contact: false, unique: false, earlier: false, installation: false, storage: false, services: {} }
/** As many days as can be read in a sheet. */
const maxDays = 20
/** Of a delivery that has no calendar. */
const noDay = 'as-arranged'

export function quoteOf(
  cart: CartResponse,
  answer: AvailabilityResponse,
  day: Day | null,
  { chargesStorage }: Pick<GooglePayAccess, 'chargesStorage'>,
): Quote {
  const lines = cart.products.map(({ price, isProforma }) => ({ price: centsOf(price), isProforma }))
  const previous = day === null ? null : { day, window: null }
  const given = answered(answer, { isProforma: lines.some((line) => line.isProforma), previous })
  const isOffered = given.rawDates.some((date) => date.available && date.day === day)
  const view = deliveryView(isOffered ? chosen(given, day) : given, noTicks, { lines, chargesStorage })
  const total = orderTotal({
    cart: centsOf(cart.orderTotal),
    shipping: view.state.selectedShippingCost,
    suppliers: view.paid.map((one) => one.price),
    services: [],
  })
  return { view, total }
}

/** The days of a quote, or a single option where no day is chosen. */
export function shippingOptions({ view }: Quote): ShippingOptions {
  const { rawDates, selectedDate } = view.state
  const days = rawDates.filter((date) => date.available).slice(0, maxDays)
  if (days.length === 0) {
    const label = view.isArranged ? 'We will call to arrange the day' : 'As soon as it can be delivered'
    return {
      defaultSelectedOptionId: noDay,
      shippingOptions: [{ id: noDay, label, description: '', price: decimalString(view.state.selectedShippingCost) }],
    }
  }
  return {
    defaultSelectedOptionId: days.some(({ day }) => day === selectedDate) ? (selectedDate ?? '') : (days[0]?.day ?? ''),
    shippingOptions: days.map(({ day, price }) => ({
      id: day,
      label: longDay(day),
      description: typeof price === 'string' ? price : formatPrice(chargeOf(price)),
      price: decimalString(chargeOf(price)),
    })),
  }
}

/** The day of an option; null where none is chosen. */
export const dayOfOption = (id: string | undefined): Day | null => (id === undefined || id === noDay ? null : id)

/** Before there is an address: the goods only, and a price that may still change. */
export function firstInfo(cart: CartResponse, access: Pick<GooglePayAccess, 'country' | 'currency'>): TransactionInfo {
  return { ...infoOf(cart, centsOf(cart.orderTotal), access), totalPriceStatus: 'ESTIMATED' }
}

export function infoOf(
  cart: CartResponse,
  total: Cents,
  { country, currency }: Pick<GooglePayAccess, 'country' | 'currency'>,
): TransactionInfo {
  const goods = centsOf(cart.orderTotal)
  return {
    countryCode: country,
    currencyCode: currency,
    totalPriceStatus: 'FINAL',
    totalPrice: decimalString(total),
    totalPriceLabel: 'Order Total',
    displayItems: [
      { label: 'Items', type: 'SUBTOTAL', price: decimalString(goods) },
      { label: 'Delivery', type: 'LINE_ITEM', price: decimalString(total - goods) },
    ],
  }
}

const sameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * New Zealand addresses in wallets contain the city, and the suburb, which is the delivery place, in a line of its own. That line is only
 * sent with the payment; before, any suburb of the postcode is used, as all of them have the same dates and prices.
 */
export function withSuburb(address: WalletAddress, places: readonly Pick<Locality, 'suburb'>[]): WalletAddress {
  const { locality, address1 = '', address2 = '', address3 = '' } = address
  if (places.some(({ suburb }) => sameName(suburb, locality))) return address
  const isWhole = address1 !== ''
  const named = places.find(({ suburb }) => [address2, address3].some((line) => sameName(suburb, line)))
  const [first] = places
  const found = named ?? (isWhole ? undefined : first)
  if (found === undefined) return address
  const [stored2 = '', stored3 = ''] = [address2, address3].filter((line) => !sameName(found.suburb, line))
  return { ...address, locality: found.suburb, ...(isWhole ? { address2: stored2, address3: stored3 } : {}) }
}

/** New Zealand's addresses have no state. */
export function placeOf(address: WalletAddress, country: Country) {
  return {
    suburb: address.locality,
    state: country === 'AU' ? address.administrativeArea : '',
    postcode: address.postalCode,
  }
}

/** A wallet's contact details as form fields: the server validates them as if they had been typed. */
export function formOfPayment({ email, shippingAddress }: PaymentData, country: Country): CheckoutForm {
  const { name = '', phoneNumber = '', address1 = '', address2 = '', address3 = '' } = shippingAddress
  const words = name.trim().split(/\s+/)
  const [lastName = ''] = words.slice(-1)
  return {
    email,
    phoneNumber,
    poNumber: '',
    deliveryAddress: {
      firstName: words.slice(0, -1).join(' ') || lastName,
      lastName: words.length > 1 ? lastName : '',
      companyName: '',
      address: [address1, address2, address3].filter((line) => line.trim() !== '').join(', '),
      ...placeOf(shippingAddress, country),
      deliveryInstructions: '',
    },
    billingAddress: null,
    mieleWarning: false,
  }
}
