import { brandOf } from '../../brands/brands.ts'
import { specialBrandName } from '../../brands/special-brand.ts'
import type { CartResponse } from '../../modules/cart/cart.ts'
import type { AvailabilityResponse } from '../../modules/checkout/availability.ts'
import { arrangedDay } from '../../modules/checkout/delivery-plan.ts'
import { dayOf, tripleOf, type DateTriple } from '../../platform/calendar.ts'
import { places } from '../catalogue.ts'
import type { TestBrowser } from './browser.ts'

export type Place = { readonly suburb: string; readonly state: string | null; readonly postcode: string }

export type OrderChoices = {
  readonly place?: Place
  readonly afterpay?: boolean
  /** As submitted; a card by default. */
  readonly option?: number
  /** SKUs of selected services, instead of the preselected ones. */
  readonly services?: readonly string[]
  readonly card?: { readonly encrypted: string; readonly holder: string }
  readonly agencyCard?: string
}

export type SubmitBody = Record<string, unknown> & {
  readonly cartId: string
  readonly expectedTotal: number
  readonly deliveryDate: DateTriple | null
}

export const testAddress = {
  firstName: 'Ana',
  lastName: 'Botha',
  companyName: '',
  address: '12 Harbour Street',
} as const

/** A valid submit body for the browser's cart, for the first date to the place. */
export async function orderBody({ app, send }: TestBrowser, choices: OrderChoices): Promise<SubmitBody> {
  const cart = (await send('GET', '/api/cart/')).json<CartResponse>()
  const { suburb, state, postcode } = choices.place ?? places.sydney
  const deliveryAddress = { ...testAddress, suburb, state: state ?? '', postcode }
  const answer = await send('POST', '/api/checkout/avail', { body: { cartId: cart.cartId, deliveryAddress } })
  const plan = answer.json<AvailabilityResponse>()
  const services = choices.services ?? plan.deliveryServices.filter((one) => one.selected).map((one) => one.sku)
  const { deliveryDate, deliveryPrice, supplierDeliveryDates } = firstDates(plan)
  const total = dollarsOf([
    cart.orderTotal,
    deliveryPrice,
    ...supplierDeliveryDates.map((one) => one.price),
    ...plan.deliveryServices.map((one) => (services.includes(one.sku) ? one.price : 0)),
  ])
  return {
    cartId: cart.cartId,
    email: 'ana.botha@example.com',
    newsletter: true,
    phoneNumber: brandOf(app).country === 'NZ' ? '021 123 4567' : '0412 345 678',
    poNumber: '',
    deliveryAddress: { ...deliveryAddress, deliveryInstructions: 'Leave with the concierge' },
    billingAddress: null,
    deliveryDate,
    supplierDeliveryDates,
    deliveryServices: services,
    requestedDeliveryContact: false,
    cart: { orderTotal: cart.orderTotal },
    expectedTotal: total,
    cardDetails: null,
    ...(choices.afterpay === true ? { selectedPaymentOption: 2048 } : {}),
    ...(choices.option === undefined ? {} : { selectedPaymentOption: choices.option }),
    ...cardFields(brandOf(app).companyName, choices),
  }
}

/** The first available day for our own goods and for each supplier's, with its price in dollars. */
function firstDates({ availability, supplierAvailability, today }: AvailabilityResponse) {
  const dates = availability?.dates ?? []
  const date = dates.find((one) => one.available)
  const arranged = tripleOf(arrangedDay(dayOf(today) ?? ''))
  return {
    deliveryDate: date?.date ?? (availability !== null && dates.length === 0 ? arranged : null),
    deliveryPrice: Math.max(0, Number(date?.price ?? 0)),
    supplierDeliveryDates: Object.entries(supplierAvailability).map(([supplier, { dates: theirs }]) => {
      const first = theirs.find((one) => one.available) ?? { date: today, price: 0 }
      return { supplier, deliveryDate: first.date, price: Number(first.price) }
    }),
  }
}

/** A sum without binary floating-point errors. */
const dollarsOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, dollars) => sum + Math.round(dollars * 100), 0) / 100

function cardFields(companyName: string, { card, agencyCard }: OrderChoices) {
  if (card === undefined) return {}
  return {
    encryptedValues: {
      [companyName]: card.encrypted,
      ...(agencyCard === undefined ? {} : { [specialBrandName]: agencyCard }),
    },
    cardHolderName: card.holder,
    browserInfo: { screenHeight: 900, screenWidth: 1_440 },
  }
}
