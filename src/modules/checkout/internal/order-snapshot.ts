import { brandOf, type Brand } from '../../../brands/brands.ts'
import { isSpecialBrand } from '../../../brands/special-brand.ts'
import { cleanPhone } from '../../../platform/text/phone.ts'
import type { Cents } from '../../../platform/money.ts'
import { discountOfLine, type Cart } from '../../cart/cart.ts'
import { answeredAccess } from '../../delivery/delivery-access.ts'
import type { Choice } from '../../catalogue/product/upsell.ts'
import {
  orderLineTotal,
  shippingTotal,
  type Order,
  type OrderAddress,
  type OrderSnapshot,
} from '../../orders/orders.ts'
import type { PaymentMethod, PaymentOrder, Seller } from '../../payments/payments.ts'
import type { Store } from '../../stores/stores.ts'
import type { CartReward } from '../../promotions/cart-reward.ts'
import type { AddressForm, CheckoutForm } from '../checkout.ts'
import type { AgreedDelivery } from '../delivery-plan.ts'

/** The contents of an order when it was submitted, and the data for its payment provider. */

export function snapshotOf(
  brand: Brand,
  cart: Cart,
  input: { readonly form: CheckoutForm; readonly newsletter: boolean; readonly method: PaymentMethod },
  {
    agreed,
    total,
    deposit,
    sale,
    now,
    cityOf,
  }: {
    agreed: AgreedDelivery
    total: Cents
    deposit: Cents
    sale: OrderSnapshot['sale']
    now: Date
    /** The city of a place; null where the place is not on the list. */
    cityOf: (place: AddressForm) => string | null
  },
): OrderSnapshot {
  const { form } = input
  const ticks = {
    isArranged: agreed.isArranged,
    hasUniqueRequirements: agreed.hasUniqueRequirements,
    wantsInstallationContact: agreed.wantsInstallationContact,
    wantsEarlierDate: agreed.wantsEarlierDate,
  }
  const { deliveryInstructions, access: given, ...address } = form.deliveryAddress
  const access = answeredAccess(given)
  const country = brand.country
  const ofOrder = (given: AddressForm): OrderAddress => {
    const state = country === 'AU' ? given.state : ''
    const city = cityOf({ ...given, state })
    return { ...given, state, country, ...(city === null ? {} : { city }) }
  }
  const { totals } = cart
  const { pickup: pickedUp } = agreed
  const giftCards = cart.giftCards.flatMap(({ code, cents }) => (cents === 0 ? [] : [{ code, cents }]))
  return {
    cartId: cart.id,
    cartVersion: cart.version,
    app: brand.app,
    currency: brand.currency,
    method: total === 0 ? 'free' : input.method,
    lines: cart.lines.map((line) => ({
      productCode: line.productCode,
      productId: line.productId,
      sku: line.sku,
      uri: line.uri,
      title: line.title,
      brand: line.brand,
      category: line.categoryUri,
      picture: line.picture,
      quantity: line.quantity,
      unit: line.price,
      ...(discountOfLine(line) === 0 ? {} : { lineDiscount: discountOfLine(line) }),
      ...(line.warranty === null ? {} : { warranty: chosen(line.warranty) }),
      ...(line.install === null ? {} : { install: chosen(line.install) }),
    })),
    ...(agreed.services.length === 0 ? {} : { services: agreed.services }),
    ...(cart.rewards.length === 0 ? {} : { rewards: cart.rewards.map(rewardOfOrder) }),
    code: cart.coupon === null ? null : { kind: 'coupon', code: cart.coupon.code, cents: totals.couponDiscount },
    ...(giftCards.length === 0 ? {} : { giftCards }),
    totals: {
      subTotal: totals.subTotal,
      discount: totals.couponDiscount + totals.giftCard,
      shipping: agreed.shipping,
      total,
      ...(deposit === 0 ? {} : { deposit }),
    },
    ...(sale === undefined ? {} : { sale }),
    contact: {
      email: form.email.trim().toLowerCase(),
      phone: cleanPhone(form.phoneNumber),
      newsletter: input.newsletter,
      poNumber: form.poNumber.trim(),
    },
    delivery: {
      address: pickedUp === null ? ofOrder(address) : addressOfStore(address, pickedUp.store),
      ...(pickedUp === null ? {} : { pickup: pickedUp.pickup }),
      instructions: pickedUp === null ? deliveryInstructions : '',
      deliversOn: agreed.deliversOn,
      ...(agreed.window === null ? {} : { window: agreed.window }),
      ...(access === undefined || pickedUp !== null ? {} : { access }),
      warehouseCode: agreed.zone?.warehouse.code ?? null,
      tierCode: agreed.zone?.tier.code ?? null,
      wantsContact: agreed.wantsContact,
      ...Object.fromEntries(Object.entries(ticks).filter(([, isTicked]) => isTicked)),
      ...(agreed.suppliers.length === 0 ? {} : { suppliers: agreed.suppliers }),
      ...(agreed.makers.length === 0 ? {} : { makers: agreed.makers }),
      ...(agreed.storageText === null
        ? {}
        : { storageFee: { text: agreed.storageText, acknowledgedAt: now.toISOString() } }),
    },
    billing: ofOrder(form.billingAddress ?? address),
  }
}

