import type { Brand } from '../../../brands/brands.ts'
import { isSpecialBrand } from '../../../brands/special-brand.ts'
import type { Cents } from '../../../platform/money.ts'
import { type FieldError, type Result, err, ok } from '../../../platform/result.ts'
import type { Cart } from '../../cart/cart.ts'
import type { Principal } from '../../identity/identity.ts'
import type { OrderSnapshot } from '../../orders/orders.ts'
import { withAgencyPart } from '../../orders/seller-parts.ts'
import type { PaymentInstrument } from '../../payments/payments.ts'
import { type AddressForm, type CheckoutFacts, firstSubmitProblem, orderTotal, submitTexts } from '../checkout.ts'
import {
  type AgreedDelivery,
  type DeliveryDisagreement,
  agreeOn,
  deliveryTexts,
  nothingDelivered,
} from '../delivery-plan.ts'
import { depositProblem, takesDeposit } from '../deposit.ts'
import { snapshotOf } from './order-snapshot.ts'
import type { Admitted } from './people.server.ts'
import { tipProblem, tipService } from '../tip.ts'
import type { People } from './people.server.ts'
import type { PaymentConfiguration } from '../../payments/payments.server.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { CheckoutProblem, OrderedItem, SubmitInput } from './checkout-service.ts'
import { agreeOnPickup } from '../pickup.ts'
import { type AvailabilityDeps, availability } from './availability.server.ts'
import { type PickupDeps, findPickupOptions } from './pickup.server.ts'

/** Every check of a submit before anything is reserved. */

export type OrderCheckDeps = AvailabilityDeps &
  PickupDeps & {
    readonly people: People
    readonly paymentConfiguration: PaymentConfiguration
    readonly clock: Clock
  }

/** Runs every check of a submit before anything is reserved, and recomputes all amounts. */
export async function prepare(
  deps: OrderCheckDeps,
  brand: Brand,
  principal: Principal,
  cart: Cart,
  input: SubmitInput,
): Promise<Result<{ snapshot: OrderSnapshot; agreed: AgreedDelivery }, CheckoutProblem>> {
  const { people, paymentConfiguration, geography, clock } = deps
  if (cart.lines.length === 0) return err({ code: 'empty_cart' })
  // Goods that have just been sold are reported by name, before dates or totals that changed with them (decision delivery-19).
  const [unsold] = unsoldLines(cart)
  if (unsold !== undefined) return err({ code: 'out_of_stock', title: unsold.title })

  // A free order needs no payment.
  if (input.instrument !== null && !paymentConfiguration.isUp(input.method)) return err({ code: 'method_unavailable' })
  const isPickup = input.delivery.pickup !== null && !input.staff.cashAndCarry
  const facts = { ...factsFor(brand, cart), isOnAccount: input.method === 'credit-account', isPickup }
  const admitted = await people.admit(brand, principal, cart, { ...input, facts })
  if (!admitted.ok) return admitted
  const { form, sale, counter } = admitted.value
  const problem = firstSubmitProblem({
    form,
    facts,
    hasDeliveryDate: input.delivery.deliversOn !== null,
    hasSupplierDates: input.delivery.suppliers.length > 0,
    isCashAndCarry: counter !== null || isPickup,
  })
  if (problem !== null) return err({ code: 'validation', ...problem })
  const agreement = isPickup
    ? await pickedUp(deps, brand, cart, input)
    : counter === null
      ? await delivered(deps, brand, cart, { ...input, form })
      : atCounter(deps, cart, counter)
  if (!agreement.ok) return agreement
  const tipError = tipProblem(input.tip, counter === null && !isPickup ? people.tipOffer(brand) : null)
  if (tipError !== null)
    return err({ code: 'validation', message: submitTexts.form, errors: [{ field: 'tip', message: tipError }] })
  const agreed = { ...agreement.value, services: [...agreement.value.services, ...tipService(input.tip)] }
  const prices = (parts: readonly { readonly price: Cents }[]) => parts.map((one) => one.price)
  const total = orderTotal({
    cart: cart.totals.orderTotal,
    shipping: agreed.shipping,
    suppliers: prices(agreed.suppliers),
    services: prices(agreed.services),
  })
  const isAsSeen =
    (input.items === null || isSameItems(input.items, cart)) &&
    input.cartTotal === cart.totals.orderTotal &&
    (input.expectedTotal === null || input.expectedTotal === total)
  if (!isAsSeen) return err({ code: 'cart_changed' })
  const wrongField = depositError(input, total, people.depositPercentage(brand), facts)
  if (wrongField !== null) return err({ code: 'validation', message: submitTexts.deposit, errors: [wrongField] })
  if (total > 0 && !paymentConfiguration.takes(brand, input.method, total))
    return err({ code: 'option_not_granted', field: 'selectedPaymentOption' })
  const cityOf = ({ suburb, state, postcode }: AddressForm) =>
    geography.find(brand.country, suburb, state, postcode)?.city ?? null
  const paysAgency = paymentConfiguration.paysAgency(cart.lines)
  if (!takesWallet(paymentConfiguration, brand, input.instrument, paysAgency ? null : total))
    return err({ code: 'option_not_granted', field: 'wallet' })
  const terms = { agreed, total, deposit: input.deposit, sale, now: clock.now(), cityOf }
  const snapshot = snapshotOf(brand, cart, { ...input, form }, terms)
  return ok({
    agreed,
    snapshot: paysAgency && snapshot.method === 'card' ? withAgencyPart(snapshot) : snapshot,
  })
}