/** Whoever picks an order up, at the store's address. */
function addressOfStore(who: AddressForm, { address, suburb, state, postcode, country }: Store): OrderAddress {
  const { firstName, lastName, companyName } = who
  return { firstName, lastName, companyName, address, suburb, state: state ?? '', postcode, country }
}

/** The stored data of an option. */
function chosen({ id, name, price }: Choice): Choice {
  return { id, name, price }
}

/** An order's items for a provider: every product and every option, so that its sums add up. */
export function paymentOrder(snapshot: OrderSnapshot): PaymentOrder {
  const { sale } = snapshot
  const people = {
    shopName: brandOf(snapshot.app).companyName,
    email: snapshot.contact.email,
    phone: snapshot.contact.phone,
    billing: snapshot.billing,
    shipping: snapshot.delivery.address,
    soldIn:
      sale === undefined || sale.subdivision === null
        ? null
        : { store: sale.subdivision, seller: sale.salespersonCode ?? '' },
  }
  const { deposit } = snapshot.totals
  if (deposit !== undefined) {
    const lines = [{ name: 'Deposit', sku: 'deposit', quantity: 1, unit: deposit }]
    return { ...people, lines, shippingCents: 0, discountCents: 0 }
  }
  return {
    ...people,
    lines: [
      ...snapshot.lines.flatMap(({ title, sku, quantity, unit, warranty, install }) => [
        { name: title, sku, quantity, unit },
        ...[warranty, install].flatMap((one) =>
          one === undefined ? [] : [{ name: one.name, sku: `${sku}-${one.id}`, quantity, unit: one.price }],
        ),
      ]),
      // A free service is not an item.
      ...(snapshot.services ?? []).flatMap(({ title, sku, price }) =>
        price === 0 ? [] : [{ name: title, sku, quantity: 1, unit: price }],
      ),
    ],
    shippingCents: shippingTotal(snapshot),
    // A line's discount is sent as a discount, so that the sums add up.
    discountCents:
      snapshot.totals.discount +
      snapshot.lines.reduce((sum, line) => sum + line.unit * line.quantity - orderLineTotal(line), 0),
  }
}

/** The items of the part of an order that a payment is for. */
export function partOrder(
  snapshot: OrderSnapshot,
  { seller, cents, pairId }: { readonly seller: Seller; readonly cents: Cents; readonly pairId: string | null },
): PaymentOrder {
  const whole = paymentOrder(snapshot)
  if (pairId === null) return whole
  const agencySkus = new Set(snapshot.lines.flatMap(({ brand, sku }) => (isSpecialBrand(brand) ? [sku] : [])))
  const isAgency = seller === 'agency'
  const lines = whole.lines.filter((one) => agencySkus.has(one.sku) === isAgency)
  const shippingCents = isAgency ? 0 : whole.shippingCents
  const sum = lines.reduce((all, one) => all + one.unit * one.quantity, shippingCents)
  return { ...whole, lines, shippingCents, discountCents: sum - cents }
}

/** The balance of an order for a provider: one item. */
export function restOf({ webOrderId, snapshot }: Order, cents: Cents): PaymentOrder {
  const lines = [{ name: `Balance of order ${webOrderId}`, sku: 'balance', quantity: 1, unit: cents }]
  return { ...paymentOrder(snapshot), lines, shippingCents: 0, discountCents: 0 }
}

const rewardOfOrder = ({ rewardLabel, title, thumbImg, link, redemption }: CartReward) => ({
  label: rewardLabel,
  blurb: title,
  thumbImg,
  redemptionLink: redemption ? `${link}#redeem` : null,
})