/** The lines that cannot be sold as they are. */
export const unsoldLines = ({ lines }: Pick<Cart, 'lines'>) =>
  lines.filter((line) => !line.isBuyable || line.quantity > line.stockLeft)

/** Goods that are carried away today have to lie where the store takes them from (decision checkout-27). */
function atCounter(
  { catalogue }: OrderCheckDeps,
  cart: Cart,
  { zone, today }: NonNullable<Admitted['counter']>,
): Result<AgreedDelivery, CheckoutProblem> {
  const missing = cart.lines.find((line) => {
    const onShelf = catalogue.product(line.productId)?.stock[zone.warehouse.code]?.quantity ?? 0
    return onShelf < line.quantity
  })
  if (missing !== undefined) return err({ code: 'out_of_stock', title: missing.title })
  return ok({ ...nothingDelivered, zone, deliversOn: today })
}

/** What is picked up has to lie in the chosen store, and to be ready on the day that was shown. */
async function pickedUp(
  deps: OrderCheckDeps,
  brand: Brand,
  cart: Cart,
  { delivery: { pickup } }: Pick<SubmitInput, 'delivery'>,
): Promise<Result<AgreedDelivery, CheckoutProblem>> {
  if (pickup === null || pickup.storeId === null) {
    const errors = [{ field: 'pickup', message: submitTexts.store }]
    return err({ code: 'validation', message: submitTexts.form, errors })
  }
  const options = await findPickupOptions(deps, brand, cart, null)
  const agreed = agreeOnPickup(options, cart, pickup, deps.clock.now())
  if (!agreed.ok) return err({ code: 'pickup_unavailable', message: agreed.problem })
  return ok({ ...nothingDelivered, pickup: agreed.value })
}

/** The agreed delivery of a cart to its address. */
async function delivered(
  deps: OrderCheckDeps,
  brand: Brand,
  cart: Cart,
  input: Pick<SubmitInput, 'form' | 'delivery' | 'staff'>,
): Promise<Result<AgreedDelivery, CheckoutProblem>> {
  const { hasUniqueRequirements } = input.delivery
  const question = { hasUniqueRequirements, override: input.staff.winningDeliveryServiceOverride }
  const plan = await availability(deps, brand, cart, input.form.deliveryAddress, question)
  if (plan === null) {
    const errors = [
      { field: 'deliveryAddress.suburb', message: 'Delivery services unavailable for the provided address' },
    ]
    return err({ code: 'validation', message: submitTexts.form, errors })
  }
  const agreement = agreeOn(plan, input.delivery, { isCharged: brand.chargesStorage, lines: cart.lines })
  return agreement.ok ? agreement : err(deliveryProblem(agreement.problem))
}

function factsFor(brand: Brand, cart: Cart): CheckoutFacts {
  return { country: brand.country, hasSpecialBrand: cart.lines.some((line) => isSpecialBrand(line.brand)) }
}

/**
 * Whether this amount may be paid by a card method: a wallet only where it is offered, within its range (decision payments-04). Its token
 * is for one amount and so for one seller; `total` is null where two are paid.
 */
function takesWallet(
  configuration: PaymentConfiguration,
  brand: Brand,
  instrument: PaymentInstrument | null,
  total: Cents | null,
): boolean {
  if (instrument?.method !== 'card') return true
  const { kind } = instrument.source
  if (kind === 'form' || kind === 'saved') return true
  const range = configuration.offered(kind, brand)
  return range !== null && total !== null && total >= range.minimum && total <= range.maximum
}

/** Form errors of unavailable choices. */
function deliveryProblem(found: DeliveryDisagreement): CheckoutProblem {
  switch (found.code) {
    case 'date_missing':
      return { code: 'validation', message: submitTexts.date, errors: [] }
    case 'supplier_refuses':
      return { code: 'validation', message: found.message, errors: [] }
    case 'storage_not_acknowledged': {
      const errors = [{ field: 'stockFeeAcknowledged', message: deliveryTexts.storageMissing }]
      return { code: 'validation', message: submitTexts.form, errors }
    }
    case 'date_unavailable':
    case 'cart_changed':
      return { code: found.code }
  }
}

/** Whether a form has the lines of the cart, with the same options, in any order. */
function isSameItems(items: readonly OrderedItem[], cart: Cart): boolean {
  const written = (item: OrderedItem) => [item.productCode, item.qty, item.warrantyId, item.installId].join(' ')
  const there = cart.lines.map(({ productCode, quantity, warranty, install }) =>
    written({ productCode, qty: quantity, warrantyId: warranty?.id ?? null, installId: install?.id ?? null }),
  )
  return items.map(written).toSorted().join('\n') === there.toSorted().join('\n')
}

/** The rules of a deposit over again, with the server's own total (CHK-48, decision payments-15). */
function depositError(
  { deposit, method }: Pick<SubmitInput, 'deposit' | 'method'>,
  total: Cents,
  percentage: number,
  { hasSpecialBrand }: CheckoutFacts,
): FieldError | null {
  if (deposit === 0) return null
  const isTaken = takesDeposit({ method, total, hasSpecialBrand })
  const message = isTaken ? depositProblem(deposit, total, percentage) : 'A deposit cannot be paid for this order.'
  return message === null ? null : { field: 'partialPayment', message }
}
